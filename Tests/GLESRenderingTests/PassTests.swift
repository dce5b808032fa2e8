import DisplayModel
import Paths
import Playlist
import RenderedPixels
import Rendering
import SlideComposition
import Testing

@testable import GLESRendering

/// Turning, mirroring and overscan happen where corners are placed: they must not cost a pass over the screen.
struct PassTests {
    private let size = Size(width: 96, height: 64)

    private func calls(in placement: Placement, progress: Double) throws -> GLCalls {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let box = SlideLayout(placement).box(for: Look())
        func ready(_ id: UInt64, _ size: Size) throws -> ReadyPicture {
            ReadyPicture(id: try renderer.create(id, Pixels(size)), size: size)
        }
        let frame = FrameDescription(
            .change(
                from: ReadySlide(Slide(.picture(path: "1")), picture: try ready(1, box)), 0,
                to: ReadySlide(Slide(.picture(path: "2")), picture: try ready(2, box)), 0, progress: progress),
            in: placement)
        let buffer = MemoryBuffer(placement.output)
        try renderer.adopt(buffer)
        return try GLCalls.during { _ = try renderer.draw(frame, into: buffer) }
    }

    @Test(arguments: Orientation.allCases, [0, 0.5])
    func aTurnedFrameIsOneDrawIntoOneBuffer(orientation: Orientation, progress: Double) throws {
        let placement = Overscan.none.placement(on: size, orientation: orientation)
        #expect(try calls(in: placement, progress: progress) == GLCalls(draws: 1, clears: 0, framebufferBinds: 1))
    }

    @Test(arguments: Orientation.allCases, [0, 0.5])
    func blackAroundItIsOneClear(orientation: Orientation, progress: Double) throws {
        let expected = GLCalls(draws: 1, clears: 1, framebufferBinds: 1)
        let television = Overscan.televisionSafe.placement(on: size, orientation: orientation)
        #expect(try calls(in: television, progress: progress) == expected)
        let mirror = Placement.mirroring(
            Placement(output: size), on: Size(width: 100, height: 100), orientation: orientation)
        #expect(try calls(in: mirror, progress: progress) == expected)
        let tile = television.tile(at: Rectangle(x: 0, y: 0, width: 48, height: 64))
        #expect(try calls(in: tile, progress: progress) == expected)
    }
}
