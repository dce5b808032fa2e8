import DisplayModel
import StatusFile

// What is to be played, and what plays in its place.

extension MachineFacts {
    var contentFindings: [Finding] {
        var findings: [Finding] = []
        findings += configurationFindings + decoderFindings
        for playlist in runningStatus?.playlists ?? [] {
            findings += substitutes(for: playlist) + shaders(of: playlist)
        }
        if content.playlists.isEmpty, content.configuration?.isGood != false {
            findings.append(
                .problem(
                    .noPlaylist, "playlist", "nothing says what to play",
                    remedy: .write("playlist: /var/lib/vitrine/media", "into \(configurationPath)")
                        + "and copy pictures there"))
        }
        for check in content.playlists {
            findings.append(finding(check, good: .playlist, broken: .playlistBroken))
            if check.isGood { findings += skipped(of: check) }
        }
        return findings + absentConnectors
    }

    private var configurationFindings: [Finding] {
        let ignored = runningStatus?.configuration.flatMap { file in file.consequence.map { (file, $0) } }
        guard let check = content.configuration, ignored == nil || !check.isGood else {
            guard let (file, consequence) = ignored else { return unansweredConfiguration }
            // A check finds nothing wrong with it: options of the command line count for the player, too.
            return [
                .problem(
                    .configurationIgnored, file.path,
                    ([consequence] + file.problems.prefix(1)).joined(separator: ": "),
                    remedy: "what is wrong with it now:" + .run("vitrine check \(file.path.quoted)")
                        + "if nothing is, to have it read again:" + .run("systemctl restart vitrine.service"))
            ]
        }
        var finding = finding(check, good: .configuration, broken: .configurationBroken)
        if let (file, consequence) = ignored, file.path == check.path { finding.sentence += "; \(consequence)" }
        return unansweredConfiguration + [finding]
    }

    /// What the player says of a file that counts: whether it has changed is not known.
    private var unansweredConfiguration: [Finding] {
        guard let file = runningStatus?.configuration, file.mode == .current, let line = file.problems.first else {
            return []
        }
        return [
            .problem(
                .unanswered, file.path,
                line.hasPrefix("\(file.path): ") ? String(line.dropFirst(file.path.count + 2)) : line,
                remedy: "what the kernel says of the disk or share:" + .run("sudo dmesg -T | tail -n 50"))
        ]
    }

    private func finding(_ check: FileCheck, good: Finding.Code, broken: Finding.Code) -> Finding {
        let remedy =
            "all that is wrong with it, each with its place:" + Remedy.run("vitrine check \(check.path.quoted)")
        if !check.isGood { return .problem(broken, check.path, check.summary, remedy: remedy) }
        return check.hasWarnings
            ? .notice(good, check.path, check.summary, remedy: remedy) : .good(good, check.path, check.summary)
    }

    /// Pictures that cannot be shown, by the player, and else by the check.
    private func skipped(of check: FileCheck) -> [Finding] {
        let told = runningStatus?.playlists.first { $0.playing == check.path || $0.path == check.path }?.skipped ?? []
        let first = told.first.map { "\($0.path): \($0.reason)" } ?? check.skipped.first
        guard let first else { return [] }
        let number = max(told.count, check.skipped.count)
        return [
            .problem(
                .picturesSkipped, check.path,
                number == 1 ? "a picture is skipped: \(first)" : "\(number) pictures are skipped, the first: \(first)",
                remedy: "copy them here again, saved as PNG or JPEG; which they are:"
                    + .run("vitrine check --decode \(check.path.quoted)"))
        ]
    }

    private func shaders(of playlist: RunningStatus.Playlist) -> [Finding] {
        // What the check says of them is said with the playlist.
        let checked = content.playlists.filter { !$0.isGood }.flatMap(\.lines)
        return playlist.shaders.filter { shader in !checked.contains { $0.contains(shader.path) } }.map { shader in
            .problem(
                .shadersRefused, shader.path,
                "the player does not use this shader, and cross-fades in its place: \(shader.reason)",
                remedy: "correct it, or write another 'transition:' into the playlist; whether it passes:"
                    + .run("vitrine check \((playlist.playing ?? playlist.path).quoted)"))
        }
    }

    private func substitutes(for playlist: RunningStatus.Playlist) -> [Finding] {
        if let suspect = playlist.suspect {
            return [
                .problem(
                    .playlistLeftAlone, "playlist", "\(playlist.path) is \(suspect.sentence)",
                    remedy: "what the starts ended with:" + .run("journalctl -u vitrine.service -n 200")
                        + "change the playlist; or to try it again at once:"
                        + .run("systemctl restart vitrine.service"))
            ]
        }
        let reason = playlist.problems.first ?? playlist.skipped.first.map { "\($0.path): \($0.reason)" }
        let rest = " shows in place of \(playlist.path)" + (reason.map { ": \($0)" } ?? "")
        let remedy =
            "copy pictures or a playlist there; what is wrong with it now:"
            + Remedy.run("vitrine check \(configurationPath.quoted)")
        if playlist.playing == RunningStatus.Playlist.builtIn {
            return [.problem(.playsBuiltIn, "playlist", "the built-in picture" + rest, remedy: remedy)]
        }
        if playlist.mode == .lastGood {
            return [
                .problem(
                    .playsLastGood, "playlist",
                    "\(playlist.path) shows as it was when it could be played last"
                        + (reason.map { "; now it cannot: \($0)" } ?? ""), remedy: remedy)
            ]
        }
        guard playlist.mode == .fallback else { return [] }
        return [.problem(.playsFallback, "playlist", "\(playlist.playing ?? "the fallback")" + rest, remedy: remedy)]
    }

    private var decoderFindings: [Finding] {
        [("vitrine-decode", "pictures", decoderFault), ("vitrine-decode-video", "videos", videoDecoderFault)].compactMap
        {
            program, media, fault in
            fault.map {
                .problem(
                    .decoderBroken, program, "\(media) cannot be decoded: \($0)",
                    remedy: "install the package again; whether it is whole:"
                        + .run("dpkg --verify vitrine", "apt install --reinstall ./vitrine_*.deb"))
            }
        }
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
            .problem(
                .noSuchConnector, configurationPath,
                "line \(connector.line): \(connector.pattern) is no connector of this machine; it has "
                    + names.joined(separator: ", "),
                remedy: "write one of those there; which monitor is plugged into which:"
                    + .run("vitrine --list-connectors", "nano +\(connector.line) \(configurationPath.quoted)"))
        }
    }
}

extension MachineFacts.FileCheck {
    private func isGood(_ line: String) -> Bool { line.hasPrefix("\(path): good: ") }

    /// Whether there is something to say besides what is skipped, which is a finding of its own.
    fileprivate var hasWarnings: Bool { lines.contains { !isGood($0) && !skipped.contains($0) } }

    /// The first problem and how many there are, or what is good about it.
    fileprivate var summary: String {
        let troubles = lines.filter { !isGood($0) && !skipped.contains($0) }
        let good = lines.last(where: isGood)?.dropFirst("\(path): good: ".count)
        guard let first = troubles.first else { return good.map(String.init) ?? "nothing is known of it" }
        let rest = troubles.count > 1 ? " (and \(troubles.count - 1) more)" : ""
        let short = first.hasPrefix("\(path):") ? first.dropFirst(path.count + 1).drop { $0 == " " } : first[...]
        return (short.hasPrefix("error: ") ? short.dropFirst("error: ".count) : short) + rest
    }
}
