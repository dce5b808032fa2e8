import StrictYAML

/// The bytes of a text that is UTF-8, without the mark that some programs begin it with.
struct FeedText {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(TextIssue) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw TextIssue(
                .error, at: TextPosition(line: 1, column: 1),
                "this is UTF-16; have the program that writes it use UTF-8")
        }
        if let zero = self.bytes.firstIndex(of: 0) {
            throw TextIssue(.error, at: position(of: zero), "here is a zero byte; is this text?")
        }
        guard String(validating: self.bytes, as: UTF8.self) == nil else { return }
        throw TextIssue(
            .error, at: position(of: Self.validPrefix(self.bytes)),
            "this is not UTF-8; have the program that writes it use UTF-8, not Windows-1252 or another encoding")
    }

    /// How many bytes are UTF-8.
    private static func validPrefix(_ bytes: [UInt8]) -> Int {
        var (iterator, decoder, length) = (bytes.makeIterator(), UTF8(), 0)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { length += UTF8.width(scalar) }
        return length
    }

    /// As editors count: lines and characters from 1.
    func position(of index: Int) -> TextPosition {
        let before = bytes[..<min(index, bytes.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return TextPosition(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: Self.characters(before[lineStart...]) + 1)
    }

    /// - Parameters:
    ///   - line: from 1.
    ///   - byte: from 0, in the line.
    func position(line: Int, byte: Int) -> TextPosition {
        var (start, number) = (0, 1)
        while number < line, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            (start, number) = (end + 1, number + 1)
        }
        return TextPosition(line: line, column: Self.characters(bytes[start...].prefix(byte)) + 1)
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }

    func tooMany(_ limits: FeedLimits, at index: Int) -> TextIssue {
        TextIssue(.error, at: position(of: index), "there are more than \(limits.values) values")
    }
}
