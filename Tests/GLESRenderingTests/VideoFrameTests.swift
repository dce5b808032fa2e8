import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

/// Frames of video against the arithmetic of the standards, on single pixels.
struct VideoFrameTests {
    /// Samples of a frame, each unlike its neighbours but not by much, so that chroma that is looked up beside its place
    /// shows, and no colour lies outside of what a screen has.
    private struct Frame {
        let layout: PlanarLayout
        var bytes: [UInt8]

        init(_ size: Size, _ shift: (x: Int, y: Int), padding: UInt8 = 255) {
            layout = PlanarLayout(size: size, chromaShift: shift)
            bytes = [UInt8](repeating: padding, count: layout.byteCount)
            for (index, plane) in layout.planes.enumerated() {
                let (base, across, down) = [(70, 5, 3), (96, 13, 7), (150, -11, 6)][index]
                for y in 0..<plane.size.height {
                    for x in 0..<plane.size.width {
                        bytes[plane.offset + y * plane.stride + x] = UInt8(base + across * (x % 6) + down * (y % 7))
                    }
                }
            }
        }

        /// The planes' samples at a pixel: chroma mixed from those around it, as it is sited.
        func samples(_ x: Int, _ y: Int, _ siting: ChromaSiting) -> (Double, Double, Double) {
            func at(_ plane: Int, _ x: Int, _ y: Int) -> Double {
                let plane = layout.planes[plane]
                let (x, y) = (min(max(x, 0), plane.size.width - 1), min(max(y, 0), plane.size.height - 1))
                return Double(bytes[plane.offset + y * plane.stride + x])
            }
            func chroma(_ plane: Int) -> Double {
                let (across, down) = (Double(1 << layout.chromaShift.x), Double(1 << layout.chromaShift.y))
                // In samples of chroma, 0 in the first one's middle.
                let column =
                    siting.isFirstColumn ? Double(x) / across : (Double(x) - (across - 1) / 2) / across
                let row = (Double(y) - siting.row * (down - 1)) / down
                let (left, top) = (column.rounded(.down), row.rounded(.down))
                let (dx, dy) = (column - left, row - top)
                let (i, j) = (Int(left), Int(top))
                let upper = at(plane, i, j) * (1 - dx) + at(plane, i + 1, j) * dx
                let lower = at(plane, i, j + 1) * (1 - dx) + at(plane, i + 1, j + 1) * dx
                return upper * (1 - dy) + lower * dy
            }
            return (at(0, x, y), chroma(1), chroma(2))
        }

        /// The frame as it should look, before it is turned.
        func expected(_ encoding: SampleEncoding) -> Pixels {
            Pixels(layout.size) { x, y in
                let (first, second, third) = samples(x, y, encoding.siting)
                let isFull = encoding.range == .full
                func byte(_ value: Double) -> UInt8 { UInt8(min(max(value * 255, 0), 255).rounded()) }
                guard let matrix = encoding.matrix else {
                    func level(_ sample: Double) -> UInt8 { byte(isFull ? sample / 255 : (sample - 16) / 219) }
                    return (level(third), level(first), level(second))
                }
                // E'Y, E'CB and E'CR of BT.601, 709 and 2020, and what the recommendations make of them.
                let luma = isFull ? first / 255 : (first - 16) / 219
                let blue = (second - 128) / (isFull ? 255 : 224)
                let red = (third - 128) / (isFull ? 255 : 224)
                let (r, g, b): (Double, Double, Double) =
                    switch matrix {
                    case .bt601: (luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue)
                    case .bt709: (luma + 1.5748 * red, luma - 0.187324 * blue - 0.468124 * red, luma + 1.8556 * blue)
                    case .bt2020: (luma + 1.4746 * red, luma - 0.164553 * blue - 0.571353 * red, luma + 1.8814 * blue)
                    }
                return (byte(r), byte(g), byte(b))
            }
        }
    }

    /// Of 255, where chroma is mixed from several samples: llvmpipe mixes in 8 bits, twice, and the matrix doubles what that
    /// rounds.
    private static let mixingTolerance = 3

    private func drawn(
        _ frame: Frame, _ encoding: SampleEncoding, _ orientation: Orientation, _ renderer: any FrameRenderer
    ) throws -> Pixels {
        let picture = PlanarPicture(layout: frame.layout, encoding: encoding, orientation: orientation)
        let (id, size) = (PictureID(rawValue: 1), picture.uprightSize)
        try renderer.createPicture(id, size: size)
        try unsafe frame.bytes.withUnsafeBytes { try unsafe renderer.upload(id, frame: picture, pixels: $0) }
        let area = ContentRectangle(size)
        return try renderer.pixels(
            of: FrameDescription(
                placement: Placement(output: size),
                commands: [
                    .picture(PlacedPicture(id, frame: area), area: area, opacity: 1, background: .black)
                ]))
    }

