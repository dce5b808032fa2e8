import StrictYAML
import TextLayout

/// Reads a table (RFC 4180): a header with the names of the columns, then rows with as many values. What separates the
/// values is a comma, a semicolon or a tab, whichever the header has most of.
struct CSVReader {
    private let text: FeedText
    private let limits: FeedLimits
    private let separator: UInt8
    private var index = 0

    private static let quote = UInt8(ascii: "\"")
    private static let lineEnds: [UInt8] = [0x0A, 0x0D]
    /// Nobody has more, and a file that is no table has a first line of any length.
    private static let mostColumns = 1000

    static func rows(of text: FeedText, _ limits: FeedLimits) throws(TextIssue) -> DataValue {
        var reader = CSVReader(text, limits)
        return .list(try reader.rows())
    }

    private init(_ text: FeedText, _ limits: FeedLimits) {
        (self.text, self.limits) = (text, limits)
        separator = Self.separator(of: text.bytes)
    }

    private static func separator(of bytes: [UInt8]) -> UInt8 {
        var (isQuoted, counts) = (false, [0, 0, 0])
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        for byte in bytes {
            if byte == quote { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if lineEnds.contains(byte) { break }
            if let index = separators.firstIndex(of: byte) { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return separators[counts.firstIndex(of: most) ?? 0]
    }

    private func error(_ index: Int, _ message: String) -> TextIssue {
        TextIssue(.error, at: text.position(of: index), message)
    }

    private mutating func rows() throws(TextIssue) -> [DataValue] {
        skipEmptyLines()
        guard index < text.bytes.count else { throw error(0, "the table has no header") }
        let names = try header()
        var rows: [DataValue] = []
        while skipEmptyLines(), index < text.bytes.count {
            let start = index
            guard rows.count < limits.rows else { throw error(start, "the table has more than \(limits.rows) rows") }
            guard (rows.count + 1) * names.count <= limits.values else { throw text.tooMany(limits, at: start) }
            let cells = try row(most: names.count)
            guard cells.count == names.count else {
                throw error(start, "this row has \(count(cells.count, "value")), the header has \(names.count)")
            }
            rows.append(.map(Dictionary(uniqueKeysWithValues: zip(names, cells.lazy.map { .text($0.text) }))))
        }
        return rows
    }

    private mutating func header() throws(TextIssue) -> [String] {
        let cells = try row(most: Self.mostColumns)
        var seen: Set<String> = []
        for (number, cell) in cells.enumerated() {
            let name = cell.text.trimmed
            guard !name.isEmpty else { throw error(cell.index, "column \(number + 1) has no name") }
            guard seen.insert(name).inserted else {
                throw error(cell.index, "two columns are called '\(name.prefix(40).escaped)'")
            }
        }
        return cells.map(\.text.trimmed)
    }

    /// Whether there is more after it is no matter: always true, for the condition of a loop.
    @discardableResult private mutating func skipEmptyLines() -> Bool {
        while index < text.bytes.count, Self.lineEnds.contains(text.bytes[index]) { index += 1 }
        return true
    }

    private struct Cell {
        var text: String
        var index: Int
    }

    /// The values of a row, to the end of its line.
    private mutating func row(most: Int) throws(TextIssue) -> [Cell] {
        var cells: [Cell] = []
        while true {
            guard cells.count < most else {
                throw error(index, "this row has more than \(count(most, "value"))")
            }
            cells.append(try cell())
            guard index < text.bytes.count else { return cells }
            let byte = text.bytes[index]
            index += 1
            if Self.lineEnds.contains(byte) { return cells }
        }
    }

    private mutating func cell() throws(TextIssue) -> Cell {
        let start = index
        guard index < text.bytes.count, text.bytes[index] == Self.quote else {
            while index < text.bytes.count, !isEnd(text.bytes[index]) {
                guard text.bytes[index] != Self.quote else {
                    throw error(
                        index, "a quotation mark in a value; put the value in quotation marks and write two of them")
                }
                index += 1
            }
            return Cell(text: String(decoding: text.bytes[start..<index], as: UTF8.self), index: start)
        }
        return Cell(text: try quoted(), index: start)
    }

    private mutating func quoted() throws(TextIssue) -> String {
        let start = index
        index += 1
        var value: [UInt8] = []
        while index < text.bytes.count {
            let byte = text.bytes[index]
            index += 1
            if byte != Self.quote {
                value.append(byte)
            } else if index < text.bytes.count, text.bytes[index] == Self.quote {
                value.append(byte)
                index += 1
            } else {
                guard index == text.bytes.count || isEnd(text.bytes[index]) else {
                    throw error(index, "expected the end of the value behind the quotation mark")
                }
                return String(decoding: value, as: UTF8.self)
            }
        }
        throw error(start, "the quotation mark that begins here has no end")
    }

    private func isEnd(_ byte: UInt8) -> Bool { byte == separator || Self.lineEnds.contains(byte) }
}
