import DisplayModel
import Paths
import Scheduling
import Testing
import Timing

@testable import Playlist

/// What comes how often, and in which order.
@Suite struct RoundTests {
    private func names(_ list: ItemList, _ count: Int, from seconds: Int = 0) -> String {
        Timeline(list).names(count, from: .seconds(seconds)).joined()
    }

    private func pictures(_ names: String) -> [Item] { names.map { .picture("\($0)") } }

    // MARK: Which items

    @Test func theHighestPriorityPlaysAlone() {
        let items: [Item] = [
            .picture("a"), .picture("b", priority: 2), .picture("c", priority: 1), .picture("d", priority: 2),
        ]
        #expect(names(ItemList(items), 4) == "bdbd")
        #expect(names(ItemList([.picture("a", priority: -1), .picture("b", priority: -7)]), 1) == "a")
    }

    @Test func whatHasNothingToShowDoesNotSuppressOthers() {
        let empty: [Item.Content] = [
            .list(ItemList([])), .pictures(paths: [], .listed), .list(ItemList([Item(.list(ItemList([])))])),
        ]
        for content in empty {
            #expect(names(ItemList(pictures("ab") + [Item(content, priority: 9)]), 3) == "aba")
        }
    }

    @Test func prioritiesCountInTheirOwnList() {
        let inner = ItemList([.picture("c", priority: 5), .picture("d")])
        #expect(names(ItemList(pictures("ab") + [Item(.list(inner))]), 6) == "abcabc")
    }

    @Test func otherwisePlaysWhenNothingElseMay() {
        let list = ItemList([.picture("a", schedules: [0])], otherwise: pictures("xy"))
        let timeline = Timeline(list, schedules: [Schedule(zone: .utc)])
        timeline.circumstances.schedules = .never
        #expect(timeline.names(3).joined() == "xyx")
        timeline.circumstances.schedules = .always
        #expect(timeline.names(1) == ["a"])
        #expect(names(ItemList([], otherwise: pictures("xy")), 3) == "xyx")
        #expect(names(ItemList([Item(.list(ItemList([], otherwise: pictures("x")))), .picture("a")]), 3) == "xax")
    }

    @Test func conditionsLeaveItemsOut() {
        var portrait = OutputCondition()
        portrait.orientation = .portrait
        var wide = OutputCondition()
        wide.width = [.init(.atLeast, 3000)]
        var conditional = Item.picture("p")
        conditional.conditions = [portrait, wide]
        var inner = Item(.list(ItemList(pictures("bc"))))
        inner.conditions = [portrait]
        let list = ItemList([.picture("a"), conditional, Item(.list(ItemList([inner, .picture("d")])))])
        func names(_ size: String) -> String {
            let output = OutputTraits(connector: "HDMI-A-1", size: Size(size) ?? .zero)
            return Timeline(list, on: output).names(5).joined()
        }
        #expect(names("1920x1080") == "adada")
        #expect(names("1080x1920") == "apbcd")
        #expect(names("3840x2160") == "apdap")
        #expect(Timeline(list).names(5).joined() == "apbcd", "without an output everything stays")
    }

    // MARK: How often

    @Test func listsInListsGoThroughOnceInTheirTurn() {
        let inner = ItemList([.picture("b"), Item(.list(ItemList(pictures("cd"))))])
        #expect(names(ItemList([.picture("a"), Item(.list(inner)), .picture("e")]), 7) == "abcdeab")
    }

    @Test func aFolderIsAsManySlidesAsItHas() {
        let folder = Item(.pictures(paths: ["a", "b", "c"], .listed), duration: .seconds(2))
        let timeline = Timeline(ItemList([.picture("x"), folder]))
        #expect(timeline.names(5).joined() == "xabcx")
        #expect(timeline.turn(at: .seconds(10)) == Turn(slide: .named("c"), began: .seconds(9), ends: .seconds(11)))
    }

    @Test func repeatsComeInARow() {
        #expect(names(ItemList([.picture("a", repeats: 3), .picture("b")]), 8) == "aaabaaab")
        let inner = Item(.list(ItemList(pictures("cd"))), repeats: 2)
        #expect(names(ItemList([.picture("a"), inner]), 6) == "acdcda")
    }

