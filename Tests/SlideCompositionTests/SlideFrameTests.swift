import DisplayModel
import Playlist
import Rendering
import SlideComposition
import Testing

@Suite struct SlideFrameTests {
    private let placement = Placement(output: Size(width: 200, height: 100))

    private func picture(_ id: UInt64, _ width: Int, _ height: Int) -> ReadySlide {
        let picture = ReadyPicture(id: PictureID(rawValue: id), size: Size(width: width, height: height))
        return ReadySlide(Slide(.picture(path: "\(id)")), picture: picture)
    }

    private func still(_ slide: ReadySlide) -> FrameDescription { FrameDescription(.still(slide, 0), in: placement) }

    @Test func aPictureThatFillsTheOutputNeedsNoClear() {
        #expect(still(picture(1, 200, 100)).commands.count == 1)
    }

    @Test func aSmallerPictureLiesInTheMiddle() throws {
        let commands = still(picture(1, 101, 100)).commands
        #expect(commands.first == .clear(.black))
        guard case .picture(let placed, _, 1, _) = try #require(commands.last) else { throw Unexpected() }
        #expect(placement.outputRectangle(of: placed.frame) == Rectangle(x: 49, y: 0, width: 101, height: 100))
    }

    /// Where an odd pixel is left over beside a picture, it is on the same side for the viewer however the panel hangs.
    @Test(arguments: Orientation.allCases)
    func theMiddleIsFoundBeforeTurning(orientation: Orientation) {
        let placement = Overscan.none.placement(on: Size(width: 200, height: 100), orientation: orientation)
        let layout = SlideLayout(placement)
        let box = layout.box(for: Look())
        let frame = layout.frame(of: Size(width: box.width - 31, height: box.height - 21), look: Look())
        #expect(
            frame == ContentRectangle(x: 15, y: 10, width: Double(box.width - 31), height: Double(box.height - 21)))
    }

    private struct Unexpected: Error {}

    @Test func theEndsOfACrossFadeAreTheStills() {
        let (a, b) = (picture(1, 200, 100), picture(2, 100, 100))
        func fade(_ progress: Double) -> FrameDescription {
            FrameDescription(.change(from: a, 0, to: b, 0, progress: progress), in: placement)
        }
        #expect(fade(0) == still(a))
        #expect(fade(1) == still(b))
        #expect(fade(-1) == fade(0))
        #expect(fade(7) == fade(1))
    }

    /// For pictures of every shape: each output pixel is drawn by exactly the command that has the pictures there.
    @Test(arguments: ["none", "scale:10%", "inset:3px,0,9px,20px"])
    func everyPixelIsDrawnOnceByTheRightCommand(overscan: String) throws {
        try checkShapes(in: try Overscan(overscan).placement(on: Size(width: 60, height: 40)))
    }

    @Test(arguments: Orientation.allCases)
    func everyPixelOfATurnedTileIsDrawnOnce(orientation: Orientation) throws {
        let whole = try Overscan("scale:4px,6px,3px,7px").placement(
            on: Size(width: 40, height: 30), orientation: orientation)
        for window in [
            Rectangle(x: 0, y: 0, width: 21, height: 30), Rectangle(x: 21, y: 0, width: 19, height: 30),
            Rectangle(x: 20, y: 10, width: 10, height: 10),
        ] {
            try checkShapes(in: whole.tile(at: window))
        }
    }

    @Test(arguments: Orientation.allCases)
    func everyPixelOfAMirrorIsDrawnOnce(orientation: Orientation) throws {
        let source = Placement(output: Size(width: 64, height: 36))
        try checkShapes(in: .mirroring(source, on: Size(width: 40, height: 50), orientation: orientation))
    }

    private func checkShapes(in placement: Placement) throws {
        let box = SlideLayout(placement).box(for: Look())
        let shapes = [(box.width, box.height), (box.width, 7), (9, box.height), (5, 5), (box.width, box.height - 1)]
        for (aw, ah) in shapes {
            for (bw, bh) in shapes {
                let (a, b) = (picture(1, aw, ah), picture(2, bw, bh))
                let frame = FrameDescription(.change(from: a, 0, to: b, 0, progress: 0.5), in: placement)
                try check(frame, a, b, placement)
            }
        }
    }

    private func check(_ frame: FrameDescription, _ a: ReadySlide, _ b: ReadySlide, _ placement: Placement) throws {
        func area(_ slide: ReadySlide) throws -> Rectangle {
            let size = try #require(slide.picture).size
            let frame = SlideLayout(placement).frame(of: size, look: Look())
            return placement.outputRectangle(of: frame).intersection(placement.visible)
        }
        let (areaA, areaB) = (try area(a), try area(b))
        var isCleared = false
        var drawn = [Rectangle: String]()
        for command in frame.commands {
            switch command {
            case .clear: isCleared = true
            case .picture(let placed, let area, _, _):
                drawn[placement.outputRectangle(of: area)] = placed.picture.rawValue == 1 ? "a" : "b"
            case .crossFade(_, _, let area, _): drawn[placement.outputRectangle(of: area)] = "ab"
            case .surface, .transition: Issue.record("a slide alone on its screen takes neither")
            }
        }
        for y in 0..<placement.output.height {
            for x in 0..<placement.output.width {
                let pixel = Rectangle(x: x, y: y, width: 1, height: 1)
                let expected = (areaA.contains(pixel) ? "a" : "") + (areaB.contains(pixel) ? "b" : "")
                let found = drawn.filter { $0.key.contains(pixel) }.map(\.value)
                // A macro's expansion for each pixel of each frame would take most of the test's time.
                if expected.isEmpty ? !found.isEmpty || !isCleared : found != [expected] {
                    Issue.record("at \(x),\(y): \(found) instead of '\(expected)'")
                }
            }
        }
    }
}
