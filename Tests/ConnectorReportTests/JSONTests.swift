import DisplayModel
import Foundation
import JSONCoding
import SchemaValidation
import Testing

@testable import ConnectorReport

@Suite struct JSONTests {
    private let schema = repository.appending(path: "docs/list-connectors.schema.json")

    @Test func reportsFollowTheSchema() throws {
        let validator = try SchemaValidator(contentsOf: schema)
        for snapshots in [[], [try laptop()], [try laptop(), try trouble()]] {
            #expect(try validator.faults(in: DisplayReport(snapshots).json) == [])
        }
    }

    /// The check above is worth something only where it can fail.
    @Test(arguments: [
        ("\"type_index\": 1", "\"type_index\": \"1\"", "is not of type"),
        ("\"type_index\": 1", "\"type_indices\": 1", "there is no type_index"),
        ("\"type_index\": 1", "\"type_index\": 1, \"more\": 1", "more is not in the schema"),
        ("\"enabled\": true", "\"enabled\": 1", "is not of type"),
        ("\"status\": \"connected\"", "\"status\": \"plugged\"", "is none of"),
        ("\"number\": \"226:0\"", "\"number\": \"226\"", "does not match"),
        ("\"vscan\": 0", "\"vscan\": -1", "is below"),
        ("\"format\": 1", "\"format\": 2", "is not 1"),
    ])
    func schemaFindsFaults(_ right: String, _ wrong: String, _ complaint: String) throws {
        let json = DisplayReport([try laptop()]).json
        #expect(json.contains(right))
        let faults = try SchemaValidator(contentsOf: schema).faults(
            in: json.replacingOccurrences(of: right, with: wrong))
        #expect(faults.contains { $0.contains(complaint) })
    }

    @Test func schemaListsEveryConcern() throws {
        let text = try String(contentsOf: schema, encoding: .utf8)
        for code in Concern.Code.allCases { #expect(text.contains("\"\(code.rawValue)\"")) }
    }

    @Test func tellsEveryTimingExactly() throws {
        let snapshot = try laptop()
        let television = try #require(try connectors(snapshot)["HDMI-A-1"])
        let modes = try #require(television["modes"] as? [[String: Any]])
        #expect(modes.count == snapshot.connectors[1].modes.count)
        for (told, mode) in zip(modes, snapshot.connectors[1].modes) {
            let numbers = [
                "clock_khz", "width", "hsync_start", "hsync_end", "htotal", "height", "vsync_start", "vsync_end",
                "vtotal",
                "flags", "type",
            ].map { told[$0] as? Int }
            let horizontal = [
                mode.horizontal.display, mode.horizontal.syncStart, mode.horizontal.syncEnd, mode.horizontal.total,
            ]
            let vertical = [mode.vertical.display, mode.vertical.syncStart, mode.vertical.syncEnd, mode.vertical.total]
            #expect(
                numbers == [Int(mode.clock)] + (horizontal + vertical).map { Int($0) }
                    + [Int(mode.flags.rawValue), Int(mode.type.rawValue)])
        }
        let interlaced = try #require(modes.first { $0["interlaced"] as? Bool == true })
        #expect(interlaced["refresh"] as? [String: Int] == ["numerator": 60, "denominator": 1])
        #expect(modes[4]["refresh"] as? [String: Int] == ["numerator": 148_352, "denominator": 2475])
        #expect(modes.map { $0["picture_aspect"] as? String }[3...5] == ["16:9", "16:9", "64:27"])
    }

    /// A CRTC that was set up without saying the aspect still shows one of the listed modes, and only one.
    @Test func marksOneCurrentMode() throws {
        let screen = connector(
            40, 11, 1, .connected,
            modes: [.ultraHD(), .fullHD(aspect: .aspect16to9), .fullHD(aspect: .aspect64to27)], crtc: 0)
        let snapshot = device(
            0, driver: "test", bus: nil, capabilities: .atomic, [screen], shown: [.fullHD(type: .userDefined)])
        let modes = try #require(try connectors(snapshot)["HDMI-A-1"]?["modes"] as? [[String: Any]])
        #expect(modes.map { $0["current"] as? Bool } == [false, true, false])
    }

    @Test func tellsConcernsByCode() throws {
        let told = try connectors(try trouble()).mapValues { connector in
            (connector["concerns"] as? [[String: String]] ?? []).compactMap { $0["code"] }
        }
        #expect(
            told == [
                "DP-1": ["link-bad"], "DP-2": [], "VGA-1": ["no-crtc", "no-edid"], "HDMI-A-1": ["no-modes"],
                "HDMI-A-2": [], "Composite-1": ["status-unknown"],
            ])
    }

    @Test func writesAnyText() throws {
        let texts = ["", "\"quoted\" \\ / ", "line\nfeed\ttab\u{1B}[31m\u{0}\u{7F}\u{9B}", "Bj\u{F6}rn \u{1F4FA}"]
        let text = JSON.array(texts.map { .string($0) } + [.null, .number(59.94), .number(.nan)]).text(width: 20)
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any]
        #expect(parsed?.prefix(4).compactMap { $0 as? String } == texts)
        #expect(parsed?[5] as? Double == 59.94)
        #expect(parsed?[6] is NSNull)
        // Nothing that would steer a terminal.
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func keepsShortValuesOnOneLine() {
        let value: JSON = ["a": [1, 2], "long": ["one": "xxxxxxxx", "two": "xxxxxxxx"], "empty": []]
        #expect(
            value.text(width: 32) == """
                {
                  "a": [1, 2],
                  "long": {
                    "one": "xxxxxxxx",
                    "two": "xxxxxxxx"
                  },
                  "empty": []
                }

                """)
    }

    /// By name.
    private func connectors(_ snapshot: DeviceSnapshot) throws -> [String: [String: Any]] {
        let parsed = try JSONSerialization.jsonObject(with: Data(DisplayReport([snapshot]).json.utf8)) as? [String: Any]
        let devices = parsed?["devices"] as? [[String: Any]]
        let connectors = devices?.first?["connectors"] as? [[String: Any]] ?? []
        return Dictionary(uniqueKeysWithValues: connectors.map { ($0["name"] as? String ?? "", $0) })
    }
}
