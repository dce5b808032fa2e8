import Glibc
package import LinuxEvents

/// Opening of picture files.
package enum PictureFile {
    /// Opens a regular file for reading, without waiting and without waking whatever a special file stands for.
    package static func open(_ path: String) throws(DecodingFailure) -> OwnedDescriptor {
        do {
            // Looked at before it is opened, because opening can act: on a FIFO, a tape, a watchdog.
            var status = stat()
            try systemCall("stat") { unsafe stat(path, &status) }
            try check(status, path)
            let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            try systemCall("fstat") { unsafe fstat(file.rawValue, &status) }
            try check(status, path)
            return file
        } catch let error as SystemError {
            throw DecodingFailure(.unreadable, "\(path): cannot be read: \(error.reason)")
        } catch let failure as DecodingFailure {
            throw failure
        } catch {
            throw DecodingFailure(.unreadable, "\(path): cannot be read")
        }
    }

    private static func check(_ status: stat, _ path: String) throws(DecodingFailure) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DecodingFailure(.unreadable, "\(path): is a folder, not a picture")
        default: throw DecodingFailure(.unreadable, "\(path): is not a regular file")
        }
        guard status.st_size > 0 else { throw DecodingFailure(.notAPicture, "\(path): is empty") }
    }
}
