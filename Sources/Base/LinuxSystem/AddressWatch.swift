import CLinux
import Glibc

/// Reports changes of the machine's network addresses, by `rtnetlink(7)`. Causes no wake-ups while nothing changes.
///
/// It belongs to the loop's thread.
public final class AddressWatch {
    private let socket: OwnedDescriptor
    private let watch: EventLoop.Watch

    /// - Parameter onChange: called when an address came or went; several changes may be one call.
    public init(on loop: EventLoop, onChange: @escaping () -> Void) throws(SystemError) {
        socket = OwnedDescriptor(adopting: try systemCall("socket", "rtnetlink") { clinux_watch_addresses() })
        let descriptor = socket.rawValue
        watch = try loop.watch(descriptor) {
            // What happened does not matter, nor what was lost because it was too much.
            var message = [UInt8](repeating: 0, count: 8192)
            while unsafe recv(descriptor, &message, message.count, 0) > 0 {}
            onChange()
        }
    }

    deinit { watch.cancel() }
}
