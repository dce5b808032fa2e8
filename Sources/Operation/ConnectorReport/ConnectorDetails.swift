import DisplayModel
import DisplayPlanning
import EDID
import TextLayout

/// One connector of a report.
struct ConnectorDetails: Sendable {
    var snapshot: ConnectorSnapshot
    /// What the monitor says of itself. Nil where it gives nothing to read.
    var edid: EDID?
    /// The maker's full name.
    var maker: String?
    /// What the connector shows now. Nil while it is dark.
    var currentMode: Mode?
    /// Where ``currentMode`` is in the list of modes. Nil for a mode that the monitor does not offer.
    var currentIndex: Int?
    var properties: KioskProperties
    var concerns: [Concern]

    /// - Parameters:
    ///   - crtc: the one that feeds the connector.
    ///   - darkReason: why Vitrine would leave it dark.
    init(_ snapshot: ConnectorSnapshot, crtc: CRTCSnapshot?, darkReason: DarkReason?, makers: MakerNames) {
        self.snapshot = snapshot
        let edid = snapshot.edid.map { EDID(bytes: $0) }
        self.edid = edid
        maker = edid?.manufacturer.flatMap { makers.name(of: $0) }
        currentMode = crtc.flatMap { $0.isActive ? $0.mode : nil }
        currentIndex = currentMode.flatMap { Self.index(of: $0, in: snapshot.modes) }
        properties = KioskProperties(connector: snapshot.properties, crtc: crtc?.properties ?? [])
        concerns = Self.concerns(of: snapshot, edid, darkReason)
    }

    var isLit: Bool { currentMode != nil }

    /// A mode that was set without saying the picture's aspect is the listed one that does.
    private static func index(of current: Mode, in modes: [Mode]) -> Int? {
        modes.firstIndex(of: current) ?? modes.firstIndex { $0.hasTimings(of: current) }
            ?? modes.firstIndex { $0.withoutAspect.hasTimings(of: current.withoutAspect) }
    }

    private static func concerns(
        of connector: ConnectorSnapshot, _ edid: EDID?, _ darkReason: DarkReason?
    ) -> [Concern] {
        var concerns: [Concern] = []
        func add(_ code: Concern.Code, _ message: String) {
            concerns.append(Concern(code: code, message: message))
        }
        switch darkReason {
        case .noCRTC: add(.noCRTC, DarkReason.noCRTC.description)
        case .noModes: add(.noModes, DarkReason.noModes.description)
        default: break
        }
        // A writeback connector never has a monitor.
        if connector.status == .unknown, connector.type != .writeback {
            add(.statusUnknown, "the driver cannot tell whether a monitor is connected; it counts as not connected")
        }
        guard connector.status == .connected else { return concerns }
        if connector.linkStatus == .bad {
            add(.linkBad, "the link to the monitor failed; check the cable, or set a mode again")
        }
        if let edid {
            if !edid.issues.isEmpty {
                add(.edidFaulty, "the monitor's EDID has \(count(edid.issues.count, "fault")), listed below")
            }
        } else if connector.type.usuallyHasEDID, darkReason != .noModes {
            add(.noEDID, "the monitor gives no EDID, so its modes are guesses; check the cable and adapters")
        }
        return concerns
    }
}

extension Mode {
    var withoutAspect: Mode {
        var mode = self
        mode.flags.remove(Flags(rawValue: 0xF << 19))
        return mode
    }
}

extension ConnectorType {
    /// Whether a monitor behind it should say what it is. Built-in panels and virtual screens often do not.
    fileprivate var usuallyHasEDID: Bool {
        switch description {
        case "VGA", "DVI-I", "DVI-D", "DVI-A", "DP", "HDMI-A", "HDMI-B": true
        default: false
        }
    }
}
