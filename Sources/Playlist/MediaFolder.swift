import Glibc

/// The pictures of a folder, in the order of their names; or one picture.
public struct MediaFolder: Hashable, Sendable {
    /// Paths of the pictures in playing order: the given folder's path and the file's name.
    public var pictures: [String]
    /// Files that were passed over although they look like media, each with the reason; for warnings.
    public var ignored: [Ignored]

    public struct Ignored: Hashable, Sendable {
        public var path: String
        public var reason: String
    }

    /// Why there is nothing to play.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case noPictures(path: String)
        case unsupported(path: String)

        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path): \(reason)"
            case .noPictures(let path):
                "\(path): no pictures here; put PNG, JPEG or WebP files into it (\(MediaFolder.extensionList))"
            case .unsupported(let path):
                "\(path): not a picture by its name; PNG, JPEG and WebP can be shown (\(MediaFolder.extensionList))"
            }
        }
    }

    /// The endings of files that are taken for pictures, in lower case.
    public static let extensions: Set<String> = ["png", "jpg", "jpeg", "webp"]
    private static var extensionList: String { extensions.sorted().map { "." + $0 }.joined(separator: ", ") }

    /// Reads a folder, not its subfolders. Hidden files are left out, as are files still being copied under the
    /// temporary names that rsync and browsers use.
    public init(path: String) throws(Problem) {
        guard let kind = Self.kind(of: path) else {
            throw .unreadable(path: path, reason: "no such file or folder, or no permission to look at it")
        }
        ignored = []
        if kind == .file {
            guard Self.looksLikePicture(path) else { throw .unsupported(path: path) }
            pictures = [path]
            return
        }
        guard let folder = unsafe opendir(path) else {
            throw .unreadable(path: path, reason: "the folder cannot be read; check its permissions")
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        let base = path.hasSuffix("/") ? path : path + "/"
        pictures = []
        for name in names.sorted(by: Self.naturalOrder) {
            let file = base + name
            guard Self.looksLikePicture(name) else {
                if Self.kind(of: file) == .file {
                    ignored.append(Ignored(path: file, reason: "not a PNG, JPEG or WebP by its name"))
                }
                continue
            }
            switch Self.kind(of: file) {
            case .file: pictures.append(file)
            case .folder: ignored.append(Ignored(path: file, reason: "a folder"))
            case .other: ignored.append(Ignored(path: file, reason: "neither a file nor a folder"))
            case nil: ignored.append(Ignored(path: file, reason: "a link that leads nowhere, or no permission"))
            }
        }
        if pictures.isEmpty { throw .noPictures(path: path) }
    }

    private enum Kind { case file, folder, other }

    private static func kind(of path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }

    private static func looksLikePicture(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }

    /// As people order names: `2.png` before `10.png`, capitals beside small letters. Names that differ in nothing
    /// else are ordered by their bytes, so that the order is the same on every machine, whatever its locale.
    public static func naturalOrder(_ a: String, _ b: String) -> Bool {
        var (left, right) = (Substring(a.lowercased()), Substring(b.lowercased()))
        while let l = left.first, let r = right.first {
            if l.isASCIIDigit && r.isASCIIDigit {
                let (ln, rn) = (left.prefix(while: \.isASCIIDigit), right.prefix(while: \.isASCIIDigit))
                // Numbers of any length: without leading zeros, the longer is the larger.
                let (lv, rv) = (ln.drop { $0 == "0" }, rn.drop { $0 == "0" })
                if lv.count != rv.count { return lv.count < rv.count }
                if lv != rv { return lv < rv }
                left = left.dropFirst(ln.count)
                right = right.dropFirst(rn.count)
            } else {
                if l != r { return l < r }
                left = left.dropFirst()
                right = right.dropFirst()
            }
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        return Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { self >= "0" && self <= "9" && isASCII }
}
