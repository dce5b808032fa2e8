import Scheduling
import Timing

/// All changes of some schedules, in order, made ready a month or so at a time.
final class ScheduleChanges {
    private let schedules: [Schedule]
    /// The numbers of those that matter.
    private let used: [Int]
    /// Seconds since 1970, in order. Each is a schedule of its own, with a number after the others, that is in force from
    /// then on.
    private let arrivals: [Int]
    /// By number, counted from 1970.
    private var blocks: [(number: Int, block: Block)] = []

    private static let blockLength = 32 * 86400
    /// What changes after more than ten years never changes.
    private static let farthest = 115

    private struct Block {
        /// For each schedule.
        var atStart: [Bool]
        var changes: [(second: Int, schedule: Int, isInForce: Bool)] = []
    }

    /// Nil where there is nothing to change.
    init?(_ schedules: [Schedule], used: [Int], arrivals: [Int] = []) {
        guard !used.isEmpty || !arrivals.isEmpty else { return nil }
        self.schedules = schedules
        self.used = used
        self.arrivals = arrivals
    }

    /// A place between two changes.
    struct Cursor {
        /// For each schedule.
        var isInForce: [Bool]
        fileprivate var block: Int
        /// The next change in the block.
        fileprivate var index: Int
    }

    /// - Parameter time: nanoseconds since 1970.
    func cursor(at time: Int64) -> Cursor {
        let second = WallTime(nanoseconds: time).seconds
        let number = (Double(second) / Double(Self.blockLength)).rounded(.down)
        let block = block(Int(number))
        var cursor = Cursor(isInForce: block.atStart, block: Int(number), index: 0)
        while cursor.index < block.changes.count, block.changes[cursor.index].second <= second {
            let change = block.changes[cursor.index]
            cursor.isInForce[change.schedule] = change.isInForce
            cursor.index += 1
        }
        return cursor
    }

    /// Goes on to the next change.
    /// - Returns: when that is, in nanoseconds since 1970; nil where none is.
    func advance(_ cursor: inout Cursor) -> Int64? {
        let last = cursor.block + Self.farthest
        while true {
            let block = block(cursor.block)
            if cursor.index < block.changes.count {
                let second = block.changes[cursor.index].second
                while cursor.index < block.changes.count, block.changes[cursor.index].second == second {
                    let change = block.changes[cursor.index]
                    cursor.isInForce[change.schedule] = change.isInForce
                    cursor.index += 1
                }
                return WallTime(seconds: second).nanoseconds
            }
            guard cursor.block < last, !used.isEmpty || cursor.isInForce.last == false else { return nil }
            cursor.block += 1
            cursor.index = 0
            let next = self.block(cursor.block)
            if next.atStart != cursor.isInForce {
                cursor.isInForce = next.atStart
                return WallTime(seconds: cursor.block * Self.blockLength).nanoseconds
            }
        }
    }

    private func block(_ number: Int) -> Block {
        if let last = blocks.last, last.number == number { return last.block }
        if let index = blocks.firstIndex(where: { $0.number == number }) {
            blocks.append(blocks.remove(at: index))
            return blocks[blocks.count - 1].block
        }
        let range = number * Self.blockLength..<(number + 1) * Self.blockLength
        var block = Block(
            atStart: Array(repeating: false, count: schedules.count) + arrivals.map { $0 <= range.lowerBound })
        for (index, arrival) in arrivals.enumerated() where arrival > range.lowerBound && arrival < range.upperBound {
            block.changes.append((arrival, schedules.count + index, true))
        }
        for schedule in used {
            for interval in schedules[schedule].intervals(in: range) {
                if interval.lowerBound == range.lowerBound {
                    block.atStart[schedule] = true
                } else {
                    block.changes.append((interval.lowerBound, schedule, true))
                }
                if interval.upperBound < range.upperBound {
                    block.changes.append((interval.upperBound, schedule, false))
                }
            }
        }
        block.changes.sort { $0.second < $1.second }
        blocks.append((number, block))
        if blocks.count > 4 { blocks.removeFirst() }
        return block
    }
}
