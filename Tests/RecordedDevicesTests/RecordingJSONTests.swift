import DisplayModel
import JSONCoding
import Testing

@testable import RecordedDevices

/// What is written of devices is read as the same devices again.
@Suite struct RecordingJSONTests {
    private func again(_ recording: Recording) throws -> Recording {
        try Recording(Array(recording.json.text().utf8))
    }

    @Test func everyRecordingIsTheSameAgain() throws {
        let names = try recordingNames()
        #expect(names.count >= 20)
        for name in names {
            let recording = try Recording(recordedBytes(name))
            #expect(try again(recording) == recording, "\(name)")
        }
    }

    /// What drm_info does not write: the numbers in names, and where the device sits.
    @Test func namesAndBusesAreKept() throws {
        var device = try recordedDevice("i915-mst")
        device.bus = "pci:0000:00:02.0"
        for index in device.connectors.indices { device.connectors[index].typeIndex += 7 }
        #expect(try again(Recording(devices: [device])).devices == [device])
    }

    /// Without atomic modesetting no property says which CRTC feeds a connector.
    @Test func routesAreKeptWithoutAtomicModesetting() throws {
        var device = try recordedDevice("vkms-lit")
        device.capabilities.remove(.atomic)
        for index in device.connectors.indices { device.connectors[index].properties = [] }
        #expect(device.connectors.contains { $0.crtc != nil })
        #expect(try again(Recording(devices: [device])).devices == [device])
    }

    @Test func modifiersKeepTheirOrder() throws {
        var device = try recordedDevice("vkms-lit")
        let orders: [[UInt64]] = [[2], [1, 2], [], [3, 1], [2, 3], [1, .max]]
        device.planes[0].formats = zip(device.planes[0].formats, orders).map { format, order in
            FormatSupport(format: format.format, modifiers: order.map { FormatModifier(rawValue: $0) })
        }
        #expect(try again(Recording(devices: [device])).devices == [device])
    }

    @Test func aReportIsReadForItsDevices() throws {
        let recording = try Recording(recordedBytes("vc4"))
        let report: JSON = ["vitrine-report": 1, "version": "0.1.0", "devices": recording.json, "findings": []]
        #expect(try Recording(Array(report.text().utf8)) == recording)
        let error = #expect(throws: RecordingError.self) { try Recording(Array("{\"vitrine-report\": 1}".utf8)) }
        #expect(error?.description == "there is no 'devices'")
    }
}
