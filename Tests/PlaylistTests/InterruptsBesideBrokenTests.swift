import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import Playlist

/// What plays between slides, where some pictures cannot be shown.
@Suite struct InterruptsBesideBrokenTests {
    private func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> WallTime {
        Timeline.origin + .seconds(hour * 3600 + minute * 60 + second)
    }

    private func item(_ name: FilePath, seconds: Int = 10, _ rate: Item.Rate) -> Item {
        var item = Item.picture(name, seconds: seconds)
        item.rate = rate
        return item
    }

    private static let rates: [Item.Rate] = [
        .every(.seconds(60), offset: .zero), .share(0.2), .atMost(perHour: 60, offset: .zero),
    ]

    private func timeline(_ rate: Item.Rate, broken: Set<FilePath>) -> Timeline {
        let timeline = Timeline(
            ItemList([.picture("a", seconds: 7), .picture("b", seconds: 9), .picture("c", seconds: 8), item("!", rate)])
        )
        timeline.circumstances.broken = broken
        return timeline
    }

    private func turns(_ timeline: Timeline, from begin: WallTime, until end: WallTime) -> [Turn] {
        var turns = [timeline.turn(at: begin)]
        while let last = turns.last, let ends = last.ends, ends < end { turns.append(timeline.turn(at: ends)) }
        return turns
    }

    /// A broken picture on one machine does not shift it against others.
    @Test(arguments: rates) func othersKeepTheirTimes(rate: Item.Rate) {
        let whole = turns(timeline(rate, broken: []), from: at(9), until: at(9, 30))
        let between = whole.filter { $0.name == "!" }
        #expect(between.count >= 20)
        let beside = turns(timeline(rate, broken: ["b"]), from: at(9), until: at(9, 30))
        #expect(beside.filter { $0.name == "!" } == between, "what comes between is where it was")
        #expect(!beside.contains { $0.name == "b" || $0.slide == nil })
        for turn in whole where turn.name != "b" {
            #expect(timeline(rate, broken: ["b"]).turn(at: turn.began).name == turn.name)
        }
    }

    /// What has a moment of its own and cannot be shown gives its time to the slide after it.
    @Test(arguments: rates) func theTimeOfABrokenInterruptGoesToTheNextSlide(rate: Item.Rate) {
        let (whole, beside) = (timeline(rate, broken: []), timeline(rate, broken: ["!"]))
        for turn in turns(whole, from: at(9), until: at(9, 30)) {
            guard let ends = turn.ends else { continue }
            let shown = beside.turn(at: turn.began + (ends - turn.began) / 2)
            #expect(shown.name == (turn.name == "!" ? whole.turn(at: ends).name : turn.name))
        }
    }

    /// Whatever is broken: what shows can be shown, turns follow one another without a gap, and a moment's turn is the same
    /// whoever asks.
    @Test(arguments: 0..<60) func turnsAgreeWithOneAnother(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let names: [FilePath] = ["a", "b", "c", "d", "e"]
        var items: [Item] = names.map { .picture($0, seconds: Int.random(in: 3...20, using: &numbers)) }
        items += [
            item("x", .every(.seconds(Int.random(in: 40...200, using: &numbers)), offset: .zero)),
            item("y", .share(0.15)), item("z", .atMost(perHour: 20, offset: .zero)),
        ]
        let broken = Set((names.dropFirst() + ["x", "y", "z"]).filter { _ in Bool.random(using: &numbers) })
        func make() -> Timeline {
            let timeline = Timeline(ItemList(items))
            timeline.circumstances.broken = broken
            return timeline
        }
        let timeline = make()
        var turn = timeline.turn(at: at(9))
        for _ in 0..<200 {
            #expect(turn.slide != nil && !timeline.isBroken(turn.slide), "\(broken)")
            guard let ends = turn.ends else { break }
            #expect(ends > turn.began)
            let middle = turn.began + (ends - turn.began) / 2
            #expect(make().turn(at: middle).slide == turn.slide, "\(broken)")
            turn = timeline.turn(at: ends)
            #expect(turn.began == ends, "\(broken)")
        }
    }
}
