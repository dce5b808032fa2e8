import JSONReading

/// What the running program says of itself in its file `status.json`. It may be another version's: what is not
/// understood is passed over.
public struct RunningStatus: Hashable, Sendable {
    public var version: String?
    public var process: Int?
    /// Whether that process is still there.
    public var isRunning = true
    public var session: Session?
    public var devices: [Device] = []
    public var playlists: [Playlist] = []

    public struct Session: Hashable, Sendable {
        /// `virtual terminal tty1`
        public var kind: String
        /// Whether the screens are its own now.
        public var isActive: Bool
    }

    public struct Device: Hashable, Sendable {
        public var path: String
        /// Why it is not in use.
        public var waiting: String?
        public var screens: [Screen] = []
    }

    public struct Screen: Hashable, Sendable {
        public var connector: String
        public var monitor: String?
        public var state: State?
        public var mode: String?
        public var reason: String?
        /// Modes that the device refused.
        public var tried: [String] = []

        public enum State: String, Sendable {
            case lit, dark
            case notWanted = "not-wanted"
        }
    }

    public struct Playlist: Hashable, Sendable {
        /// As it was asked for.
        public var path: String
        /// The path of what plays, or `built-in`.
        public var playing: String?
        public var problems: [String] = []

        static let builtIn = "built-in"
    }

    /// The files and folders that play.
    public var playingPaths: [String] { playlists.compactMap(\.playing).filter { $0 != Playlist.builtIn } }

    /// Nil for bytes that are no JSON object.
    public init?(_ bytes: [UInt8]) {
        guard let root = try? JSONReader.value(of: bytes), case .object = root else { return nil }
        version = root["version"]?.text
        process = root["pid"]?.integer
        if let session = root["session"], let kind = session["kind"]?.text {
            self.session = Session(kind: kind, isActive: session["active"]?.truth ?? true)
        }
        devices = (root["devices"]?.elements ?? []).compactMap { device in
            device["path"]?.text.map { path in
                Device(
                    path: path, waiting: device["waiting"]?.text,
                    screens: (device["screens"]?.elements ?? []).compactMap(Screen.init))
            }
        }
        playlists = (root["playlists"]?.elements ?? []).compactMap { playlist in
            playlist["path"]?.text.map { path in
                Playlist(
                    path: path, playing: playlist["playing"]?.text,
                    problems: (playlist["problems"]?.elements ?? []).compactMap(\.text))
            }
        }
    }
}

extension RunningStatus.Screen {
    fileprivate init?(_ screen: JSONValue) {
        guard let connector = screen["connector"]?.text else { return nil }
        self.init(
            connector: connector, monitor: screen["monitor"]?.text,
            state: screen["state"]?.text.flatMap(State.init), mode: screen["mode"]?.text,
            reason: screen["reason"]?.text, tried: (screen["tried"]?.elements ?? []).compactMap(\.text))
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
    fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
