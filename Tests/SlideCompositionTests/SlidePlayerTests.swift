import DisplayModel
import Paths
import Playlist
import Rendering
import Scheduling
import SlideComposition
import Testing

@Suite struct SlidePlayerTests {
    private let show = Timeline(ItemList((0..<3).map { Item(.picture(path: "\($0)"), duration: .seconds(5)) }))
    private let tolerance = Duration.milliseconds(33)

    private func ready(_ slide: Slide) -> ReadySlide {
        ReadySlide(
            slide,
            picture: slide.path.flatMap { UInt64("\($0)") }.map {
                ReadyPicture(id: PictureID(rawValue: $0), size: Size(width: 100, height: 100))
            })
    }

    private func slide(_ name: String) -> Slide { Slide(.picture(path: FilePath(name))) }

    private func compose(
        _ player: inout SlidePlayer, at milliseconds: Int, of timeline: Timeline? = nil,
        without missing: Set<String> = []
    ) -> SlidePlayer.Composition {
        player.compose(at: .milliseconds(milliseconds), of: timeline ?? show, tolerance: tolerance) {
            missing.contains($0.description) ? nil : ready($0)
        }
    }

    /// What shows, in short: `1`, or `0>1 0.25`.
    private func summary(_ composition: SlidePlayer.Composition) -> String {
        switch composition.content {
        case .nothing: "-"
        case .still(let slide, _): "\(slide.slide)"
        case .change(let from, _, let to, _, let progress): "\(from.slide)>\(to.slide) \(progress)"
        case .appearing(let slide, _, let progress): "->\(slide.slide) \(progress)"
        case .vanishing(let slide, _, let progress): "\(slide.slide)>- \(progress)"
        }
    }

    @Test func withEverythingReadyAFrameDependsOnTheMomentAlone() {
        var playing = SlidePlayer()
        for milliseconds in stride(from: 0, through: 40_000, by: 370) {
            var fresh = SlidePlayer()
            let (a, b) = (compose(&playing, at: milliseconds), compose(&fresh, at: milliseconds))
            #expect(summary(a) == summary(b), "at \(milliseconds) ms")
            #expect(a == b)
        }
    }

