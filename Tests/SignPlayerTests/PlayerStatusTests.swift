import BuiltInContent
import DisplayPlanning
import Foundation
import KioskEngine
import Scheduling
import StatusFile
import Testing

@testable import SignPlayer

/// What `status.json` says of the screens while a sign plays.
@Suite(.serialized) struct PlayerStatusTests {
    private let picture = BuiltInContent.picture

    private func screen(_ sign: Sign) -> RunningStatus.Screen? { sign.status?.devices.first?.screens.first }

    @Test func whatShowsAndWhatComesNext() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", "sync: start\nitems: [{colour: '#ff0000', duration: 1h}, {colour: '#0000ff'}]")
        sign.step("it shows red", when: { screen(sign)?.zones.first?.shows == "#ff0000" })
        try sign.play("menu.yaml")
        let zone = try #require(screen(sign)?.zones.first)
        #expect(zone.next?.shows == "#0000ff" && zone.since != nil && !zone.isUnscheduled)
        #expect(screen(sign)?.since != nil)
    }

    @Test func nothingIsScheduled() throws {
        let sign = try Sign()
        try sign.write(
            "menu.yaml", "items: [{colour: '#ff0000', schedule: {dates: 2000-01-01}}]")
        sign.step("it says so", when: { sign.status?.summary.contains("black: nothing is scheduled") == true })
        try sign.play("menu.yaml")
        #expect(screen(sign)?.zones.map(\.shows) == [nil])
    }

    @Test func brokenPicturesAreNamed() throws {
        let sign = try Sign()
        try FileManager.default.createDirectory(atPath: sign.path("media"), withIntermediateDirectories: false)
        try sign.write("media/a.jpg", "no picture")
        try Data(picture).write(to: URL(filePath: sign.path("media/b.png")))
        sign.step("the broken one is named", when: { sign.status?.playlists.first?.skipped.isEmpty == false })
        try sign.play("media", isUnattended: true)
        let playlist = try #require(sign.status?.playlists.first)
        #expect(playlist.skipped.map(\.path) == [sign.path("media/a.jpg")])
        #expect(playlist.skipped.first?.reason.hasPrefix("/") == false)
        #expect(playlist.mode == .playlist && sign.status?.problems.isEmpty == false)
    }

    /// Also once a fallback plays, in which none is broken.
    @Test func brokenPicturesAreNamedWhileAFallbackPlays() throws {
        let sign = try Sign()
        try FileManager.default.createDirectory(atPath: sign.path("media"), withIntermediateDirectories: false)
        try sign.write("media/a.jpg", "no picture")
        sign.step("the built-in picture plays", when: { sign.status?.playlists.first?.mode == .builtIn })
        try sign.play("media", isUnattended: true)
        #expect(sign.status?.playlists.first?.skipped.map(\.path) == [sign.path("media/a.jpg")])
    }

    @Test func anUnpluggedScreenIsExpectedBack() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", sign.red)
        sign.step("both lit", when: { sign.status?.summary == "2 screens lit" }) { sign.unplug(1) }
        sign.step("one is missed", when: { sign.status?.problems.first?.hasPrefix("Virtual-2") == true })
        try sign.play("menu.yaml", screens: "640x480@60,800x600@50")
        let screens = try #require(sign.status?.devices.first?.screens)
        #expect(screens.map(\.state) == [.lit, .disconnected] && screens[1].expected == .litBefore)
        #expect(sign.lines.contains { $0.hasPrefix("vitrine: warning: Virtual-2") && $0.contains("disconnected") })
    }

    /// As after a power cut: the runtime folder is empty, and nobody said that the program ended.
    @Test func aScreenThatWasLitIsExpectedBackAfterAReboot() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", sign.red)
        let kept = sign.path(FormerScreens.fileName)
        sign.step("both are kept", when: { sign.kept.map(\.connector) == ["Virtual-1", "Virtual-2"] })
        try sign.play("menu.yaml", screens: "640x480@60,800x600@50")
        try FileManager.default.removeItem(atPath: sign.path("status.json"))
        sign.step("one is missed", when: { sign.status?.problems.first?.hasPrefix("Virtual-2") == true })
        try sign.play("menu.yaml")
        #expect(sign.status?.devices.first?.screens.map(\.state) == [.lit, .disconnected])
        #expect(sign.kept.map { $0.gone != nil } == [false, true])
        // Once more: since when it is gone is known.
        let since = sign.status?.devices.first?.screens.last?.since
        try FileManager.default.removeItem(atPath: sign.path("status.json"))
        sign.step("it is missed again", when: { sign.status?.problems.first?.hasPrefix("Virtual-2") == true })
        try sign.play("menu.yaml")
        #expect(sign.status?.devices.first?.screens.last?.since == since)
        // Deleted, it is forgotten, also by a restart that left its status behind.
        try FileManager.default.removeItem(atPath: kept)
        sign.step("nothing is missed", when: { sign.status?.summary == "1 screen lit" && !sign.kept.isEmpty })
        try sign.play("menu.yaml")
        #expect(sign.kept.map(\.connector) == ["Virtual-1"])
        // Damaged, it is said, and nothing else comes of it.
        try sign.write(FormerScreens.fileName, "{\"format\": 1, \"scre")
        sign.step("it is lit", when: { sign.status?.summary == "1 screen lit" && !sign.kept.isEmpty })
        try sign.play("menu.yaml")
        #expect(sign.lines.contains { $0.contains("\(kept): damaged, so screens that were lit before are not missed") })
    }

    @Test func aSignWhoseScreensAreAllOffIsReady() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", sign.red)
        sign.configuration.power = 0
        let never = try #require(CivilDate(text: "2026-01-01"))
        sign.power = [PowerRule([Schedule(dates: [DateRange(first: never, last: never)], zone: .utc)])]
        sign.step("it is off and ready", when: { sign.lines.contains { $0.contains("ready") } })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(screen(sign)?.state == .off && screen(sign)?.reason == "off for good, by schedule")
        #expect(sign.status?.problems == [] && sign.status?.summary == "Virtual-1 off for good, by schedule")
        #expect(sign.lines.contains("vitrine: Virtual-1: off for good, by schedule\n"), "\(sign.lines)")
    }

    @Test func theConfiguredModeIsNotThere() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", sign.red)
        sign.configuration.mode = try #require(ModePolicy("1920x1080"))
        sign.step("lit in another mode", when: { screen(sign)?.shortfall != nil })
        try sign.play("menu.yaml")
        #expect(screen(sign)?.state == .lit && sign.status?.problems.first?.contains("1920x1080") == true)
    }
}

extension Sign {
    /// The screens that are kept for the next start.
    fileprivate var kept: [FormerScreen] {
        FormerScreens.screens(Array((try? Data(contentsOf: URL(filePath: path(FormerScreens.fileName)))) ?? Data()))
            ?? []
    }
}
