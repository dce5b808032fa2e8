public import DisplayModel

/// Looks for a configuration of all outputs together that the device accepts: at the best modes and formats first, and
/// stepping down until every screen is lit, rather than leaving one dark beside another at its best.
///
/// The caller tests ``candidate`` and says what came of it with ``refused(_:)``, until a test passes or that answers
/// false. What was tried stays on record as the verdict.
public struct OutputSearch: Hashable, Sendable {
    private let ladders: [[[Mode]]]
    private let names: [String]
    private let formatLevels: Int
    private var positions: [Int]
    private var formatLevel = 0
    /// What was tried and refused, in order.
    public private(set) var attempts: [Attempt] = []

    /// A refused combination.
    public struct Attempt: Hashable, Sendable, CustomStringConvertible {
        /// `HDMI-A-1 3840x2160@60 + DP-1 1920x1080@60, second choice of format`
        public var combination: String
        public var reason: String

        public var description: String { "\(combination): \(reason)" }
    }

    /// What to test next: for each output the modes of its parts.
    public struct Candidate: Hashable, Sendable {
        public var modes: [[Mode]]
        /// Which choice of pixel format and modifiers, from 0: the best.
        public var formatLevel: Int
    }

    /// - Parameters:
    ///   - outputs: for each its name and its rungs, best first, none of them empty.
    ///   - formatLevels: how many choices of format there are to try with each set of modes.
    public init(_ outputs: [(name: String, rungs: [[Mode]])], formatLevels: Int) {
        names = outputs.map(\.name)
        ladders = outputs.map(\.rungs)
        positions = ladders.map { _ in 0 }
        self.formatLevels = max(1, formatLevels)
    }

    public var candidate: Candidate {
        Candidate(modes: zip(ladders, positions).map { $0[$1] }, formatLevel: formatLevel)
    }

    /// The candidate was refused: goes on to the next one. First another format, which costs nothing that one sees; then
    /// the output that asks most of the hardware (pixels a second) goes one rung down.
    /// - Returns: false when nothing is left to try.
    public mutating func refused(_ reason: String) -> Bool {
        attempts.append(Attempt(combination: combination, reason: reason))
        if formatLevel + 1 < formatLevels {
            formatLevel += 1
            return true
        }
        formatLevel = 0
        let movable = positions.indices.filter { positions[$0] + 1 < ladders[$0].count }
        guard let heaviest = movable.max(by: { load($0) < load($1) }) else { return false }
        positions[heaviest] += 1
        return true
    }

    private var combination: String {
        let outputs = zip(names, candidate.modes).map { name, modes in
            "\(name) \(modes.map(\.description).joined(separator: "+"))"
        }
        return outputs.joined(separator: ", ") + (formatLevel == 0 ? "" : " (format choice \(formatLevel + 1))")
    }

    private func load(_ index: Int) -> Double {
        ladders[index][positions[index]].map { Double($0.size.area) * $0.refresh.hertz }.reduce(0, +)
    }
}