    @Test func theOldSlideStaysUntilTheNewOneIsThere() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 4_990)) == "0")
        let held = compose(&player, at: 5_200, without: ["1"])
        #expect(summary(held) == "0")
        #expect(held.missing == slide("1"))
        // It comes 1.5 s late: its transition begins then, from what is on screen.
        let arrives = compose(&player, at: 6_500)
        #expect(summary(arrives) == "0>1 0.0")
        #expect(arrives.nextChange == .milliseconds(6_500))
        #expect(summary(compose(&player, at: 6_750)) == "0>1 0.25")
        #expect(summary(compose(&player, at: 7_500)) == "1")
        // The next slide is on time again.
        #expect(summary(compose(&player, at: 10_500)) == "1>2 0.5")
    }

    /// One picture takes longer to decode than it would show, and the decoder does one after another, always the one
    /// that is needed most.
    @Test func whereDecodingCannotKeepUpSlidesChangeWhenTheyCan() {
        var player = SlidePlayer()
        var ready: Set<String> = []
        var decoding: (slide: String, done: Int)?
        var shown: [String] = []
        for milliseconds in stride(from: 0, to: 120_000, by: 100) {
            if let job = decoding, job.done <= milliseconds {
                ready.insert(job.slide)
                decoding = nil
            }
            let composition = compose(&player, at: milliseconds, without: Set(["0", "1", "2"]).subtracting(ready))
            if let slide = composition.slide?.description, shown.last != slide { shown.append(slide) }
            let needs = player.needs(at: .milliseconds(milliseconds), of: show).map(\.slide.description)
            ready.formIntersection(needs)
            if let job = decoding, !needs.contains(job.slide) { decoding = nil }
            if decoding == nil, let next = needs.first(where: { !ready.contains($0) }) {
                decoding = (next, milliseconds + 12_000)
            }
        }
        #expect(shown.count >= 6, "\(shown)")
        #expect(Set(shown) == ["0", "1", "2"], "\(shown)")
    }

    @Test func aScreenThatJoinsInTheMiddleOfATransitionShowsThatMoment() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 5_500)) == "0>1 0.5")
        var without = SlidePlayer()
        #expect(summary(compose(&without, at: 5_500, without: ["0"])) == "1")
    }

    @Test func nothingReadyIsBlack() {
        var player = SlidePlayer()
        let composition = compose(&player, at: 0, without: ["0", "1", "2"])
        #expect(composition.content == .nothing)
        #expect(composition.slide == nil)
        #expect(composition.missing == slide("0"))
    }

    @Test func itNeedsWhatShowsAndWhatComes() {
        var player = SlidePlayer()
        func slides(at milliseconds: Int) -> [String] {
            player.needs(at: .milliseconds(milliseconds), of: show).map(\.slide.description)
        }
        #expect(slides(at: 0) == ["0", "1"])
        _ = compose(&player, at: 5_500)
        #expect(slides(at: 5_500) == ["1", "0", "2"])
        #expect(slides(at: 6_500) == ["1", "2"], "what has left is let go")
    }

    // MARK: Where nothing plays at times

    /// In force from one second of the day to another.
    private func scheduled(_ times: String, transition: Transition = .standard) throws -> Timeline {
        let schedule = Schedule(times: [try #require(DailyWindow(text: times))], zone: .utc)
        let style = Style(Look(), transition)
        return Timeline(
            ItemList([Item(.picture(path: "0"), schedules: [0], style: style)]), schedules: [schedule])
    }

    @Test func aSlideFadesWhereNothingWas() throws {
        let timeline = try scheduled("0:01-0:02")
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 59_900, of: timeline)) == "-")
        #expect(summary(compose(&player, at: 60_000, of: timeline)) == "->0 0.0")
        let coming = compose(&player, at: 60_250, of: timeline)
        #expect(summary(coming) == "->0 0.25")
        #expect(coming.isMoving && !coming.isSettled && coming.nextChange == .milliseconds(60_250))
        let there = compose(&player, at: 61_000, of: timeline)
        #expect(summary(there) == "0" && !there.isMoving && there.nextChange == .milliseconds(120_000))
        let going = compose(&player, at: 120_250, of: timeline)
        #expect(summary(going) == "0>- 0.25")
        #expect(going.isMoving && going.slide == nil)
        let gone = compose(&player, at: 121_000, of: timeline)
        #expect(summary(gone) == "-" && !gone.isMoving)
    }

    @Test func fadingDependsOnTheMomentAlone() throws {
        let timeline = try scheduled("0:01-0:02")
        var playing = SlidePlayer()
        for milliseconds in stride(from: 59_000, through: 122_000, by: 130) {
            var fresh = SlidePlayer()
            let (a, b) = (
                compose(&playing, at: milliseconds, of: timeline), compose(&fresh, at: milliseconds, of: timeline)
            )
            #expect(a == b, "at \(milliseconds) ms")
        }
    }

    @Test func aCutIsStillOne() throws {
        let timeline = try scheduled("0:01-0:02", transition: .cut)
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 60_000, of: timeline)) == "0")
        #expect(summary(compose(&player, at: 120_000, of: timeline)) == "-")
    }

    /// It fades from the moment at which it is there, as slides do.
    @Test func aLatePictureFadesLate() throws {
        let timeline = try scheduled("0:01-0:02")
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 60_100, of: timeline, without: ["0"])) == "-")
        #expect(summary(compose(&player, at: 60_600, of: timeline)) == "->0 0.0")
        #expect(summary(compose(&player, at: 60_850, of: timeline)) == "->0 0.25")
    }

    @Test func whatVanishesStaysAtHandUntilItIsGone() throws {
        let timeline = try scheduled("0:01-0:02")
        var player = SlidePlayer()
        _ = compose(&player, at: 119_000, of: timeline)
        _ = compose(&player, at: 120_250, of: timeline)
        func needs(_ milliseconds: Int) -> [Slide] {
            player.needs(at: .milliseconds(milliseconds), of: timeline, ahead: 0).map(\.slide)
        }
        #expect(needs(120_250).contains { $0.path == "0" })
        #expect(!needs(121_500).contains { $0.path == "0" })
    }
}
