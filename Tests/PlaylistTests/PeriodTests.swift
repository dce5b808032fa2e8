import DisplayModel
import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import Playlist

/// What schedules do to a timeline.
@Suite struct PeriodTests {
    /// Monday, 2026-06-01T00:00:00Z.
    private static let midnight = 1_780_272_000

    private func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> WallTime {
        .seconds(Self.midnight + hour * 3600 + minute * 60 + second)
    }

    private func daily(_ windows: String...) throws -> Schedule {
        Schedule(times: try windows.map { try #require(DailyWindow(text: $0)) }, zone: .utc)
    }

    @Test func aBorderCutsTheSlideThatShows() throws {
        let list = ItemList(
            [.picture("m", seconds: 700, schedules: [0])],
            otherwise: [.picture("x", seconds: 1000), .picture("y", seconds: 1000)], resumes: false)
        let timeline = Timeline(list, schedules: [try daily("08:00-12:00")])
        let morning = timeline.turn(at: at(9))
        #expect(morning == Turn(slide: .named("m"), began: at(8), ends: at(12)), "one alone shows all the time")
        let after = timeline.turn(at: at(12))
        #expect(
            after == Turn(slide: .named("x"), began: at(12), ends: at(12, 16, 40)), "it does not resume")
        #expect(timeline.turn(before: after) == morning)
        // 20 hours are 72,000 seconds: 36 times through, and nothing is cut; from 08:00 on it is the morning's.
        let last = timeline.turn(at: at(32) - .nanoseconds(1))
        #expect(last.ends == at(32))
        #expect(timeline.turn(at: at(32)) == Turn(slide: .named("m"), began: at(32), ends: at(36)))
        #expect(timeline.turn(before: timeline.turn(at: at(32))) == last)
    }

    @Test func aSlideEndsWithItsPeriod() throws {
        let list = ItemList([.picture("a", seconds: 1000), .picture("b", seconds: 1000, schedules: [0])])
        let timeline = Timeline(list, schedules: [try daily("08:00-08:25")])
        // The other one was alone long enough.
        #expect(timeline.turn(at: at(8, 10)) == Turn(slide: .named("b"), began: at(8), ends: at(8, 16, 40)))
        #expect(timeline.turn(at: at(8, 20)) == Turn(slide: .named("a"), began: at(8, 16, 40), ends: at(8, 25)))
        #expect(timeline.turn(at: at(8, 25)) == Turn(slide: .named("a"), began: at(8, 25), ends: at(32)))
    }

    @Test func anyOfItsSchedulesWillDo() throws {
        let list = ItemList([.picture("a", schedules: [0, 1])], otherwise: [.picture("-")])
        let timeline = Timeline(list, schedules: [try daily("08:00-09:00"), try daily("20:00-21:00")])
        #expect([7, 8, 9, 20, 21].map { timeline.turn(at: at($0)).name } == ["-", "a", "-", "a", "-"])
    }

    /// A schedule that no item of this list has is none of its business.
    @Test func otherListsSchedulesAreNotAsked() throws {
        let timeline = Timeline(
            ItemList([.picture("a"), .picture("b")]), schedules: [try daily("08:00-08:00:01")])
        #expect(timeline.turn(at: at(8)).ends == timeline.turn(at: at(8) + .milliseconds(1)).ends)
        #expect(timeline.turn(at: at(8, 0, 3)).began <= at(8))
    }

    @Test func whileTheClockIsNotSetItIsSettled() throws {
        let list = ItemList([.picture("a", schedules: [0]), .picture("b")])
        let timeline = Timeline(list, schedules: [try daily("08:00-09:00")])
        timeline.circumstances.start = at(3)
        timeline.circumstances.schedules = .never
        #expect(timeline.turn(at: at(8)) == Turn(slide: .named("b"), began: at(3), ends: nil))
        timeline.circumstances.schedules = .always
        #expect(timeline.names(3, from: at(3)) == ["a", "b", "a"])
        timeline.circumstances.schedules = .followed
        #expect(timeline.turn(at: at(8, 0, 1)) == Turn(slide: .named("a"), began: at(8), ends: at(8, 0, 5)))
        #expect(timeline.turn(at: at(7)) == Turn(slide: .named("b"), began: at(3), ends: at(8)))
        #expect(timeline.turn(at: at(1)).began == at(3), "before the start is the start")
        timeline.circumstances.start = at(8, 0, 2)
        #expect(timeline.turn(at: at(8, 0, 3)) == Turn(slide: .named("a"), began: at(8, 0, 2), ends: at(8, 0, 7)))
        #expect(timeline.turn(before: timeline.turn(at: at(8, 0, 3))) == nil)
    }

    @Test func nothingMayPlayUntilSomethingMay() throws {
        let timeline = Timeline(ItemList([.picture("a", schedules: [0])]), schedules: [try daily("08:00-09:00")])
        #expect(timeline.turn(at: at(7)) == Turn(slide: nil, began: at(-15), ends: at(8)))
        #expect(timeline.turns(after: timeline.turn(at: at(7))).prefix(3).map(\.name) == ["a", "-", "a"])
        #expect(timeline.offset(of: .named("a"), at: at(7)) == nil)
        #expect(timeline.offset(of: .named("a"), at: at(8)) == .zero)
    }

    @Test func priorityTakesOverForItsTime() throws {
        let list = ItemList([.picture("a"), .picture("b"), .picture("!", priority: 5, schedules: [0])])
        let timeline = Timeline(list, schedules: [try daily("10:00-10:01")])
        #expect(timeline.turn(at: at(10)) == Turn(slide: .named("!"), began: at(10), ends: at(10, 1)))
        #expect(timeline.turn(at: at(10, 1)) == Turn(slide: .named("a"), began: at(10, 1), ends: at(10, 1, 5)))
    }
}

/// Whatever the list: turns are a function of the moment, and follow one another without a gap.
@Suite struct TimelinePropertyTests {
    private func list(_ numbers: inout SplitMix64, depth: Int) -> ItemList {
        func items(_ count: Int) -> [Item] { (0..<count).map { _ in item(&numbers, depth: depth) } }
        let list = ItemList(
            items(.random(in: depth == 0 ? 1...5 : 0...4, using: &numbers)),
            otherwise: Bool.random(using: &numbers) ? [] : items(.random(in: 0...2, using: &numbers)),
            order: order(&numbers))
        return list
    }

