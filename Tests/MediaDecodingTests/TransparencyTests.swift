import Foundation
import Paths
import Testing

@testable import MediaDecoding

/// Pictures whose transparency is kept.
@Suite struct TransparencyTests {
    private func picture(_ path: FilePath, _ width: Int, _ height: Int) throws -> DecodedPicture {
        try Bench().picture(PictureRequest(path: path, boxWidth: width, boxHeight: height, background: .transparent))
    }

    @Test("every colour is multiplied with every alpha and rounded to the nearest")
    func exact() throws {
        let folder = try Folder()
        let pixels = (0..<256).flatMap { alpha in
            (0..<256).flatMap { [$0, 255 - $0, 7 * $0 % 256, alpha].map(UInt8.init) }
        }
        let path = try folder.file("all.png", HandmadePNG.picture(width: 256, height: 256, channels: 4, pixels))
        let found = try picture(path, 256, 256)
        // The colours of what is not there at all are black.
        let wanted = pixels.indices.map { index in
            let alpha = Int(pixels[index | 3])
            return index % 4 == 3 ? pixels[index] : UInt8((2 * Int(pixels[index]) * alpha + 255) / 510)
        }
        #expect(found.bytes == wanted)
    }

    @Test(
        "every format keeps its transparency",
        arguments: [
            ("half-red.png", Pixel(128, 0, 0, 128)), ("half-red.webp", Pixel(128, 0, 0, 128)),
            ("deep-alpha.png", Pixel(128, 0, 0, 128)), ("half-grey.png", Pixel(128, 128, 128, 128)),
            ("clear.gif", Pixel(0, 0, 0, 0)), ("half-red.jxl", Pixel(128, 0, 0, 128)),
        ],
        [(32, 24, 0), (16, 12, 1), (80, 60, 1)])
    func formats(file: (name: String, wanted: Pixel), box: (width: Int, height: Int, tolerance: Int)) throws {
        let picture = try picture(fixture(file.name), box.width, box.height)
        #expect(picture.width == box.width && picture.height == box.height)
        for found in picture.quarters + [picture[0, 0], picture[box.width - 1, box.height - 1]] {
            #expect(found.isNear(file.wanted, within: box.tolerance), "\(found) for \(file.wanted)")
        }
    }

    @Test("what is opaque stays as it is, in every fit", arguments: PictureFit.allCases)
    func opaque(fit: PictureFit) throws {
        let bench = try Bench()
        for name in ["quarters.png", "quarters.jpg", "deep.png", "grey.png", "palette.png", "animated.gif"] {
            var request = PictureRequest(
                path: try fixture(name), boxWidth: 20, boxHeight: 26, fit: fit, focus: PictureFocus(x: 0.2, y: 0.9))
            let plain = try bench.picture(request)
            request.background = .transparent
            let kept = try bench.picture(request)
            #expect(kept.width == plain.width && kept.bytes == plain.bytes, "\(name)")
        }
    }

    @Test(
        "a picture with a band beside its alpha becomes opaque",
        arguments: [PictureBackground.color(.black), .transparent, .blurred])
    func extraBands(background: PictureBackground) throws {
        let picture = try Bench().picture(
            PictureRequest(path: fixture("five-bands.tiff"), boxWidth: 32, boxHeight: 24, background: background))
        #expect(Set(picture.quarters) == [Pixel(255, 128, 0)])
    }

    @Test("each fit keeps the part and the alpha that belong together", arguments: PictureFit.allCases)
    func fits(fit: PictureFit) throws {
        let folder = try Folder()
        // Red on the left, half there; on the right, white that is not there.
        let pixels = (0..<40 * 20).flatMap { $0 % 40 < 20 ? [255, 0, 0, 128] : [255, 255, 255, 0] as [UInt8] }
        let path = try folder.file("half.png", HandmadePNG.picture(width: 40, height: 20, channels: 4, pixels))
        var request = PictureRequest(path: path, boxWidth: 20, boxHeight: 20, fit: fit, background: .transparent)
        request.focus = PictureFocus(x: 0, y: 0.5)
        let found = try Bench().picture(request)
        #expect((found.width, found.height) == (20, fit == .contain ? 10 : 20))
        #expect(found[1, 5].isNear(Pixel(128, 0, 0, 128), within: 1), "\(found[1, 5])")
        let right = fit == .contain || fit == .stretch ? Pixel(0, 0, 0, 0) : Pixel(128, 0, 0, 128)
        #expect(found[18, 5].isNear(right, within: 1), "\(found[18, 5])")
    }

    @Test("a white shape has no dark edge after scaling", arguments: [7, 30, 63, 64, 150])
    func halo(side: Int) throws {
        let folder = try Folder()
        let pixels = (0..<64 * 64).flatMap { index -> [UInt8] in
            let (x, y) = (index % 64 - 32, index / 64 - 32)
            return x * x + y * y < 600 ? [255, 255, 255, 255] : [0, 0, 0, 0]
        }
        let path = try folder.file("disc.png", HandmadePNG.picture(width: 64, height: 64, channels: 4, pixels))
        let picture = try picture(path, side, side)
        var partial = 0
        for y in 0..<side {
            for x in 0..<side {
                let found = picture[x, y]
                let white = Pixel(found.alpha, found.alpha, found.alpha, found.alpha)
                #expect(found.isNear(white, within: 1), "\(found) at \(x), \(y)")
                if (1...254).contains(found.alpha) { partial += 1 }
            }
        }
        #expect((partial > 0) == (side != 64))
        #expect(picture[side / 2, side / 2].isNear(.white, within: 2))
        #expect(picture[0, 0].isNear(Pixel(0, 0, 0, 0), within: 2))
    }
}
