public import JSONWriting
public import KioskEngine

/// What the running program is doing, for other programs: the content of `status.json`, by docs/status.schema.json.
public struct StatusReport {
    public var version: String
    public var process: Int32
    /// In ISO 8601, UTC.
    public var started: String
    public var session: Session
    public var devices: [DeviceStatus]
    public var playlists: [Playlist]

    public struct Session: Hashable, Sendable {
        /// For people: `virtual terminal tty1`.
        public var kind: String
        /// Whether the screens are this program's at the moment.
        public var isActive: Bool

        public init(kind: String, isActive: Bool) {
            self.kind = kind
            self.isActive = isActive
        }
    }

    public struct Playlist: Hashable, Sendable {
        /// As it was asked for.
        public var path: String
        /// Which file or folder plays.
        public var playing: String
        /// What is wrong with it, a line each.
        public var problems: [String]

        public init(path: String, playing: String, problems: [String]) {
            self.path = path
            self.playing = playing
            self.problems = problems
        }
    }

    public init(
        version: String, process: Int32, started: String, session: Session, devices: [DeviceStatus],
        playlists: [Playlist]
    ) {
        self.version = version
        self.process = process
        self.started = started
        self.session = session
        self.devices = devices
        self.playlists = playlists
    }

    public var json: JSON {
        [
            "format": 1, "version": .string(version), "pid": JSON(process), "started": .string(started),
            "session": ["kind": .string(session.kind), "active": .bool(session.isActive)],
            "devices": .array(devices.map(\.json)),
            "playlists": .array(
                playlists.map { playlist in
                    [
                        "path": .string(playlist.path), "playing": .string(playlist.playing),
                        "problems": .array(playlist.problems.map(JSON.string)),
                    ]
                }),
        ]
    }

    /// One line for people: `2 screens lit; HDMI-A-2 dark: no CRTC is left`.
    public var summary: String {
        let screens = devices.flatMap(\.screens)
        let lit = screens.count { if case .lit = $0.state { true } else { false } }
        let waiting = devices.compactMap { device in device.waiting.map { "\(device.path) waiting: \($0)" } }
        let dark = screens.compactMap { screen -> String? in
            guard case .dark(let reason, _) = screen.state else { return nil }
            return "\(screen.screen) dark: \(reason)"
        }
        let counted = lit == 0 && dark.isEmpty ? "waiting for a screen" : "\(lit) screen\(lit == 1 ? "" : "s") lit"
        return ([session.isActive ? counted : "another session has the screens"] + dark + waiting)
            .joined(separator: "; ")
    }
}

extension DeviceStatus {
    fileprivate var json: JSON {
        [
            "path": .string(path), "driver": JSON(driver), "renderer": JSON(renderer), "waiting": JSON(waiting),
            "screens": .array(screens.map(\.json)),
        ]
    }
}

extension ScreenStatus {
    fileprivate var json: JSON {
        var (name, mode, reason): (JSON, JSON, JSON) = ("lit", .null, .null)
        switch state {
        case .lit(let lit, _): mode = .string("\(lit)")
        case .dark(let why, _): (name, reason) = ("dark", .string(why))
        case .notWanted(let why): (name, reason) = ("not-wanted", .string(why))
        }
        return [
            "connector": .string(screen.connector), "monitor": JSON(screen.monitor), "state": name, "mode": mode,
            "reason": reason, "tried": .array(verdict.map(JSON.string)),
        ]
    }
}
