import Foundation
import Paths
import SeededRandom
import Testing

@testable import MediaDecoding

/// Pictures on a blurred cover of themselves.
@Suite struct BlurredBackgroundTests {
    private static let focuses = [PictureFocus.center, PictureFocus(x: 0, y: 0.9)]
    private static let boxes = [(32, 24), (101, 40), (41, 100), (20, 20), (7, 3)]

    /// A picture of one colour.
    private func flat(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> (folder: Folder, path: FilePath) {
        let folder = try Folder()
        let pixels = (0..<width * height).flatMap { _ in color }
        let bytes = HandmadePNG.picture(width: width, height: height, channels: color.count, pixels)
        return (folder, try folder.file("flat.png", bytes))
    }

    @Test("the picture lies in the middle as if it were alone", arguments: PictureFit.allCases, boxes)
    func middle(fit: PictureFit, box: (width: Int, height: Int)) throws {
        let bench = try Bench()
        let layouts = [nil, PictureLayout(width: 160, height: 90)]
        for (name, focus, layout) in [
            ("quarters.png", Self.focuses[0], layouts[0]), ("quarters.jpg", Self.focuses[1], layouts[1]),
            ("animated.webp", Self.focuses[1], layouts[0]), ("orientation-6.jpg", Self.focuses[0], layouts[1]),
        ] {
            var request = PictureRequest(
                path: try fixture(name), boxWidth: box.width, boxHeight: box.height, layout: layout, fit: fit,
                focus: focus)
            let alone = try bench.picture(request)
            request.background = .blurred
            let found = try bench.picture(request)
            #expect((found.width, found.height) == box)
            let (left, top) = ((box.width - alone.width) / 2, (box.height - alone.height) / 2)
            var differing = 0
            for y in 0..<alone.height {
                for x in 0..<alone.width where found[left + x, top + y] != alone[x, y] { differing += 1 }
            }
            #expect(differing == 0, "\(name)")
            #expect(found.pixels.allSatisfy { $0.alpha == 255 })
        }
    }

    /// Where the background changes from one colour to another, a Gaussian of 4% of the box has gone over the edge; the
    /// edges of the box know nothing of it.
    @Test("the background is the picture's cover, blurred and darker", arguments: [true, false])
    func profile(isWide: Bool) throws {
        let (long, short) = (640, 240)
        let folder = try Folder()
        let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        let pixels = (0..<320 * 240).flatMap { index in
            let (column, row) = (index % 320 / 160, index / 320 / 120)
            return colors[2 * row + column]
        }
        let quarters = HandmadePNG.picture(width: 320, height: 240, channels: 3, pixels)
        let picture = try Bench().picture(
            PictureRequest(
                path: folder.file("quarters.png", quarters), boxWidth: isWide ? long : short,
                boxHeight: isWide ? short : long,
                background: .blurred))
        func found(_ along: Int, _ across: Int) -> Pixel { isWide ? picture[along, across] : picture[across, along] }
        // Of 640 pixels, the picture leaves 160 free at either end, or 230.
        let margin = isWide ? 160 : 230
        let (first, second) = (Pixel.red, isWide ? Pixel.blue : Pixel.green)
        var worst = 0.0
        for across in 0..<short {
            let share = 0.5 * erfc((Double(across) + 0.5 - 120) / (0.04 * 640 * 2.0.squareRoot()))
            for along in stride(from: 0, to: margin - 1, by: 7) {
                let pixel = found(along, across)
                for (value, from, to) in [
                    (pixel.red, first.red, second.red), (pixel.green, first.green, second.green),
                    (pixel.blue, first.blue, second.blue),
                ] {
                    let wanted = 0.7 * (share * Double(from) + (1 - share) * Double(to))
                    worst = max(worst, abs(Double(value) - wanted))
                }
                #expect(pixel.isNear(found(along + 1, across), within: 1), "\(along), \(across)")
                if across > 0 { #expect(pixel.isNear(found(along, across - 1), within: 3), "\(along), \(across)") }
            }
        }
        #expect(worst < 3)
        // The other end has the other two colours.
        let (third, fourth) = (isWide ? Pixel(0, 179, 0) : Pixel(0, 0, 179), Pixel(179, 179, 179))
        #expect(found(long - 1, 0).isNear(third, within: 2), "\(found(long - 1, 0))")
        #expect(found(long - 1, short - 1).isNear(fourth, within: 2), "\(found(long - 1, short - 1))")
    }

    @Test("a cover that is cut off keeps its focus", arguments: [PictureFit.contain, .unscaled])
    func focus(fit: PictureFit) throws {
        let bench = try Bench()
        let path = try fixture("quarters.png")
        func corner(_ x: Float) throws -> Pixel {
            let picture = try bench.picture(
                PictureRequest(
                    path: path, boxWidth: 30, boxHeight: 300, fit: fit, focus: PictureFocus(x: x, y: 0),
                    background: .blurred))
            return picture[15, 0]
        }
        #expect(try corner(0).isNear(Pixel(179, 0, 0), within: 1))
        #expect(try corner(1).isNear(Pixel(0, 179, 0), within: 1))
        #expect(try corner(0.5).isNear(Pixel(89, 89, 0), within: 8))
    }

    @Test("around one colour there is one colour, however thin the picture", arguments: PictureFit.allCases)
    func extremes(fit: PictureFit) throws {
        let bench = try Bench()
        for (width, height) in [(1, 1), (1, 4000), (4000, 1), (3, 2)] {
            let file = try flat(width, height, [200, 100, 50])
            for (boxWidth, boxHeight) in [(96, 54), (1, 1), (1, 200), (200, 1), (63, 65)] {
                var request = PictureRequest(path: file.path, boxWidth: boxWidth, boxHeight: boxHeight, fit: fit)
                let alone = try bench.picture(request)
                request.background = .blurred
                let found = try bench.picture(request)
                #expect((found.width, found.height) == (boxWidth, boxHeight))
                let bright = found.pixels.count { $0 == Pixel(200, 100, 50) }
                let dark = found.pixels.count { $0 == Pixel(140, 70, 35) }
                #expect(bright == alone.width * alone.height, "\(request)")
                #expect(dark == boxWidth * boxHeight - bright, "\(request)")
            }
        }
    }

    @Test("the sizes may be any")
    func sizes() throws {
        let bench = try Bench()
        let process = try bench.ready()
        var random = SplitMix64(seed: 3)
        for _ in 0..<150 {
            func side(_ longest: Int) -> Int { Int.random(in: 1...longest, using: &random) }
            let file = try flat(side(90), side(90), [200, 100, 50])
            let request = PictureRequest(
                path: file.path, boxWidth: side(150), boxHeight: side(150), fit: .allCases[side(4) - 1],
                focus: PictureFocus(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random)),
                background: .blurred)
            let found = try bench.picture(request)
            let colors = Set(found.pixels).subtracting([Pixel(200, 100, 50), Pixel(140, 70, 35)])
            #expect(colors.isEmpty, "\(request)")
        }
        #expect(bench.client.processIdentifier == process)
    }

    @Test("what is transparent lets the background through", arguments: PictureFit.allCases)
    func transparent(fit: PictureFit) throws {
        let bench = try Bench()
        let half = try flat(30, 20, [255, 100, 0, 128])
        // Half of the picture, and half of a cover of which 70% of a half is left.
        let picture = try bench.picture(
            PictureRequest(path: half.path, boxWidth: 60, boxHeight: 60, fit: fit, background: .blurred))
        #expect((picture.width, picture.height) == (60, 60))
        #expect(picture[30, 30].isNear(Pixel(173, 68, 0), within: 1), "\(picture[30, 30])")
        let corner = fit == .contain || fit == .unscaled ? Pixel(90, 35, 0) : Pixel(173, 68, 0)
        #expect(picture[0, 0].isNear(corner, within: 1), "\(picture[0, 0])")
        // Of what is not there, nothing shows.
        let none = try flat(30, 20, [255, 255, 255, 0])
        let black = try bench.picture(
            PictureRequest(path: none.path, boxWidth: 60, boxHeight: 60, fit: fit, background: .blurred))
        #expect(Set(black.pixels) == [.black])
    }

    @Test("the same file makes the same bytes, in whatever process")
    func repeats() throws {
        let request = PictureRequest(
            path: try fixture("lossy.webp"), boxWidth: 200, boxHeight: 90, background: .blurred)
        let bench = try Bench()
        let first = try bench.picture(request)
        #expect(try bench.picture(request).bytes == first.bytes)
        #expect(try Bench().picture(request).bytes == first.bytes)
    }
}

extension DecodedPicture {
    var pixels: [Pixel] {
        (0..<width * height).map { self[$0 % width, $0 / width] }
    }
}
