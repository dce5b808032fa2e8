import DisplayModel
import HeadlessDisplay
import LinuxSystem
import Overlays
import Paths
import Rendering
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Screens that say which one they are, over what they show.
@Suite struct IdentifyTests {
    private let machine = MachineIdentity(hostName: "sign-1", addresses: [.init(interface: "eth0", text: "192.0.2.1")])

    private func stage(_ monitors: String, duration: Duration = .seconds(5)) throws -> Stage {
        let stage = try Stage(
            try HeadlessMonitor.list(monitors).map { HeadlessConnector($0) },
            show: Show(pictures: ["a", "b"], duration: duration, transition: .milliseconds(500)),
            providers: [TextProvider.atOnce()])
        stage.director.changeOverlays(now: stage.now) { $0.machine = machine }
        stage.run(for: .milliseconds(1800))
        return stage
    }

    private func identify(_ stage: Stage, for length: Duration) {
        stage.director.changeOverlays(now: stage.now) { $0.identify(until: stage.now + length, now: stage.now) }
    }

    /// What of a screen's frame is text, with the panel below it.
    private func texts(_ stage: Stage, _ index: Int) -> [DrawCommand] {
        guard let buffer = stage.device.buffer(on: stage.device.connectorIDs[index]),
            let frame = stage.renderer.drawn[buffer.framebuffer]
        else { return [] }
        return frame.commands.filter { if case .surface = $0 { true } else { false } }
    }

    @Test func everyScreenSaysItForAsLongAsItIsAskedTo() throws {
        let stage = try stage("1920x1080@60,1280x720@50")
        defer { stage.close() }
        #expect(texts(stage, 0).isEmpty)
        identify(stage, for: .seconds(2))
        stage.run(for: .milliseconds(200))
        // A panel, connector, monitor, mode, host and address.
        #expect(texts(stage, 0).count == 6)
        #expect(texts(stage, 1).count == 6)
        #expect(texts(stage, 0) != texts(stage, 1))
        stage.run(for: .milliseconds(1750))
        #expect(texts(stage, 0).count == 6)
        stage.run(for: .milliseconds(150))
        #expect(texts(stage, 0).isEmpty)
        #expect(texts(stage, 1).isEmpty)
    }

    /// The content below is the same, refresh by refresh, as without it.
    @Test func contentGoesOnBelow() throws {
        func shown(identifying: Bool) throws -> [[EngineEvent]] {
            let stage = try stage("1920x1080@60", duration: .seconds(1))
            defer { stage.close() }
            if identifying { identify(stage, for: .seconds(3)) }
            stage.run(for: .seconds(6))
            return [stage.events.filter { if case .shown = $0 { true } else { false } }]
        }
        let (plain, identified) = (try shown(identifying: false), try shown(identifying: true))
        #expect("\(plain)" == "\(identified)")
        #expect(plain[0].count > 4)
    }

    @Test func aScreenThatComesMeanwhileSaysItToo() throws {
        let connectors = try HeadlessMonitor.list("1920x1080@60,1280x720@50").map { HeadlessConnector($0) }
        let stage = try Stage(
            connectors, show: Show(pictures: ["a"], duration: .seconds(5), transition: .zero),
            providers: [TextProvider.atOnce()],
            prepare: { $0.unplug($0.connectorIDs[1], .loud) })
        defer { stage.close() }
        stage.run(for: .seconds(1))
        #expect(stage.litConnectors.count == 1)
        identify(stage, for: .seconds(20))
        stage.run(for: .seconds(1))
        stage.device.plug(stage.device.connectorIDs[1], try HeadlessMonitor.list("1280x720@50")[0], .loud)
        stage.run(for: .seconds(3))
        #expect(stage.litConnectors.count == 2)
        #expect(texts(stage, 1).count == 6)
    }

    /// It costs two frames: one with it, one without.
    @Test func standsStill() throws {
        let stage = try stage("1920x1080@60", duration: .seconds(600))
        defer { stage.close() }
        let before = stage.device.flips(on: stage.device.connectorIDs[0]).count
        identify(stage, for: .seconds(60))
        stage.run(for: .seconds(61))
        let flips = stage.device.flips(on: stage.device.connectorIDs[0]).count - before
        #expect((2...3).contains(flips), "\(flips)")
    }

