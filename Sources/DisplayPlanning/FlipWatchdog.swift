public import Timing

/// What to do about an output whose page flips do not come: something stronger each time, and from the start again once
/// all has gone well for a while.
public struct FlipWatchdog: Hashable, Sendable {
    /// The steps of the ladder, weakest first.
    public enum Step: Int, Hashable, Sendable, CaseIterable {
        /// Look at the kernel's state. Where it is what was committed only the event was lost: go on as if it had come.
        case verify
        /// Set the mode again, with a new frame.
        case rearm
        /// Switch the CRTC off and on.
        case cycle
        /// Close the device and open it anew.
        case reopen
    }

    /// How long all must have gone well for the ladder to begin at its foot again.
    public static let calm = Duration.seconds(30)

    private var failures = 0
    private var lastFailure: MonotonicTime?

    public init() {}

    /// A flip did not come, or commits are refused as busy without end.
    public mutating func missed(at now: MonotonicTime) -> Step {
        if let lastFailure, now - lastFailure > Self.calm { failures = 0 }
        lastFailure = now
        defer { failures += 1 }
        return Step(rawValue: failures) ?? .reopen
    }
}

extension FlipWatchdog.Step: CustomStringConvertible {
    /// What is done, as the end of a sentence.
    public var description: String {
        switch self {
        case .verify: "looking at the kernel's state"
        case .rearm: "setting the mode again"
        case .cycle: "switching the CRTC off and on"
        case .reopen: "opening the device anew"
        }
    }
}
