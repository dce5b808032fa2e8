public import DisplayModel

/// Searches for modes and formats of all outputs that the device accepts together. It begins with the best ones and tries
/// lower ones until every screen can be lit, rather than leaving one dark beside another in its best mode.
///
/// The caller tests ``candidate``, and calls ``refused(_:)`` after a failure, until a test passes or that returns false.
/// The refused ones are kept in ``attempts``.
public struct OutputSearch: Hashable, Sendable {
    private let candidates: [[[Mode]]]
    private let names: [String]
    /// The formats that are tried with each set of modes, and those that are tried when no mode is left.
    private let formats: [FormatLevel]
    private let lastFormats: [FormatLevel]
    private var positions: [Int]
    private var formatIndex = 0
    private var isAtLast = false
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
        public var format: FormatLevel
    }

    /// - Parameters:
    ///   - outputs: for each its name and its candidates for modes, best first, none of them empty.
    ///   - levels: the choices of format that there are.
    public init(_ outputs: [(name: String, candidates: [[Mode]])], levels: some Sequence<FormatLevel>) {
        names = outputs.map(\.name)
        candidates = outputs.map(\.candidates)
        positions = candidates.map { _ in 0 }
        let sorted = Set(levels).sorted { $0.rawValue < $1.rawValue }
        let wide = sorted.filter { $0 != .narrow }
        // Few would choose steps in every sky for a faster refresh, or for pixels that are too small to be seen.
        (formats, lastFormats) = wide.isEmpty ? ([sorted.first ?? .best], []) : (wide, sorted.filter { $0 == .narrow })
    }

    public var candidate: Candidate {
        Candidate(modes: zip(candidates, positions).map { $0[$1] }, format: present[formatIndex])
    }

    private var present: [FormatLevel] { isAtLast ? lastFormats : formats }

    /// The candidate was refused: moves on to the next one. Layouts of memory come first, because nobody sees a difference;
    /// then the output with the most pixels a second gets its next mode; when none has another mode, all of it is tried
    /// once more in fewer colours.
    /// - Parameter forWantOfMemory: whether there was no room for it. Then another layout of the same size is not tried.
    /// - Returns: false when nothing is left to try.
    public mutating func refused(_ reason: String, forWantOfMemory: Bool = false) -> Bool {
        attempts.append(Attempt(combination: combination, reason: reason))
        if !forWantOfMemory, formatIndex + 1 < present.count {
            formatIndex += 1
            return true
        }
        formatIndex = 0
        let movable = positions.indices.filter { positions[$0] + 1 < candidates[$0].count }
        if let heaviest = movable.max(by: { load($0) < load($1) }) {
            positions[heaviest] += 1
            return true
        }
        guard !isAtLast, !lastFormats.isEmpty else { return false }
        isAtLast = true
        positions = positions.map { _ in 0 }
        return true
    }

    private var combination: String {
        let outputs = zip(names, candidate.modes).map { name, modes in
            "\(name) \(modes.map(\.description).joined(separator: "+"))"
        }
        return outputs.joined(separator: ", ") + candidate.format.remark
    }

    private func load(_ index: Int) -> Double {
        candidates[index][positions[index]].map { Double($0.size.area) * $0.refresh.hertz }.reduce(0, +)
    }
}

extension FormatLevel {
    fileprivate var remark: String {
        switch self {
        case .best: ""
        case .implicit: " (the driver's own layout)"
        case .narrow: " (16-bit colour)"
        }
    }
}
