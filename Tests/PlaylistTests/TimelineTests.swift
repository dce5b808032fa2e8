import DisplayModel
import Paths
import Testing
import Timing

@testable import Playlist

/// What the simplest list of all does: pictures one after another, each for the same time.
@Suite struct TimelineTests {
    private func timeline(_ names: String, broken: Set<FilePath> = [], start: WallTime? = nil) -> Timeline {
        let timeline = Timeline(ItemList(names.map { .picture("\($0)", seconds: 5) }))
        timeline.circumstances.broken = broken
        timeline.circumstances.start = start
        return timeline
    }

    @Test func slidesFollowOneAnother() {
        let show = timeline("abc")
        let first = show.turn(at: .zero)
        #expect(first == Turn(slide: .named("a"), began: .zero, ends: .seconds(5)))
        #expect(show.turn(before: first) == nil, "nothing was before the first of all")
        let second = show.turn(at: .milliseconds(5250))
        #expect(second == Turn(slide: .named("b"), began: .seconds(5), ends: .seconds(10)))
        #expect(show.turn(before: second) == first)
        #expect(show.turn(at: .milliseconds(15_500)).slide == .named("a"))
        #expect(show.turns(after: first).prefix(4).map(\.name) == ["b", "c", "a", "b"])
    }

    @Test func theTimeOfABrokenSlideGoesToTheNext() {
        let show = timeline("abc", broken: ["b"])
        let turn = show.turn(at: .milliseconds(10_500))
        #expect(turn == Turn(slide: .named("c"), began: .seconds(5), ends: .seconds(15)))
        #expect(show.turn(before: turn)?.slide == .named("a"))
        #expect(show.turn(at: .seconds(15)) == Turn(slide: .named("a"), began: .seconds(15), ends: .seconds(20)))
    }

    @Test func atTheEndOfARoundItGoesToTheLast() {
        let show = timeline("abcd", broken: ["c", "d"])
        #expect(show.turn(at: .seconds(19)) == Turn(slide: .named("b"), began: .seconds(5), ends: .seconds(20)))
        #expect(show.turn(at: .seconds(20)).slide == .named("a"), "the show is not shifted")
    }

    @Test func oneSlideAloneNeverChanges() {
        #expect(timeline("a").turn(at: .seconds(7)) == Turn(slide: .named("a"), began: .zero, ends: nil))
        #expect(
            timeline("abc", broken: ["a", "c"]).turn(at: .seconds(1234))
                == Turn(slide: .named("b"), began: .zero, ends: nil))
        // The same picture again is no other slide.
        #expect(timeline("aaa").turn(at: .seconds(7)).ends == nil)
        let alone = timeline("a").turn(at: .seconds(7))
        #expect(Array(timeline("a").turns(after: alone)) == [])
        #expect(timeline("a").turn(before: alone) == nil)
    }

    @Test func nothingPlayableIsNothing() {
        #expect(
            timeline("abc", broken: ["a", "b", "c"]).turn(at: .seconds(3)) == Turn(slide: nil, began: .zero, ends: nil))
        #expect(timeline("").turn(at: .zero) == Turn(slide: nil, began: .zero, ends: nil))
        #expect(
            Timeline(ItemList([Item(.list(ItemList([]))), Item(.pictures(paths: [], .listed))])).turn(at: .zero).slide
                == nil)
    }

    @Test func whatBreaksIsForgottenWhenItIsWhole() {
        let show = timeline("ab", broken: ["a"])
        #expect(show.isBroken(.named("a")) && !show.isBroken(.named("b")) && !show.isBroken(nil))
        #expect(show.turn(at: .zero).slide == .named("b"))
        show.circumstances.broken = []
        #expect(show.turn(at: .zero).slide == .named("a"))
    }

    /// Whatever is broken: each moment's slide can be shown, the next change lies ahead, and turns follow one another
    /// without a gap.
    @Test(arguments: 1...6) func turnsAgreeWithOneAnother(count: Int) {
        for pattern in 0..<(1 << count) - 1 {
            let names = "abcdef".prefix(count)
            let broken = Set(
                names.enumerated().filter { pattern & (1 << $0.offset) != 0 }.map { FilePath("\($0.element)") })
            for start in [nil, WallTime.seconds(3)] {
                let show = timeline(String(names), broken: broken, start: start)
                for step in 0..<(count * 12) {
                    let time = WallTime.milliseconds(step * 1250 + 3000)
                    let turn = show.turn(at: time)
                    #expect(turn.slide != nil && !show.isBroken(turn.slide))
                    #expect(turn.began <= time)
                    guard let ends = turn.ends else { continue }
                    #expect(ends > time)
                    #expect(show.turn(at: ends - .nanoseconds(1)) == turn)
                    let next = show.turn(at: ends)
                    #expect(next.began == ends)
                    #expect(show.turn(before: next) == turn)
                }
            }
        }
    }

    // MARK: Where time is counted from

    @Test func fromTheStart() {
        let show = timeline("abc", start: .seconds(1_000_003))
        let first = show.turn(at: .seconds(1_000_004))
        #expect(first == Turn(slide: .named("a"), began: .seconds(1_000_003), ends: .seconds(1_000_008)))
        #expect(show.turn(before: first) == nil)
        #expect(show.turn(at: .seconds(17)) == first, "before the start is the start")
        show.circumstances.start = .seconds(1_000_000)
        #expect(show.turn(at: .seconds(1_000_006)).name == "b")
    }

    @Test func beforeTheBeginningOfAllTimeIsTheBeginning() {
        let show = timeline("abc")
        for seconds in [-1, -4, -14, -100_000] { #expect(show.turn(at: .seconds(seconds)) == show.turn(at: .zero)) }
    }

    @Test func theOffsetOfASlideIsItsFirstTurn() {
        let show = timeline("abcb", broken: ["c"])
        #expect(show.offset(of: .named("a"), at: .seconds(99)) == .zero)
        #expect(show.offset(of: .named("b"), at: .seconds(99)) == .seconds(5))
        #expect(show.offset(of: .named("c"), at: .seconds(99)) == nil)
        #expect(show.offset(of: .named("x"), at: .seconds(99)) == nil)
    }

    @Test func aTransitionIsNeverLongerThanItsSlide() {
        #expect(Transition(.crossFade, duration: .seconds(9)).duration(within: .seconds(2)) == .seconds(2))
        #expect(Transition(.crossFade, duration: .seconds(1)).duration(within: .seconds(2)) == .seconds(1))
        #expect(Transition(.cut, duration: .seconds(1)).duration(within: .seconds(2)) == .zero)
    }
}

// MARK: Words for these tests

extension Item {
    static func picture(
        _ name: FilePath, seconds: Int = 5, repeats: Int = 1, weight: Int = 1, priority: Int = 0, schedules: [Int] = []
    ) -> Item {
        Item(
            .picture(path: name), duration: .seconds(seconds), repeats: repeats, weight: weight, priority: priority,
            schedules: schedules)
    }
}

extension Slide {
    static func named(_ name: FilePath) -> Slide { Slide(.picture(path: name)) }
}

extension Turn {
    var name: String { slide?.description ?? "-" }
}

extension Timeline {
    /// The names of so many slides, from a moment on.
    func names(_ count: Int, from time: WallTime = .zero) -> [String] {
        let first = turn(at: time)
        return ([first] + turns(after: first).prefix(count - 1)).map(\.name)
    }
}
