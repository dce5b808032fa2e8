public import DisplayModel

/// What `vitrine --list-connectors` tells: every display device with its connectors, what is plugged in, what it shows,
/// and what is wrong. As ``text`` for people, as ``json`` for programs.
public struct DisplayReport: Sendable {
    var devices: [DeviceDetails]

    /// - Parameter makers: the full names of monitors' makers, where they are known.
    public init(_ snapshots: [DeviceSnapshot], makers: MakerNames = MakerNames()) {
        devices = snapshots.map { DeviceDetails($0, makers: makers) }
    }

    /// What a person should look at, each with what it is about: a device's path, or a connector's name.
    public var concerns: [(subject: String, concern: Concern)] { devices.flatMap(\.allConcerns) }
}

/// Something that a person should look at.
public struct Concern: Hashable, Sendable {
    public enum Code: String, CaseIterable, Sendable {
        /// The driver has no atomic modesetting.
        case noAtomicModesetting = "no-atomic-modesetting"
        /// More screens are connected than the device can light together.
        case noCRTC = "no-crtc"
        /// The driver cannot tell whether a monitor is connected.
        case statusUnknown = "status-unknown"
        /// The link failed, and the monitor shows nothing until a mode is set again.
        case linkBad = "link-bad"
        /// A monitor is connected, and the kernel has no mode for it.
        case noModes = "no-modes"
        /// A monitor is connected that does not say what it is.
        case noEDID = "no-edid"
        /// The EDID breaks its standard.
        case edidFaulty = "edid-faulty"
    }

    public var code: Code
    /// A sentence without its subject, which is the device or the connector.
    public var message: String
}
