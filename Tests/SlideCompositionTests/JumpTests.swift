import DisplayModel
import Paths
import Playlist
import Rendering
import SeededRandom
import SlideComposition
import Testing
import Timing

/// What a player does where a timeline does not simply go on.
@Suite struct JumpTests {
    private let tolerance = Duration.milliseconds(33)

    private func item(_ name: String, _ look: Look = Look()) -> Item {
        Item(.picture(path: FilePath(name)), duration: .seconds(5), style: Style(look))
    }

    private func timeline(_ names: String) -> Timeline { Timeline(ItemList(names.map { item("\($0)") })) }

    private func compose(
        _ player: inout SlidePlayer, at milliseconds: Int, of timeline: Timeline, without missing: String = ""
    ) -> SlidePlayer.Composition {
        player.compose(at: .milliseconds(milliseconds), of: timeline, tolerance: tolerance) { slide in
            missing.contains(slide.description) ? nil : ReadySlide(slide)
        }
    }

    private func summary(_ composition: SlidePlayer.Composition) -> String {
        switch composition.content {
        case .nothing: "-"
        case .still(let slide, _): "\(slide.slide)"
        case .change(let from, _, let to, _, let progress): "\(from.slide)>\(to.slide) \(progress)"
        case .appearing(let slide, _, let progress): "->\(slide.slide) \(progress)"
        case .vanishing(let slide, _, let progress): "\(slide.slide)>- \(progress)"
        }
    }

    // MARK: Jumps

