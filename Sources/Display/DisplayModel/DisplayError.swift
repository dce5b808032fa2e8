/// A display operation that failed: which one, on which object, with which `errno`, and how to recover.
public struct DisplayError: Error, Hashable, Sendable {
    /// What was tried, in the field's terms: `atomic modeset`, `page flip`, `get resources`.
    public var operation: String
    /// The object, by the name that the kernel's messages use: `HDMI-A-1`, `/dev/dri/card0`.
    public var object: String
    /// The `errno` value.
    public var code: Int32
    /// The system's text for the code, or a more specific one.
    public var reason: String
    /// Whether the device draws only and never has a screen: v3d, etnaviv, panfrost. That is no fault of anything.
    public var isOfDrawOnlyDevice: Bool

    public init(
        operation: String, object: String, code: Int32, reason: String, isOfDrawOnlyDevice: Bool = false
    ) {
        self.operation = operation
        self.object = object
        self.code = code
        self.reason = reason
        self.isOfDrawOnlyDevice = isOfDrawOnlyDevice
    }

    /// How the caller recovers from a failure.
    public enum Recovery: Hashable, Sendable {
        /// The hardware or the kernel was busy: try again at the next frame.
        case retryNextFrame
        /// Another program is DRM master, or the session is inactive: commit nothing until it is active again.
        case waitForSession
        /// The device is gone: release everything that belongs to it.
        case deviceGone
        /// This combination is not possible: try the next candidate of format, modifier or mode.
        case nextCandidate
    }

    public var recovery: Recovery {
        switch code {
        case Code.busy, Code.again, Code.interrupted, Code.noMemory: .retryNextFrame
        case Code.accessDenied, Code.notPermitted: .waitForSession
        case Code.noDevice, Code.noSuchAddress, Code.ioError: .deviceGone
        default: .nextCandidate
        }
    }

    /// Whether another combination of modes and formats may be taken: this one is impossible, or too large for the device's
    /// memory.
    public var mayFitOtherwise: Bool { recovery == .nextCandidate || code == Code.noMemory }

    /// `errno` values, which are the same on all architectures that this program runs on.
    public enum Code {
        public static let notPermitted: Int32 = 1
        public static let noEntry: Int32 = 2
        public static let interrupted: Int32 = 4
        public static let ioError: Int32 = 5
        public static let noSuchAddress: Int32 = 6
        public static let again: Int32 = 11
        public static let noMemory: Int32 = 12
        public static let accessDenied: Int32 = 13
        public static let busy: Int32 = 16
        public static let noDevice: Int32 = 19
        public static let invalid: Int32 = 22
        public static let noSpace: Int32 = 28
        public static let range: Int32 = 34
        public static let notSupported: Int32 = 95
    }
}

extension DisplayError: CustomStringConvertible {
    public var description: String { "\(object): \(operation): \(reason)" }
}
