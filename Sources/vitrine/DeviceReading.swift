import ArgumentParser
import Dispatch
import DisplayModel
import Doctor
import Glibc
import JSONWriting
import KMSDisplay
import MachineInspection
import RecordedDevices

/// Reads a display device in another process, for a driver that hangs takes the whole process with it.
enum DeviceReading {
    /// Asks another process of this program.
    @Sendable static func ask(_ path: String) -> MachineFacts.Card.Reading {
        var program = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &program, program.count)
        let name = String(decoding: program.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let output = Command.output(of: [name, "doctor", "--read-device", path], limit: .seconds(8)) else {
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

    /// Is that other process: writes the device as a recording, or the reason why not. The monitors are not asked, for
    /// that takes DRM master.
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
