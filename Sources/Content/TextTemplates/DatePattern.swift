import LiveData
import TextLayout

/// A pattern of Unicode's date fields (UTS 35): letters stand for parts of a date and a time, text in single quotation marks
/// and everything that is no letter for itself.
struct DatePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// A letter, and how many of it.
        case field(Unicode.Scalar, Int)
    }

    private(set) var parts: [Part] = []

    /// - Parameter offset: where the pattern begins in the whole text.
    init(_ text: some Sequence<Unicode.Scalar>, at offset: Int = 0) throws(DataMistake) {
        let characters = Array(text)
        var index = 0
        var literal = String.UnicodeScalarView()
        while index < characters.count {
            let character = characters[index]
            if character == "'" {
                let quoted = try Self.quoted(characters, from: index, offset)
                literal.append(contentsOf: quoted.text)
                index = quoted.end
            } else if Self.isLetter(character) {
                let run = characters[index...].prefix { $0 == character }.count
                try Self.check(character, run, in: characters, at: index, offset)
                if !literal.isEmpty { parts.append(.literal(String(literal))) }
                literal.removeAll()
                parts.append(.field(character, run))
                index += run
            } else {
                literal.append(character)
                index += 1
            }
        }
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
        try checkTogether(at: offset)
    }

    /// Of the program's own table. What it cannot be read as stands for itself.
    init(known text: String) {
        if let pattern = try? DatePattern(text.unicodeScalars) { self = pattern } else { parts = [.literal(text)] }
    }

    /// The shortest part of time that it shows. Nil for a pattern of literals alone.
    var step: ClockStep? {
        parts.compactMap { part -> ClockStep? in
            guard case .field(let letter, _) = part else { return nil }
            return Self.fields[letter]?.step
        }
        .min()
    }

    // MARK: Fields

    private struct Field {
        var counts: [Int]
        var step: ClockStep
    }

    private static let fields: [Unicode.Scalar: Field] = [
        "G": Field(counts: [1, 2, 3], step: .day), "y": Field(counts: [1, 2, 4], step: .day),
        "Y": Field(counts: [1, 2, 4], step: .day), "M": Field(counts: [1, 2, 3, 4], step: .day),
        "L": Field(counts: [1, 2, 3, 4], step: .day), "Q": Field(counts: [1], step: .day),
        "w": Field(counts: [1, 2], step: .day), "d": Field(counts: [1, 2], step: .day),
        "D": Field(counts: [1, 2, 3], step: .day), "E": Field(counts: [1, 2, 3, 4, 6], step: .day),
        "e": Field(counts: [1], step: .day), "c": Field(counts: [3, 4], step: .day),
        "a": Field(counts: [1], step: .hour), "H": Field(counts: [1, 2], step: .hour),
        "h": Field(counts: [1, 2], step: .hour), "K": Field(counts: [1, 2], step: .hour),
        "k": Field(counts: [1, 2], step: .hour), "m": Field(counts: [1, 2], step: .minute),
        "s": Field(counts: [1, 2], step: .second), "X": Field(counts: [3], step: .hour),
        "x": Field(counts: [3], step: .hour),
    ]

    static func isLetter(_ character: Unicode.Scalar) -> Bool {
        0x41...0x5A ~= character.value || 0x61...0x7A ~= character.value
    }

    /// The text from a quotation mark on, and where it ends. Two of them are one that is meant.
    private static func quoted(
        _ characters: [Unicode.Scalar], from start: Int, _ offset: Int
    ) throws(DataMistake) -> (text: [Unicode.Scalar], end: Int) {
        guard start + 1 < characters.count else {
            throw DataMistake(at: offset + start, "this quotation mark has no end")
        }
        if characters[start + 1] == "'" { return (["'"], start + 2) }
        var (text, index) = ([Unicode.Scalar](), start + 1)
        while index < characters.count {
            if characters[index] != "'" {
                text.append(characters[index])
                index += 1
            } else if index + 1 < characters.count, characters[index + 1] == "'" {
                text.append("'")
                index += 2
            } else {
                return (text, index + 1)
            }
        }
        throw DataMistake(at: offset + start, "this quotation mark has no end")
    }

    // MARK: What is wrong

    private static func check(
        _ letter: Unicode.Scalar, _ count: Int, in characters: [Unicode.Scalar], at index: Int, _ offset: Int
    ) throws(DataMistake) {
        let start = characters[..<index].lastIndex { !isLetter($0) }.map { $0 + 1 } ?? 0
        let word = characters[start...].prefix(while: isLetter)
        // Different letters in a row that are no pattern: a word of people.
        let looksLikeWord = Set(word).count > 1 && word.contains { fields[$0] == nil }
        func written(_ letters: some Sequence<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(letters))
        }
        guard let field = fields[letter] else {
            let text = written(word)
            let hint =
                looksLikeWord
                ? Spelling.suggestion(for: text, in: DateStyle.allCases.map(\.rawValue))
                    ?? "put words in single quotation marks: '\(text)'"
                : meant[letter].map(Spelling.suggestion) ?? "put text in single quotation marks"
            throw DataMistake(
                at: offset + (looksLikeWord ? start : index),
                looksLikeWord
                    ? "'\(text)' is no part of a date pattern; \(hint)"
                    : "'\(letter)' is no letter of date patterns; \(hint)")
        }
        guard field.counts.contains(count) else {
            let written = written(repeatElement(letter, count: min(count, 12)))
            let counts = field.counts.map { "'\(String(repeating: "\(letter)", count: $0))'" }
            throw DataMistake(
                at: offset + index, "'\(written)' is no part of a date pattern; write \(alternatives(counts))")
        }
    }

    private static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Letters of other languages' patterns.
    private static let meant: [Unicode.Scalar: String] = [
        "A": "a", "p": "a", "t": "a", "Z": "XXX", "z": "XXX", "O": "XXX", "u": "y", "i": "mm", "n": "mm", "j": "d",
        "N": "MMMM", "l": "EEEE", "W": "w", "b": "a", "B": "a", "S": "s", "f": "s",
    ]

    /// Letters that each mean something, but hardly ever beside one another.
    private func checkTogether(at offset: Int) throws(DataMistake) {
        var letters: Set<Unicode.Scalar> = []
        for case .field(let letter, _) in parts { letters.insert(letter) }
        let hasHours = !letters.isDisjoint(with: "HhKk".unicodeScalars)
        let hasDay = !letters.isDisjoint(with: "dyEYL".unicodeScalars)
        if letters.contains("Y"), !letters.contains("w") {
            throw DataMistake(at: offset, "'Y' is the year that the week 'w' belongs to; did you mean 'y'?")
        }
        if letters.contains("D"), letters.contains("M") {
            throw DataMistake(at: offset, "'D' is the day of the year; did you mean 'd'?")
        }
        if letters.contains("m"), !hasHours, hasDay, !letters.contains("s") {
            throw DataMistake(at: offset, "'m' is minutes; did you mean 'M', the month?")
        }
        if letters.contains("M"), hasHours, !hasDay {
            throw DataMistake(at: offset, "'M' is the month; did you mean 'm', minutes?")
        }
    }
}

/// How often a clock's text changes.
enum ClockStep: Int, Comparable, Sendable {
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86400

    static func < (a: ClockStep, b: ClockStep) -> Bool { a.rawValue < b.rawValue }
}
