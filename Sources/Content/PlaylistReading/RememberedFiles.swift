public import Paths
import StrictYAML
import Synchronization

/// The files of a playlist as they were read last, so that after a change only what changed is read again.
///
/// It is right only as long as somebody watches every path that was asked for and has it forgotten when it changes.
/// May be used by any thread.
public final class RememberedFiles: Sendable {
    private struct Memory {
        var texts: [FilePath: [UInt8]] = [:]
        var folders: [Folder: MediaFolder] = [:]
    }

    private struct Folder: Hashable {
        var path: FilePath
        var listing: FolderListing
    }

    private let files: PlaylistFiles
    private let memory = Mutex(Memory())

    /// - Parameter files: where they are read.
    public init(_ files: PlaylistFiles = .onDisk) {
        self.files = files
    }

    /// What could not be read is not remembered: whether it is there is asked each time.
    public var access: PlaylistFiles {
        var access = files
        access.read = { [self] path, limit in
            if let text = memory.withLock({ $0.texts[path] }) { return .success(text) }
            let result = files.read(path, limit)
            if case .success(let text) = result { memory.withLock { $0.texts[path] = text } }
            return result
        }
        access.list = { [self] path, listing in
            let folder = Folder(path: path, listing: listing)
            if let media = memory.withLock({ $0.folders[folder] }) { return .success(media) }
            let result = files.list(path, listing)
            if case .success(let media) = result { memory.withLock { $0.folders[folder] = media } }
            return result
        }
        return access
    }

    /// Has files and folders read again the next time.
    public func forget(_ paths: Set<FilePath>) {
        memory.withLock { memory in
            for path in paths { memory.texts[path] = nil }
            memory.folders = memory.folders.filter { folder, media in
                !paths.contains(folder.path) && paths.isDisjoint(with: media.folders)
                    && paths.isDisjoint(with: media.links)
            }
        }
    }
}
