import SeededRandom
import Testing

@testable import MediaDecoding

@Suite struct PicturePlacementTests {
    @Test(
        "sizes round to the nearest pixel",
        arguments: [
            (PictureFit.contain, 6000, 4000, 1920, 1080, 1620, 1080), (.contain, 1920, 1080, 1920, 1080, 1920, 1080),
            (.contain, 3, 2, 1920, 1080, 1620, 1080), (.contain, 1000, 1, 100, 100, 100, 1),
            (.contain, 2, 3, 5, 5, 3, 5), (.cover, 6000, 4000, 1920, 1080, 1920, 1280),
            (.cover, 1, 1, 1920, 1080, 1920, 1920), (.stretch, 1, 9, 1920, 1080, 1920, 1080),
            (.unscaled, 77, 99, 10, 10, 77, 99),
        ])
    func sizes(
        fit: PictureFit, width: Int, height: Int, boxWidth: Int, boxHeight: Int, scaledWidth: Int, scaledHeight: Int
    ) throws {
        let place = try #require(
            PicturePlacement(
                pictureWidth: width, pictureHeight: height, boxWidth: boxWidth, boxHeight: boxHeight, fit: fit,
                focus: .center))
        #expect(place.scaledWidth == scaledWidth && place.scaledHeight == scaledHeight)
    }

    @Test("what is kept is in the box and in the picture, and fills what it is to fill")
    func properties() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            func side() -> Int { Int.random(in: 1...Int.random(in: 1...9000, using: &random), using: &random) }
            let (width, height, boxWidth, boxHeight) = (side(), side(), side(), side())
            for fit in PictureFit.allCases {
                let focus = PictureFocus(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
                guard
                    let place = PicturePlacement(
                        pictureWidth: width, pictureHeight: height, boxWidth: boxWidth, boxHeight: boxHeight, fit: fit,
                        focus: focus)
                else {
                    #expect(fit == .cover && max(width, height) * max(boxWidth, boxHeight) > 10_000_000)
                    continue
                }
                let isInside =
                    place.left >= 0 && place.left + place.width <= place.scaledWidth && place.top >= 0
                    && place.top + place.height <= place.scaledHeight && place.width <= boxWidth
                    && place.height <= boxHeight && place.width >= 1 && place.height >= 1
                let touches = [place.scaledWidth == boxWidth, place.scaledHeight == boxHeight]
                let isRight =
                    switch fit {
                    case .contain:
                        touches.contains(true) && place.width == place.scaledWidth
                            && place.height == place.scaledHeight
                    case .cover: touches.contains(true) && place.width == boxWidth && place.height == boxHeight
                    case .stretch: !touches.contains(false)
                    case .unscaled: place.scaledWidth == width && place.scaledHeight == height
                    }
                #expect(isInside && isRight, "\(width)x\(height) in \(boxWidth)x\(boxHeight), \(fit): \(place)")
            }
        }
    }

    @Test("the focus is in the middle, as far as the edges allow")
    func focus() throws {
        func left(_ x: Float) -> Int? {
            PicturePlacement(
                pictureWidth: 100, pictureHeight: 10, boxWidth: 20, boxHeight: 10, fit: .unscaled,
                focus: PictureFocus(x: x, y: 0.5))?.left
        }
        #expect(left(0) == 0)
        #expect(left(0.1) == 0)
        #expect(left(0.2) == 10)
        #expect(left(0.5) == 40)
        #expect(left(0.85) == 75)
        #expect(left(1) == 80)
    }

    @Test("a hair line that is to cover a wall is refused")
    func extremes() {
        let place = PicturePlacement(
            pictureWidth: 30_000, pictureHeight: 1, boxWidth: 1920, boxHeight: 1080, fit: .cover, focus: .center)
        #expect(place == nil)
    }

    /// A 16:9 picture on a 16:9 output whose visible part is not 16:9: it fills that part, as it would the output.
    @Test func aLayoutThatIsStretchedIntoTheBoxKeepsItsOwnShape() throws {
        let layout = PictureLayout(width: 1920, height: 1080)
        func place(_ fit: PictureFit, _ width: Int, _ height: Int) throws -> PicturePlacement {
            try #require(
                PicturePlacement(
                    pictureWidth: width, pictureHeight: height, boxWidth: 1900, boxHeight: 1040, layout: layout,
                    fit: fit,
                    focus: .center))
        }
        let whole = try place(.contain, 3840, 2160)
        #expect((whole.width, whole.height) == (1900, 1040))
        // A square is 1080 wide in the layout, and that many 1900ths of 1920 in the box.
        let square = try place(.contain, 500, 500)
        #expect((square.width, square.height) == (1069, 1040))
        let covering = try place(.cover, 500, 500)
        #expect((covering.scaledWidth, covering.width, covering.height) == (1900, 1900, 1040))
        #expect(covering.scaledHeight == 1849)
    }
}
