/// A complete description of one video timing: the 18-byte detailed timing descriptor, E-EDID A.2 section 3.10.2.
public struct DetailedTiming: Hashable, Sendable, CustomStringConvertible {
    /// One direction of the raster: pixels of a line, or lines of a frame (of a field where interlaced).
    public struct Axis: Hashable, Sendable {
        /// What carries the picture.
        public let active: Int
        /// From the end of the active part, or of the border after it, to the sync pulse.
        public let frontPorch: Int
        /// The length of the sync pulse.
        public let syncWidth: Int
        /// The border on each of the two sides; 0 with today's monitors.
        public let border: Int
        /// All that is not active, with the borders.
        public let blanking: Int

        /// From the end of the sync pulse to the next border or active part. Negative where the descriptor is
        /// broken and puts the sync pulse outside the blanking.
        public var backPorch: Int { blanking - frontPorch - syncWidth - 2 * border }
        public var total: Int { active + blanking }
    }

    public enum Scan: Hashable, Sendable {
        case progressive
        case interlaced
    }

    public enum Polarity: Hashable, Sendable {
        case negative
        case positive
    }

    public enum Sync: Hashable, Sendable {
        /// A signal for each direction: every digital monitor.
        case separate(horizontal: Polarity, vertical: Polarity)
        /// One digital signal for both.
        case composite(Polarity)
        /// On the green line, or on all three.
        case analogue
    }

    public enum Stereo: Hashable, Sendable {
        case none
        /// Some way of showing a picture for each eye; not looked into further.
        case stereo
    }

    public let pixelClockHz: Int
    public let horizontal: Axis
    public let vertical: Axis
    public let scan: Scan
    public let sync: Sync
    public let stereo: Stereo
    /// The size of the picture on the glass, where the descriptor gives one.
    public let imageSize: PhysicalSize?

    /// The picture's width in pixels.
    public var width: Int { horizontal.active }
    /// The picture's height in pixels, of both fields together where interlaced.
    public var height: Int { scan == .interlaced ? vertical.active * 2 : vertical.active }

    /// How often per second the picture is scanned from top to bottom: the frame rate, or the field rate where
    /// interlaced (60 Hz for 1080i60). It is what modes are named after.
    public var refreshRate: RefreshRate {
        switch scan {
        case .progressive: RefreshRate(pixelClockHz, per: horizontal.total * vertical.total)
        case .interlaced: RefreshRate(pixelClockHz * 2, per: horizontal.total * linesOfTwoFields)
        }
    }

    /// How often per second the picture is complete: half the field rate where interlaced.
    public var frameRate: RefreshRate {
        switch scan {
        case .progressive: refreshRate
        case .interlaced: RefreshRate(pixelClockHz, per: horizontal.total * linesOfTwoFields)
        }
    }

    /// Two interlaced fields share one line, so that a frame has an odd number of them.
    private var linesOfTwoFields: Int { vertical.total * 2 + 1 }

    public var description: String {
        "\(width)x\(height)\(scan == .interlaced ? "i" : "") at \(refreshRate)"
    }
}

extension DetailedTiming {
    static let size = 18

    /// Nil where there is no picture in it: a clock of zero, or no active pixels or lines.
    init?(_ bytes: ByteView) {
        let features = bytes[17]
        pixelClockHz = Int(bytes.littleEndian16(at: 0)) * 10_000
        horizontal = Axis(
            active: Int(bytes[2]) | bytes[4].bits(4, width: 4) << 8,
            frontPorch: Int(bytes[8]) | bytes[11].bits(6, width: 2) << 8,
            syncWidth: Int(bytes[9]) | bytes[11].bits(4, width: 2) << 8,
            border: Int(bytes[15]),
            blanking: Int(bytes[3]) | bytes[4].bits(0, width: 4) << 8)
        vertical = Axis(
            active: Int(bytes[5]) | bytes[7].bits(4, width: 4) << 8,
            frontPorch: bytes[10].bits(4, width: 4) | bytes[11].bits(2, width: 2) << 4,
            syncWidth: bytes[10].bits(0, width: 4) | bytes[11].bits(0, width: 2) << 4,
            border: Int(bytes[16]),
            blanking: Int(bytes[6]) | bytes[7].bits(0, width: 4) << 8)
        scan = features.hasBit(7) ? .interlaced : .progressive
        stereo = features.bits(5, width: 2) == 0 ? .none : .stereo
        sync = Sync(features)
        imageSize = PhysicalSize(
            millimetresWide: Int(bytes[12]) | bytes[14].bits(4, width: 4) << 8,
            high: Int(bytes[13]) | bytes[14].bits(0, width: 4) << 8)
        guard pixelClockHz > 0, horizontal.active > 0, vertical.active > 0 else { return nil }
    }
}

extension DetailedTiming.Sync {
    fileprivate init(_ features: UInt8) {
        func polarity(_ bit: Int) -> DetailedTiming.Polarity { features.hasBit(bit) ? .positive : .negative }
        switch features.bits(3, width: 2) {
        case 0b11: self = .separate(horizontal: polarity(1), vertical: polarity(2))
        case 0b10: self = .composite(polarity(1))
        default: self = .analogue
        }
    }
}

extension DetailedTiming.Axis {
    /// Whether the sync pulse exists and lies within the blanking.
    var isPossible: Bool { syncWidth > 0 && backPorch >= 0 }
}
