/// The path of a file or folder, as the kernel takes it: bytes, of which none is zero. Two paths are equal if their bytes
/// are; names that differ only in Unicode normalisation are two files, and a name need not be UTF-8.
///
/// Nothing is looked up and nothing is normalised: `a//b`, `a/./b` and `a/b` are three paths.
public struct FilePath: Hashable, Sendable {
    /// Without a zero at the end.
    public let bytes: [UInt8]

    /// - Parameter bytes: up to the first zero.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether it begins at the root rather than in the working folder.
    public var isAbsolute: Bool { bytes.first == Self.slash }

    /// What stands behind the last slash: all of it where there is none, nothing where it ends with one.
    public var name: FilePath {
        FilePath(bytes: bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...])
    }

    /// The folder that the name is in: `.` where no folder is named. The corresponding C function is `dirname`, but for
    /// slashes at the end, which are kept as an empty name.
    public var folder: FilePath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return "." }
        return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
    }

    /// What stands behind the last dot of the name, in lower case: `png`. Nil without a dot, and for what is not UTF-8.
    public var ending: String? {
        let name = name.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return String(validating: name[(dot + 1)...], as: UTF8.self)?.lowercased()
    }

    /// Whether the last bytes are those of a text.
    public func hasSuffix(_ text: String) -> Bool { bytes.suffix(text.utf8.count).elementsEqual(text.utf8) }

    /// Whether the name begins with a dot, as those of files do that listings leave out.
    public var isHidden: Bool { name.bytes.first == UInt8(ascii: ".") }

    /// Names to follow one after another, without slashes. `..` and `.` are among them.
    public var components: [FilePath] { bytes.split(separator: Self.slash).map { FilePath(bytes: $0) } }

    /// A path below this one; an absolute one stays as it is.
    public func appending(_ path: FilePath) -> FilePath {
        if path.isAbsolute || isEmpty { return path }
        return FilePath(bytes: bytes.last == Self.slash ? bytes + path.bytes : bytes + [Self.slash] + path.bytes)
    }

    /// The same without `.`, doubled slashes, and names that `..` takes back, by its letters alone: what links make of it
    /// is for the kernel to say.
    public var tidy: FilePath {
        var names: [FilePath] = []
        for name in components where name != "." {
            if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
        }
        return names.reduce(isAbsolute ? "/" : "") { $0.appending($1) }
    }

    /// Whether it is another path or lies below that, by its bytes alone: `/a/b` is in `/a`, and `/ab` is not.
    public func isIn(_ folder: FilePath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || folder.bytes.last == Self.slash
            || bytes[folder.bytes.count] == Self.slash
    }

    /// The text, if it is UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// As a word of a shell's command line, for commands that messages tell to type. What is not UTF-8 is escaped, since no
    /// terminal would copy it.
    public var quoted: String {
        let isPlain = text?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "'" } ?? false
        if isPlain { return "'\(self)'" }
        let digits = Array("0123456789abcdef")
        let escaped = bytes.map { byte in
            let isLetter = 0x20..<0x7F ~= byte && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
            return isLetter
                ? String(UnicodeScalar(byte)) : "\\x\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return "$'\(escaped.joined())'"
    }

    /// Calls a closure with the path as C functions take it: bytes with a zero behind them, valid during the call.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let text = bytes.map { CChar(bitPattern: $0) } + [0]
        return try unsafe text.withUnsafeBufferPointer { buffer throws(Failure) in
            // An array that is not empty has an address.
            guard let address = buffer.baseAddress else { preconditionFailure("an array of at least a zero") }
            return try unsafe body(address)
        }
    }

    private static let slash = UInt8(ascii: "/")
}

extension FilePath: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

extension FilePath: CustomStringConvertible {
    /// For people; bytes that are not UTF-8 are shown as U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FilePath: Comparable {
    /// By their bytes.
    public static func < (a: FilePath, b: FilePath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
