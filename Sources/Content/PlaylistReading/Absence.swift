import Glibc
import LinuxSystem
import Paths
import StrictYAML
import TextLayout

/// Why a path leads nowhere, as a sentence without the path.
enum Absence {
    /// Of a path on this machine.
    static func reason(_ path: FilePath) -> String {
        var status = stat()
        guard unsafe path.withCString({ unsafe lstat($0, &status) }) != 0 else {
            guard status.st_mode & S_IFMT == S_IFLNK else { return "neither a file nor a folder" }
            let link = "a link to \(target(ofLink: path) ?? "somewhere"), which"
            guard unsafe path.withCString({ unsafe stat($0, &status) }) != 0 else {
                return "\(link) is neither a file nor a folder"
            }
            let fault = errno == ELOOP ? "leads back to itself" : "is not there"
            return "\(link) \(fault); make it anew, or remove it"
        }
        guard errno != EACCES else {
            return "no permission to look at it; let others into its folder: chmod a+rx \(path.folder.quoted)"
        }
        // The first part of it that is not there.
        var missing = path
        while missing.bytes.contains(UInt8(ascii: "/")), missing != "/",
            unsafe missing.folder.withCString({ unsafe stat($0, &status) }) != 0
        {
            missing = missing.folder
        }
        return sentence(path, missing: missing, among: names(in: missing.folder))
    }

    /// Why a folder cannot be listed, by the errno of opendir(3).
    static func reason(ofFolder path: FilePath, _ code: Int32) -> String {
        switch code {
        case ENOTDIR, ENOENT, ELOOP: reason(path)
        case EACCES: "the folder cannot be read; let others read it: chmod a+rx \(path.quoted)"
        default: "the folder cannot be read: \(SystemError("opendir", code: code).reason)"
        }
    }

    /// - Parameters:
    ///   - missing: the path, or the folder of it that is not there.
    ///   - names: what is in the folder of that.
    static func sentence(_ path: FilePath, missing: FilePath, among names: [FilePath]) -> String {
        if let mistake = likelyMistake(in: path.description) { return "no such file or folder; \(mistake)" }
        let folder = missing == path ? nil : "there is no folder \(missing)"
        return (["no such file or folder", folder, likeness(to: missing, among: names)] as [String?])
            .compactMap(\.self).joined(separator: "; ")
    }

    /// What is in the folder and may be meant.
    private static func likeness(to path: FilePath, among names: [FilePath]) -> String? {
        let name = path.name.description
        let nameless = names.filter { $0.text == nil }
        let names = names.compactMap(\.text)
        // Swift takes texts for equal that look alike; file systems compare bytes.
        if names.contains(name) {
            return "a name that looks the same is there, its accents written with other bytes: rename that file"
        }
        if let other = names.first(where: { $0.lowercased() == name.lowercased() }) {
            return "did you mean '\(other)'? Capital and small letters differ in names of files"
        }
        // Endings are much alike, so they say nothing of what is near.
        let near = Spelling.nearest(to: stem(name), in: names.map(stem))
        if let other = names.first(where: { stem($0) == near }) { return Spelling.suggestion(other) }
        // No text can name these, in whatever way it is written.
        let other = nameless.first { Spelling.nearest(to: stem(name), in: [stem($0.description)]) != nil }
        return other.map {
            "\($0.quoted) is there, a name that is not UTF-8, which no playlist can write: rename it, or show its folder"
        }
    }

    private static func stem(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// What a path shows to be no path of this machine.
    private static func likelyMistake(in path: String) -> String? {
        if path.contains("file:/") { return "write the path alone, without 'file:'" }
        if path.contains("://") { return "only files of this machine can be shown; copy it here and write its path" }
        let parts = path.split(separator: "/")
        if path.contains("\\") || parts.contains(where: { $0.count == 2 && $0.hasSuffix(":") }) {
            return "paths have no drives here, and '/' between folders: /srv/signage/one.png"
        }
        if path.contains("*") { return "'*' stands for no names here; write a folder, and all its pictures play" }
        if path.split(whereSeparator: { " ,;".contains($0) }).count(where: {
            MediaFolder.looksLikePicture(FilePath(String($0)))
        })
            > 1
        {
            return "write each path as an item of its own"
        }
        if parts.contains("~") { return "'~' stands for nothing here; write the whole path" }
        return nil
    }

    private static func target(ofLink path: FilePath) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe path.withCString { unsafe readlink($0, &bytes, bytes.count) }
        return length > 0 ? String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// What is in a folder; of a very full one, some.
    private static func names(in path: FilePath) -> [FilePath] {
        guard let folder = unsafe path.withCString({ unsafe opendir($0) }) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [FilePath] = []
        while names.count < 2000, let entry = unsafe readdir(folder) {
            names.append(unsafe entry.pointee.fileName)
        }
        return names.filter { !$0.isHidden }.sorted()
    }
}

extension dirent {
    var fileName: FilePath {
        unsafe withUnsafeBytes(of: d_name) { unsafe FilePath(bytes: $0) }
    }
}