    @Test(arguments: [ColorEncoding?.none] + ColorEncoding.allCases.map { $0 }, ColorRange.allCases)
    func coloursAreThoseOfTheStandards(_ matrix: ColorEncoding?, _ range: ColorRange) throws {
        try TestedRenderer.each { renderer in
            for shift in [(x: 1, y: 1), (x: 1, y: 0), (x: 0, y: 0)] {
                let frame = Frame(Size(width: 48, height: 32), shift)
                let encoding = SampleEncoding(matrix: matrix, range: range)
                let tolerance = shift == (x: 0, y: 0) ? 2 : Self.mixingTolerance
                let difference = try drawn(frame, encoding, .normal, renderer)
                    .difference(from: frame.expected(encoding), tolerance: tolerance)
                #expect(difference == nil, "\(shift)")
            }
        }
    }

    /// Also at the edges, beyond which lie padding and nothing.
    @Test(arguments: ChromaSiting.allCases)
    func chromaIsSampledWhereItIsSited(_ siting: ChromaSiting) throws {
        try TestedRenderer.each { renderer in
            for size in [Size(width: 64, height: 32), Size(width: 37, height: 23)] {
                for shift in [(x: 1, y: 1), (x: 2, y: 0)] {
                    let frame = Frame(size, shift)
                    let encoding = SampleEncoding(matrix: .bt709, range: .limited, siting: siting)
                    let difference = try drawn(frame, encoding, .normal, renderer)
                        .difference(from: frame.expected(encoding), tolerance: Self.mixingTolerance)
                    #expect(difference == nil, "\(size), \(shift)")
                }
            }
        }
    }

    /// What is found in one siting is not found in another: the test above tells them apart.
    @Test func sitingsDiffer() throws {
        let frame = Frame(Size(width: 64, height: 32), (x: 1, y: 1))
        let left = frame.expected(SampleEncoding(matrix: .bt709, range: .limited, siting: .left))
        for siting in ChromaSiting.allCases where siting != .left {
            let other = frame.expected(SampleEncoding(matrix: .bt709, range: .limited, siting: siting))
            #expect(left.difference(from: other, tolerance: Self.mixingTolerance) != nil)
        }
    }

    @Test(arguments: Orientation.allCases)
    func framesStandUpright(_ orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            let frame = Frame(Size(width: 48, height: 20), (x: 1, y: 1))
            let encoding = SampleEncoding(matrix: .bt601, range: .full, siting: .center)
            let expected = turned(frame.expected(encoding), orientation)
            let pixels = try drawn(frame, encoding, orientation, renderer)
            #expect(pixels.difference(from: expected, tolerance: Self.mixingTolerance) == nil)
        }
    }

    @Test func manyFramesOfTwoSizesTakeTurns() throws {
        try TestedRenderer.each { renderer in
            let encoding = SampleEncoding(matrix: .bt709, range: .limited)
            for turn in 0..<6 {
                let size = turn % 3 == 2 ? Size(width: 20, height: 30) : Size(width: 40, height: 24)
                let frame = Frame(size, (x: 1, y: 1))
                let pixels = try drawn(frame, encoding, .normal, renderer)
                #expect(
                    pixels.difference(from: frame.expected(encoding), tolerance: Self.mixingTolerance) == nil,
                    "turn \(turn)")
            }
        }
    }

    @Test func tooFewBytesAndAnotherSizeAreRefused() throws {
        try TestedRenderer.each { renderer in
            let frame = Frame(Size(width: 40, height: 24), (x: 1, y: 1))
            let id = PictureID(rawValue: 1)
            let picture = PlanarPicture(
                layout: frame.layout, encoding: SampleEncoding(matrix: .bt709, range: .limited))
            func upload(_ count: Int) throws {
                try unsafe frame.bytes.prefix(count).withUnsafeBytes {
                    try unsafe renderer.upload(id, frame: picture, pixels: $0)
                }
            }
            #expect(throws: RenderingError.self) { try upload(.max) }
            try renderer.createPicture(id, size: Size(width: 24, height: 40))
            #expect(throws: RenderingError.self) { try upload(.max) }
            try renderer.createPicture(id, size: Size(width: 40, height: 24))
            #expect(throws: RenderingError.self) { try upload(1000) }
            try upload(.max)
        }
    }
}
