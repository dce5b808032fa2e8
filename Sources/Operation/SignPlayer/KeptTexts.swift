import LinuxSystem
import Paths

/// The text files of a playlist as one file: a playlist with all that it includes, to be read again as it was.
///
/// A line that names the form, then for each file its path and content, each after a line with its length in bytes, and
/// at last a line with a checksum: who reads half a file, or one that rotted on its disk, knows.
struct KeptTexts: Hashable {
    /// The file or folder that was the playlist.
    var path: FilePath
    var texts: [FilePath: [UInt8]]

    private static let form = "vitrine playlist 1"

    init(path: FilePath, texts: [FilePath: [UInt8]]) {
        self.path = path
        self.texts = texts
    }

    var bytes: [UInt8] {
        var bytes = Array("\(Self.form)\n".utf8)
        func append(_ part: [UInt8]) { bytes += Array("\(part.count)\n".utf8) + part + [UInt8(ascii: "\n")] }
        append(path.bytes)
        for (path, text) in texts.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            append(path.bytes)
            append(text)
        }
        return bytes + Array("\(Self.checksum(bytes))\n".utf8)
    }

    /// Nil for what is damaged or of another form.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(rest: bytes[...])
        guard reader.line() == Self.form, let path = reader.part() else { return nil }
        self.init(path: FilePath(bytes: path), texts: [:])
        while true {
            var end = reader
            if let sum = end.line(), end.rest.isEmpty {
                guard sum == Self.checksum(bytes.prefix(bytes.count - reader.rest.count)) else { return nil }
                return
            }
            guard let path = reader.part(), let text = reader.part() else { return nil }
            texts[FilePath(bytes: path)] = text
        }
    }

    private static func checksum(_ bytes: some Sequence<UInt8>) -> String { "sum \(Checksum(bytes).value)" }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func line() -> String? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }

        /// What follows its own length.
        mutating func part() -> [UInt8]? {
            guard let length = line().flatMap({ Int($0) }), length >= 0, length < rest.count else { return nil }
            let part = Array(rest.prefix(length))
            rest = rest.dropFirst(length + 1)
            return part
        }
    }
}
