import CLinux
import Glibc
import LinuxSystem

/// What is asked of a virtual terminal about its keyboard.
protocol TerminalKeys {
    /// How keys become characters: `K_UNICODE`, `K_OFF` and others of ioctl_console(2).
    func mode() throws(SystemError) -> Int32
    func setMode(_ mode: Int32) throws(SystemError)
    /// What characters do: termios(3).
    func attributes() throws(SystemError) -> termios
    func setAttributes(_ attributes: termios) throws(SystemError)
}

/// The keyboard of a virtual terminal: switched off, and set back as it was.
///
/// With the mode `K_OFF` the kernel drops all keys, also those that it would act on itself: Ctrl-Alt-Fn, Ctrl-Alt-Del.
/// Without `ISIG` a character that comes all the same, by `TIOCSTI`, sends no signal.
final class TerminalKeyboard {
    private let keys: any TerminalKeys
    /// What is set at the end; nil where nothing was changed.
    private var former: (mode: Int32, attributes: termios)?

    init(_ keys: any TerminalKeys) {
        self.keys = keys
    }

    /// Switches the keyboard off until ``restore()``. Where an earlier process has ended without setting it back, what it
    /// left is not taken for what it found: ``restore()`` then sets what a terminal has by default.
    func turnOff() throws(SystemError) {
        guard former == nil else { return }
        let (mode, attributes) = (try keys.mode(), try keys.attributes())
        former = (
            mode == Self.off ? Self.unicode : mode, attributes.sendsSignals ? attributes : attributes.sane
        )
        var raw = attributes
        unsafe cfmakeraw(&raw)
        try keys.setAttributes(raw)
        try keys.setMode(Self.off)
    }

    /// Switches a keyboard on that somebody else has switched off, such as a seat's daemon. It stays so.
    func turnOn() throws(SystemError) {
        if try keys.mode() == Self.off { try keys.setMode(Self.unicode) }
    }

    /// Sets back what ``turnOff()`` found, as far as that succeeds.
    func restore() throws(SystemError) {
        guard let former else { return }
        self.former = nil
        defer { try? keys.setAttributes(former.attributes) }
        try keys.setMode(former.mode)
    }

    private static let off = Int32(K_OFF)
    private static let unicode = Int32(K_UNICODE)
}

extension termios {
    fileprivate var sendsSignals: Bool { c_lflag & tcflag_t(ISIG) != 0 }

    /// With the flags that `stty sane` sets, as far as a virtual terminal heeds them.
    fileprivate var sane: termios {
        var result = self
        result.c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
        result.c_oflag |= tcflag_t(OPOST | ONLCR)
        result.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK)
        return result
    }
}

/// The kernel's answers.
struct KernelKeys: TerminalKeys {
    /// Of the terminal; not owned.
    let descriptor: Int32
    let name: String

    func mode() throws(SystemError) -> Int32 {
        var mode: Int32 = 0
        try systemCall("KDGKBMODE", name) { unsafe ioctl(descriptor, UInt(KDGKBMODE), &mode) }
        return mode
    }

    func setMode(_ mode: Int32) throws(SystemError) {
        try systemCall("KDSKBMODE", name) { clinux_ioctl(descriptor, UInt(KDSKBMODE), UInt(mode)) }
    }

    func attributes() throws(SystemError) -> termios {
        var attributes = termios()
        try systemCall("tcgetattr", name) { unsafe tcgetattr(descriptor, &attributes) }
        return attributes
    }

    func setAttributes(_ attributes: termios) throws(SystemError) {
        var attributes = attributes
        try systemCall("tcsetattr", name) { unsafe tcsetattr(descriptor, TCSANOW, &attributes) }
    }
}
