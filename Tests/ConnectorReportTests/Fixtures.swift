import DisplayModel
import Foundation

let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// An EDID of those that the tests of the module EDID are about.
func edid(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: repository.appending(path: "Tests/EDIDTests/Fixtures/\(name).bin")))
}

// The timings are those of CTA-861, by their Video Identification Code (VIC).
extension Mode {
    /// VIC 97, and with the clock of 59.94 Hz.
    static func ultraHD(clock: UInt32 = 594_000, type: Kind = .driver) -> Mode {
        Mode(
            clock: clock, horizontal: (3840, 4016, 4104, 4400), vertical: (2160, 2168, 2178, 2250), vrefresh: 60,
            flags: [.positiveHSync, .positiveVSync], type: type, name: "3840x2160")
    }

    /// VIC 16: 148 500 kHz for 60 Hz, 148 352 for 59.94.
    static func fullHD(clock: UInt32 = 148_500, aspect: Flags = [], type: Kind = .driver) -> Mode {
        Mode(
            clock: clock, horizontal: (1920, 2008, 2052, 2200), vertical: (1080, 1084, 1089, 1125), vrefresh: 60,
            flags: [.positiveHSync, .positiveVSync, aspect], type: type, name: "1920x1080")
    }

    /// VIC 32, or its clock for 23.976 Hz.
    static func cinema(clock: UInt32 = 74_250) -> Mode {
        Mode(
            clock: clock, horizontal: (1920, 2558, 2602, 2750), vertical: (1080, 1084, 1089, 1125), vrefresh: 24,
            flags: [.positiveHSync, .positiveVSync], type: .driver, name: "1920x1080")
    }

    /// VIC 5, and VIC 20 with the longer line.
    static func interlaced(clock: UInt32 = 74_250, htotal: UInt16 = 2200) -> Mode {
        Mode(
            clock: clock, horizontal: (1920, 2008, 2052, htotal), vertical: (1080, 1084, 1094, 1125),
            vrefresh: htotal == 2200 ? 60 : 50, flags: [.positiveHSync, .positiveVSync, .interlaced], type: .driver,
            name: "1920x1080i")
    }

    /// VIC 17 and 18, which differ in the picture's aspect alone.
    static func pal(_ aspect: Flags) -> Mode {
        Mode(
            clock: 27_000, horizontal: (720, 732, 796, 864), vertical: (576, 581, 586, 625), vrefresh: 50,
            flags: [.negativeHSync, .negativeVSync, aspect], type: .driver, name: "720x576")
    }

    static let xga = Mode(
        clock: 65_000, horizontal: (1024, 1048, 1184, 1344), vertical: (768, 771, 777, 806), vrefresh: 60,
        flags: [.negativeHSync, .negativeVSync], type: .driver, name: "1024x768")
}

extension Mode.Flags {
    static let aspect4to3 = Mode.Flags(rawValue: 1 << 19)
    static let aspect16to9 = Mode.Flags(rawValue: 2 << 19)
    static let aspect64to27 = Mode.Flags(rawValue: 3 << 19)
}

extension Property {
    static func number(_ name: String, _ value: UInt64, in range: ClosedRange<UInt64> = 0...100) -> Property {
        Property(id: 1, name: name, value: value, kind: .range(range), isImmutable: false)
    }

    static func choice(_ name: String, _ value: UInt64, of names: [String]) -> Property {
        let choices = names.enumerated().map { Choice(value: UInt64($0), name: $1) }
        return Property(id: 1, name: name, value: value, kind: .enumeration(choices), isImmutable: false)
    }

    static let goodLink = choice("link-status", 0, of: ["Good", "Bad"])
    static let badLink = choice("link-status", 1, of: ["Good", "Bad"])
}

extension CRTCID {
    static func numbered(_ number: Int) -> CRTCID { CRTCID(rawValue: UInt32(50 + number)) }
}

func connector(
    _ id: UInt32, _ type: UInt32, _ index: UInt32, _ status: ConnectorSnapshot.Status, modes: [Mode] = [],
    edid: [UInt8]? = nil, size: Size? = nil, crtcs: [Int] = [0, 1], crtc: Int? = nil, properties: [Property] = [],
    tile: ConnectorSnapshot.Tile? = nil
) -> ConnectorSnapshot {
    ConnectorSnapshot(
        id: ConnectorID(rawValue: id), type: ConnectorType(rawValue: type), typeIndex: index, status: status,
        modes: modes, edid: edid, physicalSize: size, possibleCRTCs: crtcs.map(CRTCID.numbered),
        crtc: crtc.map(CRTCID.numbered), properties: properties, tile: tile)
}

