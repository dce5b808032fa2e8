import DisplayModel
import HeadlessDisplay
import Media
import Paths
import Rendering
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// A medium whose frames move, through the whole engine: store, textures, presenters, keeper and device.
@Suite struct MovingMediaTests {
    private struct Scene {
        let stage: Stage
        let counter: MovingCounter
        var sources: [MediumSource] = []

        /// - Parameter showing: for each monitor, whether it shows the counter; the others show a still picture.
        init(_ monitors: String, showing: [Bool]) throws {
            counter = MovingCounter(framesPerSecond: 25, begin: MonotonicTime(nanoseconds: 3_000_000_000))
            stage = try Stage(
                try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) },
                show: Show(pictures: ["a"], duration: .seconds(5), transition: .seconds(1)), providers: [counter])
            stage.run(for: .seconds(1))
            for (screen, isShowing) in zip(stage.keeper?.screens ?? [], showing) where isShowing {
                let presenter = try #require(screen.content as? ScreenPresenter)
                let source = MediumSource(Medium(Counter()), on: screen.description.placement)
                sources.append(source)
                presenter.takeOver(source, now: stage.now)
            }
            stage.run(for: .seconds(1))
        }

        func flips(_ index: Int) -> [HeadlessDevice.Flip] { stage.device.flips(on: stage.device.connectorIDs[index]) }
    }

    @Test func twentyFiveFramesAreTwentyFiveCommitsOnEachScreenAtTheNearestRefresh() throws {
        let scene = try Scene("1920x1080@60,1280x720@50", showing: [true, true])
        let stage = scene.stage
        // From the first frame's time on.
        stage.run(for: .seconds(1))
        let (before, wakeUps, made) = ([scene.flips(0).count, scene.flips(1).count], stage.wakeUps, scene.counter.made)
        stage.run(for: .seconds(10))
        let samples = Int(scene.counter.made - made)
        #expect((249...251).contains(samples))
        var commits = 0
        for index in 0...1 {
            let flips = scene.flips(index).dropFirst(before[index])
            commits += flips.count
            #expect((249...251).contains(flips.count), "screen \(index): \(flips.count)")
            let period = try #require(stage.keeper?.screens[index].mode.refresh.period)
            for flip in flips {
                let number = (flip.time - scene.counter.time(of: 0)) / Duration.milliseconds(40)
                let distance = abs(number - number.rounded()) * 40
                #expect(distance <= Double(period.nanoseconds) / 2e6 + 0.01, "\(distance) ms from its time")
            }
        }
        #expect(stage.wakeUps - wakeUps <= 2 * commits + samples, "\(stage.wakeUps - wakeUps) for \(commits) commits")
        #expect(stage.device.violations == [])
    }

    @Test func aStillBesideItCostsNothing() throws {
        let scene = try Scene("1920x1080@60,1280x720@50", showing: [true, false])
        let before = scene.flips(1).count
        let drawn = scene.stage.renderer.frames
        let moved = scene.flips(0).count
        scene.stage.run(for: .seconds(10))
        #expect(scene.flips(1).count == before)
        // A frame may be drawn whose flip is still to come.
        #expect(
            abs(scene.stage.renderer.frames - drawn - (scene.flips(0).count - moved)) <= 1, "only the counter is drawn")
    }

    @Test func eachFrameIsTheOneOfItsTime() throws {
        let scene = try Scene("1920x1080@60", showing: [true])
        scene.stage.run(for: .milliseconds(2020))
        var numbers: [Int] = []
        for _ in 0..<50 {
            scene.stage.run(for: .milliseconds(40))
            let buffer = try #require(scene.stage.device.buffer(on: scene.stage.device.connectorIDs[0]))
            let frame = try #require(scene.stage.renderer.drawn[buffer.framebuffer])
            guard let command = frame.commands.last, case .picture(let picture, _, _, _) = command else { continue }
            let bytes = try #require(scene.stage.renderer.uploads[picture.picture]?[picture.version])
            numbers.append(Int(bytes[0]) + Int(bytes[1]) << 8)
        }
        #expect(numbers.count == 50)
        for (a, b) in zip(numbers, numbers.dropFirst()) { #expect(b == a + 1, "\(numbers)") }
        let now = (scene.stage.now - scene.counter.time(of: 0)) / Duration.milliseconds(40)
        #expect(abs(Double(numbers.last ?? 0) - now) <= 1)
    }

    @Test func lateFramesAreNoBacklog() throws {
        let scene = try Scene("1920x1080@60", showing: [true])
        scene.stage.run(for: .seconds(2))
        scene.counter.lateness = .milliseconds(400)
        scene.stage.run(for: .seconds(2))
        scene.counter.lateness = .zero
        let before = scene.flips(0).count
        scene.stage.run(for: .seconds(2))
        // What was missed is not shown after its time: no more than one flip for each frame's time.
        #expect(scene.flips(0).count - before <= 52)
        #expect(scene.stage.litConnectors.count == 1)
        #expect(scene.stage.device.violations == [])
    }

    @Test(arguments: [nil, MediaFailure("the counter is broken")])
    func anEndOrAFailureLeavesTheScreenLit(failure: MediaFailure?) throws {
        let scene = try Scene("1920x1080@60", showing: [true])
        scene.counter.stop = (scene.counter.made + 10, failure)
        scene.stage.run(for: .seconds(3))
        let before = scene.flips(0).count
        scene.stage.run(for: .seconds(10))
        #expect(scene.flips(0).count == before, "nothing moves any more")
        #expect(scene.stage.litConnectors.count == 1)
        #expect(scene.stage.story.contains("the counter is broken") == (failure != nil))
        #expect(scene.stage.keeper?.nextDeadline == .distantFuture)
    }
}
