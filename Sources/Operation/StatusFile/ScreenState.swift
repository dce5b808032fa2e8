extension RunningStatus {
    /// A connector.
    public struct Screen: Hashable, Sendable {
        public var connector: String
        /// What its EDID calls the monitor; of one that is gone, the one that was there.
        public var monitor: String?
        public var state: State?
        /// Since when, in ISO 8601, by the machine's time zone.
        public var since: String?
        /// Of a lit screen: `1920x1080@60`.
        public var mode: String?
        /// Why it is not lit.
        public var reason: String?
        /// Of one that is off by its schedule: when it is lit again, in ISO 8601, by the machine's time zone.
        public var until: String?
        /// Modes that the device refused, each with its reason.
        public var tried: [String]
        /// Why the mode is not the configured one.
        public var shortfall: String?
        /// Of a connector without a monitor: why one is expected there.
        public var expected: Expectation?
        /// What it shows, from below to above. Empty while it is not lit.
        public var zones: [Zone]

        public enum State: String, Sendable {
            case lit, dark, disconnected
            /// By its schedule.
            case off
            case notWanted = "not-wanted"
        }

        public enum Expectation: String, Sendable {
            case configured
            case litBefore = "lit-before"
        }

        public init(
            connector: String, monitor: String? = nil, state: State? = nil, mode: String? = nil, reason: String? = nil,
            tried: [String] = []
        ) {
            self.connector = connector
            self.monitor = monitor
            self.state = state
            self.mode = mode
            self.reason = reason
            self.tried = tried
            zones = []
        }

        /// Whether it is lit and empty because nothing is scheduled in any of its zones.
        public var isEmptyBySchedule: Bool {
            state == .lit && !zones.isEmpty && zones.allSatisfy { $0.shows == nil && $0.isUnscheduled }
        }

        /// When something is scheduled again, for people: `09:00`, or `09:00 on 2026-12-24` where that is another day.
        /// Nil: never.
        public var scheduledAgain: String? {
            let coming = zones.compactMap { zone in zone.next.map { (zone, $0) } }.filter { $1.shows != nil }
            guard let (zone, next) = coming.min(by: { $0.1.at < $1.1.at }) else { return nil }
            return RunningStatus.shortTime(next.at, seenOn: zone.since)
        }

        /// What is to be said of one that is black by its schedule: `black until 09:00: nothing is scheduled`.
        public var emptiness: String {
            scheduledAgain.map { "black until \($0): nothing is scheduled" }
                ?? "black: nothing is scheduled any more"
        }
    }

    /// What shows in a part of a screen. Times are in ISO 8601, by the machine's time zone.
    public struct Zone: Hashable, Sendable {
        /// Nil for the only one, and others without a name.
        public var name: String?
        /// A file, or a colour. Nil where there is nothing to see.
        public var shows: String?
        /// Since when.
        public var since: String?
        /// Whether nothing is scheduled now. What showed before may still be fading out.
        public var isUnscheduled: Bool
        /// Of a video that plays: how. Nil for anything else.
        public var video: Video?
        /// What comes next. Nil where nothing ever does.
        public var next: Next?

        /// How a video plays. Numbers of frames count from when its turn began.
        public struct Video: Hashable, Sendable {
            /// FFmpeg's name of the codec: `h264`.
            public var codec: String
            /// Of its frames: `1280x720`.
            public var size: String
            /// Frames a second: `25`. Nil where that is not known.
            public var rate: String?
            /// What decodes it: `software`.
            public var decoder: String
            /// The way of its frames to the screen: `gl` or `cpu`.
            public var path: String
            /// Frames that were there to be drawn; those of them that came after their time had begun; and those that were
            /// over before they were decoded.
            public var shown, late, dropped: Int

            public init(
                codec: String, size: String, rate: String?, decoder: String, path: String, shown: Int, late: Int,
                dropped: Int
            ) {
                (self.codec, self.size, self.rate, self.decoder) = (codec, size, rate, decoder)
                (self.path, self.shown, self.late, self.dropped) = (path, shown, late, dropped)
            }
        }

        public struct Next: Hashable, Sendable {
            /// Nil where nothing is scheduled then.
            public var shows: String?
            public var at: String

            public init(shows: String?, at: String) {
                self.shows = shows
                self.at = at
            }
        }

        public init(
            name: String? = nil, shows: String? = nil, since: String? = nil, isUnscheduled: Bool = false,
            next: Next? = nil
        ) {
            self.name = name
            self.shows = shows
            self.since = since
            self.isUnscheduled = isUnscheduled
            self.next = next
        }
    }

    public struct Playlist: Hashable, Sendable {
        /// As it was asked for. Several paths are told in words.
        public var path: String
        /// Whether it is several paths, which play one after the other.
        public var isSeveralPaths: Bool
        /// The path of what plays, or ``builtIn``.
        public var playing: String?
        /// Whether that is the playlist, or something in its place.
        public var mode: Mode?
        /// What is wrong with it, a line each.
        public var problems: [String]
        /// Pictures that are skipped since they cannot be shown.
        public var skipped: [Skipped]
        /// Shaders of its own that are not used. What they were to mix is cross-faded.
        public var shaders: [Skipped] = []
        /// Nil unless it is left alone since it may have ended the program.
        public var suspect: Suspicion?

        /// What plays where nothing else can.
        public static let builtIn = "built-in"

        public enum Mode: String, Sendable {
            case playlist, fallback
            /// As it was when it could be played last.
            case lastGood = "last-good"
            case builtIn = "built-in"
        }

        /// Why and for how long a playlist is left alone.
        public struct Suspicion: Hashable, Sendable {
            /// How many starts in a row failed.
            public var starts: Int
            /// When it is tried again, in ISO 8601, by the machine's time zone. A changed one is tried at once.
            public var until: String

            public init(starts: Int, until: String) {
                self.starts = starts
                self.until = until
            }

            /// As a sentence without its subject.
            public var sentence: String {
                "left alone until \(RunningStatus.shortTime(until, seenOn: nil)) or until it changes: "
                    + "\(starts) starts in a row failed, and it may be why"
            }
        }

        /// A file that is not used.
        public struct Skipped: Hashable, Sendable {
            public var path: String
            /// A sentence without the path.
            public var reason: String

            public init(path: String, reason: String) {
                self.path = path
                self.reason = reason
            }
        }

        public init(
            path: String, isSeveralPaths: Bool = false, playing: String? = nil, mode: Mode? = nil,
            problems: [String] = [], skipped: [Skipped] = []
        ) {
            self.path = path
            self.isSeveralPaths = isSeveralPaths
            self.playing = playing
            self.mode = mode
            self.problems = problems
            self.skipped = skipped
        }
    }

    /// A time of the file for people: `09:00`, or `09:00 on 2026-12-24`.
    /// - Parameter day: a time of the day on which no day needs to be named.
    public static func shortTime(_ time: String, seenOn day: String?) -> String {
        let parts = time.split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return time }
        let clock = parts[1].prefix(5)
        return day?.hasPrefix(parts[0]) == true ? String(clock) : "\(clock) on \(parts[0])"
    }
}