    private func order(_ numbers: inout SplitMix64) -> ItemList.Order {
        Bool.random(using: &numbers) ? .listed : .shuffled(seed: .random(in: 0...99, using: &numbers))
    }

    private func item(_ numbers: inout SplitMix64, depth: Int) -> Item {
        func name() -> FilePath { "\(Int.random(in: 0..<9, using: &numbers))" }
        let content: Item.Content =
            switch Int.random(in: 0..<(depth < 3 ? 9 : 6), using: &numbers) {
            case 0...3: .picture(path: name())
            case 4: .color(.black)
            case 5: .pictures(paths: (0..<Int.random(in: 0...5, using: &numbers)).map { _ in name() }, order(&numbers))
            default: .list(list(&numbers, depth: depth + 1))
            }
        return Item(
            content, duration: .milliseconds(Int.random(in: 1...40, using: &numbers) * 250),
            repeats: max(1, .random(in: -4...3, using: &numbers)), weight: max(1, .random(in: -4...3, using: &numbers)),
            priority: max(0, .random(in: -6...1, using: &numbers)),
            schedules: Int.random(in: 0..<4, using: &numbers) == 0 ? [Int.random(in: 0..<2, using: &numbers)] : [])
    }

    @Test(arguments: 0..<8) func turnsAreAFunctionOfTheMoment(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        // A day after lists with schedules begin.
        let day = 1_767_312_000
        let schedules = [
            Schedule(times: [try #require(DailyWindow(text: "00:01-00:03"))], zone: .utc),
            Schedule(times: [try #require(DailyWindow(text: "00:02-00:04"))], zone: .utc),
        ]
        for number in 0..<160 {
            let list = list(&numbers, depth: 0)
            var circumstances = Timeline.Circumstances()
            circumstances.schedules = [.followed, .never, .always].randomElement(using: &numbers) ?? .never
            circumstances.broken = Set(
                (0..<9).filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }.map { "\($0)" })
            if Bool.random(using: &numbers) { circumstances.start = .milliseconds(day * 1000 + 7300) }
            func made() -> Timeline {
                let timeline = Timeline(list, schedules: schedules)
                timeline.circumstances = circumstances
                return timeline
            }
            // One plays through; the other is asked for moments in no order.
            let (playing, asked) = (made(), made())
            var turn = playing.turn(at: .seconds(day + 30))
            var turns = [turn]
            while let ends = turn.ends, ends < .seconds(day + 300) {
                let next = playing.turn(at: ends)
                // A macro's expansion for each of half a million turns would take most of the test's time.
                if next.began != ends || ends <= turn.began || playing.isBroken(next.slide) {
                    Issue.record("tree \(number) of \(seed): \(turn), then \(next): \(list)")
                    return
                }
                turn = next
                turns.append(turn)
            }
            for index in turns.indices.shuffled(using: &numbers).prefix(6) {
                let turn = turns[index]
                let length = (turn.ends ?? turn.began + .seconds(9)) - turn.began
                let moment =
                    turn.began + .nanoseconds(Int64.random(in: 0..<Int64(length / .nanoseconds(1)), using: &numbers))
                let isSame = asked.turn(at: moment) == turn && made().turn(at: turn.began) == turn
                let isAfter = index == 0 || asked.turn(before: turn) == turns[index - 1]
                if !isSame || !isAfter {
                    Issue.record(
                        "tree \(number) of \(seed), at \(moment): \(turn), but \(asked.turn(at: moment)): \(list)")
                    return
                }
            }
        }
    }
}
