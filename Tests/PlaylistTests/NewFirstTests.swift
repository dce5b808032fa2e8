import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import Playlist

/// Folders in which what is new comes next.
@Suite struct NewFirstTests {
    /// Seconds since ``Timeline/origin``.
    private func at(_ second: Int) -> WallTime { Timeline.origin + .seconds(second) }

    /// - Parameter arrivals: of pictures 0, 1, …, in order; nil for what has always been there.
    private func list(_ arrivals: [Int?], seconds: Int = 8) -> ItemList {
        let items = arrivals.enumerated().map { number, arrival in
            var item = Item.picture("\(number)", seconds: seconds)
            item.arrival = arrival.map(at)
            return item
        }
        return ItemList(items, order: .newFirst)
    }

    private func randomArrivals(_ numbers: inout SplitMix64, within seconds: Int) -> [Int?] {
        let old = Int.random(in: 2...6, using: &numbers)
        let new = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in Int.random(in: 1...seconds, using: &numbers)
        }
        return Array(repeating: nil, count: old) + new.sorted()
    }

    /// What a player does that looks at the folder between two slides: the newest that it has not shown, or else the one that
    /// it showed longest ago.
    private func shown(_ arrivals: [Int?], seconds: Int, until end: Int) -> [Int] {
        var last: [Int: Int] = [:]
        return stride(from: 0, to: end, by: seconds).map { time in
            let there = arrivals.indices.filter { arrivals[$0] ?? 0 <= time }
            let new = there.filter { arrivals[$0] != nil && last[$0] == nil }
            let next = new.max { (arrivals[$0] ?? 0, $0) < (arrivals[$1] ?? 0, $1) }
            let oldest = there.min { (last[$0] ?? -1, $0) < (last[$1] ?? -1, $1) }
            let picture = next ?? oldest ?? 0
            last[picture] = time
            return picture
        }
    }

    @Test func whatIsNewIsNextAndThenTheRestGoesOn() {
        let timeline = Timeline(list([nil, nil, nil, 20]))
        #expect(timeline.names(8, from: at(0)) == ["0", "1", "2", "3", "0", "1", "2", "3"])
        #expect(
            timeline.turn(at: at(20)) == Turn(slide: .named("2"), began: at(16), ends: at(24)), "nothing is cut off")
        // Of two that have come, the newer one; the other one has its turn too.
        #expect(Timeline(list([nil, nil, nil, 9, 10])).names(6, from: at(0)) == ["0", "1", "4", "3", "2", "0"])
    }

    @Test(arguments: 0..<300) func itIsAsAPlayerWouldDoIt(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        // A picture that is alone gives way at once.
        let arrivals = randomArrivals(&numbers, within: 400)
        let expected = shown(arrivals, seconds: 8, until: 800).map { "\($0)" }
        let timeline = Timeline(list(arrivals))
        let names = stride(from: 0, to: 800, by: 8).map { timeline.turn(at: at($0)).name }
        #expect(names == expected, "\(arrivals)")
    }

    /// So a restart changes nothing, another machine shows the same, and the picture that comes changes nothing before.
    @Test(arguments: 0..<100) func itDependsOnThePicturesAndTheTimeAlone(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let arrivals = randomArrivals(&numbers, within: 400)
        let (whole, before) = (Timeline(list(arrivals)), Timeline(list(arrivals.dropLast(arrivals.count > 6 ? 1 : 0))))
        let playlist = Playlist(zones: [Zone(content: list(arrivals))], sync: .wallClock)
        let pasts = ListPasts(of: playlist, on: [], until: at(500))
        for _ in 0..<20 {
            let time = at(Int.random(in: 0...900, using: &numbers))
            let turn = whole.turn(at: time)
            #expect(Timeline(list(arrivals)).turn(at: time).slide == turn.slide)
            #expect(Timeline(list(arrivals), pasts).turn(at: time) == turn)
            if arrivals.count > 6, let last = arrivals.last ?? 0, time < at(last) {
                #expect(before.turn(at: time).slide == turn.slide)
            }
        }
    }

    /// Each new picture shows when those that came at the same time or later have; and in any time in which as many slides
    /// show as there are pictures and came new ones, each picture does.
    @Test(arguments: 0..<100) func nobodyStarves(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let arrivals = randomArrivals(&numbers, within: 1600)
        let timeline = Timeline(list(arrivals))
        let names = stride(from: 0, to: 4000, by: 8).map { timeline.turn(at: at($0)).name }
        for (number, arrival) in arrivals.enumerated() {
            let first = ((arrival ?? 0) + 7) / 8
            let window = names[first...].prefix(2 * arrivals.count)
            #expect(window.contains("\(number)"), "\(arrivals)")
            if arrival != nil {
                let others = arrivals.dropFirst(number + 1).count { $0 ?? 0 <= (first + arrivals.count) * 8 }
                #expect(names[first...].prefix(others + 1).contains("\(number)"))
            }
        }
        #expect(Set(names.suffix(arrivals.count)).count == arrivals.count, "once each in a round")
    }

    @Test func whatComesDuringAMessageIsNextAfterIt() throws {
        let message = Item.picture("message", seconds: 30, priority: 1, schedules: [0])
        let window = Schedule(times: [try #require(DailyWindow(text: "0:01-0:02"))], zone: .utc)
        let content = ItemList([Item(.list(list([nil, nil, nil, 90]))), message])
        let timeline = Timeline(content, schedules: [window])
        #expect(timeline.turn(at: at(100)).name == "message")
        #expect(timeline.names(2, from: at(120)).first == "3")
    }

    /// Although something comes in each turn of the folder, its turns end.
    @Test func whatStandsBesideTheFolderHasItsTurns() {
        let arrivals = [nil, nil, nil, nil, nil] + (1...60).map { Optional($0 * 30) }
        let timeline = Timeline(ItemList([Item(.list(list(arrivals))), .picture("beside", seconds: 8)]))
        let names = stride(from: 0, to: 1800, by: 4).map { timeline.turn(at: at($0)).name }
        #expect(names.count { $0 == "beside" } >= 6, "\(names)")
    }

    /// While nobody knows what time it is.
    @Test func withoutAClockAllAreThere() {
        let timeline = Timeline(list([nil, 100, 200]))
        timeline.circumstances.schedules = .never
        #expect(timeline.names(3, from: .seconds(3600)) == ["0", "1", "2"])
    }
}
