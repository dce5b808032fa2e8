import Glibc
import StrictYAML

/// Why a path leads nowhere, as a sentence without the path.
enum Absence {
    /// Of a path on this machine.
    static func reason(_ path: String) -> String {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else {
            guard status.st_mode & S_IFMT == S_IFLNK else { return "neither a file nor a folder" }
            return "a link to \(target(ofLink: path) ?? "somewhere"), which is not there; make it anew, or remove it"
        }
        guard errno != EACCES else {
            return "no permission to look at it; let others into its folder: chmod a+rx '\(folder(of: path))'"
        }
        // The first part of it that is not there.
        var missing = path
        while unsafe missing.contains("/") && stat(folder(of: missing), &status) != 0 { missing = folder(of: missing) }
        return sentence(path, missing: missing, among: names(in: folder(of: missing)))
    }

    /// - Parameters:
    ///   - missing: the path, or the folder of it that is not there.
    ///   - names: what is in the folder of that.
    static func sentence(_ path: String, missing: String, among names: [String]) -> String {
        if let doubt = doubt(about: path) { return "no such file or folder; \(doubt)" }
        let folder = missing == path ? nil : "there is no folder \(missing)"
        return (["no such file or folder", folder, likeness(to: missing, among: names)] as [String?])
            .compactMap(\.self).joined(separator: "; ")
    }

    /// What is in the folder and may be meant.
    private static func likeness(to path: String, among names: [String]) -> String? {
        let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
        // Swift takes texts for equal that look alike; file systems compare bytes.
        if names.contains(name) {
            return "a name that looks the same is there, its accents written with other bytes: rename that file"
        }
        if let other = names.first(where: { $0.lowercased() == name.lowercased() }) {
            return "did you mean '\(other)'? Capital and small letters differ in names of files"
        }
        // Endings are much alike, so they say nothing of what is near.
        let near = Spelling.nearest(to: stem(name), in: names.map(stem))
        return names.first { stem($0) == near }.map(Spelling.suggestion)
    }

    private static func stem(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// What a path shows to be no path of this machine.
    private static func doubt(about path: String) -> String? {
        if path.contains("file:/") { return "write the path alone, without 'file:'" }
        if path.contains("://") { return "only files of this machine can be shown; copy it here and write its path" }
        let parts = path.split(separator: "/")
        if path.contains("\\") || parts.contains(where: { $0.count == 2 && $0.hasSuffix(":") }) {
            return "paths have no drives here, and '/' between folders: /srv/signage/one.png"
        }
        if path.contains("*") { return "'*' stands for no names here; write a folder, and all its pictures play" }
        if path.split(whereSeparator: { " ,;".contains($0) }).count(where: { MediaFolder.looksLikePicture(String($0)) })
            > 1
        {
            return "write each path as an item of its own"
        }
        if parts.contains("~") { return "'~' stands for nothing here; write the whole path" }
        return nil
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(path, &bytes, bytes.count)
        return length > 0 ? String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// What is in a folder; of a very full one, some.
    private static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < 2000, let entry = unsafe readdir(folder) {
            names.append(unsafe entry.pointee.fileName)
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}

extension dirent {
    var fileName: String {
        unsafe withUnsafePointer(to: d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
    }
}
