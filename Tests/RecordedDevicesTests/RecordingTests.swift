import DisplayModel
import EDID
import SeededRandom
import Testing

@testable import RecordedDevices

@Suite struct RecordingTests {
    @Test func everyRecordingIsRead() throws {
        let names = try recordingNames()
        #expect(names.count >= 20)
        for name in names {
            let device = try recordedDevice(name)
            #expect(!device.connectors.isEmpty && !device.crtcs.isEmpty && !device.planes.isEmpty, "\(name)")
            #expect(Set(device.connectors.map(\.name)).count == device.connectors.count, "\(name)")
            for connector in device.connectors {
                #expect(!connector.possibleCRTCs.isEmpty, "\(name): \(connector.name)")
                #expect(connector.crtc.map { device.crtc($0) != nil } ?? true, "\(name): \(connector.name)")
            }
            // What a plane shows fits the CRTC that it is on.
            for shown in device.planes.compactMap(\.scanout) {
                #expect(device.crtc(shown.crtc)?.mode?.size == shown.destination.size, "\(name)")
                #expect(shown.source.size == shown.destination.size, "\(name)")
            }
        }
    }

    @Test func aDeviceAsDrmInfoRecordedIt() throws {
        let device = try recordedDevice("vkms-lit")
        #expect(device.path == "/dev/dri/card0")
        #expect(device.id == DeviceID(major: 226, minor: 0))
        #expect(device.driver == .init(name: "vkms", version: "1.0.0", about: "Virtual Kernel Mode Setting"))
        #expect(
            device.capabilities == [
                .atomic, .universalPlanes, .writeback, .modifiers, .dumbBuffers, .primeImport, .primeExport,
                .monotonicTimestamps, .crtcInEvents,
            ])
        #expect(device.sizeLimits == 10...8192)
        let connector = try #require(device.connectors.first)
        #expect(connector.name == "HDMI-A-1")
        #expect(connector.status == .connected)
        #expect(connector.edid == nil)
        #expect(connector.physicalSize == Size(width: 600, height: 340))
        #expect(connector.preferredMode?.description == "1920x1080@60")
        #expect(connector.linkStatus == .good)
        let crtc = try #require(device.crtcs.first)
        #expect(connector.crtc == crtc.id)
        #expect(crtc.isActive)
        #expect(crtc.mode?.hasSameSize(as: connector.preferredMode) == true)
        let plane = try #require(device.planes.first { $0.kind == .primary })
        #expect(plane.scanout?.crtc == crtc.id)
        #expect(plane.scanout?.destination == Rectangle(x: 0, y: 0, width: 1920, height: 1080))
        #expect(plane.formats.first { $0.format == .xrgb8888 }?.modifiers == [.linear])
        #expect(plane.properties["IN_FENCE_FD"]?.value == .max)
        #expect(plane.properties["IN_FENCE_FD"]?.kind == .signedRange(-1...Int64(Int32.max)))
        #expect(plane.properties["CRTC_ID"]?.kind == .object)
        #expect(crtc.properties["MODE_ID"]?.kind == .blob)
        #expect(connector.properties["non-desktop"]?.kind == .range(0...1))
        #expect(connector.properties["non-desktop"]?.isImmutable == true)
    }

    @Test func blobsInBase64AreRead() throws {
        let device = try recordedDevice("i915-mst")
        let panel = try device.connector(named: "eDP-1")
        #expect(panel.properties["panel orientation"]?.choice == "Right Side Up")
        #expect(EDID(bytes: try #require(panel.edid)).identity.name == "PANEL")
        #expect(device.connectors.map(\.path) == [nil, nil, nil, "mst:98-8", "mst:98-1", "mst:98-9"])
        #expect(try device.connector(named: "DP-1").id == ConnectorID(rawValue: 98))
        let tiles = try recordedDevice("i915-tiled").connectors.compactMap(\.tile)
        #expect(tiles.map(\.column) == [0, 1])
        #expect(tiles.allSatisfy { $0.columns == 2 && $0.rows == 1 && $0.size == Size(width: 2560, height: 2880) })
    }

    @Test func propertiesKeepTheirValues() throws {
        let television = try recordedDevice("amdgpu").connector(named: "HDMI-A-1")
        #expect(television.properties["underscan"]?.choice == "on")
        #expect(television.properties["underscan hborder"]?.value == 48)
        #expect(television.properties["underscan hborder"]?.kind == .range(0...128))
        let pi = try recordedDevice("vc4").connector(named: "HDMI-A-1")
        #expect(["left", "right", "top", "bottom"].map { pi.properties["\($0) margin"]?.value } == [48, 48, 27, 27])
        let plane = try #require(try recordedDevice("msm").planes.first)
        guard case .bitmask(let choices) = plane.properties["rotation"]?.kind else {
            Issue.record("rotation is no bitmask")
            return
        }
        #expect(choices.map(\.name).first == "rotate-0")
    }

    /// Bit n of a mask is the nth CRTC, whatever its id, and bits beyond the last mean nothing.
    @Test func masksBecomeIDs() throws {
        let amdgpu = try recordedDevice("amdgpu")
        #expect(amdgpu.crtcs.count == 6)
        let overlay = try #require(amdgpu.planes.first { $0.kind == .overlay })
        #expect(overlay.possibleCRTCs == amdgpu.crtcs.map(\.id))
        let pi = try recordedDevice("vc4")
        #expect(try pi.connector(named: "HDMI-A-1").possibleCRTCs == [pi.crtcs[3].id])
        #expect(try pi.connector(named: "HDMI-A-2").possibleCRTCs == [pi.crtcs[4].id])
        #expect(try pi.connector(named: "Writeback-1").possibleCRTCs == [pi.crtcs[0].id])
    }

    /// They are told to programs only that ask for them, as drm_info does and Vitrine does not.
    @Test func stereoModesAreLeftOut() throws {
        let framePacking = try replacing("\"flags\": 5", "\"flags\": 16389")
        let device = try #require(try Recording(framePacking).devices.first)
        let modes = try recordedDevice("evdi").connectors.flatMap(\.modes)
        #expect(device.connectors.flatMap(\.modes) == Array(modes.dropFirst()))
    }

    @Test(arguments: [
        (
            "\"possible_crtcs\": 1, \"possible_clones\"", "\"possible_clones\"",
            "encoders[0]: there is no 'possible_crtcs'"
        ),
        ("\"id\": 34, \"type\": 2", "\"id\": 99, \"type\": 2", "connectors[0].encoders[0]: there is no such encoder"),
        (
            "\"hdisplay\": 1920", "\"hdisplay\": 65536",
            "hdisplay: a whole number from 0 to 65535 should be here, not 65536"
        ),
        ("\"hdisplay\": 1920", "\"hdisplay\": 19.2", "a whole number from 0 to 65535 should be here, not 19.2"),
        ("\"clock\": 148500", "\"clock\": \"148500\"", "modes[0].clock: a number should be here, not a text"),
        ("\"status\": 1", "\"status\": null", "connectors[0]: there is no 'status'"),
        ("\"planes\": [", "\"planes\": {}, \"others\": [", "planes: an array should be here, not an object"),
        (
            "\"ATOMIC\": true", "\"ATOMIC\": 1",
            "driver.client_caps.ATOMIC: true or false should be here, not the number 1"
        ),
        ("\"data\": \"AP", "\"data\": \"!P", "properties.EDID.data: the text is not Base64"),
        ("\"type\": 16", "\"type\": 5", "no type of property has the number 5"),
    ])
    func whatIsWrongIsNamedByItsPath(_ right: String, _ wrong: String, _ message: String) throws {
        let bytes = try replacing(right, wrong)
        let error = #expect(throws: RecordingError.self) { try Recording(bytes) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("/dev/dri/card1"))
        #expect(description.contains(message), "\(description)")
    }

    @Test func aRecordingHasADevice() {
        for (text, message) in [
            ("{}", "there is no device in it"), ("[]", "an object should be here, not an array"),
            ("{\"/dev/dri/card0\": 1}", "/dev/dri/card0: an object should be here, not the number 1"),
        ] {
            let error = #expect(throws: RecordingError.self) { try Recording(Array(text.utf8)) }
            #expect(error?.description == message)
        }
    }

    @Test func devicesComeByTheNumbersOfTheirNodes() throws {
        let one = String(decoding: try recordedBytes("evdi"), as: UTF8.self)
        let body = one.dropFirst("{\n \"/dev/dri/card1\":".count).dropLast("\n}\n".count)
        let many = ["/dev/dri/card10", "/dev/dri/card2", "/dev/dri/card0"].map { "\"\($0)\": \(body)" }
        let devices = try Recording(Array("{\(many.joined(separator: ","))}".utf8)).devices
        #expect(devices.map(\.path) == ["/dev/dri/card0", "/dev/dri/card2", "/dev/dri/card10"])
        #expect(devices.map(\.id.minor) == [0, 2, 10])
    }

    /// Damaged recordings are refused or read as something else; nothing else happens.
    @Test func noBytesMakeItCrash() throws {
        var dice = SplitMix64(seed: 3)
        let whole = try recordedBytes("evdi")
        var refused = 0
        for round in 0..<300 {
            var bytes = whole
            switch round % 3 {
            case 0: bytes = Array(bytes.prefix(.random(in: 0..<bytes.count, using: &dice)))
            case 1:
                for _ in 0..<8 { bytes[.random(in: bytes.indices, using: &dice)] = .random(in: 0...255, using: &dice) }
            default:
                let start = Int.random(in: bytes.indices, using: &dice)
                let end = min(bytes.count, start + .random(in: 1...40, using: &dice))
                bytes.replaceSubrange(start..<end, with: "\(dice.next())".utf8)
            }
            do { _ = try Recording(bytes) } catch { refused += 1 }
        }
        #expect(refused > 200)
    }

    /// The recording of evdi with the first occurrence of a text replaced.
    private func replacing(_ right: String, _ wrong: String) throws -> [UInt8] {
        var text = String(decoding: try recordedBytes("evdi"), as: UTF8.self)
        text.replaceSubrange(try #require(text.firstRange(of: right)), with: wrong)
        return Array(text.utf8)
    }
}

extension Mode {
    fileprivate func hasSameSize(as other: Mode?) -> Bool { size == other?.size && clock == other?.clock }
}
