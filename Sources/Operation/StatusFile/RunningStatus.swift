/// What a running Vitrine says of itself in `status.json`: the same type writes the file and reads it.
///
/// The file may be another version's. What is missing or not understood there is nil or left out; a program that writes
/// its own status fills in all of it. `docs/status.schema.json` describes the members, and a test compares the two. Members
/// are only ever added; where one has to change its meaning, `format` counts up.
public struct RunningStatus: Hashable, Sendable {
    public var version: String?
    /// The process's number.
    public var process: Int?
    /// In ISO 8601, UTC.
    public var started: String?
    /// When it ended as it was asked to, likewise. Nil while it runs, and where it was killed.
    public var ended: String?
    public var session: Session?
    /// Nil where none was looked for.
    public var configuration: Configuration?
    public var devices: [Device]
    public var playlists: [Playlist]

    public struct Session: Hashable, Sendable {
        /// For people: `virtual terminal tty1`.
        public var kind: String
        /// Whether the screens are its own now.
        public var isActive: Bool

        public init(kind: String, isActive: Bool) {
            self.kind = kind
            self.isActive = isActive
        }
    }

    /// The configuration's file, and whether what it says counts.
    public struct Configuration: Hashable, Sendable {
        public var path: String
        public var mode: Mode
        /// What is wrong with it, a line each. Empty while it counts.
        public var problems: [String]

        public enum Mode: String, Sendable {
            /// As it is, or it is not there and need not be.
            case current
            /// It has changed and has mistakes, so it counts as it was.
            case former
            /// It had mistakes at the start, so no configuration counts.
            case none
        }

        public init(path: String, mode: Mode = .current, problems: [String] = []) {
            self.path = path
            self.mode = mode
            self.problems = problems
        }

        /// It has changed and has these mistakes.
        public mutating func isBroken(by problems: [String]) {
            if mode == .current { mode = .former }
            self.problems = problems
        }
    }

    public struct Device: Hashable, Sendable {
        public var path: String
        /// The kernel's driver, and what draws. Nil while the device is not in use.
        public var driver, renderer: String?
        /// Why it is not in use. Nil where it is.
        public var waiting: String?
        public var screens: [Screen]

        public init(
            path: String, driver: String? = nil, renderer: String? = nil, waiting: String? = nil, screens: [Screen] = []
        ) {
            self.path = path
            self.driver = driver
            self.renderer = renderer
            self.waiting = waiting
            self.screens = screens
        }
    }

    public init(
        version: String? = nil, process: Int? = nil, started: String? = nil, ended: String? = nil,
        session: Session? = nil, devices: [Device] = [], playlists: [Playlist] = []
    ) {
        self.version = version
        self.process = process
        self.started = started
        self.ended = ended
        self.session = session
        self.devices = devices
        self.playlists = playlists
    }

    /// The files and folders that play, but for those that play as one list of several.
    public var playingPaths: [String] {
        playlists.filter { !$0.isSeveralPaths }.compactMap(\.playing).filter { $0 != Playlist.builtIn }
    }
}
