public import DisplayModel

/// What a video file says of its frames: what the decoder found, before the first of them.
public struct VideoDescription: Hashable, Sendable {
    /// The longest side of a frame, in pixels, and the most pixels of one: 8K, either way up.
    package static let longestSide = 8192
    package static let mostPixels = 8192 * 4352

    /// Of a frame, in its own pixels, as it lies in memory.
    public var layout: PlanarLayout
    /// A pixel's width by its height.
    public var pixelAspect: Ratio
    /// How a frame is turned to stand upright.
    public var orientation: Orientation
    public var color: VideoColor
    /// The mean rate of frames in 1/s. Nil where that is not known.
    public var frameRate: Ratio?
    /// As the file has it, and it may lie. Nil where that is not known.
    public var length: Duration?
    /// FFmpeg's name of the codec, such as `h264`.
    public var codec: String
    /// Whether there is a stream of sound beside it, which is not played.
    public var hasSound = false

    /// A fraction of whole numbers above 0.
    public struct Ratio: Hashable, Sendable {
        public var numerator, denominator: Int

        /// Nil for anything that is no ratio, or that no picture has.
        public init?(_ numerator: Int, _ denominator: Int) {
            let sound = 1...1 << 30
            guard sound.contains(numerator), sound.contains(denominator) else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        private init(one: Int) { (numerator, denominator) = (one, one) }

        public static let one = Ratio(one: 1)
        public var value: Double { Double(numerator) / Double(denominator) }

        /// For people, to the hundredth: `25`, `29.97`.
        public var text: String {
            let hundredths = Int((100 * value).rounded())
            let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
            if rest == 0 { return "\(whole)" }
            return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
        }
    }

    package init(
        layout: PlanarLayout, pixelAspect: Ratio = .one, orientation: Orientation = .normal,
        color: VideoColor = VideoColor(), frameRate: Ratio? = nil, length: Duration? = nil, codec: String,
        hasSound: Bool = false
    ) {
        self.layout = layout
        self.pixelAspect = pixelAspect
        self.orientation = orientation
        self.color = color
        self.frameRate = frameRate
        self.length = length
        self.codec = codec
        self.hasSound = hasSound
    }

    /// Whether a layout is one that memory is made for.
    package static func accepts(size: Size, chromaShift: (x: Int, y: Int)) -> Bool {
        let sides = 1...longestSide
        return sides.contains(size.width) && sides.contains(size.height) && size.area <= mostPixels
            && (0...2).contains(chromaShift.x) && (0...2).contains(chromaShift.y)
    }

    /// The width of an upright frame's pixels by their height. An aspect that no camera has is a mistake of the file: 1.
    public var uprightPixelAspect: Double {
        let aspect = (0.1...10).contains(pixelAspect.value) ? pixelAspect.value : 1
        return orientation.isTransposing ? 1 / aspect : aspect
    }

    /// What the frames' samples stand for.
    public var encoding: SampleEncoding { color.encoding(of: layout.size) }
}

/// What a file says of its colours, in the numbers of ITU-T H.273.
public struct VideoColor: Hashable, Sendable {
    /// `MatrixCoefficients`; 2 where the file says nothing.
    public var matrix: UInt8 = 2
    /// `TransferCharacteristics`; 2 where the file says nothing.
    public var transfer: UInt8 = 2
    /// Nil where the file says nothing.
    public var range: ColorRange?
    /// Nil where the file says nothing.
    public var siting: ChromaSiting?
    /// Whether the samples are green, blue and red themselves.
    public var isRGB = false

    package init(
        matrix: UInt8 = 2, transfer: UInt8 = 2, range: ColorRange? = nil, siting: ChromaSiting? = nil,
        isRGB: Bool = false
    ) {
        self.matrix = matrix
        self.transfer = transfer
        self.range = range
        self.siting = siting
        self.isRGB = isRGB
    }

    /// What the samples stand for. What a file leaves open is taken as players take it: BT.601 below HD and BT.709 from
    /// there on, limited, chroma to the left.
    public func encoding(of size: Size) -> SampleEncoding {
        if isRGB { return SampleEncoding(matrix: nil, range: range ?? .full, siting: .center) }
        let isHD = size.width >= 1280 || size.height > 576
        let known: ColorEncoding =
            switch matrix {
            case 1: .bt709
            // FCC differs from BT.601 in the third digit, BT.470 BG and SMPTE 170M in nothing.
            case 4, 5, 6: .bt601
            case 9, 10: .bt2020
            default: isHD ? .bt709 : .bt601
            }
        return SampleEncoding(matrix: known, range: range ?? .limited, siting: siting ?? .left)
    }

    /// Whether the colours are of high dynamic range (PQ, HLG), which is not mapped to a screen's yet.
    public var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }
}
