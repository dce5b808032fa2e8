public import DisplayModel
public import StatusFile

/// All that was observed of a machine: what ``DoctorReport`` judges. A nil stands for what could not be learned.
public struct MachineFacts: Hashable, Sendable {
    public var host: Host
    public var viewer: Viewer
    public var cards: [Card] = []
    /// Graphics hardware on the PCI bus.
    public var controllers: [DisplayController] = []
    public var seat = Seat()
    /// Nil without systemd.
    public var service: Service?
    /// The user that the service runs as. Nil where there is none of that name.
    public var serviceAccount: Account?
    /// What the running Vitrine says.
    public var status: RunningStatus?
    /// Whether the process that wrote ``status`` is still there.
    public var isStatusProcessRunning = true
    /// Processes of Vitrine that run.
    public var players: [Process] = []
    /// Where the service keeps what outlives it. Nil where it has no such folder.
    public var stateFolder: StateFolder?
    /// Why no picture can be decoded. Nil where one was, and where it was not tried.
    public var decoderFault: String?
    /// Why no film can be decoded. Nil where one was, and where no playlist has any.
    public var videoDecoderFault: String?
    public var clock: Clock?
    public var fileSystems: [FileSystem] = []
    public var memory: Memory?
    public var sensors: [Sensor] = []
    /// Whether the supply voltage has been too low, where the board tells.
    public var hasUndervoltage: Bool?
    public var content = Content()
    /// Parts that took too long to look at.
    public var unanswered: [String] = []

    public init(host: Host, viewer: Viewer) {
        self.host = host
        self.viewer = viewer
    }

    public struct Host: Hashable, Sendable {
        public var name: String
        /// `Linux 6.1.0-29-amd64`
        public var kernel: String
        public var version: String
        /// Whether the kernel was told to leave the graphics hardware alone.
        public var hasNomodeset: Bool

        public init(name: String, kernel: String, version: String, hasNomodeset: Bool = false) {
            self.name = name
            self.kernel = kernel
            self.version = version
            self.hasNomodeset = hasNomodeset
        }
    }

    /// Who looks. Others see less than root does.
    public struct Viewer: Hashable, Sendable {
        public var account: Account
        public var isRoot: Bool { account.user == 0 }

        public init(account: Account) {
            self.account = account
        }
    }

    public struct Account: Hashable, Sendable {
        public var name: String
        public var user: UInt32
        /// Group ids, the main one among them.
        public var groups: Set<UInt32>

        public init(name: String, user: UInt32, groups: Set<UInt32>) {
            self.name = name
            self.user = user
            self.groups = groups
        }
    }

    public struct Process: Hashable, Sendable, CustomStringConvertible {
        public var id: Int
        /// The kernel's short name: `gnome-shell`.
        public var name: String

        public init(id: Int, name: String) {
            self.id = id
            self.name = name
        }

        public var description: String { "\(name) (process \(id))" }
    }

    // MARK: - Machine

    public struct Clock: Hashable, Sendable {
        /// Seconds since 1970.
        public var time: Int64
        /// Whether something keeps it right, by the kernel: adjtimex(2).
        public var isSynchronised: Bool
        /// When this program was made: no clock that is right shows an earlier time.
        public var programTime: Int64?

        public init(time: Int64, isSynchronised: Bool, programTime: Int64? = nil) {
            self.time = time
            self.isSynchronised = isSynchronised
            self.programTime = programTime
        }
    }

    public struct Memory: Hashable, Sendable {
        public var size: UInt64
        public var available: UInt64
        /// How many processes the kernel has ended for want of memory since it started.
        public var kills: Int?

        public init(size: UInt64, available: UInt64, kills: Int?) {
            self.size = size
            self.available = available
            self.kills = kills
        }
    }

    /// A thermometer of the machine. Temperatures are in thousandths of a degree Celsius, as the kernel has them.
    public struct Sensor: Hashable, Sendable {
        public var name: String
        public var temperature: Int
        /// From here on the machine slows itself down.
        public var high: Int?
        /// Here it switches itself off.
        public var critical: Int?

        public init(name: String, temperature: Int, high: Int? = nil, critical: Int? = nil) {
            self.name = name
            self.temperature = temperature
            self.high = high
            self.critical = critical
        }
    }

    // MARK: - Content

    /// What is to be played, and what the check of it says.
    public struct Content: Hashable, Sendable {
        /// Nil without a configuration file.
        public var configuration: FileCheck?
        public var playlists: [FileCheck] = []
        /// Those that the configuration names.
        public var connectors: [Connector] = []

        public init() {}

        /// A connector's name, or a pattern of some, and its line in the configuration.
        public struct Connector: Hashable, Sendable {
            public var pattern: TextPattern
            public var line: Int

            public init(pattern: TextPattern, line: Int) {
                self.pattern = pattern
                self.line = line
            }
        }
    }

    /// What `vitrine check` says of a file or folder.
    public struct FileCheck: Hashable, Sendable {
        public var path: String
        public var isGood: Bool
        /// Its lines: one for each problem, or one that says what is there.
        public var lines: [String]
        /// Those of ``lines`` that are about pictures that cannot be shown.
        public var skipped: [String]

        public init(path: String, isGood: Bool, lines: [String], skipped: [String] = []) {
            self.path = path
            self.isGood = isGood
            self.lines = lines
            self.skipped = skipped
        }
    }
}
