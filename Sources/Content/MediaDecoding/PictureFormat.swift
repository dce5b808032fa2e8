/// The formats of pictures that are shown, told from a file's first bytes alone, whatever its name says.
public enum PictureFormat: CaseIterable, Sendable {
    case png, jpeg, webp, avif, heif, jpegXL, gif, tiff, svg

    /// How many of a file's first bytes tell its format. An SVG drawing may begin with a licence; libvips looks as far.
    public static let headLength = 1000

    /// For people: which formats there are.
    public static let all = "PNG, JPEG, WebP, AVIF, HEIF, JPEG XL, GIF, TIFF or SVG"

    /// - Parameter head: the file's first ``headLength`` bytes, or all if there are fewer.
    public init?(_ head: [UInt8]) {
        func begins(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
        func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if begins([0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4), let format = Self.ofBrands(head) {
            self = format
        } else if begins([0xff, 0x0a]) || begins([0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]) {
            self = .jpegXL
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43]]
            .contains(where: begins)
        {
            self = .tiff
        } else if Self.isDrawing(head) {
            self = .svg
        } else {
            return nil
        }
    }

    /// With its article.
    public var name: String {
        switch self {
        case .png: "a PNG picture"
        case .jpeg: "a JPEG picture"
        case .webp: "a WebP picture"
        case .avif: "an AVIF picture"
        case .heif: "a HEIF picture"
        case .jpegXL: "a JPEG XL picture"
        case .gif: "a GIF picture"
        case .tiff: "a TIFF picture"
        case .svg: "an SVG drawing"
        }
    }

    /// The brands of a file in the form of ISO/IEC 14496-12 say what is in it. The first counts: cameras' films of one
    /// picture (`hevc`, `avis`) are films.
    private static func ofBrands(_ head: [UInt8]) -> PictureFormat? {
        switch String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self) {
        case "avif": return .avif
        case "heic", "heix", "heim", "heis": return .heif
        case "mif1":
            // Of any codec: the compatible brands say of which.
            let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let brands = head.prefix(min(length, head.count)).dropFirst(16)
            return String(decoding: brands, as: UTF8.self).contains("avif") ? .avif : .heif
        default: return nil
        }
    }

    /// XML whose first element comes early and is `svg`.
    private static func isDrawing(_ head: [UInt8]) -> Bool {
        var text = head[...]
        if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        guard text.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) == UInt8(ascii: "<") else { return false }
        return String(decoding: text, as: UTF8.self).contains("<svg")
    }
}
