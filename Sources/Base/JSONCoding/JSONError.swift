/// Why a text is no JSON, and where. Both numbers count from 1, columns in bytes.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public var line: Int
    public var column: Int
    /// A sentence without its subject.
    public var reason: String

    init(line: Int, column: Int, reason: String) {
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// To be put after the file's name and a colon.
    public var description: String { "\(line):\(column): not JSON: \(reason)" }
}
