import Foundation
import Paths
import Testing

@testable import SignPlayer

/// Sizes as the beginnings of files have them.
@Suite struct PictureDimensionsTests {
    private func size(_ bytes: [UInt8]) -> PictureDimensions? {
        PictureDimensions { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    private let rest = [UInt8](repeating: 0, count: 30)

    @Test func png() {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        #expect(size(head + [0, 0, 1, 2, 0, 0, 3, 4] + rest) == PictureDimensions(width: 258, height: 772))
        #expect(size(head) == nil)
    }

    /// A file of thirty bytes, which must not end the program.
    @Test func morePixelsThanThereAreNumbers() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        let path = folder.appending(path: "vast.png")
        try Data(head + [UInt8](repeating: 0xFF, count: 8) + rest).write(to: path)
        #expect(
            PictureHeader.fault(FilePath(path.path))?.hasPrefix("it has 4294967295x4294967295 pixels, and at most")
                == true)
    }

    @Test func webP() {
        func size(_ chunk: String, _ content: [UInt8]) -> PictureDimensions? {
            let head: [UInt8] = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
            return self.size(head + Array(chunk.utf8) + [0, 0, 0, 0] + content + rest)
        }
        let extended: [UInt8] = [0, 0, 0, 0, 0xFF, 0x3F, 0, 0x0F, 0x27, 0]
        #expect(size("VP8X", extended) == PictureDimensions(width: 16384, height: 10000))
        let lossy: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x06, 0xB0, 0x44]
        #expect(size("VP8 ", lossy) == PictureDimensions(width: 1600, height: 1200))
        #expect(size("VP8L", [0x2F, 0x3F, 0xC6, 0x2B, 0x01]) == PictureDimensions(width: 1600, height: 1200))
        #expect(size("VP9 ", []) == nil)
    }

    /// Behind a profile of its own, as cameras write it.
    @Test func jpeg() {
        let segment: [UInt8] = [0xFF, 0xE2, 0x00, 0x14] + [UInt8](repeating: 0xFF, count: 18)
        let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 0x04, 0xB0, 0x06, 0x40, 3]
        let start: [UInt8] = [0xFF, 0xD8] + segment
        #expect(size(start + [0xFF, 0xC4, 0, 2] + frame + rest) == PictureDimensions(width: 1600, height: 1200))
        #expect(size(start + [0xFF, 0xDA] + rest) == nil)
        #expect(size(start) == nil)
    }
}
