import DisplayModel
import LinuxEvents

extension DisplayError {
    /// A system call's failure, told in the words of a display.
    init(_ error: SystemError, operation: String, object: String) {
        self.init(operation: operation, object: object, code: error.code, reason: error.reason)
    }

    /// A card's node that does not open, with what to do about it.
    static func opening(_ path: String, _ error: SystemError) -> DisplayError {
        let advice =
            switch error.code {
            case Code.accessDenied, Code.notPermitted:
                "; add the user to the group video, or run under a seat (seatd or logind)"
            case Code.busy: "; another program holds the device for itself, end it first"
            case Code.noDevice, Code.noSuchAddress: "; its driver is gone"
            default: ""
            }
        return DisplayError(operation: "open", object: path, code: error.code, reason: error.reason + advice)
    }

    /// DRM master that is not to be had. Always with `EACCES`, which is what a commit without it gives: what to do is
    /// the same, to wait, although the kernel says `EBUSY` where another program is master.
    static func notMaster(_ path: String, _ error: SystemError) -> DisplayError {
        let reason =
            switch error.code {
            case Code.busy: "another program is DRM master of this device (a desktop, a splash screen); end it first"
            case Code.accessDenied, Code.notPermitted:
                "this program may not become DRM master; another one was here first, or a seat must grant it"
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

    /// A commit that is wrong in itself and is not put to the kernel.
    static func refused(_ kind: CommitKind, _ object: String, _ reason: String) -> DisplayError {
        DisplayError(operation: kind.operation, object: object, code: Code.invalid, reason: reason)
    }
}

extension CommitKind {
    var operation: String {
        switch self {
        case .test: "atomic test"
        case .modeset: "atomic modeset"
        case .flip: "page flip"
        }
    }
}
