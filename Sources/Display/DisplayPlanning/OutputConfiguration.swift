public import DisplayModel
public import EDID

/// What is configured for one screen. The default is for screens that no configuration names.
public struct OutputConfiguration: Hashable, Sendable {
    /// Whether the screen is to stay dark.
    public var isOff = false
    /// The number of the schedule by which it is on. Nil: always. What has that number is for others to know.
    public var power: Int?
    public var mode = ModePolicy.preferred
    /// Modes that the monitor supports but does not list. They are added to the kernel's list; ``mode`` chooses among all.
    public var customModes: [Mode] = []
    /// How the content is turned on the panel. Nil follows the connector's property `panel orientation`.
    public var orientation: Orientation?
    public var overscan = Overscan.none
    public var margins = Margins.shader
    /// Shows the content of the first screen that matches, laid out for that screen and scaled to fit this one.
    public var mirror: OutputMatch?
    /// A new frame at every nth vblank at most.
    public var frameInterval = 1
    /// The most bits for each colour channel on the wire (`max bpc`). Nil leaves it to the driver.
    public var maxBPC: Int?
    /// Nil leaves it as it is.
    public var rgbRange: RGBRange?
    /// Whether its buffers may have layouts that the driver names (modifiers). Otherwise the driver chooses one by itself.
    public var usesModifiers = true
    /// An EDID that replaces the monitor's own.
    public var edid: [UInt8]?
    /// Where it stands among screens that show one picture together.
    public var place: VideoWall.Place?

    /// What keeps the picture inside the visible part. Never both: the margins would add up.
    public enum Margins: String, Hashable, Sendable, CaseIterable {
        /// The shader, in each frame.
        case shader
        /// The display hardware, by the connector's margin or underscan properties. The shader where it has none.
        case kms
    }

    /// Which values the colours on the wire have. A television that expects others shows greyish blacks, or swallows the
    /// darkest and the brightest shades.
    public enum RGBRange: String, Hashable, Sendable, CaseIterable {
        /// As the driver judges by mode and EDID.
        case automatic = "auto"
        /// 0 to 255.
        case full
        /// 16 to 235.
        case limited
    }

    public init() {}
}

/// What is configured for all screens.
public struct OutputConfigurations: Hashable, Sendable {
    /// The first rule that matches a screen applies to it.
    public var rules: [Rule]
    /// For screens that no rule matches.
    public var otherwise: OutputConfiguration
    /// A screen belongs to the first video wall that names it.
    public var videoWalls: [VideoWall] = []

    public struct Rule: Hashable, Sendable {
        public var match: OutputMatch
        public var configuration: OutputConfiguration

        public init(_ match: OutputMatch, _ configuration: OutputConfiguration) {
            self.match = match
            self.configuration = configuration
        }
    }

    public init(rules: [Rule] = [], otherwise: OutputConfiguration = OutputConfiguration()) {
        self.rules = rules
        self.otherwise = otherwise
    }

    public subscript(connector name: String, monitor monitor: MonitorIdentity?) -> OutputConfiguration {
        var configuration = rules.first { $0.match.fits(connector: name, monitor: monitor) }?.configuration ?? otherwise
        for wall in videoWalls {
            for (row, matches) in wall.rows.enumerated() {
                guard let column = matches.firstIndex(where: { $0.fits(connector: name, monitor: monitor) }) else {
                    continue
                }
                configuration.place = VideoWall.Place(wall, row: row, column: column)
                return configuration
            }
        }
        return configuration
    }
}
