@testable import Codes

/// A code that is read again, with nothing of how it was written but the standard's table of blocks: finders and timing are
/// looked at, the format is decoded by trying all, each block's syndromes must be zero.
struct ReadCode {
    private(set) var version = 0
    private(set) var correction = QRCode.Correction.low
    private(set) var mask = 0
    private(set) var bytes: [UInt8] = []

    init?(_ code: QRCode) {
        version = (code.size - 17) / 4
        guard Self.hasFinders(code), let format = Self.format(code) else { return nil }
        let levels: [QRCode.Correction] = [.medium, .low, .high, .quartile]
        (correction, mask) = (levels[format >> 3], format & 7)
        guard version < 7 || Self.hasVersion(code, version) else { return nil }
        guard let data = Self.data(code, version, correction, mask), let bytes = Self.text(data, version) else {
            return nil
        }
        self.bytes = bytes
    }

    private static func hasFinders(_ code: QRCode) -> Bool {
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"].map {
            $0.map { $0 == "1" }
        }
        let corners = [(0, 0), (code.size - 7, 0), (0, code.size - 7)]
        return corners.allSatisfy { left, top in
            (0..<7).allSatisfy { y in (0..<7).allSatisfy { x in code.isDark(x: left + x, y: top + y) == finder[y][x] } }
        }
            && (8..<code.size - 8).allSatisfy {
                code.isDark(x: $0, y: 6) == ($0 % 2 == 0) && code.isDark(x: 6, y: $0) == ($0 % 2 == 0)
            }
    }

    /// The standard's 32 sequences are made by the generator 10100110111; both copies must be one of them.
    private static func format(_ code: QRCode) -> Int? {
        let last = code.size - 1
        let first = [
            (0, 8), (1, 8), (2, 8), (3, 8), (4, 8), (5, 8), (7, 8), (8, 8), (8, 7), (8, 5), (8, 4), (8, 3), (8, 2),
            (8, 1), (8, 0),
        ]
        let second = (0...6).map { (8, last - $0) } + (7...14).map { (last - 14 + $0, 8) }
        func word(_ places: [(Int, Int)]) -> Int {
            places.reduce(0) { $0 << 1 | (code.isDark(x: $1.0, y: $1.1) ? 1 : 0) }
        }
        guard word(first) == word(second), code.isDark(x: 8, y: code.size - 8) else { return nil }
        return (0..<32).first { data in
            var rest = data << 10
            for bit in (10...14).reversed() where rest >> bit & 1 == 1 { rest ^= 0b101_0011_0111 << (bit - 10) }
            return (data << 10 | rest) ^ 0b101_0100_0001_0010 == word(first)
        }
    }

    private static func hasVersion(_ code: QRCode, _ version: Int) -> Bool {
        var rest = version << 12
        for bit in (12...17).reversed() where rest >> bit & 1 == 1 { rest ^= 0b1_1111_0010_0101 << (bit - 12) }
        let bits = version << 12 | rest
        return (0..<18).allSatisfy { bit in
            let isDark = bits >> bit & 1 == 1
            let (a, b) = (code.size - 11 + bit % 3, bit / 3)
            return code.isDark(x: a, y: b) == isDark && code.isDark(x: b, y: a) == isDark
        }
    }

    private static func isData(_ x: Int, _ y: Int, _ size: Int, _ version: Int, _ centres: [Int]) -> Bool {
        if x == 6 || y == 6 || x < 9 && y < 9 || x < 9 && y >= size - 8 || x >= size - 8 && y < 9 { return false }
        if version >= 7, x < 6 && y >= size - 11 || y < 6 && x >= size - 11 { return false }
        for a in centres {
            for b in centres where abs(x - a) <= 2 && abs(y - b) <= 2 {
                let isFinder = a == 6 && (b == 6 || b == size - 7) || b == 6 && a == size - 7
                if !isFinder { return false }
            }
        }
        return true
    }

    private static func data(_ code: QRCode, _ version: Int, _ correction: QRCode.Correction, _ mask: Int) -> [UInt8]? {
        let masks: [(Int, Int) -> Int] = [
            { ($0 + $1) % 2 }, { i, _ in i % 2 }, { _, j in j % 3 }, { ($0 + $1) % 3 }, { ($0 / 2 + $1 / 3) % 2 },
            { $0 * $1 % 2 + $0 * $1 % 3 }, { ($0 * $1 % 2 + $0 * $1 % 3) % 2 }, { ($0 * $1 % 3 + ($0 + $1) % 2) % 2 },
        ]
        var bits: [Bool] = []
        let centres = QRTable.alignment(version)
        var (column, isUpward) = (code.size - 1, true)
        while column > 0 {
            if column == 6 { column -= 1 }
            for step in 0..<code.size {
                let y = isUpward ? code.size - 1 - step : step
                for x in [column, column - 1] where isData(x, y, code.size, version, centres) {
                    bits.append(code.isDark(x: x, y: y) != (masks[mask](y, x) == 0))
                }
            }
            (column, isUpward) = (column - 2, !isUpward)
        }
        let words = (0..<bits.count / 8).map { word in
            bits[word * 8..<word * 8 + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        guard words.count == QRTable.codewords(version) else { return nil }
        return corrected(words, version, correction)
    }

    private static func corrected(_ words: [UInt8], _ version: Int, _ correction: QRCode.Correction) -> [UInt8]? {
        let (count, degree) = (QRTable.blocks(version, correction), QRTable.correctionCodewords(version, correction))
        let (short, long) = ((words.count - count * degree) / count, (words.count - count * degree) % count)
        var blocks = [[UInt8]](repeating: [], count: count)
        var index = 0
        for place in 0...short {
            for block in 0..<count where place < short || block >= count - long {
                blocks[block].append(words[index])
                index += 1
            }
        }
        let data = blocks.flatMap(\.self)
        for _ in 0..<degree {
            for block in 0..<count {
                blocks[block].append(words[index])
                index += 1
            }
        }
        let areSound = blocks.allSatisfy { block in
            (0..<degree).allSatisfy { power in
                let point = (0..<power).reduce(UInt8(1)) { value, _ in product(value, 2) }
                return block.reduce(UInt8(0)) { product($0, point) ^ $1 } == 0
            }
        }
        return areSound ? data : nil
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var (product, a, b) = (UInt16(0), UInt16(a), b)
        while b > 0 {
            if b & 1 == 1 { product ^= a }
            a = a & 0x80 == 0 ? a << 1 : a << 1 ^ 0x11D
            b >>= 1
        }
        return UInt8(product)
    }

    private static func text(_ data: [UInt8], _ version: Int) -> [UInt8]? {
        var position = 0
        func left() -> Int { data.count * 8 - position }
        func take(_ count: Int) -> Int {
            (0..<count).reduce(0) { value, _ in
                defer { position += 1 }
                return value << 1 | Int(data[position / 8] >> UInt8(7 - position % 8) & 1)
            }
        }
        let sizes = version < 10 ? [10, 9, 8] : version < 27 ? [12, 11, 16] : [14, 13, 16]
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        var text: [UInt8] = []
        while left() >= 4 {
            switch take(4) {
            case 0: return text
            case 1:
                var count = take(sizes[0])
                while count > 0 {
                    let digits = min(3, count)
                    let number = String(take([4, 7, 10][digits - 1]))
                    text += Array(repeating: 0x30, count: digits - number.utf8.count) + Array(number.utf8)
                    count -= digits
                }
            case 2:
                var count = take(sizes[1])
                while count > 0 {
                    let value = take(count > 1 ? 11 : 6)
                    text += count > 1 ? [letters[value / 45], letters[value % 45]] : [letters[value]]
                    count -= 2
                }
            case 4:
                for _ in 0..<take(sizes[2]) { text.append(UInt8(take(8))) }
            default: return nil
            }
        }
        return text
    }
}
