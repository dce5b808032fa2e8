public import DisplayModel

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

    // MARK: - Displays

    /// A card node of `/dev/dri`.
    public struct Card: Hashable, Sendable {
        public var path: String
        public var owner: UInt32
        public var group: UInt32
        /// As `ls` shows them: `root`, `video`.
        public var ownerName: String
        public var groupName: String
        /// The permission bits.
        public var mode: UInt32
        /// By sysfs, so it is known also of a card that may not be opened.
        public var driver: String?
        public var reading: Reading
        /// Processes that have it open, as far as the viewer may see.
        public var holders: [Process] = []
        /// Nil where only root may know.
        public var master: Master?

        public init(
            path: String, owner: UInt32, group: UInt32, ownerName: String, groupName: String, mode: UInt32,
            driver: String?, reading: Reading
        ) {
            self.path = path
            self.owner = owner
            self.group = group
            self.ownerName = ownerName
            self.groupName = groupName
            self.mode = mode
            self.driver = driver
            self.reading = reading
        }

        public enum Reading: Hashable, Sendable {
            case read(DeviceSnapshot)
            /// It draws only.
            case withoutScreens
            case notPermitted
            case failed(reason: String)
        }

        public enum Master: Hashable, Sendable {
            case nobody
            case process(Process)
        }

        /// What it has, where it could be read.
        public var snapshot: DeviceSnapshot? {
            if case .read(let snapshot) = reading { snapshot } else { nil }
        }
    }

    public struct DisplayController: Hashable, Sendable {
        /// `0000:00:02.0`
        public var address: String
        /// `8086:46a6`
        public var identifier: String
        /// The kernel driver that has it. Nil for none.
        public var driver: String?

        public init(address: String, identifier: String, driver: String?) {
            self.address = address
            self.identifier = identifier
            self.driver = driver
        }
    }

    // MARK: - Seat

    public struct Seat: Hashable, Sendable {
        /// The virtual terminal that is shown: `tty1`. Nil without virtual terminals.
        public var terminal: String?
        /// Whether a program draws on it, and not the console. Nil where it may not be asked.
        public var isInGraphicsMode: Bool?
        /// Processes whose terminal it is.
        public var terminalProcesses: [Process] = []
        /// Sessions of logind on this seat.
        public var sessions: [Session] = []
        public var hasLogind = false
        public var hasSeatd = false
        /// Other programs that draw on screens: display servers, login screens, boot splashes.
        public var graphicalProcesses: [Process] = []

        public init() {}

        public struct Session: Hashable, Sendable {
            public var id: String
            public var user: String
            /// `tty`, `x11`, `wayland`
            public var type: String
            public var isActive: Bool

            public init(id: String, user: String, type: String, isActive: Bool) {
                self.id = id
                self.user = user
                self.type = type
                self.isActive = isActive
            }
        }
    }

    /// `vitrine.service` by systemd.
    public struct Service: Hashable, Sendable {
        /// `loaded`, `not-found`, `masked`
        public var load: String
        /// `active`, `activating`, `failed`, `inactive`
        public var activity: String
        /// `running`, `auto-restart`, `dead`
        public var substate: String
        /// `enabled`, `disabled`
        public var enablement: String
        /// Of its last run: `success`, `exit-code`, `watchdog`, `oom-kill`, `start-limit-hit`
        public var result: String
        public var restarts: Int
        public var process: Int?
        /// How often the kernel ended one of its processes for want of memory.
        public var memoryKills: Int?

        public init(
            load: String, activity: String, substate: String, enablement: String, result: String = "success",
            restarts: Int = 0, process: Int? = nil, memoryKills: Int? = nil
        ) {
            self.load = load
            self.activity = activity
            self.substate = substate
            self.enablement = enablement
            self.result = result
            self.restarts = restarts
            self.process = process
            self.memoryKills = memoryKills
        }

        public var isActive: Bool { activity == "active" }
        public var isEnabled: Bool { enablement.hasPrefix("enabled") }
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

    public struct FileSystem: Hashable, Sendable {
        /// What is kept there: a folder.
        public var path: String
        public var size: UInt64
        public var available: UInt64
        /// Files that can still be made. Nil where there is no limit.
        public var availableFiles: UInt64?
        public var isReadOnly: Bool

        public init(path: String, size: UInt64, available: UInt64, availableFiles: UInt64?, isReadOnly: Bool) {
            self.path = path
            self.size = size
            self.available = available
            self.availableFiles = availableFiles
            self.isReadOnly = isReadOnly
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

        public init() {}
    }

    /// What `vitrine check` says of a file or folder.
    public struct FileCheck: Hashable, Sendable {
        public var path: String
        public var isGood: Bool
        /// Its lines: one for each problem, or one that says what is there.
        public var lines: [String]

        public init(path: String, isGood: Bool, lines: [String]) {
            self.path = path
            self.isGood = isGood
            self.lines = lines
        }
    }
}
