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
            case .noPictures(let path): "\(path): \(MediaFolder.noPicturesHere)"
            case .unsupported(let path): "\(path): \(MediaFolder.notAPicture(path))"
            }
        }
    }

    /// The endings of files that are taken for pictures, in lower case.
    public static let extensions: Set<String> = ["png", "jpg", "jpeg", "webp"]
    static var noPicturesHere: String {
        "no pictures here; put PNG, JPEG or WebP files into it (\(extensionList))"
    }

    /// What is wrong with a file as a picture.
    static func notAPicture(_ path: String) -> String {
        let ending = ending(of: path) ?? ""
        let cure = cures.first { $0.key.contains(ending) }.map { "; \($0.value)" } ?? ""
        return "not a picture by its name; PNG, JPEG and WebP can be shown (\(extensionList))\(cure)"
    }

    /// What to make of other files that people want to show, by their endings.
    private static let cures: KeyValuePairs<Set<String>, String> = [
        ["pdf", "ppt", "pptx", "odp", "doc", "docx", "odt", "key"]: "export its pages as PNG",
        ["mp4", "mov", "avi", "mkv", "webm", "m4v", "mpg", "mpeg", "wmv"]:
            "videos cannot be shown; export a picture of it",
        ["gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "svg", "psd"]: "convert it to PNG",
    ]
    private static var extensionList: String { extensions.sorted().map { "." + $0 }.joined(separator: ", ") }

    /// Reads a folder, or takes one file.
    public init(path: String) throws(Problem) {
        guard let entry = Self.entry(at: path) else {
            throw .unreadable(path: path, reason: Absence.reason(path))
        }
        if entry.kind == .file {
            guard Self.looksLikePicture(path) else { throw .unsupported(path: path) }
            self.init(pictures: [path])
        } else {
            try self.init(folder: path)
            if pictures.isEmpty { throw .noPictures(path: path) }
        }
    }

    public init(pictures: [String], ignored: [Ignored] = []) {
        self.pictures = pictures
        self.ignored = ignored
    }

    /// Reads a folder, not its subfolders; it may have no pictures. Hidden files are left out, as are files still being
    /// copied under the temporary names that rsync and browsers use.
    public init(folder path: String, order: FileOrder = .name) throws(Problem) {
        guard let folder = unsafe opendir(path) else {
            throw .unreadable(
                path: path, reason: "the folder cannot be read; let others read it: chmod a+rx '\(path)'")
        }
        defer { unsafe closedir(folder) }
        let base = path.hasSuffix("/") ? path : path + "/"
        var found: [(name: String, changed: Int64)] = []
        ignored = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe entry.pointee.fileName
            guard !name.hasPrefix(".") else { continue }
            let type = unsafe entry.pointee.d_type
            guard Self.looksLikePicture(name) else {
                let isFile = type == DT_UNKNOWN ? Self.entry(at: base + name)?.kind == .file : type == DT_REG
                if isFile {
                    ignored.append(Ignored(path: base + name, reason: "not a PNG, JPEG or WebP by its name"))
                }
                continue
            }
            // A hundred thousand files are told apart by what the folder says of them, without looking at each.
            if order == .name, type == DT_REG {
                found.append((name, 0))
                continue
            }
            let entry = Self.entry(at: base + name)
            switch entry?.kind {
            case .file: found.append((name, entry?.changed ?? 0))
            case .folder: ignored.append(Ignored(path: base + name, reason: "a folder"))
            case .other: ignored.append(Ignored(path: base + name, reason: "neither a file nor a folder"))
            case nil:
                ignored.append(
                    Ignored(path: base + name, reason: "a link that leads nowhere, or no permission"))
            }
        }
        let named = found.map { (key: NaturalName($0.name), changed: $0.changed) }
        let sorted =
            switch order {
            case .name: named.sorted { $0.key < $1.key }
            case .date: named.sorted { $0.changed != $1.changed ? $0.changed < $1.changed : $0.key < $1.key }
            case .newest: named.sorted { $0.changed != $1.changed ? $0.changed > $1.changed : $0.key < $1.key }
            }
        pictures = sorted.map { base + $0.key.name }
        ignored.sort { NaturalName($0.path) < NaturalName($1.path) }
    }

    private struct Entry {
        enum Kind { case file, folder, other }
        var kind: Kind
        /// When its content changed last, in nanoseconds since 1970.
        var changed: Int64
    }

    private static func entry(at path: String) -> Entry? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let kind: Entry.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return Entry(
            kind: kind, changed: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }

    static func looksLikePicture(_ name: String) -> Bool {
        ending(of: name).map(extensions.contains) ?? false
    }

    /// In lower case, without the dot.
    private static func ending(of name: String) -> String? {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }
}
