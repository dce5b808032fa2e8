import DisplayModel
import Rendering

/// A buffer to draw into: its own memory, or some of the renderer's where it has none.
@safe final class PixelTarget: @unchecked Sendable {
    let size: Size
    private let format: PixelFormat
    private let stride: Int
    @unsafe private let start: UnsafeMutableRawPointer
    /// Where the buffer has no memory.
    private let own: PixelMemory?
    /// Keeps the memory mapped.
    private let buffer: any ScanoutBuffer

    /// What can be drawn into, best first.
    static let formats: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]

    init(_ buffer: any ScanoutBuffer) throws(RenderingError) {
        func refused(_ reason: String) -> RenderingError {
            RenderingError(operation: "adopt a buffer", reason: reason)
        }
        guard Self.formats.contains(buffer.format), let bytes = buffer.format.bytesPerPixel else {
            throw refused("\(buffer.format) is no format that the processor draws")
        }
        // What DRM has at most.
        guard (1...65535).contains(buffer.size.width), (1...65535).contains(buffer.size.height) else {
            throw refused("no buffer has \(buffer.size) pixels")
        }
        let rowBytes = buffer.size.width * bytes
        let memory = unsafe buffer.memory
        switch unsafe memory {
        case .mapped(let pixels, let stride):
            guard let address = pixels.baseAddress, stride >= rowBytes, stride % 4 == 0,
                pixels.count - rowBytes >= stride * (buffer.size.height - 1), UInt(bitPattern: address) % 4 == 0
            else { throw refused("\(pixels.count) bytes of memory are no \(buffer.size) pixels") }
            unsafe (own, self.stride, start) = (nil, stride, address)
        case .rendererOwned:
            guard let memory = PixelMemory(buffer.size) else { throw refused("no memory for \(buffer.size) pixels") }
            for row in 0..<buffer.size.height { memory.row(row).fill(0) }
            unsafe (own, stride, start) = (memory, buffer.size.width * 4, memory.row(0).bytes)
        case .gbm, .imported:
            throw refused("the processor draws into mapped memory only")
        }
        (size, format, self.buffer) = (buffer.size, buffer.format, buffer)
    }

    /// The memory of a part of a row, where what is drawn may be written as it is. Nil where it has to be converted.
    func memory(_ y: Int, _ columns: Range<Int>) -> PixelRow? {
        guard format == .xrgb8888 else { return nil }
        return unsafe PixelRow(row(y).assumingMemoryBound(to: UInt32.self), count: size.width)[columns]
    }

    private func row(_ y: Int) -> UnsafeMutableRawPointer {
        precondition(y >= 0 && y < size.height, "a row of the buffer")
        return unsafe start + y * stride
    }

    /// Writes what was drawn of a row.
    /// - Parameter columns: as many as there are pixels.
    func write(_ pixels: PixelRow, _ y: Int, _ columns: Range<Int>) {
        precondition(columns.lowerBound >= 0 && columns.upperBound <= size.width, "a part of the row")
        let pixels = pixels[0..<columns.count]
        guard format == .rgb565 else {
            let target = unsafe PixelRow(row(y).assumingMemoryBound(to: UInt32.self), count: size.width)[columns]
            switch format {
            case .argb8888: target.set(pixels) { $0.opaque }
            case .xbgr8888: target.set(pixels) { $0.swapped }
            default: target.copy(pixels)
            }
            return
        }
        let target = unsafe row(y).assumingMemoryBound(to: UInt16.self)
        for (index, column) in columns.enumerated() {
            unsafe target[column] = NarrowPixel.dithered(pixels[index], column, y)
        }
    }

    /// Rows from the top, R, G, B, 255.
    func readPixels() -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.area * 4)
        for y in 0..<size.height {
            let row = unsafe row(y)
            for x in 0..<size.width {
                let pixel: UInt32
                switch format {
                case .rgb565: pixel = NarrowPixel.widened(unsafe row.load(fromByteOffset: x * 2, as: UInt16.self))
                case .xbgr8888: pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self).exchanged
                default: pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
                }
                pixels.append(UInt8(truncatingIfNeeded: pixel >> 16))
                pixels.append(UInt8(truncatingIfNeeded: pixel >> 8))
                pixels.append(UInt8(truncatingIfNeeded: pixel))
                pixels.append(255)
            }
        }
        return pixels
    }
}

/// 5, 6 and 5 bits a channel.
enum NarrowPixel {
    /// The order in which pixels of a square of four by four are rounded up, as `order_` in `shaders/dither.frag` has it.
    private static let ranks: [Float] = (0..<16).map { place in
        func order(_ x: Int, _ y: Int) -> Int { 2 * (x ^ y) + y }
        let (x, y) = (place % 4, place / 4)
        return Float(4 * order(x % 2, y % 2) + order(x / 2, y / 2)) / 15
    }

    /// As `dithered_` in `shaders/dither.frag`: a value of eight bits that stands for one of the buffer's stays as it is.
    static func dithered(_ pixel: UInt32, _ x: Int, _ y: Int) -> UInt16 {
        let rank = ranks[(y & 3) * 4 + (x & 3)]
        func narrow(_ shift: UInt32, _ steps: Float, _ slack: Float) -> UInt16 {
            let value = Float(pixel >> shift & 0xFF) / 255 * steps
            return UInt16(value + slack + (1 - 2 * slack) * rank)
        }
        let (red, green, blue) = (narrow(16, 31, 0.08), narrow(8, 63, 0.15), narrow(0, 31, 0.08))
        return min(red, 31) << 11 | min(green, 63) << 5 | min(blue, 31)
    }

    /// 0xFFRRGGBB, each channel to the nearest.
    static func widened(_ pixel: UInt16) -> UInt32 {
        func wide(_ value: UInt16, _ most: UInt32) -> UInt32 { (UInt32(value) * 255 + most / 2) / most }
        return 0xFF00_0000 | wide(pixel >> 11, 31) << 16 | wide(pixel >> 5 & 63, 63) << 8 | wide(pixel & 31, 31)
    }
}

extension UInt32 {
    /// Red and blue change places.
    fileprivate var exchanged: UInt32 { self & 0xFF00_FF00 | (self & 0xFF) << 16 | self >> 16 & 0xFF }
}
