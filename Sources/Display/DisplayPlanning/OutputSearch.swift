public import DisplayModel

/// Searches for modes and formats of all outputs that the device accepts together. It begins with the best ones and tries
/// lower ones until every screen can be lit, rather than leaving one dark beside another in its best mode.
///
/// The caller tests ``candidate``, and calls ``refused(_:)`` after a failure, until a test passes or that returns false.
/// The refused ones are kept in ``attempts``.
public struct OutputSearch: Hashable, Sendable {
    private let candidates: [[[Mode]]]
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
    ///   - outputs: for each its name and its candidates for modes, best first, none of them empty.
    ///   - formatLevels: how many choices of format there are to try with each set of modes.
    public init(_ outputs: [(name: String, candidates: [[Mode]])], formatLevels: Int) {
        names = outputs.map(\.name)
        candidates = outputs.map(\.candidates)
        positions = candidates.map { _ in 0 }
        self.formatLevels = max(1, formatLevels)
    }

    public var candidate: Candidate {
        Candidate(modes: zip(candidates, positions).map { $0[$1] }, formatLevel: formatLevel)
    }

    /// The candidate was refused: moves on to the next one. Formats come first, because nobody sees a difference; then the
    /// output with the most pixels a second gets its next mode.
    /// - Returns: false when nothing is left to try.
    public mutating func refused(_ reason: String) -> Bool {
        attempts.append(Attempt(combination: combination, reason: reason))
        if formatLevel + 1 < formatLevels {
            formatLevel += 1
            return true
        }
        formatLevel = 0
        let movable = positions.indices.filter { positions[$0] + 1 < candidates[$0].count }
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
        candidates[index][positions[index]].map { Double($0.size.area) * $0.refresh.hertz }.reduce(0, +)
    }
}