    @Test func anotherRequestReplacesItAndOneThatIsOverEndsIt() throws {
        let stage = try stage("1920x1080@60")
        defer { stage.close() }
        identify(stage, for: .seconds(1))
        stage.run(for: .milliseconds(500))
        identify(stage, for: .seconds(2))
        stage.run(for: .seconds(1))
        #expect(texts(stage, 0).count == 6)
        identify(stage, for: .zero)
        stage.run(for: .milliseconds(100))
        #expect(texts(stage, 0).isEmpty)
    }

    @Test func anAddressThatChangesIsShown() throws {
        let stage = try stage("1920x1080@60", duration: .seconds(600))
        defer { stage.close() }
        identify(stage, for: .seconds(60))
        stage.run(for: .seconds(1))
        let before = texts(stage, 0)
        stage.director.changeOverlays(now: stage.now) { $0.machine.addresses[0].text = "198.51.100.200" }
        stage.run(for: .seconds(1))
        #expect(texts(stage, 0).count == 6)
        #expect(texts(stage, 0) != before)
    }

    /// A renderer that is lost takes the text with it, and the next one has it again.
    @Test func outlivesARenderer() throws {
        let stage = try stage("1920x1080@60", duration: .seconds(600))
        defer { stage.close() }
        identify(stage, for: .seconds(60))
        stage.run(for: .seconds(1))
        stage.keeper?.replaceRenderer(now: stage.now)
        stage.run(for: .seconds(5))
        #expect(texts(stage, 0).count == 6)
        #expect(stage.seats[0].renderers.count == 2)
    }
}

/// Overlays that stay: the test card, and the label of a fallback.
@Suite struct StandingOverlayTests {
    private func stage(_ show: Show) throws -> Stage {
        try Stage(
            try HeadlessMonitor.list("1280x720@60").map { HeadlessConnector($0) }, show: show,
            providers: [TextProvider.atOnce()])
    }

    private func frame(_ stage: Stage) -> FrameDescription? {
        stage.device.buffer(on: stage.device.connectorIDs[0]).flatMap { stage.renderer.drawn[$0.framebuffer] }
    }

    private func surfaces(_ stage: Stage) -> Int {
        frame(stage)?.commands.count { if case .surface = $0 { true } else { false } } ?? 0
    }

    @Test func theTestCardFlipsInEveryRefreshAndEnds() throws {
        let stage = try stage(Show(pictures: ["a"], duration: .seconds(600), transition: .zero))
        defer { stage.close() }
        stage.director.changeOverlays(now: stage.now) { $0.showsTestCard = true }
        stage.run(for: .seconds(2))
        let before = stage.device.flips(on: stage.device.connectorIDs[0]).count
        stage.run(for: .seconds(2))
        #expect((119...121).contains(stage.device.flips(on: stage.device.connectorIDs[0]).count - before))
        #expect(surfaces(stage) > 30)
        stage.director.changeOverlays(now: stage.now) { $0.showsTestCard = false }
        stage.run(for: .seconds(1))
        #expect(surfaces(stage) == 0)
        let count = stage.device.flips(on: stage.device.connectorIDs[0]).count
        stage.run(for: .seconds(5))
        #expect(stage.device.flips(on: stage.device.connectorIDs[0]).count == count, "nothing moves any more")
    }

    /// The label is there from when a labelled show plays until another one does.
    @Test func aFallbackIsLabelledAndNothingElseIs() throws {
        let plain = Show(pictures: ["a"], duration: .seconds(600), transition: .zero)
        let labelled = Show(
            plain.playlist, isLabelled: true, clock: plain.clock, now: MonotonicTime(nanoseconds: 1_000_000_000))
        let stage = try stage(labelled)
        defer { stage.close() }
        stage.director.changeOverlays(now: stage.now) {
            $0.machine = MachineIdentity(hostName: "sign-1", addresses: [])
        }
        stage.run(for: .seconds(2))
        #expect(surfaces(stage) == 1)
        let count = stage.device.flips(on: stage.device.connectorIDs[0]).count
        stage.run(for: .seconds(5))
        #expect(stage.device.flips(on: stage.device.connectorIDs[0]).count == count, "it stands still")
        stage.director.takeOver(plain, from: labelled, now: stage.now)
        stage.run(for: .seconds(2))
        #expect(surfaces(stage) == 0)
    }
}
