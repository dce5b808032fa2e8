public import LinuxSystem
public import Paths

/// A font file that texts are drawn with: its families, and the file itself, which nobody can change any more.
public final class FontFile: Sendable {
    public let path: FilePath
    /// As its `name` tables have them.
    public let families: [String]
    /// A file in memory, or one of the system's that nobody but root writes.
    private let descriptor: OwnedDescriptor
    /// Of its bytes.
    private let checksum: Checksum

    public init(
        path: FilePath, families: [String], descriptor: consuming OwnedDescriptor, checksum: Checksum
    ) {
        self.path = path
        self.families = families
        self.descriptor = descriptor
        self.checksum = checksum
    }

    /// The file's descriptor, as long as this object is there.
    public var number: Int32 { descriptor.rawValue }

    /// What makes it another font.
    fileprivate var identity: Identity { Identity(families: families, checksum: checksum) }

    fileprivate struct Identity: Hashable, Sendable {
        let families: [String]
        let checksum: Checksum
    }
}

/// The fonts that texts are drawn with, all that there are: the playlist's own, then the standard ones. Sets are equal if
/// their fonts are the same, in the same order.
public final class FontSet: Hashable, Sendable {
    public let files: [FontFile]
    private let identity: [FontFile.Identity]

    public init(_ files: [FontFile] = []) {
        self.files = files
        identity = files.map(\.identity)
    }

    /// All families, each once, in the order of the files.
    public var families: [String] {
        var result: [String] = []
        for family in files.lazy.flatMap(\.families) where !result.contains(family) { result.append(family) }
        return result
    }

    /// The family of a name, however that is capitalised. Nil where there is none.
    public func family(named name: String) -> String? {
        families.first { $0 == name } ?? families.first { $0.lowercased() == name.lowercased() }
    }

    public static func == (a: FontSet, b: FontSet) -> Bool { a === b || a.identity == b.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    /// What is used where nothing is asked for, or a font lacks a character: of the package fonts-dejavu-core.
    public static let standardFamily = "DejaVu Sans"
    public static let standardFolder: FilePath = "/usr/share/fonts/truetype/dejavu"
    public static let standardNames: [FilePath] = [
        "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSerif.ttf",
        "DejaVuSerif-Bold.ttf",
    ]
}
