import Glibc
public import StrictYAML

/// How a playlist's files are looked at; a value, so that tests need no disk.
public struct PlaylistFiles: Sendable {
    public enum Kind: Hashable, Sendable { case file, folder }

    /// The bytes of a file, no more than so many.
    public var read: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], UnreadableFile>
    /// Nil for what is not there or is neither.
    public var kind: @Sendable (_ path: String) -> Kind?
    public var list: @Sendable (_ folder: String, FileOrder) -> Result<MediaFolder, UnreadableFile>
    /// Why a path is of no kind, and what may be meant, as a sentence without the path.
    public var absence: @Sendable (_ path: String) -> String

    public init(
        read: @escaping @Sendable (String, Int) -> Result<[UInt8], UnreadableFile>,
        kind: @escaping @Sendable (String) -> Kind?,
        list: @escaping @Sendable (String, FileOrder) -> Result<MediaFolder, UnreadableFile>,
        absence: @escaping @Sendable (String) -> String = { _ in "no such file or folder" }
    ) {
        self.read = read
        self.kind = kind
        self.list = list
        self.absence = absence
    }

    /// The files of this machine.
    public static let onDisk = PlaylistFiles(
        read: { path, limit in
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return .failure(.lastError(path)) }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while bytes.count <= limit {
                let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                if count < 0 { return .failure(.lastError(path)) }
                if count == 0 { return .success(bytes) }
                bytes += chunk.prefix(count)
            }
            return .failure(UnreadableFile(reason: "it is longer than \(limit >> 20) MiB"))
        },
        kind: { path in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: nil
            }
        },
        list: { path, order in
            do throws(MediaFolder.Problem) { return .success(try MediaFolder(folder: path, order: order)) } catch {
                return .failure(
                    UnreadableFile(reason: "the folder cannot be read; let others read it: chmod a+rx '\(path)'"))
            }
        },
        absence: { Absence.reason($0) })
}

extension UnreadableFile {
    /// Of the last system call.
    fileprivate static func lastError(_ path: String) -> UnreadableFile {
        switch errno {
        case EACCES: UnreadableFile(reason: "permission denied; let others read it: chmod a+r '\(path)'")
        case ENOENT: UnreadableFile(reason: Absence.reason(path))
        case EISDIR: UnreadableFile(reason: "a folder with the name of a file; name the file in it")
        case let code: UnreadableFile(reason: unsafe String(cString: strerror(code)).lowercased())
        }
    }
}

/// In which order a folder's pictures play.
public enum FileOrder: String, Hashable, Sendable, CaseIterable {
    /// As people order names: `2.png` before `10.png`.
    case name
    /// By the time of their last change, the oldest first.
    case date
    /// The newest first.
    case newest
}
