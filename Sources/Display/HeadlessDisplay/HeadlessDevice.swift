public import DisplayModel
public import LinuxSystem
public import Timing

/// A display device without hardware, as strict as the kernel's: a commit that KMS would refuse fails with the same
/// `errno`, flips happen at the vblanks of the mode and each reports one event.
///
/// It serves programs that render to memory, and tests, which plug, unplug and break its parts (`HeadlessScript.swift`).
/// Connectors are called Virtual-1, Virtual-2 and so on.
public final class HeadlessDevice: DisplayDevice {
    public var id: DeviceID { topology.id }
    public var path: String { topology.path }
    public var nativeDisplay: NativeDisplay { unsafe .surfaceless }
    public var renderNode: String? { nil }
    public var testsCommits: Bool { hardware.isAtomic }
    public var eventDescriptor: Int32 { clock.descriptor }

    /// What drives the vblanks.
    public enum Clock: Hashable, Sendable {
        /// The machine's `CLOCK_MONOTONIC`.
        case monotonic
        /// Time stands still until ``HeadlessDevice/advance(to:)``; the event descriptor never becomes readable.
        case manual(start: MonotonicTime)
    }

    /// Called with a connector whose change is notified, from within the call that changes it.
    public var onHotplug: ((ConnectorID) -> Void)?
    /// Called when the device is removed.
    public var onRemoval: (() -> Void)?

    public var hardware = HeadlessHardware()
    /// What the caller did wrong, such as freeing a buffer that is on screen. Empty for a correct program.
    public var violations: [String] { record.violations }
    /// Whether this program is DRM master, see ``loseSession()``.
    public internal(set) var isMaster = true
    /// The least number of flips that are kept for each connector. Up to twice as many are.
    public static var flipLogLimit: Int { Record.flipLimit }

    public var connectorIDs: [ConnectorID] { connectors.map(\.id) }
    public var crtcIDs: [CRTCID] { topology.crtcs }

    private(set) var clock: HeadlessClock
    let topology: Topology
    var connectors: [Connector]
    var pipeline = Pipeline()
    var framebufferTable = FramebufferTable()
    var record = Record()
    var faults = PendingFaults()
    var locks = KernelLocks()
    public internal(set) var isRemoved = false

    static let sizeLimits = 1...16384

    /// - Parameters:
    ///   - connectors: in the order of their names.
    ///   - crtcCount: how many connectors can be lit with pictures of their own. Nil for one each.
    ///   - overlayCount: how many overlay planes there are. Each can be on any CRTC.
    ///   - index: tells several headless devices apart.
    public convenience init(
        _ connectors: [HeadlessConnector], crtcCount: Int? = nil, overlayCount: Int = 0, clock: Clock = .monotonic,
        index: UInt32 = 0
    ) throws(SystemError) {
        let crtcs = (0..<UInt32(crtcCount ?? connectors.count)).map { CRTCID(rawValue: 40 + $0) }
        let sockets = connectors.enumerated().map { index, connector in
            ConnectorSnapshot(
                id: ConnectorID(rawValue: 60 + UInt32(index)), type: connector.type,
                typeIndex: UInt32(index) + 1, status: .disconnected,
                possibleCRTCs: connector.possibleCRTCs?.filter(crtcs.indices.contains).map { crtcs[$0] } ?? crtcs)
        }
        try self.init(
            id: DeviceID(major: 0, minor: index), path: "headless\(index)",
            connectors: zip(sockets, connectors).map { Connector($0, $1.monitor) }, crtcs: crtcs,
            planes: crtcs.map { .primary($0.rawValue - 20, on: $0) }
                + (0..<UInt32(overlayCount)).map { .overlay(120 + $0, height: UInt64($0) + 1, on: crtcs) },
            clock: clock)
    }

    init(
        id: DeviceID, path: String, connectors: [Connector], crtcs: [CRTCID], planes: [PlaneSnapshot],
        clock: Clock
    ) throws(SystemError) {
        self.clock = try HeadlessClock(clock)
        self.connectors = connectors
        topology = Topology(
            id: id, path: path,
            connectors: Dictionary(
                connectors.map { ($0.id, ($0.socket.name, $0.socket.possibleCRTCs)) }, uniquingKeysWith: { $1 }),
            crtcs: crtcs, planes: planes)
    }

    // MARK: - Time

    /// The time by the device's clock.
    public var now: MonotonicTime { clock.now }

    /// Moves a manual clock forward. Flips whose vblanks have come are carried out; their events wait to be read.
    public func advance(to time: MonotonicTime) {
        clock.advance(to: time)
        settle()
    }

    /// The time of the next flip or of the next event's arrival. Nil where there is neither.
    public var nextDeadline: MonotonicTime? { pipeline.nextDeadline }

    /// Carries out the flips whose vblank has come.
    func settle() {
        let now = now
        for (crtc, flip) in pipeline.takeFlips(dueBy: now) {
            complete(crtc, flip.scanout, flip.sequence, flip.due, serial: flip.serial)
        }
    }

    /// Makes the event descriptor readable at the next deadline; at once where the device was removed.
    func rearm() { clock.arm(isRemoved ? MonotonicTime(nanoseconds: 1) : nextDeadline) }

    /// A CRTC shows layers from an instant on: logs it, and queues the event unless a fault is pending.
    func complete(
        _ crtc: CRTCID, _ scanout: Routing.Scanout, _ sequence: UInt32, _ time: MonotonicTime, serial: UInt64
    ) {
        var scanout = scanout
        for index in scanout.layers.indices {
            (scanout.layers[index].acquireFence, scanout.layers[index].damage) = (nil, nil)
        }
        pipeline.routing.scanouts[crtc] = scanout
        for connector in pipeline.routing.connectors(on: crtc) {
            record.add(Flip(time: time, layers: scanout.layers), on: connector)
        }
        if faults.lostEvents > 0 {
            faults.lostEvents -= 1
            return
        }
        let event = DisplayEvent.pageFlip(
            crtc: crtc, sequence: hardware.vblanks == .counted ? sequence : 0, time: time)
        let arrival = faults.delays.isEmpty ? time : time + faults.delays.removeFirst()
        pipeline.events.add(event, of: serial, arriving: arrival)
        if faults.duplicatedEvents > 0 {
            faults.duplicatedEvents -= 1
            pipeline.events.add(event, of: serial, arriving: arrival)
        }
    }

    // MARK: - DisplayDevice

    /// Whoever opens the device again gets this one.
    public func relinquish() {}

    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        takeLocks(for: effort == .probe ? hardware.probeTime : .zero)
        try begin(.snapshot, "get resources")
        if effort == .probe {
            for index in connectors.indices {
                connectors[index].known = connectors[index].monitor
                connectors[index].knownStatus = connectors[index].monitor == nil ? .disconnected : .connected
            }
        }
        return state
    }

    public func readEvents() throws(DisplayError) -> [DisplayEvent] {
        try begin(.readEvents, "read events")
        let arrived = pipeline.events.take(arrivedBy: now)
        rearm()
        return arrived
    }

    /// To be called first by every operation: carries out what is due, and fails where the device is gone or a fault was
    /// injected.
    func begin(_ operation: Operation, _ name: String) throws(DisplayError) {
        if isRemoved {
            throw DisplayError(
                operation: name, object: path, code: DisplayError.Code.noDevice, reason: "the device was removed")
        }
        settle()
        if let code = faults.injected[operation]?.first {
            faults.injected[operation]?.removeFirst()
            let reason = SystemError(name, code: code).reason
            throw DisplayError(operation: name, object: path, code: code, reason: reason)
        }
    }
}
