public import Timing

/// How to recover an output whose page flips do not come: with a stronger step at each failure, and with the first one
/// again after a time without failures.
public struct FlipWatchdog: Hashable, Sendable {
    /// The steps, weakest first.
    public enum Step: Int, Hashable, Sendable, CaseIterable {
        /// Look at the kernel's state. If it is what was committed, only the event was lost: continue as if it had come.
        case verify
        /// Set the mode again, with a new frame.
        case rearm
        /// Switch the CRTC off and on.
        case cycle
        /// Close the device and open it again.
        case reopen
    }

    /// The time without failures after which the first step comes next again.
    public static let calm = Duration.seconds(30)

    private var failures = 0
    private var lastFailure: MonotonicTime?

    public init() {}

    /// A flip did not come, or commits keep being refused as busy.
    public mutating func missed(at now: MonotonicTime) -> Step {
        if let lastFailure, now - lastFailure > Self.calm { failures = 0 }
        lastFailure = now
        defer { failures += 1 }
        return Step(rawValue: failures) ?? .reopen
    }
}

extension FlipWatchdog.Step: CustomStringConvertible {
    /// The step, as the end of a sentence.
    public var description: String {
        switch self {
        case .verify: "looking at the kernel's state"
        case .rearm: "setting the mode again"
        case .cycle: "switching the CRTC off and on"
        case .reopen: "opening the device again"
        }
    }
}
