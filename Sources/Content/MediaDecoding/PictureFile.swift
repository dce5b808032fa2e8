import Glibc
package import LinuxSystem
package import Paths

/// Opening of picture files.
package enum PictureFile {
    /// Opens a regular file for reading, without waiting and without waking whatever a special file stands for.
    package static func open(_ path: FilePath) throws(DecodingFailure) -> OwnedDescriptor {
        let file: OwnedDescriptor
        do throws(FileReadingError) {
            file = try OwnedDescriptor.regularFile(path)
        } catch {
            switch error {
            case .system(let error):
                let isSettled = [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES, EPERM].contains(error.code)
                throw DecodingFailure(
                    isSettled ? .unreadable : .unanswered, "\(path): cannot be read: \(error.reason)")
            case .folder: throw DecodingFailure(.unreadable, "\(path): is a folder, not a picture")
            case .notRegular, .longer: throw DecodingFailure(.unreadable, "\(path): \(error)")
            }
        }
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0, status.st_size > 0 else {
            throw DecodingFailure(.notAPicture, "\(path): is empty")
        }
        return file
    }
}
