import Configuration
import Dispatch
import Doctor
import Glibc
import LinuxSystem
import MachineInspection
import Paths
import Playlist
import PlaylistReading
import StrictYAML

/// Checks what is configured to play, as `vitrine check` does.
struct ContentInspection {
    private var configuration: FileCheck?
    private var checks: [FileCheck] = []
    private let account: MachineFacts.Account?
    /// Whether a file or folder did not answer.
    let isUnanswered: Bool

    /// - Parameters:
    ///   - playlists: those to check; empty for those that the configuration names.
    ///   - configuration: the file to check; nil for the standard one, if it exists.
    ///   - playing: what plays now, for a configuration that names nothing.
    ///   - account: whose rights to read with, where this program has more. So files that the service cannot read are
    ///     found, and no secret of others gets into a bundle.
    init(playlists: [FilePath], configuration: FilePath?, playing: [FilePath], as account: MachineFacts.Account?) {
        self.account = account
        let standard = ConfigurationFile.standardPath
        let file = configuration ?? (PlaylistFiles.onDisk.kind(standard) != nil ? standard : nil)
        let answer = answer(within: .seconds(30), as: account) {
            let configuration = file.map { FileCheck($0) }
            // Of several paths the first that is there plays.
            let named = Set((configuration?.playlists ?? []).compactMap { FileCheck.present($0).first }).sorted()
            let playlists = [playlists, named, playing, Self.standard].first { !$0.isEmpty } ?? []
            return (configuration, playlists.map { FileCheck($0) })
        }
        isUnanswered = answer == nil
        if let answer { (self.configuration, checks) = answer }
    }

    /// The default playlist, if it exists.
    private static var standard: [FilePath] {
        [ConfigurationFile.standardMedia].filter { PlaylistFiles.onDisk.kind($0) != nil }
    }

    /// Whether one of the playlists has films.
    var hasVideo: Bool { checks.contains(where: \.hasVideo) }

    var playlists: [String] { checks.map(\.path.description) }

    var facts: MachineFacts.Content {
        var content = MachineFacts.Content()
        content.configuration = configuration?.facts
        content.playlists = checks.map(\.facts)
        content.connectors = (configuration?.connectors ?? []).map { .init(pattern: $0.pattern, line: $0.place.line) }
        return content
    }

    // MARK: - For the bundle

    private static let longestText = 1 << 18
    private static let mostTexts = 64

    /// The text of the configuration and of the playlists: of files that parse as such, that lie in their playlist's folder or
    /// are named by a path without links, and that the service may read.
    var texts: [String: String] {
        let (configuration, checks) = (configuration, checks)
        return answer(within: .seconds(30), as: account) {
            /// The folder of each.
            var files: [FilePath: FilePath] = [:]
            for check in checks {
                for file in check.files { files[file] = check.folder }
            }
            for file in configuration?.files ?? [] { files[file] = "" }
            let named = files.filter { file, _ in PlaylistReader.isPlaylist(file) }
            return named.sorted { $0.key < $1.key }.prefix(Self.mostTexts)
                .reduce(into: [:]) { result, entry in
                    let (file, folder) = entry
                    // The configuration's path is the administrator's.
                    result["\(file)"] =
                        folder.isEmpty ? Self.text(file, is: .configuration) : Self.text(file, of: folder)
                }
        } ?? [:]
    }

    private static func text(_ file: FilePath, is purpose: PlaylistReader.Purpose) -> String? {
        guard case .success(let bytes) = ConfigurationFile.bytes(of: file) else { return nil }
        return text(bytes, is: purpose)
    }

    /// A playlist's text. No link leads out of the folder.
    private static func text(_ file: FilePath, of folder: FilePath) -> String? {
        let (file, folder) = (file.tidy, folder.tidy)
        do {
            let opened =
                file.isIn(folder) && file != folder
                ? try OwnedDescriptor(
                    opening: FilePath(bytes: file.bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }),
                    below: folder)
                : try OwnedDescriptor(openingWithoutLinks: file)
            var status = stat()
            guard unsafe fstat(opened.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            var bytes = [UInt8](repeating: 0, count: longestText + 1)
            let count = try systemCall("read", "\(file)") { unsafe read(opened.rawValue, &bytes, bytes.count) }
            return text(Array(bytes.prefix(count)), is: .playlist)
        } catch {
            return nil
        }
    }

    /// Nothing of a file that is something else, whatever its name says.
    private static func text(_ bytes: [UInt8], is purpose: PlaylistReader.Purpose) -> String? {
        guard bytes.count <= longestText, let root = try? YAMLReader.read(bytes) else { return nil }
        switch root.kind {
        case .scalar: return nil
        case .mapping, .sequence: break
        }
        let found = PlaylistReader.purpose(of: bytes)
        guard found == purpose || purpose == .configuration && found == .unclear else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension FileCheck {
    fileprivate var facts: MachineFacts.FileCheck {
        MachineFacts.FileCheck(path: "\(path)", isGood: status == EXIT_SUCCESS, lines: lines, skipped: skipped)
    }
}
