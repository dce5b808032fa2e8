public import DisplayModel
public import Timing

/// A kernel whose calls take time, on a clock that a test moves: modesets and probes hold locks, which reading the state
/// and testing modes need too.
extension HeadlessDevice {
    public var surveyor: (@Sendable (ProbeEffort) throws(DisplayError) -> DeviceSnapshot)? {
        guard hardware.modesetTime != nil || hardware.probeTime != nil else { return nil }
        let other = OtherThread(device: self)
        return { effort throws(DisplayError) in
            try other.device.whileAwaited { device throws(DisplayError) in try device.snapshot(effort) }
        }
    }

    public func modesetJob(_ update: DisplayUpdate) throws(DisplayError) -> ModesetJob? {
        guard hardware.modesetTime != nil || hardware.probeTime != nil else { return nil }
        let other = OtherThread(device: self)
        return ModesetJob(
            carryOut: {
                do throws(DisplayError) {
                    try other.device.whileAwaited { device throws(DisplayError) in
                        try device.commit(update, .modeset)
                    }
                    return nil
                } catch { return error }
            }, conclude: { _ in })
    }

    /// Called when the calling thread has to wait until an instant: because a call takes so long, or for another thread's
    /// locks. The test lets that time pass, for everything that this thread would have done.
    public var onWait: ((MonotonicTime) -> Void)? {
        get { locks.onWait }
        set { locks.onWait = newValue }
    }

    /// Another thread begins a call, and holds its locks until an instant. The test makes the call then.
    public func beginElsewhere(until end: MonotonicTime) { locks.heldUntil = end }

    func takeLocks(for length: Duration?) {
        guard !locks.isElsewhere, let onWait = locks.onWait else { return }
        if let held = locks.heldUntil, held > now { onWait(held) }
        if let length, length > .zero { onWait(now + length) }
    }

    private func whileAwaited<Result>(
        _ call: (HeadlessDevice) throws(DisplayError) -> Result
    ) throws(DisplayError) -> Result {
        locks.isElsewhere = true
        defer { (locks.isElsewhere, locks.heldUntil) = (false, nil) }
        return try call(self)
    }

    /// The test has one thread, whatever the device's user thinks of it.
    private struct OtherThread: @unchecked Sendable {
        let device: HeadlessDevice
    }
}

/// The locks of the kernel's modesetting, as one.
struct KernelLocks {
    /// Until when another thread holds them.
    var heldUntil: MonotonicTime?
    /// Whether the present call is that thread's.
    var isElsewhere = false
    var onWait: ((MonotonicTime) -> Void)?
}
