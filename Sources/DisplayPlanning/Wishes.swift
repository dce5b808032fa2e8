public import DisplayModel
public import EDID

/// What a person wants of one screen. The default is what a screen does that nobody has an opinion about.
public struct OutputWish: Hashable, Sendable {
    /// Left dark on purpose.
    public var isOff = false
    public var mode = ModePolicy.preferred
    /// Modes that the monitor takes but does not offer. They are added to the kernel's list; ``mode`` chooses among all.
    public var customModes: [Mode] = []
    /// How the content is turned on the panel. Nil turns it as the panel says it is mounted (`panel orientation`).
    public var orientation: Orientation?
    public var overscan = Overscan.none
    public var margins = Margins.shader
    /// Shows what the first screen shows that fits, laid out for that one and scaled into this one.
    public var mirror: OutputMatch?
    /// A new frame at every nth vblank at most.
    public var frameInterval = 1
    /// The most bits for each colour channel on the wire (`max bpc`). Nil leaves it to the driver.
    public var maxBPC: Int?
    /// The EDID to go by in place of the monitor's own.
    public var edid: [UInt8]?
    /// The playlist that it shows. Nil for the one that all show.
    public var playlist: PlaylistPath?
    /// Screens of one group change slides in the same refresh.
    public var group: String?
    /// Where it stands among screens that show one picture together.
    public var place: Span.Place?

    /// Who keeps the picture inside the visible part. Never both: the margins would add up.
    public enum Margins: String, Hashable, Sendable, CaseIterable {
        /// The shader, in each frame.
        case shader
        /// The display hardware, by the connector's margin or underscan properties. The shader where it has none.
        case kms
    }

    public init() {}
}

/// What a person wants of all screens.
public struct Wishes: Hashable, Sendable {
    /// The first that fits a screen decides for it.
    public var rules: [Rule]
    /// For screens that no rule fits.
    public var otherwise: OutputWish
    /// The first that has a place for a screen has it.
    public var spans: [Span] = []

    public struct Rule: Hashable, Sendable {
        public var match: OutputMatch
        public var wish: OutputWish

        public init(_ match: OutputMatch, _ wish: OutputWish) {
            self.match = match
            self.wish = wish
        }
    }

    public init(rules: [Rule] = [], otherwise: OutputWish = OutputWish()) {
        self.rules = rules
        self.otherwise = otherwise
    }

    /// The playlists that single screens have, in the order of the rules.
    public var playlists: [PlaylistPath] {
        rules.compactMap(\.wish.playlist) + [otherwise.playlist].compactMap(\.self) + spans.compactMap(\.playlist)
    }

    public subscript(connector name: String, monitor monitor: MonitorIdentity?) -> OutputWish {
        var wish = rules.first { $0.match.fits(connector: name, monitor: monitor) }?.wish ?? otherwise
        for span in spans {
            for (row, matches) in span.rows.enumerated() {
                guard let column = matches.firstIndex(where: { $0.fits(connector: name, monitor: monitor) }) else {
                    continue
                }
                wish.place = Span.Place(span, row: row, column: column)
                wish.playlist = span.playlist ?? wish.playlist
                wish.group = "span \(span.name)"
                return wish
            }
        }
        return wish
    }
}
