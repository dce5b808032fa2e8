import DisplayModel
import Paths
import Playlist
import RenderedPixels
import Rendering
import SlideComposition
import Testing

@testable import GLESRendering

/// Frames as slides make them, turned, mirrored and tiled, against pictures that are put together pixel by pixel.
struct TurnedFrameTests {
    static let output = Size(width: 91, height: 53)
    static let overscans = ["none", "scale:10%", "scale:7px,3px,5px,9px", "inset:7px,3px,5px,9px"]

    /// Two slides: one fills its place, the other leaves bars of unlike width, and so overlaps the first in part.
    private struct Slides {
        let placement: Placement
        let (full, narrow): (Pixels, Pixels)
        let (first, second): (ReadySlide, ReadySlide)

        init(_ placement: Placement, _ renderer: any FrameRenderer) throws {
            self.placement = placement
            let box = SlideLayout(placement).box(for: Look())
            full = .card(box)
            narrow = .noise(Size(width: box.width - 15, height: box.height), seed: 9)
            first = ReadySlide(
                Slide(.picture(path: "1")), picture: ReadyPicture(id: try renderer.create(1, full), size: full.size))
            second = ReadySlide(
                Slide(.picture(path: "2")), picture: ReadyPicture(id: try renderer.create(2, narrow), size: narrow.size)
            )
        }

        /// The frame at a moment of the fade from one to the other.
        func frame(_ progress: Double, in placement: Placement) -> FrameDescription {
            FrameDescription(.change(from: first, 0, to: second, 0, progress: progress), in: placement)
        }

        /// What the screen has to show then.
        func expected(_ progress: Double) -> Pixels {
            let upright = full.mixed(with: narrow.centred(in: full.size), progress)
            return turned(upright, placement.orientation).landed(on: placement)
        }

        /// At rest it is right to the last bit; while it fades, rounding may go either way.
        func check(_ renderer: any FrameRenderer, _ name: String) throws {
            for (progress, tolerance) in [(0, 0), (0.5, 1), (0.2, 1), (1, 0)] {
                let drawn = try renderer.pixels(of: frame(progress, in: placement))
                let difference = drawn.difference(from: expected(progress), tolerance: tolerance)
                #expect(difference == nil, "\(name) at \(progress)")
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func stillAndFadeAreTheUprightOnesTurned(orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            for overscan in Self.overscans {
                let placement = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
                try Slides(placement, renderer).check(renderer, overscan)
            }
        }
    }

    static let mirrors = [
        (Size(width: 50, height: 88), "none"), (Size(width: 64, height: 48), "none"),
        (Size(width: 120, height: 40), "scale:3px,9px,5px,2px"), (Size(width: 70, height: 70), "inset:10%"),
    ]

    @Test(arguments: Orientation.allCases)
    func mirrorsShowTheWholeInBlack(orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            let source = Placement(output: Size(width: 96, height: 54))
            for (screen, overscan) in Self.mirrors {
                let mirror = Placement.mirroring(
                    source, on: screen, overscan: try Overscan(overscan), orientation: orientation)
                try Slides(mirror, renderer).check(renderer, "\(screen), \(overscan)")
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func tilesSideBySideAreTheWhole(orientation: Orientation) throws {
        try TestedRenderer.each { renderer in
            let windows = [Rectangle(x: 0, y: 0, width: 46, height: 53), Rectangle(x: 46, y: 0, width: 45, height: 53)]
            for overscan in Self.overscans {
                let whole = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
                let slides = try Slides(whole, renderer)
                for progress in [0, 0.5, 1] {
                    var joined = Pixels(Self.output, (255, 0, 255))
                    for window in windows {
                        let tile = try renderer.pixels(of: slides.frame(progress, in: whole.tile(at: window)))
                        joined.paste(tile, at: window)
                    }
                    let atOnce = try renderer.pixels(of: slides.frame(progress, in: whole))
                    #expect(joined.difference(from: atOnce) == nil, "\(overscan) at \(progress)")
                }
            }
        }
    }

    /// What was in the buffer before must not be left where a tile shows nothing.
    @Test func aTileThatNobodySeesIsBlack() throws {
        try TestedRenderer.each { renderer in
            let whole = try Overscan("0,0,0,50px").placement(on: Self.output)
            let slides = try Slides(whole, renderer)
            let tile = whole.tile(at: Rectangle(x: 0, y: 0, width: 46, height: 53))
            let buffer = MemoryBuffer(tile.output, id: 5)
            try renderer.adopt(buffer)
            _ = try renderer.draw(
                FrameDescription(placement: Placement(output: tile.output), commands: [.clear(.white)]), into: buffer)
            _ = try renderer.draw(slides.frame(0.5, in: tile), into: buffer)
            let drawn = Pixels(tile.output, bytes: try renderer.readPixels(of: buffer))
            #expect(drawn.difference(from: Pixels(tile.output)) == nil)
        }
    }

    /// A picture that was not decoded for this screen is sampled between its texels, turned as any other.
    @Test(arguments: Orientation.allCases, ["none", "scale:7px,3px,5px,9px"])
    func scaledPicturesAreInterpolated(orientation: Orientation, overscan: String) throws {
        try TestedRenderer.each { renderer in
            let placement = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
            let small = Pixels.card(Size(width: 47, height: 31))
            let place = SlideLayout(placement).place(for: Look())
            let drawn = try renderer.pixels(
                of: FrameDescription(
                    placement: placement,
                    commands: [
                        .clear(.black),
                        .picture(
                            PlacedPicture(try renderer.create(1, small), frame: place), area: place, opacity: 1,
                            background: .black),
                    ]))
            let upright = small.stretched(to: SlideLayout(placement).box(for: Look()))
            let expected = turned(upright, orientation).landed(on: placement)
            // llvmpipe weighs texels in 256ths of their distance.
            #expect(drawn.difference(from: expected, tolerance: 3) == nil)
        }
    }
}

extension Color {
    fileprivate static let white = Color(red: 1, green: 1, blue: 1)
}