    @Test(arguments: [("a3b1", "aaba"), ("a1b3", "bbab"), ("a2b2", "abab"), ("a4b2c1", "abacaba")])
    func weightsAreSpreadEvenly(weights: String, expected: String) {
        let letters = Array(weights)
        let items = stride(from: 0, to: letters.count, by: 2).map { index in
            Item.picture("\(letters[index])", weight: letters[index + 1].wholeNumberValue ?? 0)
        }
        #expect(names(ItemList(items), expected.count) == expected)
        #expect(rounds(ItemList(items), 1)[0].joined() == expected, "and no more in one round")
    }

    @Test func weightsAndRepeatsMultiply() {
        let list = ItemList([.picture("a", repeats: 2, weight: 2), .picture("b", weight: 2)])
        #expect(names(list, 6) == "aabaab")
    }

    // MARK: Shuffles

    private func rounds(_ list: ItemList, _ count: Int) -> [[String]] {
        let orders = FolderOrders()
        var rotation = Rotation(RotationPlan(list))
        _ = rotation.change([], after: 0)
        return (0..<count).map { _ in
            var names: [String] = []
            let length = rotation.restOfLap(0)
            var time: Int64 = 0
            while time < length {
                let (slide, duration) = rotation.slide(orders)
                names.append(slide.description)
                rotation.advance(by: duration)
                time += duration
            }
            return names
        }
    }

