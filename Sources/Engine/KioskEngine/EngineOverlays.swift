public import LinuxSystem
import Overlays
public import Timing

/// What lies over all content.
extension Engine {
    /// Has every screen say which one it is until an instant, those that come meanwhile too. One that is over ends it.
    public func identify(until end: MonotonicTime) {
        director.changeOverlays(now: EventLoop.now) { $0.identify(until: end, now: EventLoop.now) }
        advance()
    }

    /// Whether every screen shows the test card, over all content.
    public var showsTestCard: Bool {
        get { director.overlays.showsTestCard }
        set {
            director.changeOverlays(now: EventLoop.now) { $0.showsTestCard = newValue }
            advance()
        }
    }

    /// What the screens' labels say of the machine.
    public var machine: MachineIdentity {
        get { director.overlays.machine }
        set {
            director.changeOverlays(now: EventLoop.now) { $0.machine = newValue }
            advance()
        }
    }
}
