// What is to be played, and what plays in its place.

extension MachineFacts {
    var contentFindings: [Finding] {
        var findings: [Finding] = []
        if let check = content.configuration {
            findings.append(
                check.isGood
                    ? .good(.configuration, check.path, check.summary)
                    : .problem(
                        .configurationBroken, check.path, check.summary, remedy: "vitrine check \(check.path)"))
        }
        for playlist in runningStatus?.playlists ?? [] where playlist.playing == RunningStatus.Playlist.builtIn {
            findings.append(
                .problem(
                    .playsBuiltIn, "playlist",
                    "the built-in picture shows in place of \(playlist.path)"
                        + (playlist.problems.first.map { ": \($0)" } ?? ""),
                    remedy: "put pictures or a playlist there; vitrine check FILE names its mistakes"))
        }
        if content.playlists.isEmpty, content.configuration?.isGood != false {
            findings.append(
                .problem(
                    .noPlaylist, "playlist", "nothing says what to play",
                    remedy: "write 'playlist: /var/lib/vitrine/media' into /etc/vitrine/config.yaml"))
        }
        for check in content.playlists {
            let isPlainlyGood = check.isGood && check.lines.count <= 1
            findings.append(
                !check.isGood
                    ? .problem(
                        .playlistBroken, check.path, check.summary, remedy: "vitrine check \(check.path)")
                    : isPlainlyGood
                        ? .good(.playlist, check.path, check.summary)
                        : .notice(.playlist, check.path, check.summary, remedy: "vitrine check \(check.path)"))
        }
        return findings
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
