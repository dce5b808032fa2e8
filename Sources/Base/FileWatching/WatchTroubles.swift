import Glibc
import LinuxSystem
import Timing

/// Why paths have to be looked at from time to time, reported once for each kind of reason.
struct WatchTroubles {
    private let pollInterval: Duration
    /// By their `errno` values.
    private var known: Set<Int32> = []
    private var unreported: [String] = []

    init(pollInterval: Duration) {
        self.pollInterval = pollInterval
    }

    mutating func note(_ error: SystemError) {
        guard known.insert(error.code).inserted else { return }
        let remedy =
            switch error.code {
            case ENOSPC: "; raise the limit of watches, the sysctl fs.inotify.max_user_watches"
            case EMFILE: "; raise the limit of instances, the sysctl fs.inotify.max_user_instances"
            case ENOSYS: "; this kernel has no inotify, nor its sysctl fs.inotify.max_user_instances"
            default: ""
            }
        unreported.append(
            "changes are looked for every \(pollInterval.inSeconds) s, for want of a watch: \(error)\(remedy)")
    }

    /// What has not been reported yet, as sentences for people.
    mutating func take() -> [String] {
        defer { unreported = [] }
        return unreported
    }
}
