/// How a picture's samples stand for colours, after ITU-T H.273.
public struct SampleEncoding: Hashable, Sendable {
    /// What luma and chroma are made of. Nil where the planes hold green, blue and red themselves.
    public var matrix: ColorEncoding?
    public var range: ColorRange
    public var siting: ChromaSiting

    public init(matrix: ColorEncoding?, range: ColorRange, siting: ChromaSiting = .left) {
        self.matrix = matrix
        self.range = range
        self.siting = siting
    }
}

/// Where a sample of chroma lies among the luma samples that it belongs to: `chroma_sample_loc_type` of H.273.
public enum ChromaSiting: UInt8, Hashable, Sendable, CaseIterable {
    case left, center, topLeft, top, bottomLeft, bottom

    /// Whether it lies in the column of the first luma sample, and not between both.
    public var isFirstColumn: Bool { self == .left || self == .topLeft || self == .bottomLeft }
    /// In which row: 0 is that of the first luma sample, 1 that of the last, 0.5 between both.
    public var row: Double {
        switch self {
        case .left, .center: 0.5
        case .topLeft, .top: 0
        case .bottomLeft, .bottom: 1
        }
    }
}

/// A frame of video: how its planes lie in memory, what they stand for, and how it is turned to stand upright.
public struct PlanarPicture: Hashable, Sendable {
    public var layout: PlanarLayout
    public var encoding: SampleEncoding
    public var orientation: Orientation

    public init(layout: PlanarLayout, encoding: SampleEncoding, orientation: Orientation = .normal) {
        self.layout = layout
        self.encoding = encoding
        self.orientation = orientation
    }

    /// Of the frame when it stands upright, in its own pixels.
    public var uprightSize: Size { orientation.isTransposing ? layout.size.transposed : layout.size }
}

/// How a picture lies in three planes of bytes, as video has it: luma, blue and red difference; or green, blue and red.
public struct PlanarLayout: Hashable, Sendable {
    /// A plane in memory.
    public struct Plane: Hashable, Sendable {
        /// Of its first byte, from the beginning of the picture's memory.
        public var offset: Int
        /// Bytes from row to row.
        public var stride: Int
        public var size: Size

        public init(offset: Int, stride: Int, size: Size) {
            self.offset = offset
            self.stride = stride
            self.size = size
        }

        /// The first byte behind it.
        public var end: Int { offset + stride * size.height }
    }

    public var size: Size
    /// How often the first plane's width and height are halved in the other two: 0 to 2.
    public var chromaShift: (x: Int, y: Int) { (shiftX, shiftY) }
    private let shiftX, shiftY: Int
    public let planes: [Plane]
    /// What one picture takes, in whole pages of 4 KiB, as dma-bufs need them.
    public let byteCount: Int

    /// The planes one after the other, each row beginning at a multiple of 64 bytes.
    public init(size: Size, chromaShift: (x: Int, y: Int)) {
        self.size = size
        (shiftX, shiftY) = chromaShift
        let chroma = Size(
            width: (size.width + (1 << chromaShift.x) - 1) >> chromaShift.x,
            height: (size.height + (1 << chromaShift.y) - 1) >> chromaShift.y)
        var planes: [Plane] = []
        var end = 0
        for size in [size, chroma, chroma] {
            let plane = Plane(offset: end, stride: (size.width + 63) & ~63, size: size)
            planes.append(plane)
            end = plane.end
        }
        self.planes = planes
        byteCount = (end + 4095) & ~4095
    }
}
