/// The id of a KMS object. Unique among all objects of a device, and not stable across reboots (or even across a
/// monitor's replug, for MST connectors), so it is never stored or shown as a name.
public protocol ObjectID: RawRepresentable<UInt32>, Hashable, Comparable, Sendable, CustomStringConvertible {}

extension ObjectID {
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    public var description: String { String(rawValue) }
}

public struct ConnectorID: ObjectID {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct CRTCID: ObjectID {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct PlaneID: ObjectID {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct FramebufferID: ObjectID {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A display device by its device number (`st_rdev`), which is how uevents are matched to it. Names of card nodes
/// change places across boots.
public struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var major: UInt32
    public var minor: UInt32

    public init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    public static func < (a: DeviceID, b: DeviceID) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
    public var description: String { "\(major):\(minor)" }
}
