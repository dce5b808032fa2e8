public import DisplayModel
public import Rendering

/// A buffer without memory of its own.
public final class MemoryBuffer: ScanoutBuffer {
    public let framebuffer: FramebufferID
    public let size: Size
    public let format: PixelFormat
    public let modifier = FormatModifier.implicit
    public var memory: BufferMemory { unsafe .rendererOwned }

    public init(_ size: Size, _ format: PixelFormat = .xrgb8888, id: UInt32 = 1) {
        (self.size, self.format) = (size, format)
        framebuffer = FramebufferID(rawValue: id)
    }
}

/// Pixels in memory: rows from the top, R, G, B, 255.
public struct Pixels: Equatable {
    public let size: Size
    public var bytes: [UInt8]

    public init(_ size: Size, bytes: [UInt8]) {
        self.size = size
        self.bytes = bytes
    }

    public init(_ size: Size, _ color: (UInt8, UInt8, UInt8) = (0, 0, 0)) {
        self.init(size) { _, _ in color }
    }

    public init(_ size: Size, _ color: (Int, Int) -> (UInt8, UInt8, UInt8)) {
        self.size = size
        bytes = []
        bytes.reserveCapacity(size.area * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (red, green, blue) = color(x, y)
                bytes += [red, green, blue, 255]
            }
        }
    }

    /// Every pixel unlike its neighbours, so that one sampled beside its middle shows.
    public static func noise(_ size: Size, seed: UInt32) -> Pixels {
        Pixels(size) { x, y in
            var h = seed &+ UInt32(x) &* 0x9E37_79B1 &+ UInt32(y) &* 0x85EB_CA77
            h = (h ^ (h >> 15)) &* 0x2C1B_3C6D
            h ^= h >> 12
            return (UInt8(truncatingIfNeeded: h), UInt8(truncatingIfNeeded: h >> 8), UInt8(truncatingIfNeeded: h >> 16))
        }
    }

    public subscript(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
        get {
            let at = (y * size.width + x) * 4
            return (bytes[at], bytes[at + 1], bytes[at + 2])
        }
        set {
            let at = (y * size.width + x) * 4
            (bytes[at], bytes[at + 1], bytes[at + 2]) = newValue
        }
    }

    /// Where they first differ by more than a tolerance, in words. Nil where they do not.
    public func difference(from other: Pixels, tolerance: Int = 0) -> String? {
        guard size == other.size else { return "\(size), not \(other.size)" }
        for (index, (a, b)) in zip(bytes, other.bytes).enumerated() where abs(Int(a) - Int(b)) > tolerance {
            let (x, y) = (index / 4 % size.width, index / 4 / size.width)
            return "at \(x),\(y): \(self[x, y]), not \(other[x, y])"
        }
        return nil
    }
}

extension FrameRenderer {
    public func create(_ id: UInt64, _ pixels: Pixels) throws -> PictureID {
        let picture = PictureID(rawValue: id)
        try createPicture(picture, size: pixels.size)
        try unsafe pixels.bytes.withUnsafeBytes {
            try unsafe upload(picture, rows: 0..<pixels.size.height, stride: pixels.size.width * 4, pixels: $0)
        }
        return picture
    }

    /// Draws a frame into a fresh buffer and reads it back.
    public func pixels(of frame: FrameDescription, in format: PixelFormat = .xrgb8888) throws -> Pixels {
        let buffer = MemoryBuffer(frame.placement.output, format, id: 77)
        try adopt(buffer)
        defer { forget(buffer) }
        _ = try draw(frame, into: buffer)
        return Pixels(buffer.size, bytes: try readPixels(of: buffer))
    }
}
