import Foundation
import Paths
import Testing

@testable import MediaDecoding

@Suite struct PictureFormatTests {
    @Test(
        "a file's first bytes tell its format, whatever its name says",
        arguments: [
            ("quarters.png", PictureFormat.png), ("quarters.jpg", .jpeg), ("quarters.webp", .webp),
            ("quarters.avif", .avif), ("quarters.heic", .heif), ("quarters.jxl", .jpegXL), ("quarters.gif", .gif),
            ("quarters.tiff", .tiff),
        ])
    func known(name: String, format: PictureFormat) throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: "\(fixture(name))")))
        #expect(PictureFormat(Array(bytes.prefix(PictureFormat.headLength))) == format)
        for length in 0..<2 { #expect(PictureFormat(Array(bytes.prefix(length))) == nil) }
    }

    @Test(
        "what only resembles a picture is none",
        arguments: [
            "RIFF\0\0\0\0AVI ", "\0\0\0\u{18}ftypisom\0\0\0\0", "\0\0\0\u{18}ftypavis\0\0\0\0", "GIF88a", "II*",
            "text with <svg in it", "\u{feff}", "<html><body>", "\0\0\0\0ftyp",
        ])
    func unknown(text: String) {
        #expect(PictureFormat(Array(text.utf8)) == nil)
    }

    @Test("XML is a drawing if its element comes early")
    func drawings() {
        let comment = "<?xml version='1.0'?>\n<!-- made with care -->\n"
        #expect(PictureFormat(Array("\u{feff} \n\(comment)<svg xmlns=''/>".utf8)) == .svg)
        let late = comment + String(repeating: " ", count: PictureFormat.headLength) + "<svg/>"
        #expect(PictureFormat(Array(Array(late.utf8).prefix(PictureFormat.headLength))) == nil)
    }

    @Test("a file of brands is what its first one says; of mif1, the others tell")
    func brands() {
        func file(_ first: String, _ others: String) -> [UInt8] {
            [0, 0, 0, UInt8(16 + others.utf8.count)] + Array("ftyp\(first)\0\0\0\0\(others)".utf8) + Array("avif".utf8)
        }
        #expect(PictureFormat(file("mif1", "miafheic")) == .heif)
        #expect(PictureFormat(file("mif1", "miafavif")) == .avif)
        #expect(PictureFormat(file("heix", "")) == .heif)
        #expect(PictureFormat(file("hevc", "")) == nil)
    }
}
