import Glibc
public import Paths

/// Files that are read, written and replaced as a whole.
public enum WholeFile {
    /// What a file that is read may be.
    public enum Kind: Hashable, Sendable {
        /// A regular file alone. Anything else is refused before it is opened, since opening can act: on a pipe, a tape,
        /// a watchdog.
        case regular
        /// Also a pipe or a terminal, which is waited for.
        case stream
    }

    /// Reads a file to its end.
    /// - Parameter limit: in bytes. A longer file is an error.
    public static func read(
        _ path: FilePath, limit: Int, kind: Kind = .regular
    ) throws(FileReadingError) -> [UInt8] {
        let bytes = try readPrefix(of: path, limit: limit + 1, kind: kind)
        guard bytes.count <= limit else { throw .longer(than: limit) }
        return bytes
    }

    /// Reads a file to its end or up to so many bytes.
    public static func readPrefix(
        of path: FilePath, limit: Int, kind: Kind = .regular
    ) throws(FileReadingError) -> [UInt8] {
        let file: OwnedDescriptor
        switch kind {
        case .regular: file = try OwnedDescriptor.regularFile(path)
        case .stream:
            do throws(SystemError) { file = try OwnedDescriptor(opening: path, O_RDONLY) } catch {
                throw .system(error)
            }
        }
        do throws(SystemError) {
            return try bytes(of: file, path.description, limit: limit)
        } catch {
            throw error.code == EISDIR ? .folder : .system(error)
        }
    }

    private static func bytes(
        of file: borrowing OwnedDescriptor, _ object: String, limit: Int
    ) throws(SystemError) -> [UInt8] {
        let number = file.rawValue
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(max(limit, 0), 1 << 16))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = try systemCall("read", object) {
                unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(number, $0.baseAddress, wanted) }
            }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Writes all bytes to a descriptor, however many calls it takes. The corresponding C function is `write`.
    /// - Parameter object: what the descriptor stands for, for the error.
    public static func write(
        _ bytes: [UInt8], to descriptor: Int32, _ object: String
    ) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try systemCall("write", object) {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            } catch {
                // A pipe whose other end does not wait either, as standard output may be.
                guard error.code == EAGAIN else { throw error }
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try systemCall("poll", object) { unsafe poll(&wait, 1, -1) }
            }
        }
    }

    /// Puts a file with these bytes in the place of another: whoever opens the path finds the old file or the new one,
    /// never a part. The new one is written beside it under another name, and renamed when it is complete. On failure the
    /// old file stays.
    ///
    /// What is no regular file (a device, a pipe, a symbolic link) is written to, not replaced.
    /// - Parameters:
    ///   - followsLinks: false to replace a symbolic link like a file, whatever it leads to.
    ///   - permissions: of the new file, less what the process's mask takes away.
    ///   - isDurable: whether it waits until the disk has the file, so that a power cut leaves the old one or the new one.
    public static func replace(
        _ path: FilePath, with bytes: [UInt8], permissions: UInt32, isDurable: Bool, followsLinks: Bool = true
    ) throws(SystemError) {
        try replace(path, permissions: permissions, isDurable: isDurable, followsLinks: followsLinks) {
            file, object throws(SystemError) in
            try write(bytes, to: file, object)
        }
    }

    /// - Parameter fill: writes the bytes. Tests have one that fails half-way.
    static func replace(
        _ path: FilePath, permissions: UInt32, isDurable: Bool, followsLinks: Bool = true,
        _ fill: (Int32, String) throws(SystemError) -> Void
    ) throws(SystemError) {
        var status = stat()
        let replaced = followsLinks ? [S_IFREG] : [S_IFREG, S_IFLNK]
        if unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, !replaced.contains(status.st_mode & S_IFMT) {
            let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode: permissions)
            try fill(file.rawValue, path.description)
            return
        }
        // Of this process alone, and hidden from whoever watches the folder.
        let new = path.folder.appending(
            FilePath(bytes: Array(".".utf8) + path.name.bytes + Array(".\(getpid()).part".utf8)))
        do throws(SystemError) {
            let file = try named(path) { () throws(SystemError) in try create(new, permissions) }
            try fill(file.rawValue, path.description)
            if isDurable { try systemCall("fsync", path.description) { fsync(file.rawValue) } }
            try systemCall("rename", path.description) {
                unsafe new.withCString { new in unsafe path.withCString { unsafe rename(new, $0) } }
            }
        } catch {
            _ = unsafe new.withCString { unsafe unlink($0) }
            throw error
        }
        if isDurable {
            let folder = try OwnedDescriptor(opening: path.folder, O_RDONLY | O_DIRECTORY)
            try systemCall("fsync", path.description) { fsync(folder.rawValue) }
        }
    }

    /// An error names the file that was meant, not the one beside it.
    private static func named<Result: ~Copyable>(
        _ path: FilePath, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemError) { return try body() } catch {
            throw SystemError(error.operation, path.description, code: error.code)
        }
    }

    /// Makes a file that was not there, since somebody else may have put one there to read along. One that an earlier
    /// process of the same number left is removed.
    private static func create(_ path: FilePath, _ permissions: UInt32) throws(SystemError) -> OwnedDescriptor {
        do throws(SystemError) {
            return try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: permissions)
        } catch {
            guard error.code == EEXIST else { throw error }
            _ = unsafe path.withCString { unsafe unlink($0) }
            return try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: permissions)
        }
    }
}

/// Why a file could not be read.
public enum FileReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemError)
    case folder
    /// A device, a pipe, a socket.
    case notRegular
    /// - Parameter limit: in bytes.
    case longer(than: Int)

    /// A part of a sentence, without the path: `permission denied`.
    public var description: String {
        switch self {
        case .system(let error): error.reason.prefix(1).lowercased() + error.reason.dropFirst()
        case .folder: "is a folder, not a file"
        case .notRegular: "is not a regular file"
        case .longer(let limit):
            limit < 1 << 20 ? "is longer than \(limit) bytes" : "is longer than \(limit >> 20) MiB"
        }
    }

    /// The `errno` value, where it was the system that refused.
    public var code: Int32? { if case .system(let error) = self { error.code } else { nil } }
}

extension OwnedDescriptor {
    /// Opens a regular file for reading, without waiting and without waking whatever a special file stands for.
    public static func regularFile(_ path: FilePath) throws(FileReadingError) -> OwnedDescriptor {
        do {
            var status = stat()
            try systemCall("stat", path.description) { unsafe path.withCString { unsafe stat($0, &status) } }
            if let fault = fault(of: status) { throw fault }
            let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            // Another file may have taken its place.
            try systemCall("fstat", path.description) { unsafe fstat(file.rawValue, &status) }
            if let fault = fault(of: status) { throw fault }
            return file
        } catch let error as SystemError {
            throw .system(error)
        } catch let error as FileReadingError {
            throw error
        } catch {
            throw .notRegular
        }
    }

    private static func fault(of status: stat) -> FileReadingError? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: .folder
        default: .notRegular
        }
    }
}
