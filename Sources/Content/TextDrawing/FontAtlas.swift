import CPNG
import DisplayModel

/// The letters of the built-in font, DejaVu Sans: Latin-1, Latin Extended-A and punctuation. `scripts/make-font-atlas`
/// draws them.
struct FontAtlas: Sendable {
    /// Lengths are in pixels of the atlas.
    struct Glyph: Hashable, Sendable {
        /// Where it lies in the atlas; empty for a space.
        var place: Rectangle
        /// Where it is drawn: to the right of the pen, below the top of the line.
        var left, top: Int
        /// How far the pen moves.
        var advance: Int
    }

    /// The height of a line.
    let lineHeight: Int
    private let glyphs: [UInt32: Glyph]

    static let shared = FontAtlas(metrics: PackageResources.font_txt)

    /// The coverage of all letters, from 0 to 255, row by row. It takes a few milliseconds to unpack, once.
    static let pixels: (size: Size, coverage: [UInt8]) = unpack(PackageResources.font_png)

    private init(metrics: [UInt8]) {
        let lines = String(decoding: metrics, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: " ").compactMap { Int($0) }
        }
        lineHeight = lines.first.map { $0[1] + $0[2] } ?? 1
        glyphs = lines.dropFirst().reduce(into: [:]) { glyphs, line in
            glyphs[UInt32(line[0])] = Glyph(
                place: Rectangle(x: line[1], y: line[2], width: line[3], height: line[4]), left: line[5], top: line[6],
                advance: line[7])
        }
    }

    /// A letter that the font lacks is a sign that says so.
    func glyph(of letter: Unicode.Scalar) -> Glyph? { glyphs[letter.value] ?? glyphs[0xFFFD] }

    /// Whether the font has a letter.
    func has(_ letter: Unicode.Scalar) -> Bool { glyphs[letter.value] != nil }

    private static func unpack(_ file: [UInt8]) -> (Size, [UInt8]) {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(CPNG_IMAGE_VERSION)
        // A file of the program itself: a test reads it.
        guard unsafe png_image_begin_read_from_memory(&image, file, file.count) != 0 else { return (.zero, []) }
        unsafe image.format = png_uint_32(CPNG_FORMAT_GRAY)
        let size = unsafe Size(width: Int(image.width), height: Int(image.height))
        var pixels = [UInt8](repeating: 0, count: size.area)
        guard unsafe png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { return (.zero, []) }
        return (size, pixels)
    }
}
