import Timing

/// A look at the wire to the monitors some time after a modeset: training it may fail when the modeset has returned, and
/// not every driver tells.
struct LinkCheck {
    /// When to look.
    private(set) var at: MonotonicTime?
    /// How often in a row the link was found broken.
    private var failures = 0

    private static let delay = Duration.seconds(2)
    /// A link that breaks more often is set again when something else happens: each time the screen goes dark.
    private static let mostFailures = 4

    mutating func wasLit(_ now: MonotonicTime) {
        if failures < Self.mostFailures { at = now + Self.delay }
    }

    mutating func saw(broken: Bool) { failures = broken ? failures + 1 : 0 }

    /// - Returns: whether it is time to look.
    mutating func take(_ now: MonotonicTime) -> Bool {
        guard let time = at, time <= now else { return false }
        at = nil
        return true
    }
}
