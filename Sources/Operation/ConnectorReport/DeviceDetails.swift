import DisplayModel
import DisplayPlanning

/// One device of a report.
struct DeviceDetails: Sendable {
    var snapshot: DeviceSnapshot
    var connectors: [ConnectorDetails]
    var concerns: [Concern]

    init(_ snapshot: DeviceSnapshot, makers: MakerNames) {
        self.snapshot = snapshot
        let plan = DevicePlan(snapshot, configurations: OutputConfigurations())
        connectors = snapshot.connectors.map { connector in
            ConnectorDetails(
                connector, crtc: connector.crtc.flatMap(snapshot.crtc), darkReason: plan.dark[connector.id],
                makers: makers)
        }
        concerns =
            snapshot.capabilities.contains(.atomic)
            ? []
            : [
                Concern(
                    code: .noAtomicModesetting,
                    message: "the driver \(snapshot.driver.name) has no atomic modesetting: modes are tried, not tested"
                )
            ]
    }

    /// The device's concerns and then its connectors', each with what it is about.
    var allConcerns: [(subject: String, concern: Concern)] {
        concerns.map { (snapshot.path, $0) }
            + connectors.flatMap { connector in
                connector.concerns.map { (connector.snapshot.name, $0) }
            }
    }

    /// The capabilities that matter, by the names that they have in the JSON, and whether the device has them.
    var capabilities: [(name: String, isPresent: Bool)] {
        Self.capabilityNames.map { ($0.name, snapshot.capabilities.contains($0.capability)) }
    }

    private static let capabilityNames: [(name: String, capability: DeviceSnapshot.Capabilities)] = [
        ("atomic", .atomic),
        ("modifiers", .modifiers),
        ("prime_import", .primeImport),
        ("prime_export", .primeExport),
        ("async_page_flip", .asynchronousFlips),
        ("monotonic_timestamps", .monotonicTimestamps),
        ("syncobj", .syncObjects),
        ("dumb_buffers", .dumbBuffers),
    ]

    var primaryPlanes: [PlaneSnapshot] { snapshot.planes.filter { $0.kind == .primary } }
}