    @Test(arguments: [UInt64(0), 1, 77, .max], [3, 4, 10]) func everythingComesOnceInEachRound(seed: UInt64, count: Int)
    {
        let names = "abcdefghij".prefix(count).map { "\($0)" }
        let rounds = rounds(ItemList(names.map { .picture(FilePath($0)) }, order: .shuffled(seed: seed)), 200)
        for round in rounds { #expect(round.sorted() == names) }
        for (one, next) in zip(rounds, rounds.dropFirst()) { #expect(one.last != next.first) }
        #expect(Set(rounds).count > (count == 3 ? 3 : 15), "another order each time")
        #expect(Set(rounds.map(\.first)).count == count, "everything comes first at some time")
    }

    @Test func theSeedSaysTheOrder() {
        func order(_ seed: UInt64) -> String {
            names(ItemList(pictures("abcdefghij"), order: .shuffled(seed: seed)), 100)
        }
        #expect(order(5) == order(5))
        #expect(order(5) != order(6))
    }

    @Test func aPairIsNotShuffled() {
        #expect(names(ItemList(pictures("ab"), order: .shuffled(seed: 3)), 6) == "ababab")
        #expect(names(ItemList(pictures("a"), order: .shuffled(seed: 3)), 1) == "a")
    }

    @Test func foldersAreShuffledInsideLists() {
        let paths = "bcdef".map { "\($0)" }
        let list = ItemList([
            .picture("a"), Item(.pictures(paths: paths.map { FilePath($0) }, .shuffled(seed: 9))), .picture("z"),
        ])
        let rounds = rounds(list, 50)
        for round in rounds {
            #expect(round.first == "a" && round.last == "z")
            #expect(round.dropFirst().dropLast().sorted() == paths)
        }
        #expect(Set(rounds).count > 10)
        // Gone through twice in a round, it has another order the second time.
        let twice = ItemList([Item(.pictures(paths: paths.map { FilePath($0) }, .shuffled(seed: 9)), repeats: 2)])
        var last = ""
        for round in self.rounds(twice, 50) {
            #expect(round.prefix(5).sorted() == paths && round.suffix(5).sorted() == paths)
            for name in round {
                #expect(name != last)
                last = name
            }
        }
        #expect(self.rounds(twice, 50).contains { $0.prefix(5) != $0.suffix(5) })
    }

    /// A folder with a weight comes several times in a round, each time in the order that follows its last one.
    @Test func foldersGoOnBeingShuffledWithinARound() {
        let paths = "bcdef".map { "\($0)" }
        let list = ItemList([
            Item(.pictures(paths: paths.map { FilePath($0) }, .shuffled(seed: 9)), weight: 2), .picture("a"),
        ])
        let rounds = rounds(list, 50)
        #expect(rounds.allSatisfy { $0[5] == "a" })
        #expect(rounds.contains { $0.prefix(5) != $0.suffix(5) })
        #expect(zip(rounds, rounds.dropFirst()).allSatisfy { $0.last != $1.first })
        let alone = self.rounds(ItemList([Item(.pictures(paths: paths.map { FilePath($0) }, .shuffled(seed: 9)))]), 100)
        #expect(rounds.flatMap { [Array($0.prefix(5)), Array($0.suffix(5))] } == alone)
    }

    @Test func listsAreShuffledAsOne() {
        let pair = Item(.list(ItemList(pictures("xy"))))
        let list = ItemList(pictures("abc") + [pair], order: .shuffled(seed: 4))
        for round in rounds(list, 50) {
            #expect(round.sorted() == ["a", "b", "c", "x", "y"])
            #expect(round.joined().contains("xy"))
        }
    }

    @Test func whatIsBrokenDoesNotChangeTheOrderOfTheRest() {
        let list = ItemList(pictures("abcdefg"), order: .shuffled(seed: 12))
        let (whole, part) = (Timeline(list), Timeline(list))
        part.circumstances.broken = ["c", "f"]
        for second in 0..<1000 {
            let (turn, other) = (whole.turn(at: .seconds(second)), part.turn(at: .seconds(second)))
            if !part.isBroken(turn.slide) { #expect(turn.slide == other.slide, "at \(second) s") }
        }
    }

    // MARK: Long ones

    /// Each turn of a round that is made anew each time would take a hundred thousand steps: the test would not end.
    @Test(arguments: [ItemList.Order.listed, .shuffled(seed: 1)]) func aHundredThousandPicturesAreOneRound(
        order: ItemList.Order
    ) {
        let count = 100_000
        let paths = (0..<count).map { "\($0)" }
        let timeline = Timeline(
            ItemList([Item(.pictures(paths: paths.map { FilePath($0) }, order), duration: .seconds(1))]))
        var seen: Set<String> = []
        // From the middle of a round into the one after the next.
        for second in stride(from: count * 3 / 2, to: count * 7 / 2, by: 2) {
            let turn = timeline.turn(at: .seconds(second))
            if second >= count * 2, second < count * 3 { seen.insert(turn.name) }
            if turn.began != .seconds(second) || turn.ends != .seconds(second + 1) {
                Issue.record("\(turn) at \(second)")
                return
            }
        }
        #expect(seen.count == count / 2)
    }

    @Test func whatNobodySeesToItsEndIsCutOff() {
        var item = Item.picture("a", repeats: 1000)
        for _ in 0..<4 { item = Item(.list(ItemList([item, .picture("b")])), repeats: 1000) }
        var rotation = Rotation(RotationPlan(ItemList([item])))
        _ = rotation.change([], after: 0)
        #expect(rotation.firstRound(broken: [], FolderOrders(), atMost: 1500).slides.count == 1500)
        #expect(rotation.restOfLap(0) == 1 << 60, "longer than can be counted, and no overflow")
        rotation.advance(by: 1 << 59)
        #expect(rotation.slide(FolderOrders()).length == 5_000_000_000)
        // What is broken is not gone through for ever either.
        let timeline = Timeline(ItemList([item]))
        timeline.circumstances.broken = ["a", "b"]
        #expect(timeline.turn(at: .zero).slide == nil && timeline.period(at: .zero).round.isEmpty)
    }

    @Test func centuriesAreCutOff() {
        let paths = (0..<100_000).map { "\($0)" }
        let week = Item(.pictures(paths: paths.map { FilePath($0) }, .listed), duration: .seconds(86400 * 7))
        let now = WallTime.seconds(1_800_000_000)
        let turn = Timeline(ItemList([week])).turn(at: now)
        #expect(turn.began <= now && (turn.ends ?? .zero) > now)
    }

    /// Where rounds of unlike length are cut off, they still follow one another without a gap.
    @Test(arguments: 0..<20) func roundsThatAreCutOffFollowOneAnother(seed: UInt64) {
        let years = (1...60).map { Item.picture("\($0)", seconds: 86400 * 365 * ($0 % 5 + 1)) }
        let timeline = Timeline(ItemList(years, order: .shuffled(seed: seed)))
        timeline.circumstances.start = .zero
        var turn = timeline.turn(at: .zero)
        for _ in 0..<60 {
            guard let ends = turn.ends, ends > turn.began else {
                Issue.record("\(turn)")
                return
            }
            #expect(timeline.turn(at: ends - .nanoseconds(1)) == turn)
            turn = timeline.turn(at: ends)
            #expect(turn.began == ends)
        }
    }
}
