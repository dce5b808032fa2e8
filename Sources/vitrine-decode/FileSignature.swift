import Glibc
import LinuxEvents
import MediaDecoding

/// What a file is that no loader wants, told from its first bytes, so that its owner learns more than "no picture".
enum FileSignature {
    static func fault(of file: borrowing OwnedDescriptor) -> PictureFault {
        var head = [UInt8](repeating: 0, count: 512)
        let count = unsafe pread(file.rawValue, &head, head.count, 0)
        head.removeLast(head.count - max(count, 0))
        guard let name = format(of: head) else {
            return PictureFault(.notAPicture, "is not a picture in a format that is known here")
        }
        return PictureFault(.unsupported, "is \(name), which is not decoded")
    }

    static func format(of head: [UInt8]) -> String? {
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
