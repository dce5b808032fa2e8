import LinuxSystem
import ScreenKeeping

/// What happens to all devices at once.
extension Engine {
    /// The machine was suspended and is awake again: monitors may have changed unseen, and pipes be off.
    public func systemResumed() {
        for slot in slots { slot.machineResumed(now: EventLoop.now) }
        advance()
    }

    /// Has another renderer take the place of each device's, unseen: for tests.
    public func replaceRenderers() {
        for slot in slots { slot.keeper?.replaceRenderer(now: EventLoop.now) }
        advance()
    }

    /// Has every device closed and opened again, as where page flips do not come: for tests.
    public func reopenDevices() {
        for slot in slots { slot.keeper?.reopen("asked for") }
        advance()
    }
}