    @Test func aJumpComesByATransitionFromWhatShows() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 3000, of: timeline("ab"))) == "a")
        player.timelineJumped()
        let new = timeline("xyz")
        #expect(summary(compose(&player, at: 3000, of: new)) == "a>x 0.0")
        #expect(summary(compose(&player, at: 3500, of: new)) == "a>x 0.5")
        #expect(summary(compose(&player, at: 4000, of: new)) == "x")
        #expect(summary(compose(&player, at: 5500, of: new)) == "x>y 0.5", "the next is on time")
    }

    @Test func aJumpToTheSameSlideShowsNothingOfIt() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 3000, of: timeline("ab"))) == "a")
        player.timelineJumped()
        let new = timeline("xa")
        #expect(summary(compose(&player, at: 8000, of: new)) == "a")
        #expect(summary(compose(&player, at: 8500, of: new)) == "a")
        #expect(summary(compose(&player, at: 10_500, of: new)) == "a>x 0.5")
    }

    @Test func aJumpIntoATransitionToWhatShowsIsNone() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 3000, of: timeline("ab"))) == "a")
        player.timelineJumped()
        #expect(summary(compose(&player, at: 5500, of: timeline("xa"))) == "a")
    }

    @Test func whatShowsStaysUntilTheJumpsSlideIsThere() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 3000, of: timeline("ab"))) == "a")
        player.timelineJumped()
        let new = timeline("xyz")
        let held = compose(&player, at: 3000, of: new, without: "x")
        #expect(summary(held) == "a")
        #expect(held.missing == Slide(.picture(path: "x")))
        #expect(player.needs(at: .seconds(3), of: new).map(\.slide.description) == ["x", "a", "y"])
        #expect(summary(compose(&player, at: 4000, of: new)) == "a>x 0.0")
        #expect(player.needs(at: .seconds(4), of: new).map(\.slide.description) == ["x", "a", "y"])
        #expect(summary(compose(&player, at: 4250, of: new)) == "a>x 0.25")
    }

    @Test func withNothingShownAJumpIsNone() {
        var player = SlidePlayer()
        player.timelineJumped()
        #expect(summary(compose(&player, at: 5500, of: timeline("ab"))) == "a>b 0.5")
    }

    @Test func aShiftedShowGoesOnWhereItWas() {
        let show = timeline("abc")
        show.circumstances.start = .zero
        var player = SlidePlayer()
        _ = compose(&player, at: 4900, of: show)
        _ = compose(&player, at: 5000, of: show, without: "b")
        #expect(summary(compose(&player, at: 6000, of: show)) == "a>b 0.0")
        // The clock is set by an hour, and the show's start with it.
        show.circumstances.start = .seconds(3600)
        player.shift(by: .seconds(3600))
        #expect(summary(compose(&player, at: 3_606_250, of: show)) == "a>b 0.25")
        #expect(compose(&player, at: 3_608_000, of: show).nextChange == .seconds(3610))
    }

    @Test func whatIsAwaitedIsShiftedToo() {
        let show = timeline("abc")
        show.circumstances.start = .seconds(100)
        var player = SlidePlayer()
        _ = compose(&player, at: 101_000, of: show)
        _ = compose(&player, at: 105_000, of: show, without: "b")
        show.circumstances.start = .seconds(50)
        player.shift(by: .seconds(-50))
        #expect(player.needs(at: .seconds(56), of: show).map(\.slide.description) == ["b", "a", "c"])
        // Its time is over, and it is the first to come all the same.
        #expect(player.needs(at: .seconds(61), of: show).map(\.slide.description) == ["b", "c", "a"])
        #expect(player.needs(at: .seconds(61), of: show).first?.due == .seconds(55))
    }

    // MARK: What does not come

    /// The one waited for in vain never showed: its successor, on time, takes the place of the one that did.
    @Test func theNextOneComesByItsTransitionFromWhatShows() {
        let show = timeline("abc")
        var player = SlidePlayer()
        _ = compose(&player, at: 4900, of: show)
        #expect(summary(compose(&player, at: 5000, of: show, without: "b")) == "a")
        #expect(summary(compose(&player, at: 10_000, of: show, without: "b")) == "a>c 0.0")
        #expect(summary(compose(&player, at: 10_500, of: show, without: "b")) == "a>c 0.5")
    }

    @Test func whatWasAwaitedAndIsBrokenDoesNotBlock() {
        let show = timeline("abc")
        var player = SlidePlayer()
        _ = compose(&player, at: 4900, of: show)
        #expect(summary(compose(&player, at: 5200, of: show, without: "bc")) == "a")
        show.circumstances.broken = ["b"]
        // Its time is its successor's now.
        let held = compose(&player, at: 5300, of: show, without: "bc")
        #expect(held.missing?.description == "c")
        #expect(player.needs(at: .milliseconds(5300), of: show).map(\.slide.description) == ["c", "a"])
        #expect(summary(compose(&player, at: 5400, of: show, without: "b")) == "a>c 0.0")
        #expect(summary(compose(&player, at: 5900, of: show, without: "b")) == "a>c 0.5")
    }

    /// A picture that comes back after it was given up is no slide that came late.
    @Test func whatIsThereIsNoLongerAwaited() {
        let show = timeline("ab")
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 2000, of: show)) == "a")
        #expect(summary(compose(&player, at: 2500, of: show, without: "a")) == "-")
        #expect(summary(compose(&player, at: 3000, of: show)) == "a")
        #expect(summary(compose(&player, at: 5500, of: show)) == "a>b 0.5")
    }

    @Test func aTransitionDoesNotBeginHalfOver() {
        let show = timeline("abc")
        var player = SlidePlayer()
        #expect(player.needs(at: .milliseconds(5200), of: show).map(\.slide.description) == ["b", "a", "c"])
        #expect(summary(compose(&player, at: 5200, of: show, without: "a")) == "b")
        #expect(player.needs(at: .milliseconds(5200), of: show).map(\.slide.description) == ["b", "c"])
        #expect(summary(compose(&player, at: 5500, of: show)) == "b", "the one that leaves is there too late for it")
    }

    @Test func asManyAreNeededAsAreAskedFor() {
        let player = SlidePlayer()
        func needs(_ ahead: Int, _ names: String) -> String {
            player.needs(at: .seconds(2), of: timeline(names), ahead: ahead).map(\.slide.description).joined()
        }
        #expect(needs(0, "abcd") == "a")
        #expect(needs(2, "abcd") == "abc")
        #expect(needs(9, "abcd") == "abcd", "each once")
        #expect(needs(3, "a") == "a")
        let dues = player.needs(at: .seconds(2), of: timeline("abcd"), ahead: 2).map(\.due)
        #expect(dues == [.zero, .seconds(5), .seconds(10)])
    }

    @Test func colorsNeedNoPictures() {
        let show = Timeline(ItemList([Item(.color(.black), duration: .seconds(5)), item("a")]))
        #expect(SlidePlayer().needs(at: .seconds(2), of: show).map(\.slide.description) == ["a"])
    }

    // MARK: Motion

    private func moving(_ names: String) -> Timeline {
        var look = Look()
        look.motion = Motion(from: .init(), to: .init(zoom: 2))
        return Timeline(ItemList(names.map { item("\($0)", look) }))
    }

    @Test func aMovingSlideMovesAllItsTime() {
        let show = moving("ab")
        var player = SlidePlayer()
        for (time, expected) in [(0, 0.0), (1250, 0.25), (4000, 0.8)] {
            let composition = compose(&player, at: time, of: show)
            guard case .still(_, expected) = composition.content else {
                Issue.record("\(composition.content)")
                return
            }
            #expect(composition.isMoving)
            #expect(composition.nextChange == .milliseconds(time))
        }
        guard case .change(_, let from, _, let to, let progress) = compose(&player, at: 5500, of: show).content else {
            Issue.record("no transition")
            return
        }
        #expect((from, to, progress) == (1, 0.1, 0.5), "what leaves rests where it came to")
    }

    /// By the wall clock it began in 1970, and it moves all the same: by a transition from its end to its beginning.
    @Test func alonePictureMovesAnewEachTime() {
        let show = moving("a")
        var player = SlidePlayer()
        let now = 1_800_000_000_000
        guard case .still(_, 0.5) = compose(&player, at: now + 2500, of: show).content else {
            Issue.record("it does not move")
            return
        }
        let next = compose(&player, at: now + 5500, of: show)
        guard case .change(let from, 1, let to, 0.1, 0.5) = next.content else {
            Issue.record("\(next.content)")
            return
        }
        #expect(from == to && next.isMoving)
    }

    @Test func whatRestsDoesNotMove() {
        var player = SlidePlayer()
        let composition = compose(&player, at: 3000, of: timeline("ab"))
        #expect(!composition.isMoving && composition.isSettled)
        #expect(composition.nextChange == .seconds(5))
        let transition = compose(&player, at: 5500, of: timeline("ab"))
        #expect(transition.isMoving && !transition.isSettled)
    }

    // MARK: Never black

    /// Whatever comes late, breaks or jumps: once something was shown, something is, as long as its picture is there, and
    /// only what is there.
    @Test(arguments: 0..<40) func onceSomethingShowsSomethingDoes(seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        var player = SlidePlayer()
        let shows = ["abcd", "cdef", "a", "fa"].map(timeline)
        var show = shows[0]
        var start = WallTime.zero
        var time = WallTime.zero
        var last: [Slide] = []
        for step in 0..<600 {
            time += .milliseconds(Int.random(in: 1...2500, using: &numbers))
            var missing = Set(
                "abcdef".filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }.map { FilePath("\($0)") })
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0:
                show = shows[Int.random(in: 0..<4, using: &numbers)]
                show.circumstances.start = start
                show.circumstances.broken = []
                player.timelineJumped()
            case 1:
                let jump = Duration.seconds(Int.random(in: -20...20, using: &numbers))
                start += jump
                show.circumstances.start = start
                player.timelineJumped()
            case 2:
                let jump = Duration.seconds(Int.random(in: 0...20, using: &numbers))
                start += jump
                time += jump
                show.circumstances.start = start
                player.shift(by: jump)
            case 3:
                // What cannot be shown and is not on screen.
                show.circumstances.broken = missing.subtracting(last.compactMap(\.path))
            default: break
            }
            missing.formUnion(show.circumstances.broken)
            // What is on screen stays at hand.
            missing.subtract(last.compactMap(\.path))
            let composition = player.compose(at: time, of: show, tolerance: tolerance) { slide in
                slide.path.map(missing.contains) == true ? nil : ReadySlide(slide)
            }
            let shown = composition.content.slides
            let mayBeNothing = last.isEmpty || show.turn(at: time).slide == nil
            if shown.isEmpty && !mayBeNothing || shown.contains(where: { missing.contains($0.path ?? "") }) {
                Issue.record("step \(step) of \(seed): \(shown) after \(last), without \(missing)")
                return
            }
            if case .change(let from, _, let to, _, let progress) = composition.content {
                #expect(from.slide != to.slide && (0..<1).contains(progress))
                #expect(composition.isMoving)
            }
            let needs = player.needs(at: time, of: show).map(\.slide)
            #expect(Set(needs).count == needs.count)
            for slide in shown where !show.isBroken(slide) {
                #expect(needs.contains(slide), "\(slide) at step \(step) of \(seed)")
            }
            #expect(!needs.contains(where: show.isBroken))
            #expect((composition.nextChange ?? time) >= time)
            last = shown
        }
    }
}
