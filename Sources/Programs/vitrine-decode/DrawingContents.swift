import Glibc
import LinuxSystem
import MediaDecoding

/// What an SVG drawing has in it that would be missing from its picture.
///
/// The decoder opens nothing beside its file: no fonts, no other pictures. A drawing without its words or its logo says
/// something else than was meant, so it is refused, and its owner is told what to do.
struct DrawingContents {
    /// No drawing is larger: it is read as a whole.
    static let mostBytes = 16 << 20

    private let text: [UInt8]

    init(_ file: borrowing OwnedDescriptor) throws(PictureFault) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw PictureFault(.decoderFault, "cannot be looked at")
        }
        guard status.st_size <= Self.mostBytes else {
            throw PictureFault(
                .tooLarge, "is a drawing of \(status.st_size) bytes, and at most \(Self.mostBytes) are read")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < Self.mostBytes {
            let count = unsafe pread(file.rawValue, &chunk, chunk.count, off_t(bytes.count))
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        text = bytes
    }

    /// Looks at the beginning of each element. That is no parser of XML: what it overlooks is only missing from the picture.
    func check() throws(PictureFault) {
        var rest = text[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!--".utf8) {
                rest = Self.after("-->", rest.dropFirst(3))
            } else if rest.starts(with: "![CDATA[".utf8) {
                rest = Self.after("]]>", rest)
            } else {
                try checkElement(rest)
            }
        }
    }

    private func checkElement(_ rest: ArraySlice<UInt8>) throws(PictureFault) {
        let ends = Array(" \t\r\n/>".utf8)
        let name = rest.prefix(Self.longestName).prefix { !ends.contains($0) }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        if local.elementsEqual("text".utf8) {
            throw PictureFault(
                .unsupported,
                "has text in it, for which the decoder has no fonts; convert the text to paths (Inkscape: Path > "
                    + "Object to Path)")
        }
        if local.elementsEqual("foreignObject".utf8) {
            throw PictureFault(.unsupported, "has a foreignObject (HTML) in it, which is not drawn; save it as PNG")
        }
        guard ["image", "feImage", "use"].contains(where: { local.elementsEqual($0.utf8) }) else { return }
        let element = rest.prefix { $0 != UInt8(ascii: ">") }
        guard let target = Self.reference(in: element), target.first != UInt8(ascii: "#") else { return }
        guard !Self.embedded.contains(where: { target.starts(with: $0.utf8) }) else { return }
        let shown = String(decoding: target.prefix(Self.longestShown), as: UTF8.self)
        if target.starts(with: "data:".utf8) {
            let kind = shown.dropFirst(5).prefix { $0 != ";" && $0 != "," }
            throw PictureFault(.unsupported, "has a picture of the kind \(kind) in it; PNG and JPEG can be embedded")
        }
        throw PictureFault(
            .unsupported, "refers to '\(shown)', and nothing beside the drawing is opened; embed that in it")
    }

    private static let longestName = 64
    private static let longestShown = 80
    /// What is drawn of pictures within a drawing.
    private static let embedded = ["data:image/png", "data:image/jpeg", "data:image/jpg", "data:;base64", "data:,"]

    /// What an element's `href` or `xlink:href` says.
    private static func reference(in element: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = element
        while let start = rest.firstIndex(of: UInt8(ascii: "h")) {
            rest = rest[start...]
            guard rest.starts(with: "href".utf8) else {
                rest = rest.dropFirst()
                continue
            }
            let value = rest.dropFirst(4).drop { [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "=")].contains($0) }
            guard let quote = value.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote) else {
                rest = rest.dropFirst(4)
                continue
            }
            return value.dropFirst().drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }.prefix { $0 != quote }
        }
        return nil
    }

    private static func after(_ mark: String, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = Array(mark.utf8)
        var rest = text
        while let index = rest.firstIndex(of: mark[0]) {
            rest = rest[index...]
            if rest.starts(with: mark) { return rest.dropFirst(mark.count) }
            rest = rest.dropFirst()
        }
        return []
    }
}
