public import Fonts
import Glibc
import LinuxSystem
public import Paths
public import StrictYAML

/// How a playlist's files are looked at; a value, so that tests need no disk.
public struct PlaylistFiles: Sendable {
    public enum Kind: Hashable, Sendable { case file, folder }

    /// The bytes of a file, no more than so many.
    public var read: @Sendable (_ path: FilePath, _ limit: Int) -> Result<[UInt8], UnreadableFile>
    /// Nil for what is not there or is neither.
    public var kind: @Sendable (_ path: FilePath) -> Kind?
    public var list: @Sendable (_ folder: FilePath, FolderListing) -> Result<MediaFolder, UnreadableFile>
    /// The paths of the fonts in a folder, in the order of their names.
    public var fontFiles: @Sendable (_ folder: FilePath) -> [FilePath] = { _ in [] }
    /// The fonts that all texts may be drawn with.
    public var standardFonts: @Sendable () -> [FontFile] = { [] }
    /// Whether a path names a symbolic link.
    public var isLink: @Sendable (_ path: FilePath) -> Bool = { _ in false }
    /// Why a path is of no kind, and what may be meant, as a sentence without the path.
    public var absence: @Sendable (_ path: FilePath) -> String

    public init(
        read: @escaping @Sendable (FilePath, Int) -> Result<[UInt8], UnreadableFile>,
        kind: @escaping @Sendable (FilePath) -> Kind?,
        list: @escaping @Sendable (FilePath, FolderListing) -> Result<MediaFolder, UnreadableFile>,
        absence: @escaping @Sendable (FilePath) -> String = { _ in "no such file or folder" }
    ) {
        self.read = read
        self.kind = kind
        self.list = list
        self.absence = absence
    }

    /// These, but for some text files that are as they were kept, whatever is there now.
    public func with(_ texts: [FilePath: [UInt8]]) -> PlaylistFiles {
        var files = self
        files.read = { [read] path, limit in texts[path].map { .success($0) } ?? read(path, limit) }
        files.kind = { [kind] path in texts[path] == nil ? kind(path) : .file }
        return files
    }

    /// The files of this machine.
    public static let onDisk: PlaylistFiles = {
        var files = textsAndFolders
        files.fontFiles = { FontFolder.files(in: $0) }
        files.standardFonts = { FontFolder.standard }
        files.isLink = { path in
            var status = stat()
            return unsafe path.withCString { unsafe lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
        }
        return files
    }()

    private static let textsAndFolders = PlaylistFiles(
        read: { path, limit in
            do throws(FileReadingError) {
                return .success(try WholeFile.read(path, limit: limit))
            } catch {
                return .failure(UnreadableFile(error, path))
            }
        },
        kind: { path in
            var status = stat()
            guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
            return switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: nil
            }
        },
        list: { path, listing in
            do throws(MediaFolder.Problem) { return .success(try MediaFolder(folder: path, listing)) } catch {
                guard case .unreadable(_, let reason) = error else {
                    return .failure(UnreadableFile(reason: "\(error)"))
                }
                return .failure(UnreadableFile(reason: reason))
            }
        },
        absence: { Absence.reason($0) })
}

extension UnreadableFile {
    fileprivate init(_ error: FileReadingError, _ path: FilePath) {
        switch error {
        case .system(let error) where error.code == EACCES:
            self.init(reason: "permission denied; let others read it: chmod a+r \(path.quoted)")
        case .system(let error) where error.code == ENOENT: self.init(reason: Absence.reason(path))
        case .folder: self.init(reason: "a folder with the name of a file; name the file in it")
        case .longer: self.init(reason: "it \(error)")
        case .system, .notRegular: self.init(reason: "\(error)")
        }
    }
}

/// In which order a folder's pictures play.
public enum FileOrder: String, Hashable, Sendable, CaseIterable {
    /// As people order names: `2.png` before `10.png`.
    case name
    case nameDescending = "name-descending"
    /// By the time of their last change, the oldest first.
    case oldest
    /// The newest first.
    case newest
    /// As ``oldest``, with when each has come: what is new comes next.
    case newFirst = "new-first"
}

/// Which of a folder's pictures are listed, and how.
public struct FolderListing: Hashable, Sendable {
    public var order: FileOrder
    /// Whether those of its subfolders are among them.
    public var isRecursive = false

    public init(order: FileOrder = .name) {
        self.order = order
    }
}
