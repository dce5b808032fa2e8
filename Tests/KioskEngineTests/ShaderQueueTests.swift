import DisplayModel
import HeadlessDisplay
import LinuxSystem
import Media
import Paths
import Playlist
import PlaylistReading
import Presentation
import Rendering
import SlideComposition
import Testing
import Timing

@testable import KioskEngine

/// Shaders of a playlist: none reaches a renderer before it was tried elsewhere.
@Suite struct ShaderQueueTests {
    private static let good: FilePath = "good.frag"
    private static let bad: FilePath = "bad.frag"

    /// Runs trials when the test wants.
    private final class Trials {
        var jobs: [@Sendable () -> Void] = []

        func queue() throws -> ShaderQueue {
            try ShaderQueue { path, _, _ in
                path == good ? .passed : .refused("line 3: there is no end")
            } runElsewhere: { [unowned self] in
                jobs.append($0)
            }
        }

        func run() {
            let due = jobs
            jobs = []
            for job in due { job() }
        }
    }

    private func show() -> Show {
        let items = zip(["a", "b"] as [FilePath], [Self.good, Self.bad]).map { picture, path in
            Item(
                .picture(path: picture), duration: .seconds(1),
                style: Style(Look(), Transition(.custom(path: path), duration: .milliseconds(500))))
        }
        return Show(
            Playlist(zones: [Zone(content: ItemList(items))], sync: .start),
            shaders: [Self.good: [1], Self.bad: [2]], clock: WallClock(origin: WallTime(seconds: 1_800_000_000)),
            now: MonotonicTime(nanoseconds: 1_000_000_000))
    }

    @Test func aShaderIsUsedWhenItHasPassed() throws {
        let trials = Trials()
        let stage = try Stage(
            try HeadlessMonitor.list("640x480@60").map { HeadlessConnector($0) }, show: show(), shaders: trials.queue())
        stage.run(for: .seconds(3))
        #expect(stage.litConnectors.count == 1, "the screen does not wait for it")
        #expect(stage.renderer.transitions == [:])
        #expect(stage.renderer.withheld == ["good.frag", "bad.frag"])
        #expect(trials.jobs.count == 2)
        trials.run()
        stage.director.takeShaders()
        stage.run(for: .seconds(3))
        #expect(stage.renderer.transitions == ["good.frag": [1]])
        #expect(
            stage.events.map(\.description).filter { $0.contains("frag") }
                == ["bad.frag: line 3: there is no end; its slides are cross-faded until it is corrected"])
        #expect(stage.device.violations == [])
    }

    /// A picture that only transitions have takes no slide out when it is broken: file and uniform are named.
    @Test func aBrokenPictureOfAShaderCostsItsTransition() {
        let transition = Transition(.custom(path: Self.good, pictures: ["luma": "map.png"]), duration: .seconds(1))
        let items = [Item(.picture(path: "a.png"), style: Style(Look(), transition))]
        let show = Show(
            Playlist(zones: [Zone(content: ItemList(items))], sync: .start),
            clock: WallClock(origin: WallTime(seconds: 1_800_000_000)), now: MonotonicTime(nanoseconds: 0))
        let programme = Programme(show)
        var events: [String] = []
        programme.leaveOut("map.png", MediaFailure("map.png: it is no picture")) { events.append($0.description) }
        #expect(
            events == [
                "transition: map.png: it is no picture; the slides of good.frag are cross-faded without its picture 'luma'"
            ])
        #expect(programme.failures(of: "main") == [:] && !show.isAllBroken)
        #expect(show.shadersWithoutPicture == [Self.good: "its picture 'luma': map.png: it is no picture"])
        programme.leaveOut("a.png", MediaFailure("a.png: it is no picture")) { events.append($0.description) }
        #expect(show.isAllBroken)
    }

    /// A picture that only transitions have is made ready ahead, and read anew when its file is another.
    @Test func aChangedPictureOfAShaderIsReadAnew() {
        let transition = Transition(.custom(path: Self.good, pictures: ["luma": "map.png"]), duration: .seconds(1))
        let items = (["a.png", "b.png"] as [FilePath]).map {
            Item(.picture(path: $0), style: Style(Look(), transition))
        }
        let now = MonotonicTime(nanoseconds: 1_000_000_000)
        let show = Show(
            Playlist(zones: [Zone(content: ItemList(items))], sync: .start),
            clock: WallClock(origin: WallTime(seconds: 1_800_000_000)), now: now)
        show.begin(at: now)
        let size = Size(width: 640, height: 480)
        let scene = ScenePlayer(
            show.scene(for: OutputTraits(connector: "HDMI-A-1", size: size)), in: Placement(output: size))
        let demands = PlaylistSource(show) { _ in }.demands(of: scene, from: now)
        let map = demands.first { $0.medium.specification(as: PictureSpec.self)?.path == "map.png" }
        #expect(map?.isUrgent == true)
        #expect(show.picturesSeen.contains("map.png") && show.isSame(as: show.playlist, isRetry: false))
        show.pictureRevisions.opened("map.png", number: 0, as: FileRevision(of: "/proc/self/exe"))
        show.pictureRevisions.note(["map.png": FileRevision(of: "/etc/passwd")])
        #expect(!show.isSame(as: show.playlist, isRetry: false))
    }

    /// A machine that is busy may be so for a moment.
    @Test func whatCouldNotBeTriedIsTriedAgain() throws {
        let trials = Trials()
        let queue = try ShaderQueue { _, _, _ in
            .untried("busy")
        } runElsewhere: {
            trials.jobs.append($0)
        }
        let trial = ShaderQueue.Trial(path: "a.frag", source: [1], renderNode: nil)
        #expect(queue.verdict(on: trial) == nil)
        for attempt in 1...3 {
            #expect(trials.jobs.count == 1)
            trials.run()
            let (passed, warnings) = queue.take()
            #expect(passed == [] && warnings.count == (attempt == 3 ? 1 : 0))
        }
        #expect(trials.jobs.isEmpty && queue.verdict(on: trial) == .untried("busy"))
    }

    /// Nothing is tried twice; the renderer that replaces another one gets what has passed.
    @Test func whatHasPassedIsGivenToTheNextRenderer() throws {
        let trials = Trials()
        let stage = try Stage(
            try HeadlessMonitor.list("640x480@60").map { HeadlessConnector($0) }, show: show(), shaders: trials.queue())
        trials.run()
        stage.director.takeShaders()
        stage.run(for: .seconds(2))
        let old = stage.renderer
        old.loseContext()
        stage.run(for: .seconds(3))
        #expect(stage.renderer !== old)
        #expect(stage.renderer.transitions == ["good.frag": [1]])
        #expect(trials.jobs.isEmpty)
    }
}
