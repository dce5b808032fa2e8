import CVips
import Glibc
import LinuxSystem
import MediaDecoding

/// What a file is, told from its first bytes alone.
///
/// libvips asks each of its loaders, and some read the whole file to find out. So nothing reaches libvips that does not
/// begin as a picture of a format that is decoded.
enum FileSignature {
    /// - Throws: for what is not decoded, so that its owner learns more than "no picture".
    static func format(of file: borrowing OwnedDescriptor) throws(PictureFault) -> PictureFormat {
        var head = [UInt8](repeating: 0, count: PictureFormat.headLength)
        let count = unsafe pread(file.rawValue, &head, head.count, 0)
        head.removeLast(head.count - max(count, 0))
        if let format = PictureFormat(head) { return format }
        guard let name = otherFormat(head) else {
            throw PictureFault(.notAPicture, "is not a \(PictureFormat.all) file")
        }
        throw PictureFault(.unsupported, "is \(name), which is not decoded")
    }

    private static func otherFormat(_ head: [UInt8]) -> String? {
        func begins(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if begins("ftyp", at: 4) {
            if begins("avis", at: 8) { return "an animated AVIF picture" }
            if ["hevc", "hevx", "msf1"].contains(where: { begins($0, at: 8) }) { return "an animated HEIF picture" }
            return "an MP4 or QuickTime video"
        }
        if begins("%PDF") { return "a PDF document" }
        if begins("BM") { return "a BMP picture" }
        if begins("8BPS") { return "a Photoshop picture" }
        if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "a Matroska or WebM video" }
        if head.starts(with: [0x1f, 0x8b]) { return "a compressed file (SVGZ?)" }
        return nil
    }
}

extension PictureFormat {
    /// The class of libvips's loaders for it, whose names begin so.
    var loader: String {
        switch self {
        case .jpeg: "VipsForeignLoadJpeg"
        case .png: "VipsForeignLoadPng"
        case .webp: "VipsForeignLoadWebp"
        case .avif, .heif: "VipsForeignLoadHeif"
        case .jpegXL: "VipsForeignLoadJxl"
        case .gif: "VipsForeignLoadNsgif"
        case .tiff: "VipsForeignLoadTiff"
        case .svg: "VipsForeignLoadSvg"
        }
    }

    /// Whether this machine's libvips has a loader for it: some are in modules of their own, or were left out.
    var isThere: Bool { unsafe g_type_from_name(loader + "Source") != 0 }
}
