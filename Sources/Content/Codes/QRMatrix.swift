/// The modules of a code while it is drawn.
struct QRMatrix {
    let size: Int
    private let version: Int
    private(set) var modules: [Bool]
    /// Which modules are no data.
    private var isFixed: [Bool]

    /// With the patterns that each code of a version has.
    init(_ version: Int) {
        self.version = version
        size = QRTable.size(version)
        modules = Array(repeating: false, count: size * size)
        isFixed = modules
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        let centres = QRTable.alignment(version)
        for (column, x) in centres.enumerated() {
            for (row, y) in centres.enumerated() where !isCorner(column, row, centres.count - 1) { drawAlignment(x, y) }
        }
        // Their modules are taken before the data; what they are depends on the mask.
        drawFormat(0, .low)
        drawVersion()
    }

    /// Where finders are.
    private func isCorner(_ column: Int, _ row: Int, _ last: Int) -> Bool {
        column == 0 && row == 0 || column == 0 && row == last || column == last && row == 0
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard 0..<size ~= x, 0..<size ~= y else { return }
        modules[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let distance = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 {
            for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
    }

    /// The level and the mask, twice, with the bits that correct them.
    private mutating func drawFormat(_ mask: Int, _ correction: QRCode.Correction) {
        let data = [1, 0, 3, 2][correction.rawValue] << 3 | mask
        let bits = (data << 10 | Self.remainder(data, 10, 0x537)) ^ 0x5412
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0...5 { fix(8, bit, isDark(bit)) }
        fix(8, 7, isDark(6))
        fix(8, 8, isDark(7))
        fix(7, 8, isDark(8))
        for bit in 9...14 { fix(14 - bit, 8, isDark(bit)) }
        for bit in 0...7 { fix(size - 1 - bit, 8, isDark(bit)) }
        for bit in 8...14 { fix(8, size - 15 + bit, isDark(bit)) }
        fix(8, size - 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        let bits = version << 12 | Self.remainder(version, 12, 0x1F25)
        for bit in 0..<18 {
            let (near, far, isDark) = (bit / 3, size - 11 + bit % 3, bits >> bit & 1 == 1)
            fix(far, near, isDark)
            fix(near, far, isDark)
        }
    }

    /// Of a division of polynomials over the field of two elements.
    private static func remainder(_ data: Int, _ degree: Int, _ divisor: Int) -> Int {
        (0..<degree).reduce(data) { rest, _ in rest << 1 ^ (rest >> (degree - 1)) * divisor }
    }

    /// In pairs of columns from the right, upwards and downwards by turns.
    mutating func drawData(_ codewords: [UInt8]) {
        var bit = 0
        for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            let isUpward = (right + 1) & 2 == 0
            for row in 0..<size {
                for x in [right, right - 1] {
                    let y = isUpward ? size - 1 - row : row
                    guard !isFixed[y * size + x], bit < codewords.count * 8 else { continue }
                    modules[y * size + x] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
        }
    }

    func masked(_ mask: Int, _ correction: QRCode.Correction) -> QRMatrix {
        var result = self
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.inverts(mask, x, y) {
                result.modules[y * size + x].toggle()
            }
        }
        result.drawFormat(mask, correction)
        return result
    }

    private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
