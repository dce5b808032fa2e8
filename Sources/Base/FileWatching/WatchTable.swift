import Glibc
import LinuxSystem
import Paths

/// A path whose changes are reported.
struct WatchedPath: Hashable {
    enum Kind: Hashable {
        case file
        /// With the entries directly in it.
        case folder
    }

    var path: FilePath
    var kind: Kind
}

/// The kernel's watches, which are one for each inode, and which paths depend on each and how.
///
/// Watches are set in rounds: within one, a folder is watched once and looked at once, however many paths lead through
/// it. What changes after the look sends an event, so the round need not notice.
struct WatchTable {
    /// What a path needs a watch for.
    enum Use: Hashable {
        /// The trail leads through this name in the folder.
        case passing(FilePath)
        /// The trail ends at this name in the folder.
        case last(FilePath)
        /// The trail's last name is missing in the folder; who creates it may be writing already.
        case awaited
        /// The folder's entries.
        case entries
        /// The file or the folder itself.
        case itself
    }

    struct Node {
        /// One of the paths that lead to the inode.
        let path: FilePath
        let isDirectory: Bool
        fileprivate(set) var mask: WatchMask
        fileprivate(set) var users: [Use: Set<WatchedPath>] = [:]

        func users(_ use: Use) -> Set<WatchedPath> { users[use] ?? [] }

        var allUsers: Set<WatchedPath> { users.values.reduce(into: []) { $0.formUnion($1) } }

        fileprivate var wanted: WatchMask {
            guard isDirectory else { return WatchTable.fileMask }
            let needsContent = users[.entries] != nil || users[.awaited] != nil
            return needsContent ? WatchTable.folderMask.union(.content) : WatchTable.folderMask
        }
    }

    enum Outcome {
        case watched(Int32)
        /// The path leads elsewhere since it was looked at; the event is on its way.
        case vanished
        case refused(SystemError)
    }

    private static let fileMask: WatchMask = [.itself, .content]
    private static let folderMask: WatchMask = [.itself, .names]

    let source: any WatchSource
    private var nodes: [Int32: Node] = [:]

    // Of this round.
    private var outcomes: [FilePath: Outcome] = [:]
    private var entries: [FilePath: PathTrail.Entry] = [:]
    private var touched: Set<Int32> = []

    init(source: any WatchSource) {
        self.source = source
    }

    subscript(watch: Int32) -> Node? { nodes[watch] }

    /// Watches what is at the path. The corresponding C function is `inotify_add_watch`.
    mutating func arm(_ path: FilePath, isDirectory: Bool) -> Outcome {
        if let outcome = outcomes[path] { return outcome }
        let mask = isDirectory ? Self.folderMask : Self.fileMask
        var how: WatchMask = [.alsoThese, .dontFollow]
        if isDirectory { how.insert(.onlyDirectory) }
        let outcome: Outcome
        do {
            let watch = try source.add(path, mask.union(how))
            nodes[watch, default: Node(path: path, isDirectory: isDirectory, mask: mask)].mask.formUnion(mask)
            touched.insert(watch)
            outcome = .watched(watch)
        } catch {
            outcome = [ENOENT, ENOTDIR].contains(error.code) ? .vanished : .refused(error)
        }
        outcomes[path] = outcome
        return outcome
    }

    /// What is at the path in this round.
    mutating func entry(at path: FilePath) -> PathTrail.Entry {
        if let entry = entries[path] { return entry }
        let entry = PathTrail.Entry(at: path)
        entries[path] = entry
        return entry
    }

    mutating func note(_ use: Use, of watch: Int32, by watchedPath: WatchedPath) {
        nodes[watch]?.users[use, default: []].insert(watchedPath)
    }

    mutating func release(_ use: Use, of watch: Int32, by watchedPath: WatchedPath) {
        touched.insert(watch)
        nodes[watch]?.users[use]?.remove(watchedPath)
        if nodes[watch]?.users[use]?.isEmpty ?? false { nodes[watch]?.users[use] = nil }
    }

    /// The kernel has taken a watch away.
    mutating func drop(_ watch: Int32) {
        nodes[watch] = nil
    }

    /// Removes the watches that are no longer used and sets the masks of the others.
    /// - Returns: the paths whose trail has changed meanwhile.
    mutating func endRound() -> Set<WatchedPath> {
        var moved: Set<WatchedPath> = []
        for watch in touched {
            guard let node = nodes[watch] else { continue }
            if node.users.isEmpty {
                source.remove(watch)
                nodes[watch] = nil
            } else if node.mask != node.wanted {
                moved.formUnion(setMask(of: watch, node))
            }
        }
        touched = []
        outcomes = [:]
        entries = [:]
        return moved
    }

    private mutating func setMask(of watch: Int32, _ node: Node) -> Set<WatchedPath> {
        let how: WatchMask = node.isDirectory ? [.dontFollow, .onlyDirectory] : .dontFollow
        guard let found = try? source.add(node.path, node.wanted.union(how)) else { return node.allUsers }
        nodes[watch]?.mask = node.wanted
        if found == watch { return [] }
        // Another inode is there by now, perhaps a watched one, whose mask that was.
        if let other = nodes[found] { return node.allUsers.union(other.allUsers) }
        source.remove(found)
        return node.allUsers
    }
}
