/// What the CTA-861 extensions say, those things that matter to a sign or a kiosk (CTA-861-H section 7.3 and on).
public struct CTACapabilities: Hashable, Sendable {
    /// A video format by its Video Identification Code.
    public struct VideoFormat: Hashable, Sendable {
        public enum Nativeness: Hashable, Sendable {
            case native
            /// Not said to be native; codes above 64 have no way to say so.
            case unmarked
        }
        public let vic: UInt8
        public let nativeness: Nativeness
    }

    /// Whether the edges of the picture are lost with a kind of video format, section 7.5.6.
    public enum ScanBehaviour: UInt8, Hashable, Sendable {
        /// For preferred timings: as the kind of format says. For the others: the monitor does not take the kind.
        case unspecified = 0
        case alwaysOverscanned = 1
        case alwaysUnderscanned = 2
        /// The source chooses with its AVI InfoFrame.
        case selectable = 3
    }

    /// The Video Capability Data Block, section 7.5.6.
    public struct VideoCapability: Hashable, Sendable {
        /// S_PT: with the preferred timing.
        public let preferredTiming: ScanBehaviour
        /// S_IT: with computers' formats.
        public let computerFormats: ScanBehaviour
        /// S_CE: with television's formats.
        public let televisionFormats: ScanBehaviour
    }

    /// An audio coding that the monitor plays, a Short Audio Descriptor of section 7.5.2.
    public struct AudioFormat: Hashable, Sendable {
        /// 1 is linear PCM; see table 37 of the standard. 15 stands for the extended codings of table 39.
        public let coding: UInt8
        public let maximumChannels: Int
        public let sampleRatesHz: [Int]

        public static let linearPCM: UInt8 = 1
    }

    /// What the data blocks of HDMI and of the HDMI Forum say; that there is one makes a monitor HDMI and not DVI.
    public struct HDMI: Hashable, Sendable {
        /// Where the input is in the tree of HDMI devices: `1.0.0.0`.
        public internal(set) var physicalAddress: String?
        public internal(set) var maximumTMDSClockMHz: Int?
        /// From the HDMI Forum's block, for clocks above 340 MHz.
        public internal(set) var maximumTMDSCharacterRateMHz: Int?
    }

    /// The transfer functions of the HDR Static Metadata Data Block, section 7.5.13.
    public struct TransferFunctions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let traditionalSDR = TransferFunctions(rawValue: 1 << 0)
        public static let traditionalHDR = TransferFunctions(rawValue: 1 << 1)
        /// SMPTE ST 2084, perceptual quantization: HDR10.
        public static let pq = TransferFunctions(rawValue: 1 << 2)
        public static let hlg = TransferFunctions(rawValue: 1 << 3)
    }

    /// How the monitor treats computers' formats unless told otherwise, section 7.3.3.
    public enum DefaultScan: Hashable, Sendable {
        case underscanned
        /// The edges of the picture may be lost.
        case overscanned
    }

    /// Of the newest of the extensions.
    public internal(set) var revision: UInt8 = 0
    /// Nil with revision 1, which does not say.
    public internal(set) var computerFormatsByDefault: DefaultScan?
    /// Those of the base block that come first and are native, counted.
    public internal(set) var nativeDetailedTimings = 0
    public internal(set) var videoFormats: [VideoFormat] = []
    /// Codes of those formats that only work as YCbCr 4:2:0; the kernel lists them as modes all the same.
    public internal(set) var ycbcr420OnlyVICs: [UInt8] = []
    public internal(set) var videoCapability: VideoCapability?
    /// Nil where the monitor is not HDMI.
    public internal(set) var hdmi: HDMI?
    /// Nil where the monitor has no HDR static metadata block, and so is not HDR.
    public internal(set) var hdrTransferFunctions: TransferFunctions?
    public internal(set) var audio: Audio = .none
    public internal(set) var audioFormats: [AudioFormat] = []

    public enum Audio: Hashable, Sendable {
        case none
        /// Two channels of linear PCM at 32, 44.1 and 48 kHz; ``CTACapabilities/audioFormats`` may add to it.
        case basic
    }
}
