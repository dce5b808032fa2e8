import Glibc
import LinuxSystem
import MediaDecoding

/// What a file is, told from its first bytes alone.
///
/// libvips asks each of its loaders, and some read the whole file to find out. So nothing reaches libvips that does not
/// begin as a picture of a format that is decoded.
enum FileSignature {
    /// What is decoded: only formats that signs are made of, and of those only what libvips itself calls fit for any file.
    enum Format: CaseIterable {
        case jpeg, png, webp, gif, tiff

        /// The class of libvips's loaders for it, whose names begin so.
        var loader: String {
            switch self {
            case .jpeg: "VipsForeignLoadJpeg"
            case .png: "VipsForeignLoadPng"
            case .webp: "VipsForeignLoadWebp"
            case .gif: "VipsForeignLoadNsgif"
            case .tiff: "VipsForeignLoadTiff"
            }
        }

        var name: String {
            switch self {
            case .jpeg: "a JPEG picture"
            case .png: "a PNG picture"
            case .webp: "a WebP picture"
            case .gif: "a GIF picture"
            case .tiff: "a TIFF picture"
            }
        }

        init?(_ head: [UInt8]) {
            func begins(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
            if begins([0xff, 0xd8, 0xff]) {
                self = .jpeg
            } else if begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
                self = .png
            } else if begins(Array("RIFF".utf8)), head.dropFirst(8).starts(with: "WEBP".utf8) {
                self = .webp
            } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
                self = .gif
            } else if [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43]]
                .contains(where: begins)
            {
                self = .tiff
            } else {
                return nil
            }
        }
    }

    /// - Throws: for what is not decoded, so that its owner learns more than "no picture".
    static func format(of file: borrowing OwnedDescriptor) throws(PictureFault) -> Format {
        var head = [UInt8](repeating: 0, count: 512)
        let count = unsafe pread(file.rawValue, &head, head.count, 0)
        head.removeLast(head.count - max(count, 0))
        if let format = Format(head) { return format }
        guard let name = otherFormat(head) else {
            throw PictureFault(.notAPicture, "is not a PNG, JPEG or WebP file")
        }
        throw PictureFault(.unsupported, "is \(name), which is not decoded")
    }

    private static func otherFormat(_ head: [UInt8]) -> String? {
        func begins(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if begins("ftyp", at: 4) {
            if begins("avif", at: 8) { return "an AVIF picture" }
            if ["heic", "heix", "mif1"].contains(where: { begins($0, at: 8) }) { return "a HEIF picture" }
            return "an MP4 or QuickTime video"
        }
        if begins("%PDF") { return "a PDF document" }
        if begins("BM") { return "a BMP picture" }
        if begins("8BPS") { return "a Photoshop picture" }
        if head.starts(with: [0xff, 0x0a]) || begins("JXL ", at: 4) { return "a JPEG XL picture" }
        if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "a Matroska or WebM video" }
        if String(decoding: head, as: UTF8.self).contains("<svg") { return "an SVG drawing" }
        return nil
    }
}
