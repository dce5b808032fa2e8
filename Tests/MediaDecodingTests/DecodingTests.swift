import Foundation
import Glibc
import Paths
import SeededRandom
import Testing

@testable import MediaDecoding

/// Files through the real decoder process.
@Suite struct DecodingTests {
    @Test(
        "every format shows the same picture",
        arguments: [
            ("quarters.png", 0), ("palette.png", 0), ("quarters.webp", 0), ("quarters.tiff", 0), ("quarters.gif", 0),
            ("interlaced.gif", 0), ("quarters.jpg", 6), ("progressive.jpg", 6), ("lossy.webp", 12),
            ("broken-profile.png", 0), ("quarters.avif", 1), ("quarters.heic", 1), ("quarters.jxl", 0),
        ])
    func formats(name: String, tolerance: Int) throws {
        let picture = try Bench().picture(PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24))
        #expect(picture.width == 32 && picture.height == 24 && picture.stride == 128)
        for (found, wanted) in zip(picture.quarters, [Pixel.red, .green, .blue, .white]) {
            #expect(found.isNear(wanted, within: tolerance), "\(found) for \(wanted)")
        }
    }

    @Test(
        "orientation tags are followed",
        // HEIF and AVIF say it twice, by properties and by EXIF: they are not turned twice.
        arguments: ["jpg", "heic", "avif", "jxl"])
    func orientation(kind: String) throws {
        let bench = try Bench()
        let others = kind == "jpg" ? ["orientation-6.png", "orientation-6.webp", "orientation-6.tiff"] : []
        for name in (1...8).map({ "orientation-\($0).\(kind)" }) + others {
            let picture = try bench.picture(PictureRequest(path: fixture(name), boxWidth: 64, boxHeight: 64))
            #expect(picture.width == 64 && picture.height == 48, "\(name)")
            for (found, wanted) in zip(picture.quarters, [Pixel.red, .green, .blue, .white]) {
                #expect(found.isNear(wanted, within: 8), "\(name): \(found) for \(wanted)")
            }
        }
    }

    @Test(
        "colours of every kind become sRGB",
        arguments: [
            ("grey.png", Pixel(128, 128, 128), 0), ("grey.jpg", Pixel(128, 128, 128), 2), ("one-bit.png", .white, 0),
            ("deep.png", Pixel(255, 128, 0), 0), ("deep-grey.png", Pixel(128, 128, 128), 0),
            // Stored red, by a profile whose red is sRGB's green.
            ("profile.png", .green, 3), ("profile.jpg", .green, 8),
            // No profile: libvips's own idea of a printer, whose red is not a screen's.
            ("cmyk.jpg", Pixel(237, 28, 36), 24), ("cmyk.tiff", Pixel(237, 28, 36), 6),
            ("deep.tiff", Pixel(255, 128, 0), 0), ("deep.avif", Pixel(255, 128, 0), 1),
            ("deep.heic", Pixel(255, 128, 0), 2), ("deep.jxl", Pixel(255, 128, 0), 0),
            ("profile.tiff", .green, 3), ("profile.avif", .green, 3), ("profile.heic", .green, 4),
            ("profile.jxl", .green, 3),
        ])
    func colors(name: String, wanted: Pixel, tolerance: Int) throws {
        let picture = try Bench().picture(PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24))
        #expect(picture.quarters[0].isNear(wanted, within: tolerance), "\(picture.quarters[0]) for \(wanted)")
    }

    @Test(
        "what is transparent shows the background",
        arguments: [
            ("half-red.png", Pixel(128, 0, 127)), ("half-red.webp", Pixel(128, 0, 127)),
            ("deep-alpha.png", Pixel(128, 0, 127)), ("half-grey.png", Pixel(128, 128, 255)), ("clear.gif", .blue),
            ("half-red.avif", Pixel(128, 0, 127)), ("half-red.heic", Pixel(128, 0, 127)),
            ("half-red.jxl", Pixel(128, 0, 127)),
        ],
        // At its own size, and through the scaler.
        [(32, 24), (16, 16)])
    func transparency(file: (name: String, wanted: Pixel), box: (width: Int, height: Int)) throws {
        let picture = try Bench().picture(
            PictureRequest(
                path: fixture(file.name), boxWidth: box.width, boxHeight: box.height,
                background: .color(PictureColor(red: 0, green: 0, blue: 255))))
        #expect(picture.quarters[0].isNear(file.wanted, within: 1), "\(picture.quarters[0]) for \(file.wanted)")
    }

    @Test("of an animation, the first frame is shown", arguments: ["animated.gif", "animated.webp"])
    func animation(name: String) throws {
        let picture = try Bench().picture(PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 32))
        #expect(picture.width == 32 && picture.height == 24)
        #expect(Set(picture.quarters) == [.red])
    }

    @Test("a picture of the box's size comes back byte for byte", arguments: PictureFit.allCases)
    func exact(fit: PictureFit) throws {
        let folder = try Folder()
        let (width, height) = (257, 131)
        let pixels = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
        let path = try folder.file(
            "exact.png", HandmadePNG.picture(width: width, height: height, channels: 3, pixels))
        let picture = try Bench().picture(
            PictureRequest(path: path, boxWidth: width, boxHeight: height, fit: fit))
        let wanted: [UInt8] = (0..<width * height).flatMap { index -> [UInt8] in
            [pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2], 255]
        }
        #expect(picture.bytes == wanted)
    }

    @Test(
        "each fit makes the size it says",
        arguments: [
            (PictureFit.contain, 100, 100, 100, 75), (.contain, 10, 100, 10, 8), (.cover, 100, 100, 100, 100),
            (.cover, 10, 100, 10, 100), (.stretch, 7, 90, 7, 90), (.unscaled, 100, 10, 32, 10),
            (.unscaled, 8, 100, 8, 24),
        ])
    func fits(fit: PictureFit, boxWidth: Int, boxHeight: Int, width: Int, height: Int) throws {
        let picture = try Bench().picture(
            PictureRequest(path: fixture("quarters.jpg"), boxWidth: boxWidth, boxHeight: boxHeight, fit: fit))
        #expect(picture.width == width && picture.height == height)
    }

    @Test("what is cut off is what is far from the focus")
    func focus() throws {
        let bench = try Bench()
        func colors(_ focus: PictureFocus) throws -> Set<Pixel> {
            let picture = try bench.picture(
                PictureRequest(path: fixture("quarters.png"), boxWidth: 8, boxHeight: 8, fit: .unscaled, focus: focus))
            return Set(picture.quarters)
        }
        #expect(try colors(PictureFocus(x: 0, y: 0)) == [.red])
        #expect(try colors(PictureFocus(x: 1, y: 0.1)) == [.green])
        #expect(try colors(PictureFocus(x: 0.9, y: 1)) == [.white])
        #expect(try colors(.center) == [.red, .green, .blue, .white])
    }

    @Test(
        "a file that is cut short is no picture",
        arguments: ["jpg", "png", "webp", "gif", "tiff", "avif", "heic", "jxl"].map { "truncated.\($0)" },
        PacketTests.backgrounds)
    func truncated(name: String, background: PictureBackground) throws {
        let path = try fixture(name)
        let failure = try Bench().failure(
            PictureRequest(path: path, boxWidth: 64, boxHeight: 96, background: background))
        #expect(failure.kind == .damaged)
        #expect(failure.message.hasPrefix("\(path): is damaged or cut short: "))
    }

    @Test("what is no picture is said to be none")
    func noPictures() throws {
        let folder = try Folder()
        let bench = try Bench()
        func failure(_ name: String, _ text: String) throws -> DecodingFailure {
            let path = try folder.file(name, Array(text.utf8))
            var failure = try bench.failure(PictureRequest(path: path, boxWidth: 9, boxHeight: 9))
            #expect(failure.message.hasPrefix("\(path): "))
            failure.message.removeFirst("\(path): ".count)
            return failure
        }
        #expect(try failure("a.png", "") == DecodingFailure(.notAPicture, "is empty"))
        let unknown = DecodingFailure(.notAPicture, "is not a \(PictureFormat.all) file")
        #expect(try failure("b.png", "This is no picture.\n") == unknown)
        let film = DecodingFailure(.unsupported, "is an animated AVIF picture, which is not decoded")
        #expect(try failure("c.png", "\0\0\0\u{18}ftypavis\0\0\0\0") == film)
        let video = DecodingFailure(.unsupported, "is an MP4 or QuickTime video, which is not decoded")
        #expect(try failure("d.png", "\0\0\0\u{18}ftypisom\0\0\0\0") == video)
        // Formats that libvips itself knows but that are not meant for files from anywhere.
        #expect(try failure("e.ppm", "P3 1 1 255 1 2 3\n") == unknown)
    }

    @Test("what is no regular file is not opened", .timeLimit(.minutes(10)))
    func specialFiles() throws {
        let folder = try Folder()
        let bench = try Bench()
        let fifo = "\(folder.path)/fifo"
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        for (path, message) in [
            (folder.path, "is a folder, not a picture"), (fifo, "is not a regular file"),
            ("/dev/zero", "is not a regular file"), ("/nowhere", "cannot be read: No such file or directory"),
        ] {
            let failure = try bench.failure(PictureRequest(path: FilePath(path), boxWidth: 9, boxHeight: 9))
            #expect(failure == DecodingFailure(.unreadable, "\(path): \(message)"))
        }
    }

    @Test("a picture of 22500 x 16000 black pixels fits in little memory; a larger one is refused")
    func bombs() throws {
        let folder = try Folder()
        var settings = DecoderClient.Settings()
        settings.memoryLimit = 256
        let bench = try Bench(settings: settings)
        let large = try folder.file("large.png", HandmadePNG.black(width: 22500, height: 16000))
        let picture = try bench.picture(PictureRequest(path: large, boxWidth: 90, boxHeight: 90))
        #expect(picture.width == 90 && picture.height == 64 && Set(picture.quarters) == [.black])
        let blurred = try bench.picture(PictureRequest(path: large, boxWidth: 90, boxHeight: 90, background: .blurred))
        #expect(blurred.width == 90 && blurred.height == 90 && Set(blurred.quarters) == [.black])
        let bomb = try folder.file("bomb.png", HandmadePNG.file(30000, 30000, bits: 1, color: 0, []))
        let failure = try bench.failure(PictureRequest(path: bomb, boxWidth: 90, boxHeight: 90))
        #expect(failure.kind == .tooLarge)
        #expect(failure.message == "\(bomb): has 30000x30000 pixels, and at most 400000000 are decoded")
    }

    @Test("a JPEG XL picture that its library has no memory for is refused before")
    func largeJPEGXL() throws {
        let path = try fixture("large.jxl")
        let failure = try Bench().failure(PictureRequest(path: path, boxWidth: 90, boxHeight: 90))
        #expect(
            failure == DecodingFailure(.tooLarge, "\(path): has 8000x8000 pixels, and at most 44739242 are decoded"))
    }

    /// The property `ispe` says how large a HEIF picture is before it is decoded.
    @Test("a header that lies about its size costs its picture alone", arguments: ["quarters.avif", "quarters.heic"])
    func lyingSize(name: String) throws {
        let folder = try Folder()
        var settings = DecoderClient.Settings()
        settings.replacesAfterBreakage = false
        let bench = try Bench(settings: settings)
        let process = try bench.ready()
        let sound = try Array(Data(contentsOf: URL(filePath: "\(fixture(name))")))
        let place = try #require(sound.indices.first { sound[$0...].starts(with: "ispe".utf8) }) + 8
        for size in [
            [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0x40, 0], [0x7f, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0xff],
        ] {
            var bytes = sound
            bytes.replaceSubrange(place..<place + 8, with: (size + size).map(UInt8.init))
            let path = try folder.file(name, bytes)
            if case .failure(let failure) = try bench.decode(PictureRequest(path: path, boxWidth: 20, boxHeight: 20)) {
                #expect(failure.kind != .decoderEnded, "\(failure)")
            }
        }
        #expect(bench.client.processIdentifier == process)
    }

    @Test("a box that no picture fits in is refused", arguments: [(0, 9), (9, -1), (16385, 9), (16384, 16384)])
    func boxes(width: Int, height: Int) throws {
        let request = try PictureRequest(path: fixture("quarters.png"), boxWidth: width, boxHeight: height)
        #expect(try Bench().failure(request).kind == .unsupported)
    }

    @Test(
        "a damaged file never ends the process",
        arguments: ["quarters.png", "quarters.jpg", "quarters.webp", "quarters.gif", "quarters.tiff", "half-red.webp"],
        PacketTests.backgrounds)
    func damage(name: String, background: PictureBackground) throws {
        try damage(name, background, times: 100)
    }

    @Test(
        "nor does one of a format with a library of its own",
        arguments: ["quarters.avif", "quarters.heic", "quarters.jxl"])
    func damage(name: String) throws { try damage(name, .transparent, times: 60) }

    private func damage(_ name: String, _ background: PictureBackground, times: Int) throws {
        let folder = try Folder()
        var settings = DecoderClient.Settings()
        (settings.replacesAfterBreakage, settings.filesPerProcess) = (false, .max)
        settings.firstTimeLimit = settings.timeLimit
        let bench = try Bench(settings: settings)
        let process = try bench.ready()
        let sound = try Array(Data(contentsOf: URL(filePath: "\(fixture(name))")))
        var random = SplitMix64(seed: 42)
        for _ in 0..<times {
            var bytes = sound
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.file("damaged", bytes)
            let request = PictureRequest(path: path, boxWidth: 20, boxHeight: 20, background: background)
            if case .failure(let failure) = try bench.decode(request) {
                #expect(failure.kind != .decoderEnded, "\(failure) \(bytes)")
            }
        }
        #expect(bench.client.processIdentifier == process)
    }
}
