public import DisplayModel

/// Steps down the outputs' mode ladders until the whole set is accepted, keeping every screen lit at a lower mode
/// rather than leaving one dark at a high one.
///
/// The caller tests ``candidate``; on a refusal it calls ``stepDown()`` and tests again, until that answers false.
public struct ModeSearch: Sendable {
    private let ladders: [[Mode]]
    private var positions: [Int]

    /// - Parameter ladders: for each output of the set its modes, best first, none of them empty.
    public init(_ ladders: [[Mode]]) {
        self.ladders = ladders
        positions = ladders.map { _ in 0 }
    }

    /// The modes to test, in the order of the outputs.
    public var candidate: [Mode] {
        zip(ladders, positions).map { $0[$1] }
    }

    /// Takes the output that asks most of the hardware (pixels a second) one rung down.
    /// - Returns: false when no output has a rung left.
    public mutating func stepDown() -> Bool {
        let movable = positions.indices.filter { positions[$0] + 1 < ladders[$0].count }
        guard let heaviest = movable.max(by: { load($0) < load($1) }) else { return false }
        positions[heaviest] += 1
        return true
    }

    private func load(_ index: Int) -> Double {
        let mode = ladders[index][positions[index]]
        return Double(mode.size.area) * mode.refresh.hertz
    }
}
