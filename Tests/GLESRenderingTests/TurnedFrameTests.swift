import DisplayModel
import SlideComposition
import Testing

@testable import GLESRendering

/// Frames as slides make them, turned, mirrored and tiled, against pictures that are put together pixel by pixel.
struct TurnedFrameTests {
    static let output = Size(width: 131, height: 77)
    static let overscans = ["none", "scale:10%", "scale:7px,3px,5px,9px", "inset:7px,3px,5px,9px"]

    /// Two slides: one fills its place, the other leaves bars of unlike width, and so overlaps the first in part.
    private struct Slides {
        let placement: Placement
        let (full, narrow): (Pixels, Pixels)
        let (first, second): (ReadyPicture, ReadyPicture)

        init(_ placement: Placement, _ renderer: GLESRenderer) throws {
            self.placement = placement
            let box = SlideLayout.decodingBox(in: placement)
            full = .card(box)
            narrow = .noise(Size(width: box.width - 15, height: box.height), seed: 9)
            first = ReadyPicture(id: try renderer.create(1, full), size: full.size)
            second = ReadyPicture(id: try renderer.create(2, narrow), size: narrow.size)
        }

        /// The frame at a moment of the fade from one to the other.
        func frame(_ progress: Double, in placement: Placement) -> FrameDescription {
            .crossFade(from: first, to: second, progress: progress, in: placement)
        }

        /// What the screen has to show then.
        func expected(_ progress: Double) -> Pixels {
            let upright = full.mixed(with: narrow.centred(in: full.size), progress)
            return turned(upright, placement.orientation).landed(on: placement)
        }
    }

    @Test(arguments: Orientation.allCases, overscans)
    func stillAndFadeAreTheUprightOnesTurned(orientation: Orientation, overscan: String) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let placement = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
        let slides = try Slides(placement, renderer)
        for progress in [0, 1, 0.5, 0.2] {
            let drawn = try renderer.pixels(of: slides.frame(progress, in: placement))
            let tolerance = progress == 0 || progress == 1 ? 0 : 1
            #expect(drawn.difference(from: slides.expected(progress), tolerance: tolerance) == nil, "at \(progress)")
        }
    }

    static let mirrors = [
        (Size(width: 80, height: 140), "none"), (Size(width: 64, height: 48), "none"),
        (Size(width: 200, height: 60), "scale:3px,9px,5px,2px"), (Size(width: 90, height: 90), "inset:10%"),
    ]

    @Test(arguments: Orientation.allCases, mirrors)
    func mirrorsShowTheWholeInBlack(orientation: Orientation, screen: (size: Size, overscan: String)) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let source = Placement(output: Size(width: 160, height: 90))
        let mirror = Placement.mirroring(
            source, on: screen.size, overscan: try Overscan(screen.overscan), orientation: orientation)
        let slides = try Slides(mirror, renderer)
        for progress in [0, 0.5, 1] {
            let drawn = try renderer.pixels(of: slides.frame(progress, in: mirror))
            let tolerance = progress == 0.5 ? 1 : 0
            #expect(drawn.difference(from: slides.expected(progress), tolerance: tolerance) == nil, "at \(progress)")
        }
    }

    @Test(arguments: Orientation.allCases, overscans)
    func tilesSideBySideAreTheWhole(orientation: Orientation, overscan: String) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let whole = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
        let slides = try Slides(whole, renderer)
        let windows = [Rectangle(x: 0, y: 0, width: 66, height: 77), Rectangle(x: 66, y: 0, width: 65, height: 77)]
        for progress in [0, 0.5, 1] {
            var joined = Pixels(Self.output, (255, 0, 255))
            for window in windows {
                let tile = try renderer.pixels(of: slides.frame(progress, in: whole.tile(at: window)))
                joined.paste(tile, at: window)
            }
            let atOnce = try renderer.pixels(of: slides.frame(progress, in: whole))
            #expect(joined.difference(from: atOnce) == nil, "at \(progress)")
        }
    }

    /// What was in the buffer before must not be left where a tile shows nothing.
    @Test func aTileThatNobodySeesIsBlack() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let whole = try Overscan("0,0,0,70px").placement(on: Self.output)
        let slides = try Slides(whole, renderer)
        let tile = whole.tile(at: Rectangle(x: 0, y: 0, width: 66, height: 77))
        let buffer = MemoryBuffer(tile.output, id: 5)
        try renderer.adopt(buffer)
        _ = try renderer.draw(.empty(Placement(output: tile.output), background: .white), into: buffer)
        _ = try renderer.draw(slides.frame(0.5, in: tile), into: buffer)
        let drawn = Pixels(tile.output, bytes: try renderer.readPixels(of: buffer))
        #expect(drawn.difference(from: Pixels(tile.output)) == nil)
    }

    /// A picture that was not decoded for this screen is sampled between its texels, turned as any other.
    @Test(arguments: Orientation.allCases, ["none", "scale:7px,3px,5px,9px"])
    func scaledPicturesAreInterpolated(orientation: Orientation, overscan: String) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let placement = try Overscan(overscan).placement(on: Self.output, orientation: orientation)
        let small = Pixels.card(Size(width: 47, height: 31))
        let place = SlideLayout.place(in: placement)
        let drawn = try renderer.pixels(
            of: FrameDescription(
                placement: placement,
                commands: [
                    .clear(.black),
                    .picture(
                        PlacedPicture(try renderer.create(1, small), frame: place), area: place, opacity: 1,
                        background: .black),
                ]))
        let upright = small.stretched(to: SlideLayout.decodingBox(in: placement))
        let expected = turned(upright, orientation).landed(on: placement)
        // llvmpipe weighs texels in 256ths of their distance.
        #expect(drawn.difference(from: expected, tolerance: 3) == nil)
    }
}

extension Colour {
    fileprivate static let white = Colour(red: 1, green: 1, blue: 1)
}