/// A device with two CRTCs and a primary plane for each.
func device(
    _ number: UInt32, driver: String, bus: String?, capabilities: DeviceSnapshot.Capabilities,
    _ connectors: [ConnectorSnapshot], shown: [Mode?] = [nil, nil], crtcProperties: [Property] = []
) -> DeviceSnapshot {
    DeviceSnapshot(
        id: DeviceID(major: 226, minor: number), path: "/dev/dri/card\(number)",
        driver: .init(name: driver, version: "1.6.0", about: "for tests"), bus: bus, capabilities: capabilities,
        sizeLimits: 0...16384, connectors: connectors,
        crtcs: shown.enumerated().map { index, mode in
            CRTCSnapshot(id: .numbered(index), isActive: mode != nil, mode: mode, properties: crtcProperties)
        },
        planes: shown.indices.map { index in
            PlaneSnapshot(
                id: PlaneID(rawValue: UInt32(30 + index)), kind: .primary, possibleCRTCs: [.numbered(index)],
                formats: [
                    FormatSupport(
                        format: .xrgb8888, modifiers: [.linear, FormatModifier(rawValue: 0x0100_0000_0000_0001)]),
                    FormatSupport(format: .rgb565, modifiers: []),
                ])
        })
}

/// A laptop whose panel shows the desktop, with a television that nothing is sent to.
func laptop() throws -> DeviceSnapshot {
    let panel = connector(
        95, 14, 1, .connected, modes: [.fullHD(clock: 142_000, type: [.preferred, .driver])], edid: try edid("desktop"),
        size: Size(width: 309, height: 174), crtc: 0,
        properties: [
            .goodLink, .number("max bpc", 10, in: 6...12), .number("vrr_capable", 1),
            .choice("panel orientation", 2, of: ["Normal", "Upside Down", "Left Side Up", "Right Side Up"]),
            .choice("scaling mode", 3, of: ["None", "Full", "Center", "Full aspect"]),
            .choice("Broadcast RGB", 0, of: ["Automatic", "Full", "Limited 16:235"]),
        ])
    let television = connector(
        103, 11, 1, .connected,
        modes: [
            .ultraHD(type: [.preferred, .driver]), .ultraHD(clock: 593_407), .fullHD(), .fullHD(aspect: .aspect16to9),
            .fullHD(clock: 148_352, aspect: .aspect16to9), .fullHD(aspect: .aspect64to27), .interlaced(),
            .interlaced(clock: 74_176), .interlaced(htotal: 2640), .cinema(), .cinema(clock: 74_176),
            .pal(.aspect4to3), .pal(.aspect16to9),
        ],
        edid: try edid("wrong-checksum"), size: Size(width: 1210, height: 680), properties: [.goodLink])
    return device(
        0, driver: "i915", bus: "pci:0000:00:02.0",
        capabilities: [.atomic, .modifiers, .asynchronousFlips, .primeExport],
        [panel, television, connector(110, 10, 1, .disconnected, crtcs: [0, 1], properties: [.goodLink])],
        shown: [.fullHD(clock: 142_000), nil], crtcProperties: [.number("VRR_ENABLED", 0)])
}

/// All that can be wrong, on one old machine.
func trouble() throws -> DeviceSnapshot {
    func tile(_ column: Int) -> ConnectorSnapshot.Tile {
        .init(
            group: 1, isSingleMonitor: true, columns: 2, rows: 1, column: column, row: 0,
            size: Size(width: 1920, height: 2160))
    }
    let tiled = try edid("tiled")
    return device(
        1, driver: "radeon", bus: nil, capabilities: [],
        [
            connector(
                40, 10, 1, .connected, modes: [.fullHD(type: .preferred)], edid: tiled, crtc: 0,
                properties: [.badLink], tile: tile(0)),
            connector(41, 10, 2, .connected, modes: [.fullHD(type: .preferred)], edid: tiled, tile: tile(1)),
            connector(
                42, 1, 1, .connected, modes: [.xga],
                properties: [
                    .number("left margin", 10), .number("right margin", 12), .number("top margin", 4),
                    .number("bottom margin", 6),
                ]),
            connector(
                43, 11, 1, .connected,
                properties: [
                    .choice("underscan", 1, of: ["off", "on", "auto"]), .number("underscan hborder", 48),
                    .number("underscan vborder", 27),
                    .choice("Content Protection", 1, of: ["Undesired", "Desired", "Enabled"]),
                ]),
            connector(
                44, 11, 2, .connected, modes: [.fullHD()], edid: try edid("projector"),
                properties: [.number("non-desktop", 1)]),
            connector(45, 5, 1, .unknown, crtcs: []),
        ],
        // Set by hand: the monitor does not list it.
        shown: [.xga, nil])
}
