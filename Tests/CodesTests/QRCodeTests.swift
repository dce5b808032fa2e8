import SeededRandom
import Testing

@testable import Codes

@Suite("QR codes")
struct QRCodeTests {
    @Test(
        "Codewords of the standard's example, and of a known one",
        arguments: [
            ("01234567", QRCode.Correction.medium, "10200C566180EC11EC11EC11EC11EC11A524D4C1ED36C7872C55"),
            ("HELLO WORLD", .quartile, "205B0B78D172DC4D4340EC11ECA8481652D9369C002E0FB47A10"),
        ])
    func codewords(text: String, correction: QRCode.Correction, expected: String) {
        let segments = QRSegment.segments(Array(text.utf8), 1)
        let bytes = QRCodewords.codewords(segments, 1, correction)
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() == expected)
    }

    @Test(
        "Of each level as much as the standard says fits in, and no more",
        arguments: [
            (QRCode.Correction.low, 7089, 4296, 2953), (.medium, 5596, 3391, 2331), (.quartile, 3993, 2420, 1663),
            (.high, 3057, 1852, 1273),
        ])
    func capacities(correction: QRCode.Correction, digits: Int, letters: Int, bytes: Int) throws {
        for (character, most) in [("7", digits), ("A", letters), ("a", bytes)] {
            let text = String(repeating: character, count: most)
            #expect(
                QRSegment.segments(Array(text.utf8), 40).reduce(0) { $0 + $1.bitCount(40) }
                    <= QRTable.dataBits(40, correction))
            #expect(
                QRSegment.segments(Array((text + character).utf8), 40).reduce(0) { $0 + $1.bitCount(40) }
                    > QRTable.dataBits(40, correction))
        }
        #expect(throws: QRCode.TooLong(bytes: bytes + 1)) {
            try QRCode(String(repeating: "a", count: bytes + 1), correction: correction)
        }
    }

    @Test("More than any code holds is refused, also a million characters")
    func tooLong() {
        for count in [2954, 8193, 1_000_000] {
            #expect(throws: QRCode.TooLong(bytes: count)) {
                try QRCode(String(repeating: "ab", count: (count + 1) / 2).prefix(count).description)
            }
        }
    }

    @Test("Codes of versions with each kind of pattern are read again, of all levels, in all masks")
    func reading() throws {
        for version in Array(1...11) + [14, 20, 26, 27, 32, 36, 40] {
            for correction in QRCode.Correction.allCases where correction.rawValue == version % 4 {
                let bytes = [UInt8]("V\(version)-\(correction) äß 日本".utf8)
                let room = QRTable.dataBits(version, correction) - 4 - QRSegment.Mode.bytes.countBits(version)
                let text = Array(repeatElement(bytes, count: room / 8 / bytes.count + 1).joined().prefix(room / 8))
                let segment = QRSegment(mode: .bytes, bytes: text)
                let codewords = QRCodewords.codewords([segment], version, correction)
                let mask = (version * 4 + correction.rawValue) % 8
                let code = QRCode(version, correction, codewords, mask: mask)
                let read = try #require(ReadCode(code))
                #expect(read.version == version && read.correction == correction && read.mask == mask)
                #expect(read.bytes == text, "version \(version) \(correction)")
            }
        }
    }

    @Test("Texts by chance are read again, in the modes that take least room")
    func texts() throws {
        var random = SplitMix64(seed: 18004)
        let kinds = ["0123456789", "ABC $%*+-./:", "abcäöü{}", "日本語🙂"]
        for _ in 0..<60 {
            var text = ""
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let kind = Array(kinds.randomElement(using: &random) ?? "")
                for _ in 0..<Int.random(in: 1...14, using: &random) {
                    text.append(kind.randomElement(using: &random) ?? "0")
                }
            }
            let correction = QRCode.Correction.allCases.randomElement(using: &random) ?? .low
            let code = try QRCode(text, correction: correction)
            #expect(code.correction.rawValue >= correction.rawValue)
            let read = try #require(ReadCode(code), "\(text)")
            #expect(String(decoding: read.bytes, as: UTF8.self) == text, "seed 18004")
            let plain = QRSegment(mode: .bytes, bytes: Array(text.utf8)).bitCount(code.version)
            let bits = QRSegment.segments(Array(text.utf8), code.version).reduce(0) { $0 + $1.bitCount(code.version) }
            #expect(bits <= plain)
        }
    }

    @Test("Another encoder makes the same modules", arguments: QRVectors.all)
    func vectors(vector: QRVector) throws {
        let correction = try #require(QRCode.Correction(text: vector.correction))
        let segments = QRSegment.segments(Array(vector.text.utf8), vector.version)
        let codewords = QRCodewords.codewords(segments, vector.version, correction)
        let codes = (0...7).map { QRCode(vector.version, correction, codewords, mask: $0) }
        #expect(codes.contains { checksum($0) == vector.checksum })
    }

    @Test("The mask is the one with the least penalty")
    func masks() throws {
        let code = try QRCode("https://example.org/menu?day=monday")
        let penalties = (0...7).map { mask in
            var matrix = QRMatrix(code.version)
            let segments = QRSegment.segments(Array("https://example.org/menu?day=monday".utf8), code.version)
            matrix.drawData(QRCodewords.codewords(segments, code.version, code.correction))
            return matrix.masked(mask, code.correction).penalty
        }
        #expect(penalties.firstIndex(of: penalties.min() ?? 0) == code.mask)
        #expect(Set(penalties).count > 1)
    }

    @Test(
        "Words for the correction",
        arguments: [
            ("L", QRCode.Correction.low), ("m", .medium), ("quartile", .quartile), ("High", .high), ("x", nil),
            ("", nil),
        ])
    func words(text: String, expected: QRCode.Correction?) {
        #expect(QRCode.Correction(text: text) == expected)
    }

    /// Of FNV-1a, over the modules row by row, a byte each.
    private func checksum(_ code: QRCode) -> UInt64 {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for y in 0..<code.size {
            for x in 0..<code.size { sum = (sum ^ (code.isDark(x: x, y: y) ? 1 : 0)) &* 0x100_0000_01B3 }
        }
        return sum
    }
}
