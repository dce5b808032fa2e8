import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import Playlist

/// Lists that go on where they stopped.
@Suite struct ResumptionTests {
    /// 2026-01-01T00:00:00Z, a Thursday: what lists with schedules are counted from.
    private static let newYear = 1_767_225_600

    private static let isOptimised: Bool = {
        var isOptimised = true
        assert({ isOptimised = false }() == ())
        return isOptimised
    }()

    /// How far from there restarts and jumps are tried: all of a year, without optimisation twenty days of it.
    private static let hours = isOptimised ? 8760 : 480

    private func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> WallTime {
        .seconds(Self.newYear + hour * 3600 + minute * 60 + second)
    }

    private func daily(_ windows: [String]) throws -> Schedule {
        Schedule(times: try windows.map { try #require(DailyWindow(text: $0)) }, zone: .utc)
    }

    /// So long, from the beginning of every so many minutes.
    private func every(_ minutes: Int, for length: Int = 1) throws -> Schedule {
        func text(_ minute: Int) -> String {
            [minute / 60 % 24, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
        return try daily(stride(from: 0, to: 1440, by: minutes).map { "\(text($0))-\(text($0 + length))" })
    }

    private func counts(_ timeline: Timeline, from begin: WallTime, hours: Int) -> [String: Int] {
        var counts: [String: Int] = [:]
        var turn = timeline.turn(at: begin)
        while turn.began < begin + .seconds(hours * 3600), let ends = turn.ends {
            counts[turn.name, default: 0] += 1
            turn = timeline.turn(at: ends)
        }
        return counts
    }

    @Test func theOriginIsNewYear() {
        #expect(TimeZoneRules.utc.civil(Timeline.origin).date == CivilDate(text: "2026-01-01"))
        #expect(Timeline.origin == .seconds(Self.newYear))
    }

    /// 60 adverts and a news item of the same rank that plays for a minute every ten minutes.
    @Test func nobodyStarves() throws {
        let adverts = (0..<60).map { Item.picture("\($0)", seconds: 15) }
        let list = ItemList(adverts + [.picture("news", seconds: 15, schedules: [0])])
        let timeline = Timeline(list, schedules: [try every(10)])
        for begin in [0, 7, 24] {
            var counts = counts(timeline, from: at(begin), hours: 24)
            let news = counts.removeValue(forKey: "news") ?? 0
            #expect(counts.count == 60)
            #expect((counts.values.max() ?? 0) - (counts.values.min() ?? 0) <= 1)
            #expect(news >= 60, "once for each time that all others had a turn")
        }
    }

    /// Although something joins or leaves in each turn of the list in it.
    @Test func whatStandsBesideAListHasItsTurns() throws {
        let adverts = (0..<60).map { Item.picture("\($0)", seconds: 15) }
        let inner = ItemList(adverts + [.picture("news", seconds: 15, schedules: [0])])
        let timeline = Timeline(
            ItemList([Item(.list(inner)), .picture("beside", seconds: 15)]), schedules: [try every(10)])
        var counts = counts(timeline, from: at(1), hours: 24)
        #expect(counts.removeValue(forKey: "beside") ?? 0 >= 24 * 4 - 8, "once in some fifteen minutes")
        counts["news"] = nil
        #expect(counts.count == 60 && (counts.values.max() ?? 0) - (counts.values.min() ?? 0) <= 1)
    }

    /// A message every hour: all photos come between messages.
    @Test func aShuffleGoesOnAfterAMessage() throws {
        let paths = (0..<600).map { FilePath("\($0)") }
        let list = ItemList([
            Item(.pictures(paths: paths, .shuffled(seed: 1)), duration: .seconds(8)),
            .picture("message", seconds: 30, priority: 1, schedules: [0]),
        ])
        let timeline = Timeline(list, schedules: [try every(60)])
        let first = counts(timeline, from: at(0), hours: 4)
        #expect(first.count == 601)
        #expect(timeline.names(400, from: at(1, 1)) != timeline.names(400, from: at(2, 1)), "no hour is like another")
    }

    @Test(arguments: [(3, "b"), (2, "a")]) func aCutSlideCountsAfterHalfItsTime(seconds: Int, next: String) throws {
        let message = try daily(["08:00:0\(seconds)-08:01"])
        let list = ItemList([.picture("a"), .picture("b"), .picture("!", priority: 1, schedules: [0])])
        let timeline = Timeline(list, schedules: [message])
        timeline.circumstances.start = at(8)
        let cut = timeline.turn(at: at(8))
        #expect(cut == Turn(slide: .named("a"), began: at(8), ends: at(8, 0, seconds)))
        #expect(timeline.turn(at: at(8, 0, 30)) == Turn(slide: .named("!"), began: at(8, 0, seconds), ends: at(8, 1)))
        #expect(timeline.turn(at: at(8, 1)) == Turn(slide: .named(FilePath(next)), began: at(8, 1), ends: at(8, 1, 5)))
    }

    /// Who joins waits for the slide that shows to end, and one that has come longer ago goes first.
    @Test func whatComesAndGoesCutsNobodyElse() throws {
        let list = ItemList([.picture("a"), .picture("b", schedules: [0]), .picture("c")])
        let timeline = Timeline(list, schedules: [try daily(["08:00:12-08:00:27"])])
        timeline.circumstances.start = at(8)
        #expect(timeline.names(8, from: at(8)).joined() == "acabcaca")
        #expect(timeline.turn(at: at(8, 0, 14)) == Turn(slide: .named("a"), began: at(8, 0, 10), ends: at(8, 0, 15)))
        #expect(timeline.turn(at: at(8, 0, 11)).ends == at(8, 0, 15))
    }

    @Test func whatDoesNotResumeBeginsAnew() throws {
        let letters = "abcdefg".map { Item.picture("\($0)") }
        for (resumes, expected) in [(true, "abcde!fgabc!def"), (false, "abcde!abcde!abc")] {
            let inner = Item(.list(ItemList(letters, resumes: resumes)))
            let list = ItemList([inner, .picture("!", priority: 1, schedules: [0])])
            let timeline = Timeline(list, schedules: [try daily(["08:00:25-08:00:30", "08:00:55-08:01"])])
            timeline.circumstances.start = at(8)
            #expect(timeline.names(15, from: at(8)).joined() == expected)
        }
    }

    /// A folder whose schedule ends in the middle goes on with the next picture on the next day.
    @Test func aFolderGoesOnTheNextDay() throws {
        let folder = Item(
            .pictures(paths: ["1", "2", "3", "4", "5"], .listed), duration: .seconds(600), schedules: [0])
        let timeline = Timeline(ItemList([folder]), schedules: [try daily(["08:00-08:30"])])
        timeline.circumstances.start = at(0)
        #expect([8, 32, 56].map { timeline.names(3, from: at($0)).joined() } == ["123", "451", "234"])
    }

    // MARK: Properties

    private func tree(_ numbers: inout SplitMix64, depth: Int = 0, hasRates: Bool = false) -> ItemList {
        let items = (0..<Int.random(in: 2...6, using: &numbers)).map { index -> Item in
            let content: Item.Content =
                switch Int.random(in: 0..<(depth < 2 ? 6 : 4), using: &numbers) {
                case 0...2: .picture(path: "\(depth).\(index)")
                case 3: .pictures(paths: ["\(depth)a\(index)", "\(depth)b\(index)", "\(depth)c\(index)"], .listed)
                default: .list(tree(&numbers, depth: depth + 1, hasRates: hasRates))
                }
            var item = Item(
                content, duration: .seconds(Int.random(in: 3...40, using: &numbers)),
                weight: max(1, .random(in: -3...4, using: &numbers)),
                priority: max(0, .random(in: -8...1, using: &numbers)),
                schedules: Bool.random(using: &numbers) ? [] : [Int.random(in: 0..<3, using: &numbers)])
            switch hasRates ? Int.random(in: 0..<12, using: &numbers) : 12 {
            case 0, 1:
                let interval = Int.random(in: 60...900, using: &numbers)
                item.rate = .every(.seconds(interval), offset: .seconds(Int.random(in: 0..<60, using: &numbers)))
            case 2: item.rate = .share(.random(in: 0.05...0.5, using: &numbers))
            case 3: item.rate = .atMost(perHour: .random(in: 2...60, using: &numbers), offset: .zero)
            default: break
            }
            return item
        }
        return ItemList(
            items, order: Bool.random(using: &numbers) ? .listed : .shuffled(seed: .random(in: 0...9, using: &numbers)),
            resumes: Int.random(in: 0..<5, using: &numbers) > 0)
    }

    /// Whoever is asked first, later or in between: what shows is a function of the moment.
    @Test(arguments: 0..<4) func restartsAndJumpsChangeNothing(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let schedules = [
            try daily(["00:02-00:05", "12:00-13:00"]), try daily(["00:03:07-00:04"]), try daily(["06:00-22:30"]),
        ]
        for number in Self.isOptimised ? 0..<50 : 15..<35 {
            let list = tree(&numbers, hasRates: number >= 25)
            let playing = Timeline(list, schedules: schedules)
            for span in 0..<4 {
                let begin = at(Int.random(in: 0..<(span == 0 ? 1 : Self.hours), using: &numbers), 1, 30)
                var turn = playing.turn(at: begin)
                for _ in 0..<30 {
                    guard let ends = turn.ends else { break }
                    let next = playing.turn(at: ends)
                    let moment = next.began + .milliseconds(Int.random(in: 0..<900, using: &numbers))
                    let isSame = moment >= next.ends ?? .seconds(.max) || playing.turn(at: moment) == next
                    if next.began != ends || !isSame {
                        Issue.record("tree \(number) of \(seed): \(turn), then \(next)")
                        return
                    }
                    turn = next
                }
                if Timeline(list, schedules: schedules).turn(at: turn.began) != turn {
                    Issue.record("tree \(number) of \(seed): \(turn) is another one after a restart")
                    return
                }
            }
        }
    }

    /// Items with the same weight that play at all times take turns, whatever comes and goes beside them; and whatever is
    /// in force for half a minute a day comes every few days.
    @Test(arguments: 0..<4) func equalsTakeTurns(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let schedules = [
            try every(7), try every(60, for: 3), try daily(["03:00-03:00:30"]),
            try daily(["00:00-12:00", "13:00-13:01"]),
            try every(50, for: 2),
        ]
        for _ in 0..<2 {
            let always = (0..<Int.random(in: 2...6, using: &numbers)).map { Item.picture("always\($0)", seconds: 10) }
            let guests = (0..<Int.random(in: 1...6, using: &numbers)).map { index in
                Item.picture("\(index)", seconds: 10, schedules: [Int.random(in: 0..<4, using: &numbers)])
            }
            let message = Item.picture("!", seconds: 10, priority: 1, schedules: [4])
            let timeline = Timeline(
                ItemList((always + guests).shuffled(using: &numbers) + [message]), schedules: schedules)
            timeline.circumstances.start = at(Int.random(in: 0..<8000, using: &numbers))
            let begin = timeline.circumstances.start ?? at(0)
            var last: [String] = []
            var seen: Set<String> = []
            var turn = timeline.turn(at: begin)
            while turn.began < begin + .seconds(3 * 86400), let ends = turn.ends {
                seen.insert(turn.name)
                let isWhole = ends - turn.began >= .seconds(5)
                if turn.name.hasPrefix("always"), isWhole {
                    // It comes again when all the others have.
                    if last.suffix(always.count - 1).contains(turn.name) {
                        Issue.record("\(turn.name) at \(turn.began) of \(seed), after \(last.suffix(8))")
                        return
                    }
                    last.append(turn.name)
                }
                turn = timeline.turn(at: ends)
            }
            #expect(seen.count == always.count + guests.count + 1, "of \(seed): \(seen.sorted())")
        }
    }
}
