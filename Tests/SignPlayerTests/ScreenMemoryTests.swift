import DisplayPlanning
import Foundation
import LinuxSystem
import Paths
import StatusFile
import Synchronization
import Testing
import Timing

@testable import SignPlayer

/// Which screens are expected to be there.
@Suite struct ScreenMemoryTests {
    private typealias Screen = RunningStatus.Screen
    private static let now = WallTime(seconds: 1_795_262_400)

    private func lit(_ connector: String, _ monitor: String? = nil) -> Screen {
        Screen(connector: connector, monitor: monitor, state: .lit)
    }

    private func gone(_ connector: String) -> Screen { Screen(connector: connector, state: .disconnected) }

    private func device(_ screens: [Screen], path: String = "/dev/dri/card0") -> RunningStatus.Device {
        .init(path: path, screens: screens)
    }

    /// The connectors on which a screen is missed.
    private func missed(
        _ memory: inout ScreenMemory, _ devices: [RunningStatus.Device], at now: WallTime = now
    ) -> [String] {
        var devices = devices
        memory.complete(&devices, OutputConfigurations(), now: now)
        return devices.flatMap(\.screens).filter { $0.expected == .litBefore }.map(\.connector)
    }

    /// The memory after a reboot.
    private func rebooted(_ memory: ScreenMemory) throws -> ScreenMemory {
        let text = FormerScreens.text(memory.expected)
        let kept: [FormerScreen] = try #require(FormerScreens.screens(Array(text.utf8)))
        return ScreenMemory(former: kept)
    }

    @Test func aScreenIsMissedAfterAReboot() throws {
        var memory = ScreenMemory(former: [])
        #expect(missed(&memory, [device([lit("HDMI-A-1"), gone("HDMI-A-2"), lit("DP-1")])]) == [])
        memory = try rebooted(memory)
        #expect(missed(&memory, [device([lit("HDMI-A-1"), gone("HDMI-A-2"), gone("DP-1")])]) == ["DP-1"])
        memory = try rebooted(memory)
        #expect(missed(&memory, [device([gone("HDMI-A-1"), gone("HDMI-A-2"), lit("DP-1")])]) == ["HDMI-A-1"])
        memory = try rebooted(memory)
        #expect(missed(&memory, [device([lit("HDMI-A-1"), gone("HDMI-A-2"), lit("DP-1")])]) == [])
    }

