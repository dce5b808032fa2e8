import ArgumentParser
import DisplayModel
import LinuxSystem
import Paths
import RecordedDevices
import SignPlayer

/// Devices of another machine: what `drm_info -j` wrote, or a report of `vitrine doctor --bundle`.
enum RecordingFile {
    /// - Parameter file: `-` is standard input.
    static func devices(_ file: String, _ log: Log) throws -> [DeviceSnapshot] {
        let path = file == "-" ? "/dev/stdin" : file
        do { return try Recording(bytes(of: path)).devices } catch let error as RecordingError {
            log(.error, "\(path): \(error)")
            throw ExitCode(ExitStatus.badData)
        } catch {
            log(.error, "\(path): \(error)")
            throw ExitCode(ExitStatus.noInput)
        }
    }

    /// Larger than any recording, of which the EDIDs and mode lists of some dozens of connectors make up the most.
    private static let mostBytes = 64 << 20

    static func bytes(of path: String) throws(FileReadingError) -> [UInt8] {
        try WholeFile.read(FilePath(path), limit: mostBytes, kind: .stream)
    }
}
