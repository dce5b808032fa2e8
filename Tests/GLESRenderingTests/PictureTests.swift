import DisplayModel
import RenderedPixels
import Rendering
import Testing

@testable import GLESRendering

struct PictureTests {
    private let size = Size(width: 13, height: 9)
    private var whole: ContentRectangle { ContentRectangle(x: 0, y: 0, width: 13, height: 9) }

    private func frame(_ picture: PictureID) -> FrameDescription {
        FrameDescription(
            placement: Placement(output: size),
            commands: [.picture(PlacedPicture(picture, frame: whole), area: whole, opacity: 1, background: .black)])
    }

    /// Rows packed, rows padded to whole pixels, rows padded to a byte, and all at once or a few at a time.
    @Test(arguments: [0, 12, 3], [9, 2])
    func uploadsRowsOfAnyStride(_ padding: Int, _ rowsAtOnce: Int) throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let pixels = Pixels.noise(size, seed: 1)
        let picture = PictureID(rawValue: 5)
        try renderer.createPicture(picture, size: size)
        try renderer.upload(picture, pixels, padding: padding, rowsAtOnce: rowsAtOnce)
        #expect(try renderer.pixels(of: frame(picture)).difference(from: pixels) == nil)
    }

    @Test func uploadsRowByRowWhereGLCannotSkip() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let pixels = Pixels.noise(size, seed: 2)
        let id = try renderer.create(1, Pixels(size))
        let picture = try #require(renderer.pictures[id])
        let stride = size.width * 4 + 8
        var memory = [UInt8](repeating: 0, count: stride * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width * 4 { memory[y * stride + x] = pixels.bytes[y * size.width * 4 + x] }
        }
        picture.bind(unit: 0, .exact)
        unsafe memory.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe picture.upload(rows: 0..<size.height, stride: stride, from: start, rowLength: .fixed)
        }
        #expect(try renderer.pixels(of: frame(id)).difference(from: pixels) == nil)
    }

    @Test func texturesOfDiscardedPicturesAreUsedAgain() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let first = try renderer.create(1, .noise(size, seed: 1))
        let texture = try #require(renderer.pictures[first]?.texture)
        renderer.discardPicture(first)
        // Another size finds nothing to use.
        let other = try renderer.create(2, .noise(size.transposed, seed: 2))
        #expect(renderer.pictures[other]?.texture != texture)
        let pixels = Pixels.noise(size, seed: 3)
        let second = try renderer.create(3, pixels)
        #expect(renderer.pictures[second]?.texture == texture)
        #expect(try renderer.pixels(of: frame(second)).difference(from: pixels) == nil)
    }

    @Test func fewDiscardedTexturesAreKept() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let count = PictureStore.spareLimit + 2
        let ids = try (0..<count).map { try renderer.create(UInt64($0), Pixels(size)) }
        let textures = try ids.map { try #require(renderer.pictures[$0]?.texture) }
        for id in ids { renderer.discardPicture(id) }
        let kept = textures.filter { isTexture($0) }
        #expect(kept == textures.suffix(PictureStore.spareLimit))
    }

    @Test func refusesWhatCannotBe() throws {
        let renderer = try unsafe GLESRenderer(.surfaceless)
        let id = PictureID(rawValue: 1)
        func fails(_ reason: String, _ body: () throws -> Void) {
            let error = #expect(throws: RenderingError.self) { try body() }
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
        }
        fails("is empty") { try renderer.createPicture(id, size: .zero) }
        let bytes = [UInt8](repeating: 0, count: size.area * 4)
        func upload(_ rows: Range<Int>, stride: Int) throws {
            try unsafe bytes.withUnsafeBytes { try unsafe renderer.upload(id, rows: rows, stride: stride, pixels: $0) }
        }
        fails("not created") { try upload(0..<9, stride: 52) }
        try renderer.createPicture(id, size: size)
        fails("rows") { try upload(0..<10, stride: 52) }
        fails("rows") { try upload(-1..<3, stride: 52) }
        fails("too few") { try upload(0..<9, stride: 51) }
        fails("too few") { try upload(0..<9, stride: 56) }
        try upload(0..<9, stride: 52)

        let buffer = MemoryBuffer(size)
        fails("not adopted") { _ = try renderer.draw(frame(id), into: buffer) }
        try renderer.adopt(buffer)
        _ = try renderer.draw(frame(id), into: buffer)
        fails("picture 2 was not created") { _ = try renderer.draw(frame(PictureID(rawValue: 2)), into: buffer) }
        renderer.forget(buffer)
        fails("not adopted") { _ = try renderer.readPixels(of: buffer) }
        fails("GL_") { try renderer.adopt(MemoryBuffer(Size(width: 100_000, height: 10))) }
        // None of the failures is left behind for the next call to trip over.
        #expect(try renderer.pixels(of: frame(id)).size == size)
    }
}
