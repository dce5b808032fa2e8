import Dispatch
import DisplayModel
import LinuxSystem

/// Runs what takes long for a device on other threads: asking its monitors, making a renderer.
final class DeviceJobs: Sendable {
    /// The devices for which a job has ended.
    let ended: Mailbox<DeviceID>
    private let queue = DispatchQueue(label: "device jobs", attributes: .concurrent)

    init() throws(SystemError) {
        ended = try Mailbox()
    }

    func run(_ job: @escaping @Sendable () -> Void, for device: DeviceID) {
        queue.async { [ended] in
            job()
            ended.post(device)
        }
    }
}

/// What wakes an engine.
struct Watches {
    var timer: EventLoop.Deadline?
    var decoder, texts, jobs, shaders: EventLoop.Watch?
    /// The events of each device that is in use.
    var devices: [DeviceID: EventLoop.Watch] = [:]

    func cancel() {
        timer?.clear()
        decoder?.cancel()
        texts?.cancel()
        jobs?.cancel()
        shaders?.cancel()
        for watch in devices.values { watch.cancel() }
    }
}
