import Fonts
import Glibc
import LinuxSystem
import Paths
import Playlist
import StrictYAML
import TextLayout

// The fonts of a playlist: files in a folder beside it, then the standard ones.

extension ReadingState {
    /// The name of the folder with a playlist's fonts.
    static let fontFolder: FilePath = "fonts"
    private static let mostFonts = 256
    private static let mostFontBytes = 128 << 20

    /// The fonts of texts in a file.
    /// - Parameter folders: that of the file and of those that include it, the outermost first: the nearest that has fonts
    ///   counts.
    func fonts(_ folders: [FilePath], _ diagnosis: Diagnosis, _ place: TextPosition) -> FontSet {
        for folder in folders.reversed() {
            let path = folder.appending(Self.fontFolder)
            if let known = fontSets[path] { return known }
            guard reader.files.kind(path) == .folder else {
                // It may come.
                sources.files.insert(path)
                continue
            }
            sources.folders.insert(path)
            let set = FontSet(files(in: path, diagnosis, place) + reader.files.standardFonts())
            fontSets[path] = set
            return set
        }
        if let known = fontSets[""] { return known }
        let set = FontSet(reader.files.standardFonts())
        fontSets[""] = set
        return set
    }

    private func files(in folder: FilePath, _ diagnosis: Diagnosis, _ place: TextPosition) -> [FontFile] {
        let paths = reader.files.fontFiles(folder)
        if paths.count > Self.mostFonts {
            diagnosis.warning(
                place, "\(folder): has \(paths.count) fonts, of which the first \(Self.mostFonts) are used")
        }
        var left = Self.mostFontBytes
        return paths.prefix(Self.mostFonts).compactMap { path in
            func refused(_ reason: String) -> FontFile? {
                diagnosis.warning(place, "\(path): passed over: \(reason)")
                return nil
            }
            let bytes: [UInt8]
            switch reader.files.read(path, Self.mostFontBytes) {
            case .failure(let error): return refused(error.reason)
            case .success(let read): bytes = read
            }
            guard let families = FontFamilies(bytes) else {
                return refused("it is not a TrueType or OpenType font")
            }
            left -= bytes.count
            guard left >= 0 else {
                return refused("with it all fonts have more than \(Self.mostFontBytes >> 20) MiB")
            }
            do throws(SystemError) {
                let memory = try OwnedDescriptor.inMemory(bytes, name: "font")
                return FontFile(path: path, families: families.names, descriptor: memory, checksum: Checksum(bytes))
            } catch { return refused("there is no memory for it: \(error)") }
        }
    }
}

/// Fonts on the disk.
enum FontFolder {
    private static let endings = ["ttf", "otf", "ttc", "otc"]

    static func looksLikeFont(_ path: FilePath) -> Bool { path.ending.map { endings.contains($0) } ?? false }

    /// The fonts in a folder, by name.
    static func files(in folder: FilePath) -> [FilePath] {
        guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [FilePath] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe entry.pointee.fileName
            if !name.isHidden, looksLikeFont(name) { names.append(name) }
        }
        return names.sorted().map { folder.appending($0) }
    }

    /// The standard fonts, as far as they are installed. They are the system's: nobody but root changes them.
    static let standard: [FontFile] = FontSet.standardNames.compactMap { name in
        let path = FontSet.standardFolder.appending(name)
        guard let bytes = try? WholeFile.read(path, limit: 16 << 20), let families = FontFamilies(bytes),
            let file = try? OwnedDescriptor(opening: path, O_RDONLY)
        else { return nil }
        // A new version of the package is another font once the program has been started again.
        return FontFile(
            path: path, families: families.names, descriptor: file, checksum: Checksum("\(path)".utf8))
    }
}
