import JSONCoding

/// What is wrong with a recording, and where.
public struct RecordingError: Error, Hashable, Sendable {
    public var place: Place
    /// A sentence without its subject.
    public var reason: String

    public enum Place: Hashable, Sendable {
        /// In the text, which is no JSON. Both count from 1, columns in bytes.
        case text(line: Int, column: Int)
        /// A value by its path, such as `/dev/dri/card0.connectors[1].modes[0].clock`. Empty for the whole document.
        case value(path: String)
    }

    init(place: Place, reason: String) {
        self.place = place
        self.reason = reason
    }

    init(_ error: JSONError) {
        self.init(place: .text(line: error.line, column: error.column), reason: error.reason)
    }
}

extension RecordingError: CustomStringConvertible {
    /// To be put after the file's name and a colon.
    public var description: String {
        switch place {
        case .text(let line, let column): "\(line):\(column): not JSON: \(reason)"
        case .value(""): "\(reason)"
        case .value(let path): "\(path): \(reason)"
        }
    }
}
