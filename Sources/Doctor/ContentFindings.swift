import DisplayModel

// What is to be played, and what plays in its place.

extension MachineFacts {
    var contentFindings: [Finding] {
        var findings: [Finding] = []
        if let check = content.configuration {
            findings.append(finding(check, good: .configuration, broken: .configurationBroken))
        }
        for playlist in runningStatus?.playlists ?? [] where playlist.playing == RunningStatus.Playlist.builtIn {
            findings.append(
                .problem(
                    .playsBuiltIn, "playlist",
                    "the built-in picture shows in place of \(playlist.path)"
                        + (playlist.problems.first.map { ": \($0)" } ?? ""),
                    remedy: "copy pictures or a playlist there; what is wrong with it now: vitrine check "
                        + configurationPath))
        }
        if content.playlists.isEmpty, content.configuration?.isGood != false {
            findings.append(
                .problem(
                    .noPlaylist, "playlist", "nothing says what to play",
                    remedy: "write 'playlist: /var/lib/vitrine/media' into /etc/vitrine/config.yaml"))
        }
        findings += content.playlists.map { finding($0, good: .playlist, broken: .playlistBroken) }
        return findings + absentConnectors
    }

    private func finding(_ check: FileCheck, good: Finding.Code, broken: Finding.Code) -> Finding {
        let remedy = "vitrine check \(check.path)"
        if !check.isGood { return .problem(broken, check.path, check.summary, remedy: remedy) }
        return check.lines.count > 1
            ? .notice(good, check.path, check.summary, remedy: remedy) : .good(good, check.path, check.summary)
    }

    /// The file that says what screens do.
    var configurationPath: String { content.configuration?.path ?? "/etc/vitrine/config.yaml" }

    /// Outputs of the configuration whose connectors are not there.
    private var absentConnectors: [Finding] {
        let readings = cards.map(\.reading)
        // What cannot be read may have them.
        guard !readings.contains(where: { if case .read = $0 { false } else { $0 != .withoutScreens } }) else {
            return []
        }
        let names = cards.compactMap(\.snapshot).flatMap { $0.connectors.map(\.name) }
        guard !names.isEmpty else { return [] }
        return content.connectors.filter { !names.contains(where: $0.pattern.matches) }.map { connector in
            .notice(
                .noSuchConnector, configurationPath,
                "line \(connector.line): \(connector.pattern) is no connector of this machine; it has "
                    + names.joined(separator: ", "),
                remedy: "nano +\(connector.line) \(configurationPath), and write one of those; vitrine "
                    + "--list-connectors shows which monitor is plugged into which")
        }
    }
}

extension MachineFacts.FileCheck {
    /// The first problem and how many there are, or what is good about it.
    fileprivate var summary: String {
        let troubles = lines.filter { !$0.hasPrefix("\(path): good: ") }
        let good = lines.last { $0.hasPrefix("\(path): good: ") }?.dropFirst("\(path): good: ".count)
        guard let first = troubles.first else { return good.map(String.init) ?? "nothing is known of it" }
        let rest = troubles.count > 1 ? " (and \(troubles.count - 1) more)" : ""
        let short = first.hasPrefix("\(path):") ? first.dropFirst(path.count + 1).drop { $0 == " " } : first[...]
        return (short.hasPrefix("error: ") ? short.dropFirst("error: ".count) : short) + rest
    }
}
