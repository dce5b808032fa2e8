import CLinux
import Glibc
import LinuxSystem

/// What decoder processes and the threads that open files have to say, behind one descriptor that stays the same whatever becomes of them. The
/// corresponding C functions are `epoll_create1` and `epoll_ctl`.
struct DecoderEvents: ~Copyable {
    private let epoll: OwnedDescriptor

    init() throws(SystemError) {
        epoll = OwnedDescriptor(adopting: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    var descriptor: Int32 { epoll.rawValue }

    /// From now on, until the process closes its descriptors.
    func watch(_ process: DecoderProcess) throws(SystemError) {
        for descriptor in process.descriptors { try watch(descriptor) }
    }

    /// From now on, until the descriptor is closed.
    func watch(_ descriptor: Int32) throws(SystemError) {
        let number = epoll.rawValue
        var event = unsafe epoll_event()
        unsafe event.events = EPOLLIN.rawValue
        try systemCall("epoll_ctl") { unsafe epoll_ctl(number, EPOLL_CTL_ADD, descriptor, &event) }
    }
}
