import CAllocations
import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import CPURendering

/// What a frame takes of the heap: some blocks for its plan, and nothing for any row.
///
/// Round corners and most transitions are left out: their loops over pixels use iterators, which take some where nothing is
/// optimised.
@Suite struct AllocationTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case crossFade, picture, shrunkPicture, translucentSurface

        var testDescription: String { rawValue }

        func commands(_ pictures: [PlacedPicture], _ area: ContentRectangle, _ progress: Float) -> [DrawCommand] {
            switch self {
            case .crossFade: return [.crossFade(from: pictures[0], to: pictures[1], area: area, progress: progress)]
            case .picture: return [.picture(pictures[0], area: area, opacity: progress, background: .black)]
            case .shrunkPicture:
                var small = pictures[0]
                small.frame.width *= 0.7
                return [.picture(small, area: small.frame, opacity: 1, background: .black)]
            case .translucentSurface:
                return [
                    .clear(.black),
                    .surface(Surface(pictures[0], background: nil), area: area, mask: Mask(opacity: progress)),
                ]
            }
        }
    }

    /// How many blocks frames that differ a little take, each.
    private func blocks(_ size: Size, _ commands: ([PlacedPicture], ContentRectangle, Float) -> [DrawCommand]) throws
        -> [UInt]
    {
        let renderer = CPURenderer(threads: 1)
        let area = ContentRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let pictures = try (0..<2).map { index in
            PlacedPicture(try renderer.create(UInt64(index), Pixels.noise(size, seed: UInt32(index))), frame: area)
        }
        let buffer = MemoryBuffer(size)
        try renderer.adopt(buffer)
        var counts: [UInt] = []
        for index in 0..<4 {
            let description = FrameDescription(
                placement: Placement(output: size), commands: commands(pictures, area, Float(index + 1) / 10))
            let before = callocations_count()
            _ = try renderer.draw(description, into: buffer)
            counts.append(callocations_count() - before)
        }
        // The first makes what stays.
        return Array(counts.dropFirst())
    }

    @Test(arguments: Kind.allCases) func isTheSameForAnyNumberOfRows(_ kind: Kind) throws {
        let low = try blocks(Size(width: 32, height: 10), kind.commands)
        #expect(try blocks(Size(width: 32, height: 70), kind.commands) == low)
        #expect(low.allSatisfy { $0 <= Self.mostBlocks }, "\(low)")
    }

    /// As it is without the optimiser, and some room.
    private static let mostBlocks: UInt = 100
}
