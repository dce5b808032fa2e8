import DisplayModel
import SlideComposition
import Testing

@Suite struct SlideFrameTests {
    private let placement = Placement(output: Size(width: 200, height: 100))

    private func picture(_ id: UInt64, _ width: Int, _ height: Int) -> ReadyPicture {
        ReadyPicture(id: PictureID(rawValue: id), size: Size(width: width, height: height))
    }

    @Test func aPictureThatFillsTheOutputNeedsNoClear() {
        #expect(FrameDescription.still(picture(1, 200, 100), in: placement).commands.count == 1)
    }

    @Test func aSmallerPictureLiesInTheMiddle() throws {
        let commands = FrameDescription.still(picture(1, 101, 100), in: placement).commands
        #expect(commands.first == .clear(.black))
        guard case .picture(let placed, _, 1, _) = try #require(commands.last) else { throw Unexpected() }
        #expect(placement.outputRectangle(of: placed.frame) == Rectangle(x: 49, y: 0, width: 101, height: 100))
    }

    private struct Unexpected: Error {}

    @Test func theEndsOfACrossFadeAreTheStills() {
        let (a, b) = (picture(1, 200, 100), picture(2, 100, 100))
        func fade(_ progress: Double) -> FrameDescription {
            .crossFade(from: a, to: b, progress: progress, in: placement)
        }
        #expect(fade(0) == .still(a, in: placement))
        #expect(fade(1) == .still(b, in: placement))
        #expect(fade(-1) == fade(0))
        #expect(fade(7) == fade(1))
    }

    /// For pictures of every shape: each output pixel is drawn by exactly the command that has the pictures there.
    @Test(arguments: ["none", "scale:10%", "inset:3px,0,9px,20px"])
    func everyPixelIsDrawnOnceByTheRightCommand(overscan: String) throws {
        let placement = try Overscan(overscan).placement(on: Size(width: 60, height: 40))
        let box = SlideLayout.decodingBox(in: placement)
        let shapes = [(box.width, box.height), (box.width, 7), (9, box.height), (5, 5), (box.width, box.height - 1)]
        for (aw, ah) in shapes {
            for (bw, bh) in shapes {
                let (a, b) = (picture(1, aw, ah), picture(2, bw, bh))
                let frame = FrameDescription.crossFade(from: a, to: b, progress: 0.5, in: placement)
                try check(frame, a, b, placement)
            }
        }
    }

    private func check(_ frame: FrameDescription, _ a: ReadyPicture, _ b: ReadyPicture, _ placement: Placement) throws {
        let areaA = placement.outputRectangle(of: SlideLayout.frame(of: a.size, in: placement))
        let areaB = placement.outputRectangle(of: SlideLayout.frame(of: b.size, in: placement))
        var isCleared = false
        var drawn = [Rectangle: String]()
        for command in frame.commands {
            switch command {
            case .clear: isCleared = true
            case .picture(let placed, let area, _, _):
                drawn[placement.outputRectangle(of: area)] = placed.picture.rawValue == 1 ? "a" : "b"
            case .crossFade(_, _, let area, _): drawn[placement.outputRectangle(of: area)] = "ab"
            }
        }
        for y in 0..<placement.output.height {
            for x in 0..<placement.output.width {
                let pixel = Rectangle(x: x, y: y, width: 1, height: 1)
                let expected = (areaA.contains(pixel) ? "a" : "") + (areaB.contains(pixel) ? "b" : "")
                let found = drawn.filter { $0.key.contains(pixel) }.map(\.value)
                if expected.isEmpty {
                    #expect(found.isEmpty && isCleared)
                } else {
                    #expect(found == [expected], "at \(x),\(y)")
                }
            }
        }
    }
}
