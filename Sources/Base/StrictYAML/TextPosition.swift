/// A place in a text file, as editors count: from 1.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var line: Int
    /// In characters.
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
    public var description: String { "\(line):\(column)" }
}

/// Something in a file that is wrong, or surely not meant.
public struct TextIssue: Error, Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        /// The file cannot be used.
        case error
        case warning
        /// As it may be meant, and worth knowing for whoever checks the file.
        case notice
    }

    public var severity: Severity
    public var position: TextPosition
    /// A sentence without a full stop that says what to write instead.
    public var message: String

    public init(_ severity: Severity, at position: TextPosition, _ message: String) {
        self.severity = severity
        self.position = position
        self.message = message
    }

    /// `config.yaml:3:7: error: …`, the form that editors jump to.
    public func description(in path: String) -> String { "\(path):\(position): \(severity.rawValue): \(message)" }
}
