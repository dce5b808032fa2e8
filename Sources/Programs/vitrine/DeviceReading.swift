import ArgumentParser
import Dispatch
import DisplayModel
import Doctor
import Glibc
import JSONCoding
import KMSDisplay
import LinuxSystem
import MachineInspection
import RecordedDevices
import SignPlayer

/// Reads a display device in another process, because a driver that hangs blocks the whole process.
enum DeviceReading {
    /// Starts that process and reads its answer.
    @Sendable static func ask(_ path: String) -> MachineFacts.Card.Reading {
        let command = [RunningProgram.path, "doctor", "--read-device", path]
        guard let output = Command.output(of: command, limit: .seconds(8)) else {
            return .failed(reason: "the driver does not answer")
        }
        switch output.status {
        case EXIT_SUCCESS:
            do throws(RecordingError) {
                return try Recording(output.bytes).devices.first.map { .read($0) } ?? .withoutScreens
            } catch { return .failed(reason: "\(error)") }
        case ExitStatus.unavailable: return .withoutScreens
        case ExitStatus.noPermission: return .notPermitted
        default: return .failed(reason: String(decoding: output.bytes, as: UTF8.self))
        }
    }

    /// Runs in that process: writes the device as a recording, or the reason why it cannot be read. Does not ask the
    /// monitors, because that requires DRM master.
    static func answer(_ path: String, _ log: Log) throws {
        guard let id = DeviceID(ofNode: path) else { throw ExitCode(ExitStatus.unavailable) }
        do {
            guard let snapshot = try CardNode(id: id, path: path).snapshot(.known) else {
                throw ExitCode(ExitStatus.unavailable)
            }
            try StandardOutput.write(Recording(devices: [snapshot]).json.text(), log)
        } catch let error as DisplayError {
            if [DisplayError.Code.accessDenied, DisplayError.Code.notPermitted].contains(error.code) {
                throw ExitCode(ExitStatus.noPermission)
            }
            try StandardOutput.write("\(error.operation): \(error.reason)", log)
            throw ExitCode(ExitStatus.ioError)
        }
    }
}
