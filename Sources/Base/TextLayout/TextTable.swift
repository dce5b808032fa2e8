/// Columns as wide as their widest cell, two spaces apart.
public struct TextTable {
    public var header: [String]
    public var rows: [[String]]

    public init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    public func lines(indentation: Int) -> [String] {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0.padded(to: $1 + 2) }
            return String(repeating: " ", count: indentation) + cells.joined().withoutTrailingSpaces
        }
    }
}

extension String {
    public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }
}

/// `1 connector`, `2 connectors`, `3 processes`
/// - Parameter plural: of a noun that has more than an `s`.
public func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// Breaks a text at single or double spaces into lines of at most so many columns.
/// - Parameters:
///   - first: what the first line begins with; the indentation if nil.
///   - hanging: how much further than the first the following lines are indented.
public func wrapped(
    _ text: String, first: String? = nil, indentation: Int, hanging: Int = 0, width: Int = 100
) -> [String] {
    let margin = String(repeating: " ", count: indentation + hanging)
    var lines: [String] = []
    var line = first ?? String(repeating: " ", count: indentation)
    var isEmpty = true
    var gap = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        if word.isEmpty {
            gap += " "
            continue
        }
        if !isEmpty, line.count + gap.count + word.count > width {
            lines.append(line)
            (line, isEmpty) = (margin, true)
        }
        line += (isEmpty ? "" : gap) + word
        (isEmpty, gap) = (false, " ")
    }
    return lines + [line]
}
