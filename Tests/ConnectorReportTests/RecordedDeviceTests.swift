import DisplayModel
import Foundation
import RecordedDevices
import Testing

@testable import ConnectorReport

/// The list over devices as they are in the field.
@Suite struct RecordedDeviceTests {
    private let folder = repository.appending(path: "Tests/RecordedDevicesTests/Fixtures")

    @Test func everyRecordingIsListed() throws {
        let validator = try SchemaValidator(contentsOf: repository.appending(path: "docs/list-connectors.schema.json"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 20)
        for name in names {
            let devices = try Recording([UInt8](Data(contentsOf: folder.appending(path: name)))).devices
            let report = DisplayReport(devices)
            #expect(try validator.faults(in: report.json) == [], "\(name)")
            let lines = report.text.split(separator: "\n").map { $0.drop { $0 == " " } }
            for connector in devices.flatMap(\.connectors) {
                #expect(lines.contains { $0.hasPrefix("\(connector.name) ") }, "\(name): \(connector.name)")
            }
        }
    }

    @Test func whatIsShownAndWhatIsWrongIsTold() throws {
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "imx53.json")))
        let text = DisplayReport(try Recording(bytes).devices).text
        #expect(text.contains("/dev/dri/card1: imx-drm 1.0.0"))
        #expect(text.contains("no CRTC is left for it"))
        #expect(text.contains("! VGA-1: the monitor gives no EDID"))
    }
}
