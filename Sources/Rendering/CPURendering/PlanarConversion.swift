import DisplayModel
import Rendering

/// Makes pixels of a frame of video, row by row: what `shaders/video.frag` does for the GLES renderer.
///
/// Chroma is mixed from the samples that lie about a pixel, as they are sited. Samples have 8 bits behind the point from
/// then on, so that the matrix, which may double what they are off, adds nothing that is seen.
struct PlanarConversion {
    private let layout: PlanarLayout
    private let across: ChromaPlaces
    private let down: ChromaPlaces
    /// Of red, green and blue: what each plane's sample adds, in 4096ths.
    private let factors: [SIMD3<Int32>]
    /// What stands for black, in 256ths of a sample.
    private let zero: SIMD3<Int32>

    /// For each pixel along one axis the two samples of chroma that it lies between, and the share of the second one.
    private struct ChromaPlaces {
        var first: [Int] = []
        var second: [Int] = []
        /// In 256ths.
        var shares: [Int32] = []

        /// - Parameters:
        ///   - step: pixels to a sample.
        ///   - start: where the first sample's share of the pixels begins.
        init(_ length: Int, of samples: Int, step: Double, start: Double) {
            for pixel in 0..<length {
                let place = min(max((Double(pixel) + 0.5 - start) / step - 0.5, 0), Double(samples - 1))
                first.append(Int(place))
                second.append(min(Int(place) + 1, samples - 1))
                shares.append(Int32(((place - place.rounded(.down)) * 256).rounded()))
            }
        }

        /// Each pixel's mixture of two samples, which are known to be there.
        func write(_ samples: UnsafeMutableBufferPointer<Int32>, to pixels: inout [Int32]) {
            precondition(pixels.count <= shares.count && (second.last ?? 0) < samples.count, "a sample for each pixel")
            unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                unsafe first.withUnsafeBufferPointer { first in
                    unsafe second.withUnsafeBufferPointer { second in
                        unsafe shares.withUnsafeBufferPointer { shares in
                            for x in 0..<pixels.count {
                                let share = unsafe shares[x]
                                let (a, b) = unsafe (samples[first[x]], samples[second[x]])
                                unsafe pixels[x] = (a &* (256 &- share) &+ b &* share &+ 128) &>> 8
                            }
                        }
                    }
                }
            }
        }
    }

    private static let shift: Int32 = 12

    init(_ frame: PlanarPicture) {
        layout = frame.layout
        let (chroma, siting) = (layout.planes[1].size, frame.encoding.siting)
        let (stepX, stepY) = (Double(1 << layout.chromaShift.x), Double(1 << layout.chromaShift.y))
        across = ChromaPlaces(
            layout.size.width, of: chroma.width, step: stepX, start: siting.isFirstColumn ? (1 - stepX) / 2 : 0)
        down = ChromaPlaces(
            layout.size.height, of: chroma.height, step: stepY, start: (siting.row - 0.5) * (stepY - 1))
        let conversion = SampleConversion(frame.encoding)
        factors = (0..<3).map { channel in
            func factor(_ plane: Int) -> Int32 {
                Int32((conversion.columns[plane][channel] * Double(1 << Self.shift)).rounded())
            }
            return SIMD3(factor(0), factor(1), factor(2))
        }
        func black(_ plane: Int) -> Int32 { Int32((conversion.zero[plane] * 255 * 256).rounded()) }
        zero = SIMD3(black(0), black(1), black(2))
    }

    /// - Parameters:
    ///   - bytes: the frame's memory, as long as its layout says.
    ///   - memory: of the frame's size.
    func write(_ bytes: UnsafeRawBufferPointer, to memory: PixelMemory) {
        let size = layout.size
        var mixed = [Int32](repeating: 0, count: layout.planes[1].size.width)
        var chroma = (blue: [Int32](repeating: 0, count: size.width), red: [Int32](repeating: 0, count: size.width))
        for y in 0..<size.height {
            unsafe mix(bytes, 1, y, by: &mixed, into: &chroma.blue)
            unsafe mix(bytes, 2, y, by: &mixed, into: &chroma.red)
            let luma = unsafe Self.row(bytes, layout.planes[0], y)
            unsafe memory.row(y).convert(
                luma, less: zero[0], chroma.blue, chroma.red, factors, shift: Self.shift)
        }
    }

    private static func row(
        _ bytes: UnsafeRawBufferPointer, _ plane: PlanarLayout.Plane, _ y: Int
    ) -> UnsafeRawBufferPointer {
        let start = plane.offset + y * plane.stride
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.size.width])
    }

    /// A row of chroma for each pixel of the frame, less what stands for black, in 256ths of a sample.
    private func mix(
        _ bytes: UnsafeRawBufferPointer, _ number: Int, _ y: Int, by mixed: inout [Int32], into chroma: inout [Int32]
    ) {
        let (plane, zero, share) = (layout.planes[number], zero[number], down.shares[y])
        let upper = unsafe Self.row(bytes, plane, down.first[y])
        let lower = unsafe Self.row(bytes, plane, down.second[y])
        unsafe mixed.withUnsafeMutableBufferPointer { mixed in
            for x in 0..<plane.size.width {
                unsafe mixed[x] = Int32(upper[x]) &* (256 &- share) &+ Int32(lower[x]) &* share &- zero
            }
            unsafe across.write(mixed, to: &chroma)
        }
    }
}
