import Dispatch
import DisplayModel
import LinuxSystem
import ScreenKeeping
import Synchronization

/// Makes calls that take long for a device on other threads: asking its monitors, setting modes, making a renderer.
///
/// Each device has a queue for those that need the locks of its modesetting, and one for the others, so that a monitor that
/// does not answer holds nothing else up.
final class DeviceJobs: Sendable {
    /// The devices for which a job has ended.
    let ended: Mailbox<DeviceID>
    private let queues = Mutex<[Key: DispatchQueue]>([:])

    private struct Key: Hashable {
        var device: DeviceID
        var needsLocks: Bool
    }

    init() throws(SystemError) {
        ended = try Mailbox()
    }

    func run(_ call: SlowCall, for device: DeviceID, _ job: @escaping @Sendable () -> Void) {
        queue(Key(device: device, needsLocks: call.needsLocks)).async { [ended] in
            job()
            ended.post(device)
        }
    }

    /// Waits for a device's calls that need its locks.
    func finish(for device: DeviceID) { queue(Key(device: device, needsLocks: true)).sync {} }

    private func queue(_ key: Key) -> DispatchQueue {
        queues.withLock { queues in
            if let queue = queues[key] { return queue }
            let queue = DispatchQueue(label: "\(key.needsLocks ? "modesetting" : "renderer") of \(key.device)")
            queues[key] = queue
            return queue
        }
    }
}

/// What wakes an engine.
struct Watches {
    var timer: EventLoop.Deadline?
    var decoder, films, drawers, texts, jobs, shaders, clock: EventLoop.Watch?
    var clockChange: ClockChange?
    /// The events of each device that is in use.
    var devices: [DeviceID: EventLoop.Watch] = [:]

    func cancel() {
        timer?.clear()
        decoder?.cancel()
        films?.cancel()
        drawers?.cancel()
        texts?.cancel()
        jobs?.cancel()
        shaders?.cancel()
        clock?.cancel()
        for watch in devices.values { watch.cancel() }
    }
}
