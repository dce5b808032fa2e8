import DisplayModel
import Foundation
import RecordedDevices
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

/// The names of all recordings, without `.json`.
func recordingNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        .map { String($0.dropLast(".json".count)) }.sorted()
}

func recordedBytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appending(path: "\(name).json")))
}

/// The device of a recording of one.
func recordedDevice(_ name: String) throws -> DeviceSnapshot {
    let devices = try Recording(recordedBytes(name)).devices
    #expect(devices.count == 1)
    return try #require(devices.first)
}

extension DeviceSnapshot {
    func connector(named name: String) throws -> ConnectorSnapshot {
        try #require(connectors.first { $0.name == name })
    }
}
