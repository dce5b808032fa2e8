import Configuration
import Dispatch
import Doctor
import Glibc
import MachineInspection
import StrictYAML

/// What is to be played, checked as `vitrine check` does.
struct ContentInspection {
    private var configuration: FileCheck?
    private var checks: [FileCheck] = []
    /// Whether a file or folder did not answer.
    let isUnanswered: Bool

    /// - Parameters:
    ///   - playlist: the one to look at; nil for those that the configuration names.
    ///   - configuration: the file to go by; nil for the standard one, if it is there.
    ///   - playing: what plays now, for where nothing else is said.
    init(playlist: String?, configuration: String?, playing: [String]) {
        let standard = ConfigurationFile.standardPath
        let file = configuration ?? (unsafe access(standard, F_OK) == 0 ? standard : nil)
        let answer = answer(within: .seconds(30)) {
            let configuration = file.map { FileCheck($0) }
            // Of several paths the first that is there plays.
            let named = Set((configuration?.playlists ?? []).compactMap { FileCheck.present($0).first }).sorted()
            let playlists = playlist.map { [$0] } ?? [named, playing, Self.standard].first { !$0.isEmpty } ?? []
            return (configuration, playlists.map { FileCheck($0) })
        }
        isUnanswered = answer == nil
        if let answer { (self.configuration, checks) = answer }
    }

    /// What plays by itself, if it is there.
    private static var standard: [String] {
        ["/var/lib/vitrine/media"].filter { unsafe access($0, F_OK) == 0 }
    }

    var playlists: [String] { checks.map(\.path) }

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

    /// The text of the configuration and of the playlists, as far as it is no longer than such files are.
    var texts: [String: String] {
        let files = ([configuration].compactMap(\.self) + checks).reduce(into: Set()) { $0.formUnion($1.files) }
        let texts = files.sorted().filter { file in [".yaml", ".yml", ".json"].contains { file.hasSuffix($0) } }
        return texts.prefix(Self.mostTexts).reduce(into: [:]) { result, file in
            guard case .success(let bytes) = ConfigurationFile.bytes(of: file), bytes.count <= Self.longestText else {
                return
            }
            result[file] = String(validating: bytes, as: UTF8.self)
        }
    }
}

extension FileCheck {
    fileprivate var facts: MachineFacts.FileCheck {
        MachineFacts.FileCheck(path: path, isGood: status == EXIT_SUCCESS, lines: lines)
    }
}
