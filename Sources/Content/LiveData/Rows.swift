import TextLayout
public import Timing

extension DataValue {
    /// The rows of a table: the elements of the list that a path leads to. The lines of a text are its rows.
    /// - Parameter names: below this value; none for this value itself.
    /// - Throws: why there are none, with the nearest right word.
    public func rows(at path: DataPath?, root: String = "data") throws(DataMistake) -> [DataValue] {
        let names = path?.names[...] ?? []
        if let path, let mistake = mistake(in: names, of: path, root: root) { throw mistake }
        let place = path?.offsets.first ?? 0
        switch self[names] {
        case .list(let rows): return rows
        case .text(let text):
            return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { .text(String($0)) }
        case .map(let members):
            // The usual form of an interface: the list lies under a key.
            let lists = members.filter { if case .list = $0.value { true } else { false } }.keys.sorted()
            let hint = lists.first.map { "; \(Spelling.suggestion($0))" } ?? ""
            throw DataMistake(at: place, "rows are the elements of a list, and here is a map" + hint)
        case let other:
            throw DataMistake(at: place, "rows are the elements of a list, and here is \(other?.kind ?? "nothing")")
        }
    }
}

/// In which order rows are shown: by a value of each. Numbers come by their size and before text, text by its characters
/// without regard of case, and what has no such value comes last. Rows that are alike stay as they are.
public struct RowOrder: Hashable, Sendable {
    /// Below the row.
    public var path: DataPath
    public var isDescending: Bool

    public init(by path: DataPath, isDescending: Bool = false) {
        (self.path, self.isDescending) = (path, isDescending)
    }

    public func sorted(_ rows: [DataValue]) -> [DataValue] {
        let keyed = rows.enumerated().map { (key: Key($0.element[path]), index: $0.offset) }
        return keyed.sorted { a, b in
            guard a.key != b.key else { return a.index < b.index }
            if a.key == .missing || b.key == .missing { return b.key == .missing }
            return a.key < b.key ? !isDescending : isDescending
        }
        .map { rows[$0.index] }
    }

    private enum Key: Comparable {
        case number(Double)
        case text(String)
        case missing

        init(_ value: DataValue?) {
            if let number = value?.number {
                self = .number(number)
            } else {
                self = value?.text.map { .text($0.lowercased()) } ?? .missing
            }
        }
    }
}

/// Rows shown some at a time, each page for as long as the others, from an instant on.
public struct RowPages: Hashable, Sendable {
    /// At least 1.
    public var rowsOfPage: Int
    /// Greater than zero.
    public var duration: Duration

    public init(rowsOfPage: Int, duration: Duration) {
        (self.rowsOfPage, self.duration) = (max(1, rowsOfPage), max(.milliseconds(1), duration))
    }

    /// At least one, which may be empty.
    public func count(of rows: Int) -> Int { max(1, (rows + rowsOfPage - 1) / rowsOfPage) }

    /// The rows of a page, from 0. Beyond the last page it is the last.
    public func range(_ page: Int, of rows: Int) -> Range<Int> {
        let page = min(max(0, page), count(of: rows) - 1)
        return page * rowsOfPage..<min(rows, (page + 1) * rowsOfPage)
    }

    /// The page that shows at an instant, and when the next one comes. Nil with a single page.
    /// - Parameter start: when the first page came.
    public func page(at now: WallTime, since start: WallTime, of rows: Int) -> (page: Int, until: WallTime?) {
        let pages = count(of: rows)
        guard pages > 1 else { return (0, nil) }
        let (passed, length) = ((now - start).wholeNanoseconds, duration.wholeNanoseconds)
        let turn = passed >= 0 ? passed / length : 0
        let (end, isTooFar) = (turn + 1).multipliedReportingOverflow(by: length)
        return (Int(turn % Int64(pages)), isTooFar ? nil : start + .nanoseconds(end))
    }
}

extension Duration {
    /// Cut off at what 64 bits hold.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooFar || isBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}
