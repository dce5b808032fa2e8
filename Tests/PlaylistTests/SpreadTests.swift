import SeededRandom
import Testing

@testable import Playlist

/// Turns by weight.
@Suite struct SpreadTests {
    private func weights(_ numbers: inout SplitMix64) -> [Int] {
        (0..<Int.random(in: 2...9, using: &numbers)).map { _ in
            [1, 1, 1, 2, 3, 5, 10].randomElement(using: &numbers) ?? 1
        }
    }

    /// Who follows itself, also over the end of a lap, without having to.
    private func repetitions(_ laps: [[Int32]], _ weights: [Int]) -> [Int32] {
        let turns = laps.flatMap(\.self)
        let all = weights.reduce(0, +)
        return zip(turns, turns.dropFirst()).filter { $0 == $1 && weights[Int($0)] * 2 <= all }.map(\.0)
    }

    @Test(arguments: 0..<4) func sharesAreWithinOne(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let weights = weights(&numbers)
            let all = weights.reduce(0, +)
            let turns = Spread(weights.map { .init(weight: $0) }).turns
            var differences: [[Double]] = weights.map { _ in [] }
            var counts = weights.map { _ in 0 }
            for (index, turn) in turns.enumerated() {
                counts[Int(turn)] += 1
                for member in weights.indices {
                    let share = Double((index + 1) * weights[member]) / Double(all)
                    differences[member].append(Double(counts[member]) - share)
                }
            }
            let isFair = differences.allSatisfy { values in
                let (least, most) = (min(values.min() ?? 0, 0), max(values.max() ?? 0, 0))
                // A window, also over the end of the lap, is the difference of two beginnings.
                return least > -1 && most < 1 && most - least < 2
            }
            if !isFair || counts != weights || !repetitions([turns, turns], weights).isEmpty {
                Issue.record("\(weights): \(turns)")
                return
            }
        }
    }

    /// The page's own example had three in a row at the wrap.
    @Test func theExampleOfThePage() {
        let turns = Spread([3, 2, 4].map { .init(weight: $0) }).turns
        #expect(repetitions([turns, turns], [3, 2, 4]).isEmpty)
        let ten = Spread([10, 1, 1, 1, 1].map { .init(weight: $0) }).turns
        let gaps = (ten + ten).split(omittingEmptySubsequences: false) { $0 != 0 }.map(\.count)
        #expect(gaps.max() == 3, "no more in a row than must be: \(ten)")
    }

    @Test(arguments: 0..<4) func shufflesDoNotRepeat(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let weights = weights(&numbers)
            let shuffle = Shuffle(seed: .random(in: 0...999, using: &numbers))
            let laps = (-3..<40).map { shuffle.order(of: weights, lap: $0) }
            let isWhole = laps.allSatisfy { lap in
                weights.indices.allSatisfy { i in lap.count { $0 == i } == weights[i] }
            }
            if !isWhole || !repetitions(laps, weights).isEmpty {
                Issue.record("\(weights): \(laps.prefix(6)), \(repetitions(laps, weights))")
                return
            }
        }
    }

    @Test func twoOfWhichOneIsWeightedAreShuffled() {
        let laps = (0..<60).map { Shuffle(seed: 4).order(of: [5, 2], lap: $0) }
        #expect(Set(laps).count > 5)
        #expect(laps.allSatisfy { lap in !zip(lap, lap.dropFirst()).contains { $0 == (1, 1) } })
    }

    /// What came long ago comes first, and soon enough where it has a weight.
    @Test func whoeverJoinsIsDueByItsAge() {
        #expect(
            Spread([.init(weight: 1, age: 1), .init(weight: 1, age: 7), .init(weight: 1, age: 2)]).turns == [1, 2, 0])
        let turns = Spread([.init(weight: 3, age: 2), .init(weight: 3, age: 1), .init(weight: 1, age: 40)], after: 1)
            .turns
        #expect(turns.first != 1 && turns.prefix(2).contains(2))
    }
}
