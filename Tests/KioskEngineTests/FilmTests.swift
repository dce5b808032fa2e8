import DisplayModel
import HeadlessDisplay
import MediaDecoding
import Paths
import Playlist
import Rendering
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Films of playlists, through the whole engine, in virtual time: what is on a screen is a function of the show's time.
@Suite struct FilmTests {
    /// When the monotonic clock is zero; a whole number of every list's turns here.
    private static let origin = WallTime(seconds: 1_800_000_000)

    private struct Scene {
        let stage: Stage
        let films: CountedFilms

        init(
            _ items: [Item], sync: Playlist.Sync = .wallClock, monitors: String = "1920x1080@60",
            films: CountedFilms = CountedFilms(count: 100_000)
        ) throws {
            self.films = films
            let show = Show(
                Playlist(zones: [Zone(content: ItemList(items))], sync: sync), clock: WallClock(origin: origin),
                now: MonotonicTime(nanoseconds: 1_000_000_000))
            stage = try Stage(
                monitors.isEmpty
                    ? [HeadlessConnector()] : try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) },
                show: show,
                clock: WallClock(origin: origin), providers: [VideoProvider(films)])
        }

        func number(_ index: Int = 0) -> Int? { stage.frameOfFilm(index) }

        /// Whether the screen shows the frame of an instant of the film: one refresh and a little is its tolerance.
        func shows(_ time: Duration, _ index: Int = 0) -> Bool {
            guard let number = number(index) else { return false }
            return abs(Double(number) * 0.04 + 0.02 - time.inSeconds) <= 0.02 + 0.018
        }
    }

    private func film(_ path: FilePath, _ seconds: Int, loops: Bool? = nil) -> Item {
        Item(.video(Video(path: path, loops: loops)), duration: .seconds(seconds), style: Style(Look(), .cut))
    }

    @Test func filmsPlayInTurnEachFromItsFirstFrame() throws {
        let scene = try Scene([film("/a.mp4", 2), film("/b.mp4", 3)], monitors: "1920x1080@60,1280x720@50")
        scene.stage.run(for: .milliseconds(9_330))
        for step in 0..<200 {
            scene.stage.run(for: .milliseconds(173))
            let into = (scene.stage.now.nanoseconds / 1_000_000) % 5_000
            let time = Duration.milliseconds(into < 2_000 ? into : into - 2_000)
            for screen in 0...1 {
                try #require(
                    scene.shows(time, screen),
                    "step \(step): \(scene.number(screen) as Any) at \(time.inSeconds) s\n\(scene.stage.story)")
            }
        }
        #expect(scene.films.openFilms <= 2, "the one that plays and the next one")
        #expect(scene.stage.device.violations == [])
    }

    @Test func aFilmAloneGoesRoundAndIsWhereItWasAlways() throws {
        let scene = try Scene([film("/a.mp4", 2)], films: CountedFilms(count: 50))
        scene.stage.run(for: .seconds(3))
        // Its frames are counted from 1970, and the lowest two bytes are what the frame shows.
        let first = Int((Self.origin.nanoseconds + 4_000_000_000) / 40_000_000) & 0xFFFF
        for step in 0..<100 {
            scene.stage.run(for: .milliseconds(311))
            let passed = Int((scene.stage.now.nanoseconds - 4_000_000_000) / 40_000_000)
            let number = try #require(scene.number())
            #expect(abs((number - first - passed + 0x18000) & 0xFFFF - 0x8000) <= 1, "step \(step)")
        }
        #expect(scene.films.openFilms == 1, "it is never opened anew")
    }

    @Test func aFilmThatIsOverStaysWithItsLastFrame() throws {
        let scene = try Scene([film("/a.mp4", 10, loops: false), film("/b.mp4", 10)], films: CountedFilms(count: 50))
        scene.stage.run(for: .seconds(20))
        // Films of two seconds in turns of ten.
        scene.stage.run(for: .seconds(8))
        #expect(scene.number() == 49)
        let before = scene.stage.device.flips(on: scene.stage.device.connectorIDs[0]).count
        scene.stage.run(for: .milliseconds(500))
        #expect(scene.stage.device.flips(on: scene.stage.device.connectorIDs[0]).count == before)
        scene.stage.run(for: .seconds(2))
        #expect(scene.shows(scene.stage.now - MonotonicTime(nanoseconds: 30_000_000_000)))
    }

    @Test func aShowThatCountsFromItsStartBeginsWithTheFirstFrame() throws {
        let scene = try Scene([film("/a.mp4", 60)], sync: .start, monitors: "")
        scene.stage.run(for: .seconds(5))
        scene.stage.device.plug(scene.stage.device.connectorIDs[0], try HeadlessMonitor("1280x720"))
        var numbers: [Int] = []
        for _ in 0..<200 {
            scene.stage.run(for: .milliseconds(10))
            if let number = scene.number(), number != numbers.last { numbers.append(number) }
        }
        #expect(numbers.count > 30 && numbers == Array(0..<numbers.count), "\(numbers.prefix(20))")
        #expect(scene.films.openFilms == 1)
    }

    @Test(arguments: [-7_000, -900, -30, 30, 900, 7_000, 86_400_000 * 365] as [Int64])
    func whenTheClockIsSetTheFilmIsWhereTheClockHasIt(step: Int64) throws {
        let scene = try Scene([film("/a.mp4", 2)], films: CountedFilms(count: 50))
        scene.stage.run(for: .seconds(5))
        let before = scene.stage.device.flips(on: scene.stage.device.connectorIDs[0]).count
        let origin = Self.origin + .milliseconds(step)
        scene.stage.director.clockSet(WallClock(origin: origin), now: scene.stage.now)
        scene.stage.run(for: .milliseconds(500))
        for _ in 0..<20 {
            scene.stage.run(for: .milliseconds(130))
            let number = try #require(scene.number(), "something of the film is always on screen")
            let due = Int((origin.nanoseconds + scene.stage.now.nanoseconds) / 40_000_000) & 0xFFFF
            #expect(abs((number - due + 0x18000) & 0xFFFF - 0x8000) <= 1)
        }
        #expect(scene.stage.device.flips(on: scene.stage.device.connectorIDs[0]).count > before + 50)
        #expect(scene.films.openFilms == 1)
        #expect(scene.stage.litConnectors.count == 1)
    }

    @Test func aDecoderThatEndsIsReplacedAndAFilmThatEndsThemIsSkipped() throws {
        let scene = try Scene([film("/a.mp4", 60), film("/b.mp4", 60)])
        let death = DecodingFailure(.decoderEnded, "/a.mp4: the decoder was killed (SIGKILL)")
        // It is at 21 s of the first film.
        scene.stage.run(for: .seconds(20))
        (scene.films.failure, scene.films.failures) = ((22 * 25, death), 1)
        scene.stage.run(for: .seconds(3))
        #expect(scene.films.failures == 0 && scene.shows(.seconds(24)), "\(scene.number() as Any)")
        #expect(!scene.stage.story.contains("SIGKILL"), "one end is nobody's fault")

        (scene.films.failure, scene.films.failures) = ((25 * 25, death), 1)
        scene.stage.run(for: .seconds(2))
        #expect(scene.stage.story.contains("/a.mp4: the decoder was killed (SIGKILL)"), "\(scene.stage.story)")
        #expect(scene.number() != nil, "the other film plays in its time")
        #expect(scene.stage.litConnectors.count == 1)
    }
}
