import Glibc
public import Paths

/// The pictures and films of a folder, in the order of their names; or one of them.
public struct MediaFolder: Hashable, Sendable {
    /// Paths of the pictures and films in playing order: the given folder's path and the file's name.
    public var files: [FilePath]
    /// When each of them has come: when it changed last, in nanoseconds since 1970. Only for ``FileOrder/newFirst``.
    public var arrivals: [Int64] = []
    /// Files that were passed over although they look like media, each with the reason; for warnings.
    public var ignored: [Ignored]
    /// The subfolders that were looked into.
    public var folders: Set<FilePath> = []
    /// Files that are symbolic links, the first thousand of them.
    public var links: Set<FilePath> = []

    public struct Ignored: Hashable, Sendable {
        public var path: FilePath
        public var reason: String
    }

    /// Why there is nothing to play.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable(path: FilePath, reason: String)
        case noPictures(path: FilePath)
        case unsupported(path: FilePath)

        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path): \(reason)"
            case .noPictures(let path): "\(path): \(MediaFolder.noPicturesHere)"
            case .unsupported(let path): "\(path): \(MediaFolder.notAPicture(path))"
            }
        }
    }

    /// The endings of files that are taken for pictures, in lower case.
    public static let pictureExtensions: Set<String> = [
        "png", "jpg", "jpeg", "webp", "avif", "heic", "heif", "hif", "jxl", "gif", "apng", "tif", "tiff", "svg",
    ]
    /// The endings of files that are taken for films, in lower case.
    public static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "m2ts", "mts", "3gp",
    ]
    static var noPicturesHere: String {
        "no pictures here, and no videos; put PNG, JPEG, WebP or MP4 files into it"
    }

    /// What is wrong with a file as a picture.
    static func notAPicture(_ path: FilePath) -> String {
        "not a picture by its name; these can be shown: \(list(pictureExtensions))\(cure(for: path))"
    }

    /// What is wrong with a file as a film.
    static func notAVideo(_ path: FilePath) -> String {
        "not a video by its name; MP4, Matroska, WebM, MPEG and AVI can be shown (\(list(videoExtensions)))"
            + cure(for: path)
    }

    private static func cure(for path: FilePath) -> String {
        let ending = path.ending ?? ""
        return cures.first { $0.key.contains(ending) }.map { "; \($0.value)" } ?? ""
    }

    /// What to make of other files that people want to show, by their endings.
    private static let cures: KeyValuePairs<Set<String>, String> = [
        ["pdf", "ppt", "pptx", "odp", "doc", "docx", "odt", "key"]: "export its pages as PNG",
        ["wmv", "asf", "flv", "f4v", "ogv", "rm", "rmvb", "vob"]: "convert it to MP4 (H.264)",
        ["bmp", "psd", "eps", "ico", "xcf", "jp2", "tga"]: "convert it to PNG",
        ["svgz"]: "unpack it: gunzip -S .svgz, and name it .svg",
    ]
    private static func list(_ endings: Set<String>) -> String {
        endings.sorted().map { "." + $0 }.joined(separator: ", ")
    }

    /// Reads a folder, or takes one file.
    public init(path: FilePath) throws(Problem) {
        guard let entry = Self.entry(at: path) else {
            throw .unreadable(path: path, reason: Absence.reason(path))
        }
        if entry.kind == .file {
            guard Self.looksLikeMedia(path) else { throw .unsupported(path: path) }
            self.init(files: [path])
        } else {
            try self.init(folder: path)
            if files.isEmpty { throw .noPictures(path: path) }
        }
    }

    public init(files: [FilePath], ignored: [Ignored] = []) {
        self.files = files
        self.ignored = ignored
    }

    /// Reads a folder; it may have none. Hidden files and folders are left out, as are files still being copied
    /// under the temporary names that rsync and browsers use.
    public init(folder path: FilePath, _ listing: FolderListing = FolderListing()) throws(Problem) {
        var scan = FolderScan(path, listing)
        try scan.read("", depth: 0)
        (folders, links, ignored) = (scan.folders, scan.links, scan.ignored)
        let named = scan.found.map { (key: NaturalName($0.name), changed: $0.changed) }
        let sorted =
            switch listing.order {
            case .name: named.sorted { $0.key < $1.key }
            case .nameDescending: named.sorted { $1.key < $0.key }
            case .oldest, .newFirst:
                named.sorted { $0.changed != $1.changed ? $0.changed < $1.changed : $0.key < $1.key }
            case .newest: named.sorted { $0.changed != $1.changed ? $0.changed > $1.changed : $0.key < $1.key }
            }
        files = sorted.map { path.appending($0.key.name) }
        if listing.order == .newFirst { arrivals = sorted.map(\.changed) }
        ignored.sort { NaturalName($0.path) < NaturalName($1.path) }
    }

    private static func entry(at path: FilePath) -> FolderScan.Entry? { FolderScan.entry(at: path) }

    static func looksLikePicture(_ name: FilePath) -> Bool { name.ending.map(pictureExtensions.contains) ?? false }

    /// Whether a file is taken for a film.
    public static func looksLikeVideo(_ name: FilePath) -> Bool {
        name.ending.map(videoExtensions.contains) ?? false
    }

    static func looksLikeMedia(_ name: FilePath) -> Bool { looksLikePicture(name) || looksLikeVideo(name) }
}
