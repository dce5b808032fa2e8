public import DisplayModel

// What is known of the hardware for displays, and of who has the screens.

extension MachineFacts {
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
        /// What the kernel's log says of a driver that took the hardware up and failed: `vmwgfx: probe of 0000:00:02.0 failed
        /// with error -38`. Nil where it says nothing, or may not be read.
        public var driverFailure: String?

        public init(address: String, identifier: String, driver: String?, driverFailure: String? = nil) {
            self.address = address
            self.identifier = identifier
            self.driver = driver
            self.driverFailure = driverFailure
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
        /// How it ended last when it failed, in the words of ``result``: that of a run that goes on says nothing.
        public var lastFailure: String?

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
}
