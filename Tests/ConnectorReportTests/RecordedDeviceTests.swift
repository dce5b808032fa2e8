import DisplayModel
import Foundation
import RecordedDevices
import SchemaValidation
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

    /// A recording comes from elsewhere: whatever numbers it has, the list is written or the recording refused.
    @Test(arguments: ["evdi", "i915-tiled"])
    func noNumbersMakeItCrash(_ name: String) throws {
        let whole = try String(contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8)
        // Beginning with the connectors, whose numbers are the ones that are reckoned with.
        let start = try #require(whole.firstRange(of: "\"connectors\"")).upperBound
        let numbers = whole[start...].ranges(of: /: [0-9]+/)
        let extremes = ["0", "4294967295", "65535", "9223372036854775808", "18446744073709551615"]
        var listed = 0
        for (round, index) in stride(from: 0, to: numbers.count, by: max(1, numbers.count / 40)).enumerated() {
            var text = whole
            text.replaceSubrange(numbers[index], with: ": " + extremes[round % extremes.count])
            guard let recording = try? Recording(Array(text.utf8)) else { continue }
            let report = DisplayReport(recording.devices)
            #expect(!report.text.isEmpty && !report.json.isEmpty)
            listed += 1
        }
        #expect(listed > 10)
    }
}
