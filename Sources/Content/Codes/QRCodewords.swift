/// The bytes that a code's modules write: the data, and what corrects them.
enum QRCodewords {
    static func codewords(_ segments: [QRSegment], _ version: Int, _ correction: QRCode.Correction) -> [UInt8] {
        interleaved(data(segments, version, QRTable.dataBits(version, correction) / 8), version, correction)
    }

    /// - Parameter count: of codewords for data; the segments fit in.
    private static func data(_ segments: [QRSegment], _ version: Int, _ count: Int) -> [UInt8] {
        var bits = BitWriter()
        for segment in segments {
            bits.append(segment.mode.indicator, 4)
            bits.append(segment.bytes.count, segment.mode.countBits(version))
            for (value, length) in segment.values { bits.append(value, length) }
        }
        // The terminator, as far as there is room, up to a whole byte; then two bytes by turns.
        bits.append(0, min(4, count * 8 - bits.count))
        bits.append(0, (8 - bits.count % 8) % 8)
        var bytes = bits.bytes
        for index in 0..<max(0, count - bytes.count) { bytes.append(index % 2 == 0 ? 0xEC : 0x11) }
        return bytes
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private(set) var count = 0

        mutating func append(_ value: Int, _ length: Int) {
            for bit in stride(from: length - 1, through: 0, by: -1) {
                if count % 8 == 0 { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
                count += 1
            }
        }
    }

    /// In blocks, shorter ones first, each with its correction; then by turns a byte of each.
    private static func interleaved(_ data: [UInt8], _ version: Int, _ correction: QRCode.Correction) -> [UInt8] {
        let (blocks, degree) = (
            QRTable.blocks(version, correction), QRTable.correctionCodewords(version, correction)
        )
        let shortLength = data.count / blocks
        let longBlocks = data.count % blocks
        let divisor = ReedSolomon.divisor(degree)
        var (index, dataBlocks, correctionBlocks) = (0, [ArraySlice<UInt8>](), [[UInt8]]())
        for block in 0..<blocks {
            let length = shortLength + (block < blocks - longBlocks ? 0 : 1)
            dataBlocks.append(data[index..<index + length])
            correctionBlocks.append(ReedSolomon.remainder(data[index..<index + length], divisor))
            index += length
        }
        var result: [UInt8] = []
        for place in 0...shortLength {
            for block in dataBlocks where place < block.count { result.append(block[block.startIndex + place]) }
        }
        for place in 0..<degree { result += correctionBlocks.map { $0[place] } }
        return result
    }
}

/// Reed-Solomon codes over the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1.
enum ReedSolomon {
    /// The coefficients after the leading one, from the highest on.
    static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = multiply(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = multiply(root, 2)
        }
        return result
    }

    static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result[0]
            result.removeFirst()
            result.append(0)
            for index in divisor.indices { result[index] ^= multiply(divisor[index], factor) }
        }
        return result
    }

    static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for bit in stride(from: 7, through: 0, by: -1) {
            result = result << 1 ^ (result >> 7) &* 0x1D
            if b >> UInt8(bit) & 1 == 1 { result ^= a }
        }
        return result
    }
}
