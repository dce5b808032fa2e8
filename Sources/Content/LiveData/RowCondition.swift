public import Scheduling
import TextLayout
public import Timing

/// What a value is to be: `true`, `"Gate 4"`, `[4, 5]` (one of them), `> 5`, `>= now`, `!= cancelled`, `null` (missing), `!=`
/// (there).
public struct ValueTest: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case isOne(of: [DataValue])
        case isMissing
        case compares(Comparison, DataValue)
        case comparesWithNow(Comparison)
    }

    private enum Comparison: String, CaseIterable, Sendable {
        // The longer signs first, for they begin with the others.
        case atMost = "<="
        case atLeast = ">="
        case isNot = "!="
        case less = "<"
        case greater = ">"

        func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
            switch self {
            case .atMost: a <= b
            case .atLeast: a >= b
            case .isNot: a != b
            case .less: a < b
            case .greater: a > b
            }
        }
    }

    private let kind: Kind
    private static let mostValues = 100

    /// - Parameter expected: as it stands in the playlist.
    /// - Throws: what is wrong with it, with the place in its text.
    public init(_ expected: DataValue) throws(DataMistake) {
        switch expected {
        case .null: kind = .isMissing
        case .bool, .number: kind = .isOne(of: [expected])
        case .text(let text): kind = try Self.kind(of: text)
        case .list(let values):
            let areScalars = values.allSatisfy {
                switch $0 {
                case .bool, .number, .text: true
                default: false
                }
            }
            guard areScalars, 1...Self.mostValues ~= values.count else {
                throw DataMistake(at: 0, "write one value, or up to \(Self.mostValues) in brackets: [4, 5]")
            }
            kind = .isOne(of: values)
        case .map: throw DataMistake(at: 0, "write one value, such as true, 4 or '> 5'")
        }
    }

    private static func kind(of text: String) throws(DataMistake) -> Kind {
        guard let comparison = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
            if text.hasPrefix("=") {
                throw DataMistake(at: 0, Spelling.suggestion(String(text.drop { $0 == "=" }).trimmed))
            }
            return .isOne(of: [.text(text)])
        }
        let operand = String(text.dropFirst(comparison.rawValue.count)).trimmed
        guard !operand.isEmpty else {
            guard comparison == .isNot else {
                throw DataMistake(at: comparison.rawValue.count, "a value is missing behind '\(comparison.rawValue)'")
            }
            return .compares(.isNot, .null)
        }
        guard operand != "now" || comparison == .isNot else { return .comparesWithNow(comparison) }
        return .compares(comparison, .text(operand))
    }

    /// - Parameters:
    ///   - value: nil where there is none.
    ///   - zone: for times without an offset.
    public func holds(for value: DataValue?, at now: WallTime, in zone: TimeZoneRules) -> Bool {
        switch kind {
        case .isMissing: return value?.isMissing ?? true
        case .isOne(let values): return values.contains { value?.equals($0) ?? false }
        case .compares(.isNot, .null): return !(value?.isMissing ?? true)
        case .compares(.isNot, let operand): return !(value?.equals(operand) ?? false)
        case .compares(let comparison, let operand):
            if let number = operand.number { return value?.number.map { comparison.holds($0, number) } ?? false }
            guard let text = value?.text, let other = operand.text else { return false }
            return comparison.holds(text, other)
        case .comparesWithNow(let comparison):
            guard let instant = value?.instant(in: zone, near: now)?.instant else { return false }
            return comparison.holds(instant, now)
        }
    }

    /// When it may come to hold, or end to. Nil where that is a matter of the value alone.
    public func nextChange(for value: DataValue?, after now: WallTime, in zone: TimeZoneRules) -> WallTime? {
        guard case .comparesWithNow = kind, let (instant, until) = value?.instant(in: zone, near: now) else {
            return nil
        }
        // What is compared by `>` or `<=` changes at the instant, by `>=` and `<` right after it.
        let next = [instant, instant + .nanoseconds(1), until].compactMap(\.self).filter { $0 > now }
        return next.min()
    }
}

extension DataValue {
    /// Null and empty text are as if there were nothing.
    public var isMissing: Bool {
        switch self {
        case .null: true
        case .text: text == nil
        default: false
        }
    }

    /// As numbers, where both are some, else as text: the cells of CSV are all text.
    func equals(_ other: DataValue) -> Bool {
        if let a = number, let b = other.number { return a == b }
        if case .text(let a) = self, case .text(let b) = other { return a == b }
        return text != nil && text == other.text
    }
}

/// Which rows are shown, and when: all of its tests hold. `when: {row.late: true, row.platform: "> 5"}`.
public struct RowCondition: Hashable, Sendable {
    private let tests: [Test]

    private struct Test: Hashable, Sendable {
        var path: DataPath
        var test: ValueTest
    }

    public init(_ tests: [(path: DataPath, test: ValueTest)]) {
        self.tests = tests.map { Test(path: $0.path, test: $0.test) }
    }

    /// - Parameter values: by the first names of paths: `row` among them.
    public func holds(_ values: [String: DataValue], at now: WallTime, in zone: TimeZoneRules) -> Bool {
        tests.allSatisfy { $0.test.holds(for: Self.value($0.path, values), at: now, in: zone) }
    }

    /// When it may come to hold, or end to, with the same values.
    public func nextChange(_ values: [String: DataValue], after now: WallTime, in zone: TimeZoneRules) -> WallTime? {
        tests.compactMap { $0.test.nextChange(for: Self.value($0.path, values), after: now, in: zone) }.min()
    }

    private static func value(_ path: DataPath, _ values: [String: DataValue]) -> DataValue? {
        values[path.names[0]]?[path.names[1...]]
    }
}
