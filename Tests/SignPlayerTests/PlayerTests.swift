import Foundation
import Glibc
import KioskEngine
import LinuxSystem
import Paths
import Playlist
import PlaylistReading
import StatusFile
import Synchronization
import Testing
import Timing

@testable import SignPlayer

/// The player as a whole, with the headless device, the renderer and the decoder process.
@Suite(.serialized) struct PlayerTests {
    private let red = "items: [{colour: '#ff0000'}]"
    private let blue = "items: [{colour: '#0000ff'}]"

    @Test func everyScreenIsLitAndReported() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        sign.step("both lit in status.json", when: { sign.status?.summary == "2 screens lit" })
        try sign.play("menu.yaml", screens: "640x480@60,800x600@50")
        let status = try #require(sign.status)
        #expect(status.version == "1.2.3" && status.process == Int(getpid()) && status.started?.hasSuffix("Z") == true)
        #expect(status.session?.isActive == true)
        let screens = try #require(status.devices.first?.screens)
        #expect(status.devices.count == 1 && screens.map(\.state) == [.lit, .lit])
        #expect(screens.map { $0.mode?.prefix(8) } == ["640x480@", "800x600@"])
        #expect(
            status.playlists
                == [.init(path: sign.path("menu.yaml"), playing: sign.path("menu.yaml"), mode: .playlist)])
        #expect(status.ended != nil && status.problems == [])
        #expect(sign.lines.contains { $0.hasPrefix("vitrine: Virtual-1: lit at 640x480@") })
    }

    @Test func aChangedPlaylistIsFollowed() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        sign.step(untilLogged: "Virtual-1: lit at") { try sign.write("menu.yaml", "items: [3]") }
        sign.step(untilLogged: "changed, but the playlist plays on as it was") {
            try sign.write("menu.yaml", sign.blue)
        }
        sign.step(untilLogged: "menu.yaml: changed; the new playlist plays")
        try sign.play("menu.yaml")
    }

    /// Somebody who attends to the program wants to know at once.
    @Test func aMissingPlaylistIsAnErrorWhereSomebodyAttends() throws {
        let problem = #expect(throws: FileProblem.self) { try Sign().play("menu.yaml") }
        #expect(problem?.status == ExitStatus.noInput)
    }

    @Test func unattendedAFallbackPlaysUntilThePlaylistCan() throws {
        let sign = try Sign()
        sign.step("the built-in picture plays", when: { sign.status?.playlists.first?.playing == "built-in" }) {
            try sign.write("menu.yaml", sign.red)
        }
        sign.step(
            "the playlist plays on the screen",
            when: { sign.status?.playingPaths == [sign.path("menu.yaml")] && sign.status?.summary == "1 screen lit" })
        sign.step(untilLogged: "ready")
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.lines.contains { $0.hasPrefix("vitrine: error: ") })
        // It was ended as it was asked to.
        #expect(try String(contentsOfFile: sign.path("starts"), encoding: .utf8) == "")
    }

    @Test func whatIsMissingIsLeftOutUntilItIsThere() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", "items: [{picture: gone.png}, {colour: '#ff0000'}, {playlist: gone.yaml}]")
        sign.step("the rest plays", when: { sign.status?.summary.hasPrefix("1 screen lit") == true })
        try sign.play("menu.yaml", isUnattended: true)
        let playlist = try #require(sign.status?.playlists.first)
        #expect(playlist.mode == .playlist && playlist.playing == sign.path("menu.yaml"))
        #expect(
            playlist.problems.count == 2 && playlist.problems.allSatisfy { $0.contains("left out until it is there") })
        // To somebody who attends it is a mistake.
        #expect(throws: FileProblem.self) { try sign.play("menu.yaml") }
    }

    /// Files and folders of a command line that change while they play, and come and go.
    @Test(arguments: [true, false]) func severalPathsAreFollowed(isUnattended: Bool) throws {
        let sign = try Sign()
        try sign.write("one.yaml", red)
        try sign.write("two.yaml", red)
        try FileManager.default.createDirectory(atPath: sign.path("show"), withIntermediateDirectories: false)
        let name = "\(sign.path("one.yaml")), \(sign.path("show")) and \(sign.path("two.yaml"))"
        func replaced(_ count: Int) -> () -> Bool {
            { sign.lines.count { $0.contains("\(name): changed; the new playlist plays") } == count }
        }
        sign.step("lit", when: { sign.status?.summary.hasPrefix("1 screen lit") == true }) {
            try sign.write("two.yaml", sign.blue)
        }
        sign.step("another text", when: replaced(1)) {
            try FileManager.default.removeItem(atPath: sign.path("one.yaml"))
        }
        sign.step("one less", when: replaced(2)) {
            #expect(sign.lines.contains { $0.contains("one.yaml:1:1: warning: no such file or folder") })
            try sign.write("one.yaml", sign.blue)
        }
        sign.step("it is back", when: replaced(3)) { try sign.write("show/playlist.yaml", sign.red) }
        sign.step("something in the folder", when: replaced(4))
        try sign.play("one.yaml", "show", "two.yaml", isUnattended: isUnattended)
        let playlist = try #require(sign.status?.playlists.first)
        #expect(playlist.path == name && playlist.playing == name && playlist.isSeveralPaths)
        // They are no path that anybody could look at.
        #expect(sign.status?.playingPaths == [])
    }

    @Test func ofSeveralPathsTheMissingOnesAreWaitedForUnattended() throws {
        let sign = try Sign()
        try sign.write("one.yaml", red)
        sign.step("what is there plays", when: { sign.status?.playlists.first?.mode == .playlist }) {
            #expect(sign.status?.playlists.first?.problems.first?.contains("left out until it is there") == true)
            try sign.write("two.yaml", sign.blue)
        }
        sign.step("both play", when: { sign.status?.playlists.first?.problems == [] })
        try sign.play("one.yaml", "two.yaml", isUnattended: true)
        // The texts of both are kept.
        try sign.write("two.yaml", "items: [oops")
        sign.step("the last good ones play", when: { sign.status?.playlists.first?.mode == .lastGood })
        try sign.play("one.yaml", "two.yaml", isUnattended: true)
    }

    @Test func theLastGoodPlaylistPlaysAfterARestartUntilTheNewOneIs() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", "items: [{playlist: inner.yaml}]")
        try sign.write("inner.yaml", red)
        let kept = { try FileManager.default.contentsOfDirectory(atPath: sign.folder.path) }
        sign.step("kept", when: { (try? kept().contains { $0.hasPrefix("last-good-playlist-") }) == true })
        try sign.play("menu.yaml", isUnattended: true)
        try sign.write("inner.yaml", "items: [oops")
        sign.step("the last good one plays", when: { sign.status?.playlists.first?.mode == .lastGood }) {
            #expect(sign.status?.playlists.first?.problems.first?.contains("inner.yaml:1:") == true)
            // The very same again.
            try sign.write("inner.yaml", sign.red)
        }
        sign.step("the new one plays", when: { sign.status?.playlists.first?.mode == .playlist })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.lines.contains { $0.contains("plays as it was when it could be played last") })
    }

    @Test func aDamagedRecordOfThePlaylistIsSaidAndNotPlayed() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        let record: () -> String? = {
            (try? FileManager.default.contentsOfDirectory(atPath: sign.folder.path))?
                .first { $0.hasPrefix("last-good-playlist-") }
        }
        sign.step("kept", when: { record() != nil })
        try sign.play("menu.yaml", isUnattended: true)
        let name = try #require(record())
        try sign.write(
            name, try String(contentsOfFile: sign.path(name), encoding: .utf8).replacing("ff0000", with: "ff0001"))
        try sign.write("menu.yaml", "items: [oops")
        sign.step("the built-in picture plays", when: { sign.status?.playlists.first?.mode == .builtIn })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.lines.contains { $0.contains("\(name): damaged, so the last good playlist is lost") })
    }

    /// It arrives after the folder was listed, and before the folder is watched.
    @Test func aFileThatArrivesBetweenReadingAndWatchingIsNotLost() throws {
        let sign = try Sign()
        try FileManager.default.createDirectory(atPath: sign.path("show"), withIntermediateDirectories: false)
        let late = Atomic(0)
        let readings = Mutex<[Int]>([])
        let rereading = try PlaylistRereading(
            PlaylistPath(FilePath(sign.path("other.yaml"))), defaults: PlaylistDefaults(), sources: .init(),
            on: sign.loop,
            makeReader: { [folder = sign.path("show")] files in
                var files = files
                let list = files.list
                files.list = { path, order in
                    let result = list(path, order)
                    if late.add(1, ordering: .relaxed).oldValue == 0 {
                        _ = FileManager.default.createFile(atPath: folder + "/late.png", contents: nil)
                    }
                    return result
                }
                return PlaylistLoading.reader(files)
            },
            .init(
                onReading: { reading in
                    readings.withLock { $0.append(reading.outcome.playlist?.pictures.count ?? -1) }
                    if reading.outcome.playlist?.pictures.count == 1 { sign.loop.stop() }
                }, onTrouble: { _ in }))
        try sign.write("other.yaml", "items: [{folder: show}]")
        rereading.readAgain()
        let limit = sign.loop.makeTimer { sign.loop.stop() }
        limit.set(EventLoop.now + .seconds(20))
        try sign.loop.run()
        withExtendedLifetime((rereading, limit)) {}
        #expect(readings.withLock { $0 } == [0, 1])
    }

    /// After three starts that failed the playlist is left alone, though it can be played.
    @Test func aSuspectPlaylistIsLeftAlone() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        try sign.write("starts", String(repeating: "\(time.tv_sec - 1)\n", count: 3))
        sign.step("the built-in picture plays", when: { sign.status?.playlists.first?.playing == "built-in" })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.pauses == [2])
        #expect(sign.status?.playlists.first?.suspect?.starts == 3)
        #expect(sign.status?.problems.contains { $0.contains("is left alone until ") } == true)
        #expect(
            sign.lines.contains { $0.contains("the playlist is left alone for 10 minutes: 3 starts with it failed") })
    }

    @Test func theStateIsToldOnRequest() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        sign.step(untilLogged: "Virtual-1: lit at") { pthread_kill(pthread_self(), SIGUSR1) }
        sign.step("the answer", when: { sign.lines.count { $0.contains("Virtual-1: lit at 640x480@") } == 2 })
        try sign.play("menu.yaml")
    }

    @Test func framesAreSaved() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", red)
        sign.step("a frame is saved", when: { !sign.frames.isEmpty })
        try sign.play("menu.yaml", screens: "64x48@60", saveFrames: "frames")
        #expect(sign.frames.count == 1 && sign.frames[0].hasPrefix("Virtual-1-001-"))
        let file = try #require(FileManager.default.contents(atPath: sign.path("frames/" + sign.frames[0])))
        #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(sign.lines.contains { $0.contains("1 picture of 1 screen written into \(sign.path("frames"))") })
    }
}
