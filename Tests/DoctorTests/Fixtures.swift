import DisplayModel
import Foundation
import StatusFile

@testable import Doctor

let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// An EDID of those that the tests of the module EDID are about.
func edid(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: repository.appending(path: "Tests/EDIDTests/Fixtures/\(name).bin")))
}

let fullHD = Mode(
    clock: 148_500, horizontal: (1920, 2008, 2052, 2200), vertical: (1080, 1084, 1089, 1125), vrefresh: 60,
    flags: [.positiveHSync, .positiveVSync], type: [.driver, .preferred], name: "1920x1080")

/// A device with one CRTC, which feeds the first of two HDMI connectors.
func device(driver: String = "i915") throws -> DeviceSnapshot {
    let crtc = CRTCID(rawValue: 50)
    func blob(_ name: String, _ value: UInt64) -> Property {
        Property(id: 1, name: name, value: value, kind: .blob, isImmutable: true)
    }
    let kinds = ["Overlay", "Primary"].enumerated().map { Property.Choice(value: UInt64($0), name: $1) }
    let kind = Property(id: 2, name: "type", value: 1, kind: .enumeration(kinds), isImmutable: true)
    func connector(_ index: UInt32, _ status: ConnectorSnapshot.Status, edid: [UInt8]?) -> ConnectorSnapshot {
        ConnectorSnapshot(
            id: ConnectorID(rawValue: 60 + index), type: ConnectorType(rawValue: 11), typeIndex: index, status: status,
            modes: status == .connected ? [fullHD] : [], edid: edid, possibleCRTCs: [crtc],
            crtc: status == .connected ? crtc : nil, properties: [blob("EDID", edid == nil ? 0 : 7)])
    }
    return DeviceSnapshot(
        id: DeviceID(major: 226, minor: 0), path: "/dev/dri/card0",
        driver: .init(name: driver, version: "1.6.0", about: "for tests"), bus: "pci:0000:00:02.0",
        capabilities: [.atomic, .universalPlanes], sizeLimits: 0...16384,
        connectors: [
            connector(1, .connected, edid: try edid("desktop")), connector(2, .disconnected, edid: nil),
        ],
        crtcs: [CRTCSnapshot(id: crtc, isActive: true, mode: fullHD)],
        planes: [
            PlaneSnapshot(
                id: PlaneID(rawValue: 30), kind: .primary, possibleCRTCs: [crtc],
                formats: [FormatSupport(format: .xrgb8888, modifiers: [.linear])],
                properties: [blob("IN_FORMATS", 8), kind])
        ])
}

/// A sign that plays: nothing is to be said against it. Seen by root.
func healthyMachine() throws -> MachineFacts {
    var facts = MachineFacts(
        host: .init(name: "sign-17", kernel: "Linux 6.1.0-29-amd64", version: "0.1.0"),
        viewer: .init(account: .init(name: "root", user: 0, groups: [0])))
    var card = MachineFacts.Card(
        path: "/dev/dri/card0", owner: 0, group: 44, ownerName: "root", groupName: "video", mode: 0o660, driver: "i915",
        reading: .read(try device()))
    let vitrine = MachineFacts.Process(id: 700, name: "vitrine")
    card.holders = [vitrine]
    card.master = .process(vitrine)
    facts.cards = [card]
    facts.controllers = [.init(address: "0000:00:02.0", identifier: "8086:46a6", driver: "i915")]
    facts.seat.terminal = "tty1"
    facts.seat.isInGraphicsMode = true
    facts.seat.terminalProcesses = [vitrine]
    facts.seat.hasLogind = true
    facts.service = .init(
        load: "loaded", activity: "active", substate: "running", enablement: "enabled", process: 700, memoryKills: 0)
    facts.serviceAccount = .init(name: "vitrine", user: 990, groups: [990, 44])
    facts.status = try status(
        """
        {"version": "0.1.0", "pid": 700, "started": "2026-11-21T12:00:00Z",
         "session": {"kind": "virtual terminal tty1", "active": true},
         "devices": [{"path": "/dev/dri/card0", "driver": "i915", "renderer": "Mesa", "waiting": null,
           "screens": [{"connector": "HDMI-A-1", "monitor": "DEL DESKTOP", "state": "lit", "mode": "1920x1080@60",
                        "reason": null, "tried": []},
                       {"connector": "HDMI-A-2", "monitor": null, "state": "disconnected", "mode": null,
                        "reason": "no monitor", "tried": []}]}],
         "playlists": [{"path": "/var/lib/vitrine/media", "playing": "/var/lib/vitrine/media", "problems": []}]}
        """)
    facts.clock = .init(time: 1_795_262_400, isSynchronised: true, programTime: 1_790_000_000)
    facts.fileSystems = [
        .init(path: "/", size: 8 << 30, available: 3 << 30, availableFiles: 400_000, isReadOnly: false)
    ]
    facts.fileSystems[0].device = "/dev/sda1"
    facts.fileSystems[0].kind = "ext4"
    facts.fileSystems[0].mountPoint = "/"
    facts.stateFolder = .init(path: "/var/lib/vitrine/state", mountPoint: "/", condition: .writable)
    facts.players = [vitrine]
    facts.memory = .init(size: 4 << 30, available: 3 << 30, kills: 0)
    facts.sensors = [.init(name: "x86_pkg_temp", temperature: 52_000, high: 100_000, critical: 105_000)]
    facts.content.configuration = .init(
        path: "/etc/vitrine/config.yaml", isGood: true,
        lines: ["/etc/vitrine/config.yaml: good: a configuration of 1 output"])
    facts.content.playlists = [
        .init(path: "/var/lib/vitrine/media", isGood: true, lines: ["/var/lib/vitrine/media: good: 12 pictures"])
    ]
    return facts
}

struct NoStatus: Error {}

func status(_ text: String) throws -> RunningStatus {
    guard let status = RunningStatus(Array(text.utf8)) else { throw NoStatus() }
    return status
}

extension MachineFacts {
    /// The device of the first card.
    var device: DeviceSnapshot {
        get {
            guard let snapshot = cards[0].snapshot else { preconditionFailure("the first card was not read") }
            return snapshot
        }
        set { cards[0].reading = .read(newValue) }
    }

    /// What is said of the first screen.
    var screen: RunningStatus.Screen {
        get {
            guard let screen = status?.devices[0].screens[0] else { preconditionFailure("no screen is told of") }
            return screen
        }
        set { status?.devices[0].screens[0] = newValue }
    }

    /// As it is before Vitrine was ever started.
    mutating func stop() {
        status = nil
        cards[0].master = .nobody
        cards[0].holders = []
        players = []
    }
}

extension Remedy {
    /// Whether it has a command, a line for a file, or the name of a file.
    var isHelpful: Bool {
        steps.contains { step in
            switch step {
            case .command, .line: true
            case .advice(let text): text.split(separator: " ").contains { $0.hasPrefix("/") }
            }
        }
    }
}
