/// PNG files made by hand, for what must be exact or is too large to commit.
enum HandmadePNG {
    /// A picture of three or four channels of 8 bits, uncompressed.
    static func picture(width: Int, height: Int, channels: Int, _ pixels: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += pixels[row * width * channels..<(row + 1) * width * channels]
        }
        var data: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 0xffff) {
            let part = rows[start..<min(start + 0xffff, rows.count)]
            let count = UInt16(part.count)
            data.append(start + part.count == rows.count ? 1 : 0)
            data += [UInt8(count & 0xff), UInt8(count >> 8), UInt8(~count & 0xff), UInt8(~count >> 8)] + part
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in rows {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return file(width, height, bits: 8, color: channels == 4 ? 6 : 2, data + bigEndian(b << 16 | a))
    }

    /// A black picture of one bit a pixel: a thousandth of what it unpacks to.
    static func black(width: Int, height: Int) -> [UInt8] {
        let count = (1 + (width + 7) / 8) * height
        // One block of the fixed code: a zero, then copies of the 258 bytes before.
        var bits = BitWriter()
        bits.append(0b011, count: 3)
        bits.append(0b00001100, count: 8)  // the literal 0, 0b00110000 from its highest bit
        let copies = (count - 1) / 258
        for _ in 0..<copies {
            bits.append(0b10100011, count: 8)  // length 258: 0b11000101 from its highest bit
            bits.append(0, count: 5)  // distance 1
        }
        for _ in 0..<(count - 1) % 258 { bits.append(0b00001100, count: 8) }
        bits.append(0, count: 7)  // the end
        let check = UInt32(count % 65521) << 16 | 1
        return file(width, height, bits: 1, color: 0, [0x78, 0x01] + bits.bytes + bigEndian(check))
    }

    /// A file with any data in it.
    static func file(
        _ width: Int, _ height: Int, bits: UInt8, color: UInt8, isInterlaced: Bool = false, _ data: [UInt8]
    ) -> [UInt8] {
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [bits, color, 0, 0, isInterlaced ? 1 : 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        var check: UInt32 = ~0
        for byte in body {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return bigEndian(UInt32(data.count)) + body + bigEndian(~check)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var used = 0

        mutating func append(_ value: UInt8, count: Int) {
            for bit in 0..<count {
                if used % 8 == 0 { bytes.append(0) }
                bytes[used / 8] |= (value >> bit & 1) << (used % 8)
                used += 1
            }
        }
    }
}
