import ArgumentParser
import DisplayModel
import Glibc
import LinuxEvents
import RecordedDevices

/// Devices of another machine: what `drm_info -j` wrote, or a report of `vitrine doctor --bundle`.
enum RecordingFile {
    /// - Parameter file: `-` is standard input.
    static func devices(_ file: String, _ log: Log) throws -> [DeviceSnapshot] {
        let path = file == "-" ? "/dev/stdin" : file
        do { return try Recording(bytes(of: path)).devices } catch let error as RecordingError {
            log(.error, "\(path): \(error)")
            throw ExitCode(ExitStatus.badData)
        } catch {
            log(.error, "\(error)")
            throw ExitCode(ExitStatus.noInput)
        }
    }

    static func bytes(of path: String) throws(SystemError) -> [UInt8] {
        let file = try OwnedDescriptor(opening: path, O_RDONLY)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try systemCall("read", path) {
                unsafe chunk.withUnsafeMutableBytes { unsafe read(file.rawValue, $0.baseAddress, $0.count) }
            }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
