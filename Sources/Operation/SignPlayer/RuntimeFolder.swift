import Glibc
import LinuxSystem
import Paths

/// The folder that a supervisor gives the program for files that live until the machine is switched off
/// (`$RUNTIME_DIRECTORY` of systemd.exec(5)). Without one nothing is read or written.
struct RuntimeFolder {
    private let path: String?
    private let log: Log

    /// - Parameter environment: the value of an environment variable.
    init(environment: (String) -> String?, _ log: Log) {
        path = environment("RUNTIME_DIRECTORY").flatMap { $0.split(separator: ":").first.map(String.init) }
        self.log = log
    }

    /// Far longer than any file that is written here.
    private static let mostBytes = 1 << 20

    /// Nil where there is no folder.
    func path(of name: String) -> FilePath? { path.map { "\($0)/\(name)" } }

    /// Nil where there is no such file.
    func bytes(_ name: String) -> [UInt8]? {
        path(of: name).flatMap { try? WholeFile.read($0, limit: Self.mostBytes) }
    }

    /// Empty where there is no such file.
    func text(_ name: String) -> String { bytes(name).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    func remove(_ name: String) {
        guard let path = path(of: name), unsafe path.withCString({ unsafe unlink($0) }) != 0, errno != ENOENT else {
            return
        }
        log(.warning, "\(SystemError("unlink", path.description, code: errno))")
    }

    /// What cannot be written, on a disk that is full for example, is not worth a dark screen.
    func write(_ name: String, _ text: String) {
        guard let path else { return }
        do throws(SystemError) {
            // In a file system in memory, so nothing outlives a power cut anyway.
            try WholeFile.replace("\(path)/\(name)", with: Array(text.utf8), permissions: 0o644, isDurable: false)
        } catch {
            log(.warning, "\(error)")
        }
    }

    /// Whether a file of this name is there. It says so by being there; it is empty.
    func hasMark(_ name: String) -> Bool { path.map { unsafe access("\($0)/\(name)", F_OK) == 0 } ?? false }

    func setMark(_ name: String, _ isSet: Bool) {
        if isSet { write(name, "") } else { remove(name) }
    }
}
