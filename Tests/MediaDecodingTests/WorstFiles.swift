/// Small files that unpack to very much: black pictures, made by hand.
enum WorstFiles {
    /// An interlaced PNG of four channels of 16 bits, which is unpacked as a whole: 8 bytes a pixel.
    /// - Parameter side: in pixels, a multiple of 8.
    static func interlacedPNG(side: Int) -> [UInt8] {
        // The seven passes: every so many pixels and rows of it.
        let passes = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]
        let count = passes.reduce(0) { $0 + side / $1.1 * (1 + 8 * side / $1.0) }
        // Deflate, one block of the fixed code: a zero, then copies of the 258 bytes before, of which eight are 13 bytes.
        // 0b011 and the literal's eight bits come first, so each piece of 13 bits begins where the one before ended.
        var bits: UInt64 = 0b0000_1100_011
        var used = 11
        var data: [UInt8] = [0x78, 0x01]
        func flush() {
            while used >= 8 {
                data.append(UInt8(truncatingIfNeeded: bits))
                (bits, used) = (bits >> 8, used - 8)
            }
        }
        func append(_ value: UInt64, _ length: Int) {
            bits |= value << used
            used += length
            flush()
        }
        for _ in 0..<(count - 1) / 258 { append(0b10100011, 13) }
        for _ in 0..<(count - 1) % 258 { append(0b00001100, 8) }
        append(0, 7)
        append(0, 7)
        let check = UInt32(count % 65521) << 16 | 1
        data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> $0) }
        return HandmadePNG.file(side, side, bits: 16, color: 6, isInterlaced: true, data)
    }

    /// A progressive JPEG, whose coefficients are all kept: 6 bytes a pixel.
    static func progressiveJPEG(side: Int) -> [UInt8] {
        let size = [side >> 8, side & 0xff, side >> 8, side & 0xff].map { UInt8($0) }
        let parts: [[UInt8]] = [
            [0xff, 0xd8],
            [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64),
            [0xff, 0xc2, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
            // One code of a bit, which stands for no difference.
            [0xff, 0xc4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0],
            [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0],
            [UInt8](repeating: 0, count: (side + 7) / 8 * ((side + 7) / 8) * 3 / 8 + 1),
            [0xff, 0xd9],
        ]
        return parts.flatMap(\.self)
    }

    /// A lossless WebP of one colour: no bits at all for a pixel.
    static func webP(width: Int, height: Int) -> [UInt8] {
        var value: UInt128 = 0x2f
        var used = 8
        func append(_ part: Int, _ length: Int) {
            value |= UInt128(part) << used
            used += length
        }
        append(width - 1, 14)
        append(height - 1, 14)
        append(1, 1)  // with alpha, of version 0
        append(0, 3 + 3)  // no transform, no cache of colours, one set of codes
        for _ in 0..<5 { append(1, 4) }  // a code of one symbol, the first
        let data = (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } + [UInt8](repeating: 0, count: 8)
        func length(_ count: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) } }
        return Array("RIFF".utf8) + length(data.count + 12) + Array("WEBPVP8L".utf8) + length(data.count) + data
    }
}
