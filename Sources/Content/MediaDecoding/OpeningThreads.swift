import LinuxSystem
import Paths
import Timing

/// The threads that open files, one for each, and have not come back.
///
/// On a disk or share that is gone they never do. So a file that hangs gets no second thread, and of the files of one file
/// system few may hang: the others there wait, and those on other disks open regardless.
struct OpeningThreads {
    /// When they began, by file.
    private var began: [FilePath: MonotonicTime] = [:]
    /// What takes longer is taken to hang.
    private let patience: Duration
    private let mounts: () -> MountTable

    /// So many may hang of one file system before others of it wait.
    private static let mostOfGroup = 4
    /// So many may hang in all.
    private static let most = 64

    init(patience: Duration, mounts: @escaping () -> MountTable = { .current }) {
        self.patience = patience
        self.mounts = mounts
    }

    func isOpening(_ path: FilePath) -> Bool { began[path] != nil }

    /// Since when a file is being opened; nil while it is not.
    func began(_ path: FilePath) -> MonotonicTime? { began[path] }

    /// Whether a file may be opened now, which it is from then on.
    mutating func begin(_ path: FilePath, now: MonotonicTime) -> Bool {
        guard began[path] == nil, began.count < Self.most, hanging(with: path, now) < Self.mostOfGroup else {
            return false
        }
        began[path] = now
        return true
    }

    /// How many files hang that are where another one is.
    private func hanging(with path: FilePath, _ now: MonotonicTime) -> Int {
        let hanging = began.filter { now >= $0.value + patience }.keys
        guard hanging.count >= Self.mostOfGroup else { return hanging.count }
        let mounts = mounts()
        let place = Self.place(of: path, in: mounts)
        return hanging.count { Self.place(of: $0, in: mounts) == place }
    }

    /// The file system that a file is on. Those of the one at the root go by their folder: links may lead from there to any
    /// other.
    private static func place(of path: FilePath, in mounts: MountTable) -> FilePath {
        guard let mount = mounts.mount(of: path), mount.point != "/" else { return path.folder }
        return mount.point
    }

    /// A file was opened, or could not be.
    mutating func ended(_ path: FilePath) { began[path] = nil }
}
