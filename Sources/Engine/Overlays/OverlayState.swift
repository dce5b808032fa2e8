public import LinuxSystem
public import Presentation
public import ScreenKeeping
public import Timing

/// What lies over the screens' content at present.
public struct OverlayState: Hashable, Sendable {
    /// What the screens' labels say of the machine.
    public var machine = MachineIdentity(hostName: "", addresses: [])
    /// Until when every screen says which one it is. Nil where none does.
    public private(set) var identifiesUntil: MonotonicTime?
    /// Whether every screen shows the test card.
    public var showsTestCard = false

    public init() {}

    /// Has every screen say which one it is, until then.
    public mutating func identify(until end: MonotonicTime, now: MonotonicTime) {
        identifiesUntil = end > now ? end : nil
    }

    /// Ends what is over.
    /// - Returns: whether something is.
    public mutating func advance(now: MonotonicTime) -> Bool {
        guard let identifiesUntil, identifiesUntil <= now else { return false }
        self.identifiesUntil = nil
        return true
    }

    public var nextDeadline: MonotonicTime? { identifiesUntil }

    /// What lies over a screen's content, from below to above.
    /// - Parameter isLabelled: whether the content carries the machine's name and address.
    public func overlays(for screen: ScreenDescription, isLabelled: Bool) -> [any ScreenOverlay] {
        var overlays: [any ScreenOverlay] = []
        if showsTestCard {
            overlays.append(TestCard(ScreenLabel(screen), on: screen.placement))
        } else if isLabelled {
            overlays.append(CornerLabel(machine, on: screen.placement))
        }
        if identifiesUntil != nil {
            overlays.append(IdentityOverlay(ScreenLabel(screen), of: machine, on: screen.placement))
        }
        return overlays
    }
}
