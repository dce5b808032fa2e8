extension RunningStatus {
    /// One line for people: `2 screens lit; HDMI-A-2 dark: no CRTC is left`.
    public var summary: String {
        let screens = devices.flatMap(\.screens)
        let lit = screens.count { $0.state == .lit }
        let dark = screens.count { $0.state == .dark }
        let off = screens.count { $0.state == .off }
        let counted: String? =
            lit > 0 || dark > 0
            ? "\(lit) screen\(lit == 1 ? "" : "s") lit" : off > 0 ? nil : "waiting for a screen"
        let first = session?.isActive == false ? "another session has the screens" : counted
        return ([first].compactMap(\.self) + shortProblems + notices)
            .joined(separator: "; ")
    }

    /// What keeps a screen from showing what it should, a sentence each. The session is not among them.
    public var problems: [String] {
        shortProblems + (configuration?.problems ?? []) + playlists.flatMap(\.problems)
    }

    /// What is worth knowing though all is as configuration and playlist mean it, a sentence each.
    public var notices: [String] { devices.flatMap(\.screens).compactMap(\.notice) }

    private var shortProblems: [String] {
        devices.flatMap(\.screens).compactMap(\.problem)
            + devices.compactMap { device in device.waiting.map { "\(device.path) waiting: \($0)" } }
            + [configuration?.problem].compactMap(\.self) + playlists.flatMap(\.shortProblems)
    }
}

extension RunningStatus.Configuration {
    /// What follows from its mistakes, as a sentence without its path. Nil where it has none.
    public var consequence: String? {
        switch mode {
        case .current: nil
        case .former: "it has changed and has mistakes, so it counts as it was before"
        case .none: "it has mistakes, so it is ignored"
        }
    }

    fileprivate var problem: String? { consequence.map { "\(path): \($0)" } }
}

extension RunningStatus.Screen {
    private var title: String { connector + (monitor.map { " (\($0))" } ?? "") }

    /// What is wrong with it, in one sentence. Nil where nothing is.
    fileprivate var problem: String? {
        switch state {
        case .dark: "\(title) dark\(reason.map { ": \($0)" } ?? "")"
        case .disconnected:
            switch expected {
            case .litBefore:
                "\(title) unplugged\(since.map { " since \(RunningStatus.shortTime($0, seenOn: nil))" } ?? "")"
            case .configured: "\(title) unplugged, though it is configured"
            case nil: nil
            }
        case .lit where isEmptyBySchedule && scheduledAgain == nil: "\(title) \(emptiness)"
        case .lit: shortfall.map { "\(title): \($0)" }
        case .off, .notWanted, nil: nil
        }
    }

    /// That it is off or black for a time, as its schedule has it.
    fileprivate var notice: String? {
        if state == .off { return "\(title) \(reason ?? "off by schedule")" }
        return isEmptyBySchedule && scheduledAgain != nil ? "\(title) \(emptiness)" : nil
    }
}

extension RunningStatus.Playlist {
    fileprivate var shortProblems: [String] {
        let replaced: String? =
            switch mode {
            case .builtIn: "the built-in picture shows in place of \(path)"
            case .fallback: "\(playing ?? "a fallback") shows in place of \(path)"
            case .lastGood: "\(path) shows as it was when it could be played last"
            case .playlist, nil: nil
            }
        let skippedText: String? =
            switch skipped.count {
            case 0: nil
            case 1: "\(skipped[0].path) is skipped: \(skipped[0].reason)"
            default: "\(skipped.count) pictures are skipped, \(skipped[0].path) among them: \(skipped[0].reason)"
            }
        let shaderTexts = shaders.map { "\($0.path) is not used, and its slides are cross-faded: \($0.reason)" }
        return [replaced, suspect.map { "\(path) is \($0.sentence)" }, skippedText].compactMap(\.self) + shaderTexts
    }
}
