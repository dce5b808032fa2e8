import LinuxSystem
import Paths

extension FileWatch {
    public struct Settings: Sendable {
        /// A change is reported when nothing has happened for this time.
        public var settleTime: Duration = .milliseconds(500)
        /// While changes go on without a pause, they are reported at least this often.
        public var longestWait: Duration = .seconds(10)
        /// How often to look at paths of whose changes the kernel does not tell.
        public var pollInterval: Duration = .seconds(5)

        /// By how much longer than looking took it is at least until it looks again.
        public var pollRestraint = 20
        /// However long looking took, it looks again after this time at the latest: a machine may have been busy with
        /// something else, and a share that stops answering is to be noticed.
        public var longestPollPause: Duration = .seconds(60)

        public init() {}
    }

    /// What is asked of the kernel.
    struct Kernel {
        var openSource: () throws(SystemError) -> any WatchSource = { () throws(SystemError) in try Inotify() }
        /// Whether a path is where others make changes that it does not hear of.
        var isSilent: (FilePath) -> Bool = SilentFileSystems.contain
    }

    /// What a watch calls.
    struct Handlers {
        let onChange: (Set<FilePath>) -> Void
        let onLooking: (Bool) -> Void
        let onTrouble: (String) -> Void
    }
}
