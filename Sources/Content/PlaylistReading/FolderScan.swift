import Glibc
import Paths

/// Walks through a folder, and its subfolders if wanted.
struct FolderScan {
    /// Names from the folder on, and when their content changed last, in nanoseconds since 1970.
    private(set) var found: [(name: FilePath, changed: Int64)] = []
    private(set) var ignored: [MediaFolder.Ignored] = []
    /// The paths of files that are symbolic links: what they lead to changes elsewhere.
    private(set) var links: Set<FilePath> = []
    /// The paths of the subfolders that were looked into.
    private(set) var folders: Set<FilePath> = []
    private let path: FilePath
    private let listing: FolderListing
    /// Each is looked into once, by whatever links it is reached, so that none is looked into for ever.
    private var visited: Set<Identity> = []

    private static let deepest = 16
    /// Each is watched, and a user may watch some thousands.
    private static let mostFolders = 1000
    private static let mostLinks = 1000

    private struct Identity: Hashable {
        var device: dev_t
        var inode: ino_t
    }

    init(_ path: FilePath, _ listing: FolderListing) {
        self.path = path
        self.listing = listing
    }

    /// - Parameters:
    ///   - folder: from the outermost folder on; empty for that one.
    ///   - depth: how many folders it lies in.
    mutating func read(_ folder: FilePath, depth: Int) throws(MediaFolder.Problem) {
        let whole = folder.isEmpty ? path : path.appending(folder)
        guard let stream = unsafe whole.withCString({ unsafe opendir($0) }) else {
            throw .unreadable(path: whole, reason: Absence.reason(ofFolder: whole, errno))
        }
        defer { unsafe closedir(stream) }
        var status = stat()
        if unsafe fstat(dirfd(stream), &status) == 0 {
            visited.insert(Identity(device: status.st_dev, inode: status.st_ino))
        }
        while let entry = unsafe readdir(stream) {
            let name = unsafe entry.pointee.fileName
            guard !name.isHidden else { continue }
            take(folder.isEmpty ? name : folder.appending(name), type: unsafe Int(entry.pointee.d_type), depth: depth)
        }
    }

    /// - Parameter type: as the folder has it: `DT_REG` and so on.
    private mutating func take(_ name: FilePath, type: Int, depth: Int) {
        let whole = path.appending(name)
        func ignore(_ reason: String) { ignored.append(MediaFolder.Ignored(path: whole, reason: reason)) }
        let isMedia = MediaFolder.looksLikeMedia(name)
        // A hundred thousand files are told apart by what the folder says of them, without looking at each.
        if type == DT_REG {
            if !isMedia { return ignore("neither a picture nor a video by its name") }
            if [.name, .nameDescending].contains(listing.order) { return found.append((name, 0)) }
        }
        let mayBeFolder = listing.isRecursive && [Int(DT_DIR), Int(DT_LNK), Int(DT_UNKNOWN)].contains(type)
        let isPlaylist = depth == 0 && PlaylistReader.namesInFolders.contains(name)
        guard isMedia || mayBeFolder || isPlaylist || type == DT_UNKNOWN else { return }
        let entry = Self.entry(at: whole)
        if isMedia, type == DT_LNK, links.count < Self.mostLinks { links.insert(whole) }
        switch entry?.kind {
        case .file where isMedia: found.append((name, entry?.changed ?? 0))
        case .file:
            // What a link leads to is somebody else's matter.
            if type != DT_LNK { ignore("neither a picture nor a video by its name") }
        case .folder where listing.isRecursive: descend(into: name, entry, depth: depth + 1)
        case _ where isPlaylist: ignore("not a file, so it is not the folder's playlist")
        case .folder: if isMedia { ignore("a folder") }
        case .other: if isMedia { ignore("neither a file nor a folder") }
        case nil: if isMedia { ignore("a link that leads nowhere, or no permission") }
        }
    }

    private mutating func descend(into name: FilePath, _ entry: Entry?, depth: Int) {
        let whole = path.appending(name)
        func ignore(_ reason: String) { ignored.append(MediaFolder.Ignored(path: whole, reason: reason)) }
        guard let entry, !visited.contains(Identity(device: entry.device, inode: entry.inode)) else { return }
        guard depth <= Self.deepest else { return ignore("\(Self.deepest) folders deep is the most") }
        guard folders.count < Self.mostFolders else { return ignore("\(Self.mostFolders) subfolders are the most") }
        folders.insert(whole)
        do throws(MediaFolder.Problem) { try read(name, depth: depth) } catch {
            if case .unreadable(_, let reason) = error { ignore(reason) }
        }
    }

    // MARK: What is there

    struct Entry {
        enum Kind { case file, folder, other }
        var kind: Kind
        /// When its content changed last, in nanoseconds since 1970.
        var changed: Int64
        fileprivate var device: dev_t
        fileprivate var inode: ino_t
    }

    static func entry(at path: FilePath) -> Entry? {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        let kind: Entry.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return Entry(
            kind: kind, changed: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            device: status.st_dev, inode: status.st_ino)
    }
}
