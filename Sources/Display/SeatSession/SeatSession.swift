public import LinuxSystem

/// Decides whether this program may use the screens at the moment, and opens their devices.
///
/// A session goes away when somebody switches to another virtual terminal, and comes back when they switch here again.
/// While it is away the program is not DRM master, and everything on screen may have changed when it returns.
///
/// All calls and handlers belong to the loop's thread. Open one with ``openSeatSession(_:on:comesForward:keyboard:report:)``.
public protocol SeatSession: AnyObject {
    /// What it is, for people: `libseat seat0`, `virtual terminal tty2`.
    var name: String { get }

    /// Whether the screens are this program's.
    var isActive: Bool { get }

    /// The session is about to go: stop submitting to all devices, then call `acknowledge`. The
    /// session goes after half a second without it. Calling it twice does no harm.
    var onPause: ((_ acknowledge: @escaping () -> Void) -> Void)? { get set }

    /// The session is back, with DRM master on the devices that were opened: set the full state of all screens. May
    /// come again when a device is had back later than the others.
    var onResume: (() -> Void)? { get set }

    /// There is no session any more and there will be none: end, so that the service manager starts the program anew. Also
    /// called from within ``open(_:)`` and ``close(_:)``.
    var onLost: ((SystemError) -> Void)? { get set }

    /// Opens a device. Opened once more, it is closed first. The descriptor is the caller's; the session keeps one of
    /// its own for the same open file, to take and give DRM master by.
    /// - Throws: `EACCES` as the code while the session is away.
    func open(_ path: String) throws(SystemError) -> OwnedDescriptor

    /// Whether what it opened stays open as long as somebody keeps it open, the end of this program included.
    var keepsDevicesOpen: Bool { get }

    /// Takes over a device that the previous process has opened and left open, with DRM master, instead of opening it.
    /// - Throws: as ``open(_:)``; `ENOTSUP` where a daemon opens devices, and closes those of programs that end.
    func open(_ path: String, kept: consuming OwnedDescriptor) throws(SystemError) -> OwnedDescriptor

    /// Lets go of a device that is not used any more. One that was not opened is passed over.
    func close(_ path: String)

    /// Lets go of all devices and sets the terminal back. Nothing can be opened after it.
    func end()
}

/// Which session to open.
public enum SeatPreference: String, CaseIterable, Sendable {
    /// The first of the others that can be had.
    case auto
    /// A seat of seatd or logind.
    case libseat
    /// The virtual terminal that the program was started on.
    case vt
    /// No session: devices are opened directly, and nobody switches.
    case none
}

/// What keys of a virtual terminal's keyboard do while a session has the terminal.
public enum SeatKeyboard: Sendable {
    /// Nothing: not Ctrl-C, not Ctrl-Alt-Fn, not Ctrl-Alt-Del. For screens that nobody sits in front of.
    case off
    /// What they do on any terminal. For people at a desk.
    case on
}

/// Why a session of one kind is not to be had.
public struct SeatRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ error: SystemError) {
        description = "\(error)"
    }
}

/// Something that a session has to say, for the log.
public struct SeatMessage: Hashable, Sendable {
    public enum Severity: Hashable, Sendable {
        case debug, info, warning
    }

    public var severity: Severity
    public var text: String

    public init(_ severity: Severity, _ text: String) {
        self.severity = severity
        self.text = text
    }
}

/// A device that a session has opened.
final class OpenDevice {
    let path: String
    let descriptor: OwnedDescriptor

    init(path: String, descriptor: consuming OwnedDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }
}
