import CLinux
import Glibc
import LinuxSystem
import Paths

/// A virtual terminal of the kernel, and what is asked of it (ioctl_console(2), linux/vt.h).
struct VirtualTerminal: ~Copyable {
    /// The N of `/dev/ttyN`, from 1.
    let number: Int32
    private let descriptor: OwnedDescriptor
    /// Of `/dev/ttyN`. The C constant is `TTY_MAJOR` of linux/major.h.
    private static let majorNumber: UInt32 = 4

    var name: String { "tty\(number)" }

    /// Opens the terminal that this program was started on, if it is a virtual one. Needs no privileges.
    static func ofThisProgram() throws(SeatRefusal) -> VirtualTerminal {
        do throws(SystemError) {
            let descriptor = try OwnedDescriptor(opening: "/dev/tty", O_RDWR | O_NOCTTY)
            let number = descriptor.rawValue
            var device: UInt32 = 0
            try systemCall("TIOCGDEV", "/dev/tty") { unsafe ioctl(number, UInt(CLINUX_TTY_GET_DEVICE), &device) }
            let (major, minor) = (gnu_dev_major(dev_t(device)), gnu_dev_minor(dev_t(device)))
            guard major == Self.majorNumber, (1...63).contains(minor) else {
                throw SystemError("use", "/dev/tty", code: ENOTTY)
            }
            return VirtualTerminal(number: Int32(minor), descriptor: descriptor)
        } catch {
            throw SeatRefusal("not started on a virtual terminal")
        }
    }

    /// Who decides about switching.
    enum Switching {
        /// The kernel, at once: `VT_AUTO`.
        case automatic
        /// This program, which is told by signals: `VT_PROCESS`.
        case announced(release: Int32, acquire: Int32)
    }

    func set(_ switching: Switching) throws(SystemError) {
        var mode = vt_mode()
        mode.mode = .init(VT_AUTO)
        if case .announced(let release, let acquire) = switching {
            (mode.mode, mode.relsig, mode.acqsig) = (.init(VT_PROCESS), Int16(release), Int16(acquire))
        }
        try systemCall("VT_SETMODE", name) { unsafe ioctl(descriptor.rawValue, UInt(VT_SETMODE), &mode) }
    }

    /// Who draws on the screen: the console its text, or a program its graphics.
    enum Contents: UInt {
        case text = 0
        case graphics = 1
    }

    func set(_ contents: Contents) throws(SystemError) {
        try systemCall("KDSETMODE", name) { clinux_ioctl(descriptor.rawValue, UInt(KDSETMODE), contents.rawValue) }
    }

    func isShown() throws(SystemError) -> Bool {
        var state = vt_stat()
        try systemCall("VT_GETSTATE", name) { unsafe ioctl(descriptor.rawValue, UInt(VT_GETSTATE), &state) }
        return Int32(state.v_active) == number
    }

    /// Asks for a switch to this terminal. Does not wait for it: that could take for ever.
    func show() throws(SystemError) {
        try systemCall("VT_ACTIVATE", name) { clinux_ioctl(descriptor.rawValue, UInt(VT_ACTIVATE), UInt(number)) }
    }

    /// Lets the switch go on that a signal has announced. Fails with `EINVAL` where none waits.
    func release() throws(SystemError) {
        try systemCall("VT_RELDISP", name) { clinux_ioctl(descriptor.rawValue, UInt(VT_RELDISP), 1) }
    }

    /// Confirms a switch to this terminal.
    func confirmAcquired() throws(SystemError) {
        try systemCall("VT_RELDISP", name) { clinux_ioctl(descriptor.rawValue, UInt(VT_RELDISP), UInt(VT_ACKACQ)) }
    }

    /// Its keyboard, valid as long as this value.
    var keys: KernelKeys { KernelKeys(descriptor: descriptor.rawValue, name: name) }

    /// Throws away what was typed and not read, so that no shell gets it afterwards.
    func discardInput() {
        _ = tcflush(descriptor.rawValue, TCIFLUSH)
    }
}
