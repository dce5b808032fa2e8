import JSONCoding
public import StrictYAML
import TextLayout

/// In what form a feed is written.
public enum FeedFormat: String, CaseIterable, Sendable {
    case json, csv, yaml, text

    /// By how a file's name ends. Nil for another ending.
    public init?(fileName: String) {
        let ending = fileName.lastIndex(of: ".").map { fileName[fileName.index(after: $0)...].lowercased() }
        switch ending {
        case "json": self = .json
        case "csv", "tsv": self = .csv
        case "yaml", "yml": self = .yaml
        case "txt", "text": self = .text
        default: return nil
        }
    }
}

/// How much of a feed is read. More is an error, so that half of a table never passes for all of it.
public struct FeedLimits: Sendable {
    /// Of the whole feed.
    public var bytes: Int
    /// Of a CSV file, without its header.
    public var rows: Int
    /// Of all kinds: cells, elements, members, lists and maps.
    public var values: Int

    public init(bytes: Int = 4 << 20, rows: Int = 10_000, values: Int = 200_000) {
        (self.bytes, self.rows, self.values) = (bytes, rows, values)
    }
}

/// Reads a feed from bytes, whatever they are: the whole of it or the first thing that is wrong with it, with its place.
public enum FeedReader {
    /// A CSV file is a list of maps, a text the text that it is, without the line breaks at its end.
    public static func value(
        of bytes: [UInt8], as format: FeedFormat, limits: FeedLimits = FeedLimits()
    ) throws(TextIssue) -> DataValue {
        guard bytes.count <= limits.bytes else {
            throw TextIssue(
                .error, at: TextPosition(line: 1, column: 1),
                "there are \(bytes.count) bytes, and at most \(limits.bytes) are read")
        }
        let text = try FeedText(bytes)
        switch format {
        case .json: return try json(text, limits)
        case .csv: return try CSVReader.rows(of: text, limits)
        case .yaml: return try yaml(text, limits)
        case .text:
            let lines = String(decoding: text.bytes, as: UTF8.self)
            return .text(String(lines.reversed().drop { $0.isNewline }.reversed()))
        }
    }

    // MARK: JSON

    private static func json(_ text: FeedText, _ limits: FeedLimits) throws(TextIssue) -> DataValue {
        try countJSON(text, limits)
        let value: JSONValue
        do throws(JSONError) { value = try JSONReader.value(of: text.bytes) } catch {
            throw TextIssue(
                .error, at: text.position(line: error.line, byte: error.column - 1), "not JSON: \(error.reason.escaped)"
            )
        }
        return DataValue(value)
    }

    /// Before anything is made of it: each value but the first has a sign of these before it.
    private static func countJSON(_ text: FeedText, _ limits: FeedLimits) throws(TextIssue) {
        var (count, isString, isEscaped) = (1, false, false)
        for (index, byte) in text.bytes.enumerated() {
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"):
                count += 1
                guard count <= limits.values else { throw text.tooMany(limits, at: index) }
            default: break
            }
        }
    }

    // MARK: YAML

    private static func yaml(_ text: FeedText, _ limits: FeedLimits) throws(TextIssue) -> DataValue {
        let node = try YAMLReader.read(
            text.bytes, limits: YAMLReader.Limits(bytes: limits.bytes, nodes: limits.values))
        return try node.map { node throws(TextIssue) in try value(node) } ?? .null
    }

    private static func value(_ node: YAMLNode) throws(TextIssue) -> DataValue {
        switch node.kind {
        case .sequence(let elements):
            var values: [DataValue] = []
            for element in elements { values.append(try value(element)) }
            return .list(values)
        case .mapping(let pairs):
            var members: [String: DataValue] = [:]
            for (key, value) in pairs {
                guard case .scalar(let name, _) = key.kind else {
                    throw TextIssue(.error, at: key.position, "a key is a word, not \(key.typeName)")
                }
                guard members.updateValue(try Self.value(value), forKey: name) == nil else {
                    throw TextIssue(.error, at: key.position, "'\(name.prefix(40).escaped)' is there twice")
                }
            }
            return .map(members)
        case .scalar(let text, _): return DataValue(yaml: node, text)
        }
    }
}

extension DataValue {
    /// A value of YAML as the playlist's own values are read: `true`, `12.50`, `> 5`.
    /// - Throws: a key that is no word, or that is there twice.
    package init(_ node: YAMLNode) throws(TextIssue) { self = try FeedReader.converted(node) }

    fileprivate init(yaml node: YAMLNode, _ text: String) {
        if node.typeName == "nothing", !node.isQuotedText {
            self = .null
        } else if let truth = node.truth {
            self = .bool(truth)
        } else {
            self = node.number == nil ? .text(text) : .number(text)
        }
    }

    fileprivate init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let truth): .bool(truth)
            case .number(let text): .number(text)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map { DataValue($0) })
            case .object(let members): .map(members.mapValues { DataValue($0) })
            }
    }
}

extension FeedReader {
    fileprivate static func converted(_ node: YAMLNode) throws(TextIssue) -> DataValue { try value(node) }
}

extension YAMLNode {
    fileprivate var isQuotedText: Bool { if case .scalar(_, isQuoted: true) = kind { true } else { false } }
}
