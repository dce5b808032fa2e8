import DisplayModel
import LinuxSystem

extension DisplayError {
    /// The failure of a system call as a display error.
    init(_ error: SystemError, operation: String, object: String) {
        self.init(operation: operation, object: object, code: error.code, reason: error.reason)
    }

    /// A card's node cannot be opened. The reason says what to do.
    static func opening(_ path: String, _ error: SystemError) -> DisplayError {
        let advice =
            switch error.code {
            case Code.accessDenied, Code.notPermitted:
                "; add the user to the group video, or run under a seat (seatd or logind)"
            case Code.busy: "; another program uses the device exclusively; end it first"
            case Code.noDevice, Code.noSuchAddress: "; its driver was unloaded"
            default: ""
            }
        return DisplayError(operation: "open", object: path, code: error.code, reason: error.reason + advice)
    }

    /// This program cannot become DRM master. The code is always `EACCES`, as for a commit without master, because the
    /// recovery is the same: wait. The kernel itself says `EBUSY` where another program is master.
    static func notMaster(_ path: String, _ error: SystemError) -> DisplayError {
        let reason =
            switch error.code {
            case Code.busy: "another program is DRM master of this device (a desktop, a splash screen); end it first"
            case Code.accessDenied, Code.notPermitted:
                "no permission to become DRM master; another program had the device first, or a seat must grant it"
            default: error.reason
            }
        let code = error.code == Code.busy ? Code.accessDenied : error.code
        return DisplayError(operation: "set master", object: path, code: code, reason: reason)
    }

    /// A commit that the kernel refused.
    static func committing(_ kind: CommitKind, _ object: String, _ error: SystemError) -> DisplayError {
        let reason =
            switch error.code {
            case Code.busy: "a commit before it has not completed"
            case Code.accessDenied: "this program is not DRM master"
            case Code.noDevice: "the device is gone"
            default: error.reason
            }
        return DisplayError(operation: kind.operation, object: object, code: error.code, reason: reason)
    }

    /// A commit that is refused without asking the kernel.
    static func refused(_ kind: CommitKind, _ object: String, _ reason: String) -> DisplayError {
        DisplayError(operation: kind.operation, object: object, code: Code.invalid, reason: reason)
    }
}

extension CommitKind {
    var operation: String {
        switch self {
        case .modeset: "atomic modeset"
        case .flip: "page flip"
        case .test(.modeset): "atomic test"
        case .test(.flip): "page flip test"
        }
    }
}
