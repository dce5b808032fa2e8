/// A display mode, with all fields of `struct drm_mode_modeinfo`.
///
/// Two modes of a monitor can differ in the picture's aspect or in porches alone; one that was set by size and rate could
/// be the wrong one.
public struct Mode: Hashable, Sendable {
    /// The pixel clock in kHz.
    public var clock: UInt32
    /// In pixels.
    public var horizontal: Direction
    /// In lines.
    public var vertical: Direction
    public var hskew, vscan: UInt16
    /// The refresh rate in Hz as the kernel rounded it. For people and for comparing; ``refresh`` is exact.
    public var vrefresh: UInt32
    public var flags: Flags
    public var type: Kind
    /// The kernel's name for it, such as `1920x1080` or `1920x1080i`; it is not unique.
    public var name: String

    public init(
        clock: UInt32,
        horizontal: (display: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16),
        vertical: (display: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16),
        hskew: UInt16 = 0, vscan: UInt16 = 0, vrefresh: UInt32, flags: Flags = [], type: Kind = [], name: String
    ) {
        self.clock = clock
        self.horizontal = Direction(horizontal)
        self.vertical = Direction(vertical)
        self.hskew = hskew
        self.vscan = vscan
        self.vrefresh = vrefresh
        self.flags = flags
        self.type = type
        self.name = name
    }

    /// Along lines, or from line to line: the picture, then the sync pulse from its start to its end, then blank up to
    /// the total.
    public struct Direction: Hashable, Sendable {
        public var display, syncStart, syncEnd, total: UInt16

        init(_ values: (display: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16)) {
            (display, syncStart, syncEnd, total) = values
        }
    }

    /// `DRM_MODE_FLAG_*`
    public struct Flags: OptionSet, Hashable, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let positiveHSync = Flags(rawValue: 1 << 0)
        public static let negativeHSync = Flags(rawValue: 1 << 1)
        public static let positiveVSync = Flags(rawValue: 1 << 2)
        public static let negativeVSync = Flags(rawValue: 1 << 3)
        public static let interlaced = Flags(rawValue: 1 << 4)
        public static let doubleScan = Flags(rawValue: 1 << 5)
        public static let doubleClock = Flags(rawValue: 1 << 12)
    }

    /// `DRM_MODE_TYPE_*`
    public struct Kind: OptionSet, Hashable, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let preferred = Kind(rawValue: 1 << 3)
        public static let userDefined = Kind(rawValue: 1 << 5)
        public static let driver = Kind(rawValue: 1 << 6)
    }

    public var size: Size { Size(width: Int(horizontal.display), height: Int(vertical.display)) }
    public var isInterlaced: Bool { flags.contains(.interlaced) }
    public var isPreferred: Bool { type.contains(.preferred) }

    /// The exact refresh rate, by the arithmetic of the kernel's `drm_mode_vrefresh`: an interlaced mode refreshes
    /// once a field, a doublescan mode draws each line twice, `vscan` that often.
    public var refresh: RefreshRate {
        var numerator = Int64(clock) * 1000
        var denominator = Int64(horizontal.total) * Int64(vertical.total)
        if flags.contains(.interlaced) { numerator *= 2 }
        if flags.contains(.doubleScan) { denominator *= 2 }
        if vscan > 1 { denominator *= Int64(vscan) }
        return RefreshRate(numerator: numerator, denominator: denominator)
    }

    /// The picture aspect that a mode's flags carry (`DRM_MODE_FLAG_PIC_AR_*`), such as `16:9`. Nil where they carry none.
    public var pictureAspect: String? {
        switch (flags.rawValue >> 19) & 0xF {
        case 1: "4:3"
        case 2: "16:9"
        case 3: "64:27"
        case 4: "256:135"
        default: nil
        }
    }
}

extension Mode: CustomStringConvertible {
    /// `1920x1080@59.94`, with an `i` for interlaced: the form that `--mode` takes.
    public var description: String { "\(size)\(isInterlaced ? "i" : "")@\(refresh)" }
}

/// A refresh rate as the exact fraction that a mode's timings give, in Hz.
public struct RefreshRate: Hashable, Comparable, Sendable {
    public var numerator: Int64
    public var denominator: Int64

    public init(numerator: Int64, denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// In Hz; zero for a mode without timings.
    public var hertz: Double { denominator > 0 ? Double(numerator) / Double(denominator) : 0 }

    /// The time from one refresh to the next. A mode without timings counts as 60 Hz, so that nothing divides by it.
    public var period: Duration {
        numerator > 0 && denominator > 0
            ? .nanoseconds(Int64((Double(denominator) * 1e9 / Double(numerator)).rounded()))
            : .nanoseconds(16_666_667)
    }

    public static func < (a: RefreshRate, b: RefreshRate) -> Bool { a.hertz < b.hertz }
}

extension RefreshRate: CustomStringConvertible {
    /// In Hz with two decimals at most: `60`, `59.94`.
    public var description: String {
        let hundredths = Int((hertz * 100).rounded())
        let (whole, fraction) = (hundredths / 100, hundredths % 100)
        if fraction == 0 { return "\(whole)" }
        if fraction % 10 == 0 { return "\(whole).\(fraction / 10)" }
        return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
