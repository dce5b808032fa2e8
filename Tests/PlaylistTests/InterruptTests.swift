import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import Playlist

/// Items that come every so often, or have a share of the time.
@Suite struct InterruptTests {
    private func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> WallTime {
        Timeline.origin + .seconds(hour * 3600 + minute * 60 + second)
    }

    private func item(_ name: FilePath, seconds: Int = 10, priority: Int = 0, schedules: [Int] = [], _ rate: Item.Rate)
        -> Item
    {
        var item = Item.picture(name, seconds: seconds, priority: priority, schedules: schedules)
        item.rate = rate
        return item
    }

    private func daily(_ windows: String...) throws -> Schedule {
        Schedule(times: try windows.map { try #require(DailyWindow(text: $0)) }, zone: .utc)
    }

    private func turns(_ timeline: Timeline, from begin: WallTime, until end: WallTime) -> [Turn] {
        var turns = [timeline.turn(at: begin)]
        while let last = turns.last, let ends = last.ends, ends < end { turns.append(timeline.turn(at: ends)) }
        return turns
    }

    // MARK: Every so often

    @Test func itComesAfterTheSlideThatShowsWhenItIsDue() {
        let list = ItemList([
            .picture("a", seconds: 25), .picture("b", seconds: 25),
            item("!", seconds: 5, .every(.seconds(60), offset: .zero)),
        ])
        let timeline = Timeline(list)
        timeline.circumstances.start = at(8)
        let turns = turns(timeline, from: at(8), until: at(8, 3))
        #expect(turns.map(\.name).joined() == "aba!ba!ba")
        #expect(turns.map { $0.began - at(8) }.map { Int($0.inSeconds) } == [0, 25, 50, 75, 80, 105, 130, 135, 160])
    }

    /// It is due on the hour, and what it interrupted goes on where it was.
    @Test func momentsAreThoseOfTheClock() {
        let list = ItemList(
            (0..<7).map { .picture("\($0)", seconds: 11) } + [item("!", .every(.seconds(3600), offset: .seconds(120)))])
        let timeline = Timeline(list)
        var last = at(20, 1)
        for hour in 20..<40 {
            let turn = turns(timeline, from: at(hour, 1), until: at(hour, 3)).first { $0.name == "!" }
            let before = turn.flatMap { timeline.turn(before: $0) }
            let after = (turn?.ends).map { timeline.turn(at: $0) }
            #expect(turn.map { $0.began >= at(hour, 2) && $0.began < at(hour, 2, 11) } == true)
            #expect((Int(before?.name ?? "").map { ($0 + 1) % 7 }).map { "\($0)" } == after?.name)
            last = turn?.began ?? last
        }
    }

    @Test func oneAloneIsInterruptedAtOnce() {
        let list = ItemList([.picture("a"), item("!", .every(.seconds(600), offset: .zero))])
        let timeline = Timeline(list)
        #expect(timeline.turn(at: at(9, 0, 3)) == Turn(slide: .named("!"), began: at(9), ends: at(9, 0, 10)))
        #expect(timeline.turn(at: at(9, 5)) == Turn(slide: .named("a"), began: at(9, 0, 10), ends: at(9, 10)))
        let nothing = Timeline(ItemList([item("!", .every(.seconds(600), offset: .zero))]))
        #expect(nothing.turn(at: at(9, 5)) == Turn(slide: nil, began: at(9, 0, 10), ends: at(9, 10)))
    }

    /// In the night it does not play; when it may again, it plays once for all that it missed. A message of a higher
    /// priority is not interrupted.
    @Test func whatCouldNotPlayPlaysAsSoonAsItMay() throws {
        let list = ItemList([
            .picture("a", seconds: 10), .picture("b", seconds: 10),
            item("!", schedules: [0], .every(.seconds(3600), offset: .zero)),
            .picture("+", priority: 5, schedules: [1]),
        ])
        let timeline = Timeline(list, schedules: [try daily("08:20-18:00"), try daily("10:55-11:10")])
        let day = turns(timeline, from: at(24), until: at(48)).filter { $0.name == "!" }.map { $0.began - at(24) }
        let minutes = day.map { Int($0.inSeconds) / 60 }
        #expect(minutes == [8 * 60 + 20, 540, 600, 670, 720, 780, 840, 900, 960, 1020])
        #expect(timeline.turn(at: at(35, 5)).name == "+")
    }

    @Test func aListOfThemPlaysOnceThrough() {
        var group = Item(.list(ItemList([.picture("x"), .picture("y")])))
        group.rate = .every(.seconds(300), offset: .zero)
        let timeline = Timeline(ItemList([.picture("a", seconds: 7), .picture("b", seconds: 7), group]))
        let names = turns(timeline, from: at(3), until: at(4)).map(\.name).joined()
        #expect(names.split { $0 == "a" || $0 == "b" }.count == 12)
        #expect(names.split { $0 == "a" || $0 == "b" }.allSatisfy { $0 == "xy" })
    }

    // MARK: Shares

    @Test func aShareIsOfTheTimeNotOfTheTurns() {
        let list = ItemList([
            .picture("a", seconds: 10), .picture("b", seconds: 50), item("s", seconds: 15, .share(0.2)),
            item("t", seconds: 30, .share(0.3)),
        ])
        let timeline = Timeline(list)
        var time: [String: Double] = [:]
        for turn in turns(timeline, from: at(5), until: at(5 + 24)) {
            time[turn.name, default: 0] += ((turn.ends ?? turn.began) - turn.began).inSeconds / 86400
        }
        #expect(abs((time["s"] ?? 0) - 0.2) < 0.001 && abs((time["t"] ?? 0) - 0.3) < 0.001)
    }

    /// Where all have shares, they have them; and what is alone has all of the time.
    @Test func sharesMayBeAllThereIs() throws {
        let list = ItemList([
            item("a", .share(0.5)), item("b", seconds: 20, .share(0.3)), item("c", schedules: [0], .share(0.2)),
        ])
        let timeline = Timeline(list, schedules: [try daily("00:00-12:00")])
        for (begin, parts) in [(24, ["a": 0.5, "b": 0.3, "c": 0.2]), (36, ["a": 0.625, "b": 0.375])] {
            var time: [String: Double] = [:]
            for turn in turns(timeline, from: at(begin), until: at(begin + 12)) {
                time[turn.name, default: 0] += ((turn.ends ?? turn.began) - turn.began).inSeconds / 43200
            }
            #expect(time.keys.sorted() == parts.keys.sorted())
            #expect(parts.allSatisfy { abs((time[$0] ?? 0) - $1) < 0.002 }, "\(time)")
        }
        #expect(Timeline(ItemList([item("a", .share(0.1))])).turn(at: at(5)).name == "a")
    }

    /// A list in a list has its shares of its own time.
    @Test func sharesAreOfTheirOwnList() {
        let inner = ItemList([.picture("a"), .picture("b"), item("s", .share(0.5))])
        let timeline = Timeline(ItemList([.picture("x", seconds: 10), Item(.list(inner))]))
        var time: [String: Double] = [:]
        for turn in turns(timeline, from: at(5), until: at(29)) {
            time[turn.name, default: 0] += ((turn.ends ?? turn.began) - turn.began).inSeconds / 86400
        }
        // Of 30 s ten are those of x, ten those of a and b, and ten those of s.
        #expect(["x", "s"].allSatisfy { abs((time[$0] ?? 0) - 1.0 / 3) < 0.01 }, "\(time)")
    }

    // MARK: At most

    @Test(arguments: [(4, 4), (2, 2), (30, 24)]) func atMostSoOftenAnHour(most: Int, expected: Int) {
        let list = ItemList(
            (0..<14).map { .picture("\($0)", seconds: 10) } + [item("!", .atMost(perHour: most, offset: .zero))])
        let timeline = Timeline(list)
        for hour in 5..<30 {
            let count = turns(timeline, from: at(hour), until: at(hour + 1)).filter {
                $0.name == "!" && $0.began >= at(hour)
            }
            .count
            #expect(count == expected)
        }
    }

    // MARK: Properties

    /// Goes through everything one after the other, as a player would that has a queue.
    private struct Player {
        struct Interrupt {
            var name: String
            var length: Int64
            var first: Int64
            var interval: Int64
            var isTimed: Bool
        }

        var slides: [(name: String, length: Int64)]
        var interrupts: [Interrupt]

        func turns(until end: Int64) -> [(name: String, began: Int64)] {
            var result: [(String, Int64)] = []
            var (now, own, slide) = (Int64(0), Int64(0), 0)
            var next = interrupts.map(\.first)
            var (began, ownBegan) = (Int64(0), Int64(0))
            while now < end {
                while true {
                    // When it came due, by the clock.
                    let due = interrupts.indices.filter { next[$0] <= (interrupts[$0].isTimed ? now : own) }
                    let keys = due.map { (interrupts[$0].isTimed ? next[$0] : began + next[$0] - ownBegan, $0) }
                    guard let (_, index) = keys.min(by: <) else { break }
                    result.append((interrupts[index].name, now))
                    now += interrupts[index].length
                    next[index] += interrupts[index].interval
                }
                result.append((slides[slide].name, now))
                (began, ownBegan) = (now, own)
                now += slides[slide].length
                own += slides[slide].length
                slide = (slide + 1) % slides.count
            }
            return result
        }
    }

    @Test(arguments: 0..<8) func itIsWhatAPlayerWithAQueueWouldDo(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let start = at(1000)
        for _ in 0..<40 {
            let seconds = (0..<Int.random(in: 2...9, using: &numbers)).map { _ in
                Int.random(in: 2...40, using: &numbers)
            }
            var items = seconds.enumerated().map { Item.picture("\($0)", seconds: $1) }
            var player = Player(
                slides: seconds.enumerated().map { ("\($0)", Int64($1) * 1_000_000_000) }, interrupts: [])
            let count = Int.random(in: 1...4, using: &numbers)
            let shares = (0..<count).map { _ in
                Bool.random(using: &numbers) ? Double.random(in: 0.02...0.2, using: &numbers) : 0
            }
            let rest = 1 - shares.reduce(0, +)
            for (number, share) in shares.enumerated() {
                let length = Int.random(in: 1...20, using: &numbers)
                let nanoseconds = Int64(length) * 1_000_000_000
                let interval = Int.random(in: 100...900, using: &numbers)
                let offset = Int.random(in: 1..<interval, using: &numbers)
                let rate =
                    share > 0 ? Item.Rate.share(share) : .every(.seconds(interval), offset: .seconds(offset))
                items.append(item("i\(number)", seconds: length, rate))
                let own = Double(nanoseconds) * rest / share
                // The plan has those that never take turns first.
                let before = shares[..<number].count { $0 == 0 }
                let index = share > 0 ? shares.count { $0 == 0 } + number - before : before
                let credit = (Double(index) + 0.5) / Double(count)
                player.interrupts.append(
                    .init(
                        name: "i\(number)", length: nanoseconds,
                        first: share > 0 ? Int64(own * (1 - credit)) : Int64(offset) * 1_000_000_000,
                        interval: share > 0 ? Int64(own) : Int64(interval) * 1_000_000_000, isTimed: share == 0))
            }
            // The order of those that are due together is that of the plan.
            player.interrupts = player.interrupts.filter(\.isTimed) + player.interrupts.filter { !$0.isTimed }
            let timeline = Timeline(ItemList(items))
            timeline.circumstances.start = start
            let expected = player.turns(until: 86_400_000_000_000)
            var turn = timeline.turn(at: start)
            for (index, next) in expected.enumerated() {
                if turn.name != next.name || turn.began != start + .nanoseconds(next.began) {
                    Issue.record("\(seed), turn \(index): \(turn), not \(next); \(player)")
                    return
                }
                turn = timeline.turn(at: turn.ends ?? start)
            }
            for _ in 0..<50 {
                let index = Int.random(in: 0..<expected.count - 1, using: &numbers)
                let moment = Int64.random(in: expected[index].began..<expected[index + 1].began, using: &numbers)
                let asked = Timeline(ItemList(items))
                asked.circumstances.start = start
                let turn = asked.turn(at: start + .nanoseconds(moment))
                if turn.name != expected[index].name || turn.began != start + .nanoseconds(expected[index].began) {
                    Issue.record("\(seed), asked: \(turn), not \(expected[index]); \(player)")
                    return
                }
            }
        }
    }
}
