import DisplayModel
import HeadlessDisplay
import Media
import MediaDecoding
import Paths
import Rendering
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Films through the whole engine, in virtual time: slots, store, textures, presenters, keeper and device.
@Suite struct VideoProviderTests {
    private struct Scene {
        let stage: Stage
        let films: CountedFilms
        let medium: Medium
        let begin = MonotonicTime(nanoseconds: 3_000_000_000)

        init(_ monitors: String, _ films: CountedFilms, loops: Bool = true) throws {
            self.films = films
            let passage = try #require(VideoPassage(loops: loops))
            medium = Medium(VideoSpec(path: "/film.mp4", passage: passage))
            stage = try Stage(
                try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) },
                show: Show(pictures: ["a"], duration: .seconds(5), transition: .seconds(1)),
                providers: [VideoProvider(films)])
            stage.run(for: .seconds(1))
            for screen in stage.keeper?.screens ?? [] {
                let presenter = try #require(screen.content as? ScreenPresenter)
                presenter.takeOver(MediumSource(medium, due: begin, on: screen.description.placement), now: stage.now)
            }
        }

        func flips(_ index: Int) -> [HeadlessDevice.Flip] { stage.device.flips(on: stage.device.connectorIDs[index]) }

        func number(_ index: Int = 0) -> Int? { stage.frameOfFilm(index) }
    }

    @Test func twentyFiveFramesAreTwentyFiveCommitsOnEachScreen() throws {
        let scene = try Scene("1920x1080@60,1280x720@50", CountedFilms(count: 1000))
        let stage = scene.stage
        stage.run(for: .seconds(3))
        let (before, wakeUps) = ([scene.flips(0).count, scene.flips(1).count], stage.wakeUps)
        stage.run(for: .seconds(10))
        var commits = 0
        for index in 0...1 {
            let flips = scene.flips(index).dropFirst(before[index])
            commits += flips.count
            #expect((249...251).contains(flips.count), "screen \(index): \(flips.count)")
            let period = try #require(stage.keeper?.screens[index].mode.refresh.period)
            for flip in flips {
                let number = (flip.time - scene.begin) / Duration.milliseconds(40)
                let distance = abs(number - number.rounded()) * 40
                #expect(distance <= Double(period.nanoseconds) / 2e6 + 0.01, "\(distance) ms from its time")
            }
        }
        // Two for each commit, and one for each frame that is taken in.
        #expect(stage.wakeUps - wakeUps <= 2 * commits + 251, "\(stage.wakeUps - wakeUps) for \(commits) commits")
        #expect(stage.device.violations == [])
    }

    @Test(arguments: [(24000, 1001), (25, 1), (30000, 1001), (50, 1), (60000, 1001)] as [(Int64, Int64)])
    func theFrameOfTheMomentIsOnScreenAtAnyRate(frames: Int64, seconds: Int64) throws {
        let films = CountedFilms(rate: (frames, seconds), count: 100_000)
        let scene = try Scene("1920x1080@60", films)
        scene.stage.run(for: .seconds(2))
        for step in 0..<200 {
            scene.stage.run(for: .milliseconds(173))
            let shown = try #require(scene.number(0))
            let due = (scene.stage.now - scene.begin).inSeconds * Double(frames) / Double(seconds)
            // Within a refresh on either side.
            let slack = Double(frames) / Double(seconds) / 60 + 0.01
            #expect(
                Double(shown) <= due + slack && Double(shown + 1) >= due - slack, "step \(step): \(shown), not \(due)")
        }
    }

    @Test func theFirstFrameIsThereBeforeItsTurn() throws {
        let scene = try Scene("1920x1080@60", CountedFilms(count: 1000))
        // It begins in a second.
        scene.stage.run(for: .milliseconds(500))
        #expect(scene.films.made == 6)
        #expect(scene.number(0) == nil || scene.stage.now < scene.begin)
        scene.stage.run(for: scene.begin - scene.stage.now + .milliseconds(17))
        #expect(scene.number(0) == 0)
    }

    @Test func aDecoderThatWasStuckGoesOnWithWhatIsDue() throws {
        let scene = try Scene("1920x1080@60", CountedFilms(count: 1000))
        scene.stage.run(for: .seconds(3))
        scene.films.isStuck = true
        scene.stage.run(for: .seconds(2))
        scene.films.isStuck = false
        let made = scene.films.made
        scene.stage.run(for: .seconds(1))
        let due = (scene.stage.now - scene.begin) / Duration.milliseconds(40)
        #expect(abs(Double(try #require(scene.number(0))) - due) <= 1.5)
        // What was missed is not made: a second of frames, and those that are ahead.
        #expect(scene.films.made - made <= 25 + 7)
    }

    @Test func anEndAndAFailureLeaveTheScreenLit() throws {
        for fails in [false, true] {
            let films = CountedFilms(count: 50)
            if fails { films.failure = (30, DecodingFailure(.damaged, "/film.mp4: is damaged")) }
            let scene = try Scene("1920x1080@60", films, loops: false)
            scene.stage.run(for: .seconds(6))
            let before = scene.flips(0).count
            scene.stage.run(for: .seconds(10))
            #expect(scene.flips(0).count == before, "nothing moves any more")
            #expect(scene.stage.litConnectors.count == 1)
            #expect(scene.films.openFilms == (fails ? 0 : 1))
        }
    }

    @Test func aFilmThatNobodyWantsIsClosed() throws {
        let scene = try Scene("1920x1080@60", CountedFilms(count: 1000))
        scene.stage.run(for: .seconds(3))
        #expect(scene.films.openFilms == 1)
        for screen in scene.stage.keeper?.screens ?? [] {
            let presenter = try #require(screen.content as? ScreenPresenter)
            presenter.takeOver(MediumSource(nil, on: screen.description.placement), now: scene.stage.now)
        }
        scene.stage.run(for: .seconds(1))
        #expect(scene.films.openFilms == 0)
    }
}
