import LinuxSystem
import Paths

/// Numbers the revisions of pictures' files: the number counts up when a file is found to be another than when it was
/// opened. Nothing here looks at files, which may take for ever.
final class PictureRevisions {
    private struct Record {
        var number: UInt64 = 0
        /// What the file was like when it was opened. Nil where there was none.
        var file: FileRevision?
    }

    /// Of pictures whose file was opened, or tried to be.
    private var records: [FilePath: Record] = [:]

    /// The revision that is shown of a picture from now on.
    func number(of path: FilePath) -> UInt64 { records[path]?.number ?? 0 }

    /// A file was opened to be shown.
    /// - Parameters:
    ///   - number: the revision that was wanted.
    ///   - file: what it was like. Nil where there was none.
    func opened(_ path: FilePath, number: UInt64, as file: FileRevision?) {
        guard number == self.number(of: path) else { return }
        records[path] = Record(number: number, file: file)
    }

    /// What files are like now. One that is gone may come back as it was: then its picture is the same.
    func note(_ files: [FilePath: FileRevision?]) {
        for (path, file) in files {
            guard let file, let record = records[path], record.file != file else { continue }
            records[path] = Record(number: record.number + 1, file: file)
        }
    }
}
