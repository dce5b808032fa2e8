/// Width and height of a picture, as the first bytes of its file tell; nothing is decoded.
struct PictureDimensions: Hashable, Sendable {
    /// In pixels.
    var width, height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Whatever the file says: a PNG has room for more pixels than there are numbers.
    func hasMorePixels(than most: Int) -> Bool {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow || count > most
    }

    /// Nil for what says nothing of it there.
    /// - Parameter bytes: some of the file from an offset on; fewer than were asked for, or none, at its end.
    init?(_ bytes: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let start = bytes(0, Self.length)
        guard start.count == Self.length else { return nil }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            // The chunk IHDR is the first one.
            self.init(width: start.bigEndian(at: 16, 4), height: start.bigEndian(at: 20, 4))
        } else if start.starts(with: "RIFF".utf8) {
            self.init(webP: start)
        } else {
            self.init(jpeg: bytes)
        }
    }

    /// As much as PNG and WebP need.
    private static let length = 30

    /// The three kinds of frames of RFC 9649.
    private init?(webP bytes: [UInt8]) {
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X": self.init(width: bytes.littleEndian(at: 24, 3) + 1, height: bytes.littleEndian(at: 27, 3) + 1)
        case "VP8 ":
            self.init(width: bytes.littleEndian(at: 26, 2) & 0x3FFF, height: bytes.littleEndian(at: 28, 2) & 0x3FFF)
        case "VP8L":
            let bits = bytes.littleEndian(at: 21, 4)
            self.init(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    /// Follows the segments to the one that begins the frame (ITU T.81, table B.1). Profiles and previews come first, so
    /// it may be far into the file.
    private init?(jpeg bytes: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var offset = 2
        for _ in 0..<Self.mostSegments {
            let segment = bytes(offset, 9)
            guard segment.count == 9, segment[0] == 0xFF else { return nil }
            switch segment[1] {
            case 0xFF: offset += 1
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment[1]):
                self.init(width: segment.bigEndian(at: 7, 2), height: segment.bigEndian(at: 5, 2))
                return
            case 0xD9, 0xDA: return nil
            default: offset += 2 + segment.bigEndian(at: 2, 2)
            }
        }
        return nil
    }

    private static let mostSegments = 1000
}

extension [UInt8] {
    fileprivate func bigEndian(at index: Int, _ count: Int) -> Int {
        self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate func littleEndian(at index: Int, _ count: Int) -> Int {
        self[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
