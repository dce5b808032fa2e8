import DisplayModel
import GLESRendering
import RenderedPixels
import Rendering
import SeededRandom
import Testing

@testable import CPURendering

/// Frames of all kinds, drawn by both renderers, are the same pictures.
@Suite struct ComparisonTests {
    private let output = Size(width: 83, height: 61)

    @Test(arguments: 0..<40 as Range<UInt64>)
    func bothRenderersDrawTheSame(_ seed: UInt64) throws {
        var random = RandomFrames(seed: seed, output: output)
        let renderers: [any FrameRenderer] = [try unsafe GLESRenderer(.surfaceless), CPURenderer(threads: 1)]
        let pictures = random.pictures()
        for renderer in renderers {
            for (index, pixels) in pictures.enumerated() { _ = try renderer.create(UInt64(index), pixels) }
        }
        for number in 0..<6 {
            let frame = random.frame()
            let (gles, cpu) = (try renderers[0].pixels(of: frame), try renderers[1].pixels(of: frame))
            // Each command but the first may round otherwise, and what lies below it is seen through it.
            let difference = cpu.difference(from: gles, tolerance: frame.commands.count < 3 ? 2 : 3)
            #expect(difference == nil, "frame \(number): \(difference ?? "")")
        }
    }
}