    /// Cards get their numbers in the order in which their drivers are ready.
    @Test func cardsMayChangePlaces() throws {
        var memory = ScreenMemory(former: [])
        let (first, second) = ([lit("HDMI-A-1")], [lit("DP-1"), lit("DP-2")])
        #expect(missed(&memory, [device(first), device(second, path: "/dev/dri/card1")]) == [])
        memory = try rebooted(memory)
        let waiting = RunningStatus.Device(path: "/dev/dri/card0", waiting: "not yet")
        #expect(missed(&memory, [waiting]) == [], "it may have all of them")
        #expect(
            missed(&memory, [device([lit("DP-1"), gone("DP-2")]), device(first, path: "/dev/dri/card1")]) == ["DP-2"])
        #expect(Set(memory.expected.map(\.connector)) == ["HDMI-A-1", "DP-1", "DP-2"])
    }

    /// Two cards may each have a connector of one name.
    @Test func connectorsOfOneNameAreTwo() throws {
        var memory = ScreenMemory(former: [])
        let path = "/dev/dri/card1"
        let both = [device([lit("HDMI-A-1")]), device([lit("HDMI-A-1")], path: path)]
        for _ in 0..<2 { #expect(missed(&memory, both) == []) }
        #expect(missed(&memory, [device([gone("HDMI-A-1")]), both[1]]) == ["HDMI-A-1"])
        #expect(missed(&memory, [both[0], device([gone("HDMI-A-1")], path: path)]) == ["HDMI-A-1"])
        memory = try rebooted(memory)
        #expect(missed(&memory, [device([gone("HDMI-A-1")]), device([gone("HDMI-A-1")], path: path)]).count == 2)
    }

    /// A connector of a hub is gone with it.
    @Test func aConnectorThatIsNotThere() throws {
        var memory = ScreenMemory(former: [])
        #expect(missed(&memory, [device([lit("HDMI-A-1"), lit("DP-3")])]) == [])
        memory = try rebooted(memory)
        #expect(missed(&memory, [device([lit("HDMI-A-1")])]) == ["DP-3"])
        #expect(missed(&memory, [device([lit("HDMI-A-1"), lit("DP-3")])]) == [])
    }

    @Test func aMonitorThatWasMovedIsNotMissed() throws {
        var memory = ScreenMemory(former: [])
        #expect(missed(&memory, [device([lit("HDMI-A-1", "DEL A"), gone("HDMI-A-2"), lit("DP-1", "DEL B")])]) == [])
        memory = try rebooted(memory)
        let moved = [gone("HDMI-A-1"), lit("HDMI-A-2", "DEL A"), lit("DP-1", "DEL B")]
        // Its connector may be looked at before the new one is lit.
        #expect(missed(&memory, [device([gone("HDMI-A-1"), gone("HDMI-A-2"), lit("DP-1", "DEL B")])]) == ["HDMI-A-1"])
        #expect(missed(&memory, [device(moved)]) == [])
        #expect(memory.expected.map(\.connector) == ["DP-1", "HDMI-A-2"])
        // Another monitor where none was does not stand for the one that is gone.
        #expect(
            missed(&memory, [device([lit("HDMI-A-1", "DEL C"), gone("HDMI-A-2"), lit("DP-1", "DEL B")])]) == [
                "HDMI-A-2"
            ])
    }

    @Test func itIsForgottenAfterAMonth() throws {
        var memory = ScreenMemory(former: [])
        #expect(missed(&memory, [device([lit("DP-1")])]) == [])
        let absent = [device([gone("DP-1")])]
        #expect(missed(&memory, absent) == ["DP-1"])
        memory = try rebooted(memory)
        #expect(missed(&memory, absent, at: Self.now + .seconds(29 * 86400)) == ["DP-1"])
        // A clock that stands at 1970, or has stood there, says nothing.
        #expect(missed(&memory, absent, at: WallTime(seconds: 100)) == ["DP-1"])
        #expect(missed(&memory, absent, at: Self.now + .seconds(31 * 86400)) == [])
        #expect(memory.expected == [])
        var other = ScreenMemory(former: [FormerScreen(connector: "DP-1", device: "", gone: WallTime(seconds: 100))])
        #expect(missed(&other, absent) == ["DP-1"])
        #expect(missed(&other, absent, at: Self.now + .seconds(31 * 86400)) == [])
    }

    @Test func oneThatIsSwitchedOffIsForgotten() {
        var memory = ScreenMemory(former: [FormerScreen(connector: "DP-1", device: "")])
        #expect(missed(&memory, [device([Screen(connector: "DP-1", state: .notWanted)])]) == [])
        #expect(memory.expected == [])
    }

    @Test func theFileIsBounded() throws {
        let many = (0..<200).map { number in
            FormerScreen(
                connector: "DP-\(number)" + String(repeating: "x", count: 1000), device: "/dev/dri/card0",
                monitor: String(repeating: "\u{1b}\"", count: 1000),
                gone: number < 40 ? nil : Self.now + .seconds(number))
        }
        let text = FormerScreens.text(many)
        #expect(text.utf8.count < 1 << 16)
        let kept = try #require(FormerScreens.screens(Array(text.utf8)))
        #expect(
            kept.count == 64 && kept.count { $0.gone == nil } == 40 && kept.allSatisfy { $0.connector.count == 128 })
        for damaged in ["", "[]", "{}", "{\"format\": 2, \"screens\": []}", "{\"format\": 1, \"screens\": [{}]}"] {
            #expect(FormerScreens.screens(Array(damaged.utf8)) == nil)
        }
    }

    /// A cable with a bad contact is not worth a disk.
    @Test func itIsWrittenSeldom() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = Mutex<[String]>([])
        let log = Log(level: .debug) { line in lines.withLock { $0.append(line) } }
        func screens(_ path: String) throws -> FormerScreens {
            try #require(
                FormerScreens(environment: { $0 == "STATE_DIRECTORY" ? path : nil }, interval: .seconds(3600), log))
        }
        let file = try screens(folder.path)
        let path = folder.appending(path: FormerScreens.fileName)
        func revision() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path.path)[.systemFileNumber] as? Int
        }
        let (here, away) = (
            [FormerScreen(connector: "DP-1", device: "a")],
            [FormerScreen(connector: "DP-1", device: "a", gone: Self.now)]
        )
        #expect(file.read() == [])
        file.keep(here)
        file.finish()
        let first = try revision()
        for _ in 0..<100 {
            file.keep(away)
            file.keep(here)
        }
        file.finish()
        #expect(try revision() == first && screens(folder.path).read() == here)
        file.keep(away)
        #expect(try revision() == first)
        file.finish()
        #expect(try screens(folder.path).read() == away)
        #expect(lines.withLock { $0 } == [])
        // Neither a folder that is not there nor a pipe holds anything up.
        let nowhere = try screens(folder.path + "/none")
        nowhere.keep(here)
        nowhere.finish()
        #expect(lines.withLock { $0.count { $0.contains("which screens were lit cannot be kept") } } == 1)
        try FileManager.default.removeItem(at: path)
        #expect(unsafe mkfifo(path.path, 0o600) == 0)
        #expect(try screens(folder.path).read() == [])
        #expect(lines.withLock { $0.count { $0.contains("is not a regular file, so screens") } } == 1)
    }
}
