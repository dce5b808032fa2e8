/// Characters of a text that are written in one way.
struct QRSegment: Hashable, Sendable {
    enum Mode: Int, CaseIterable, Sendable {
        case numeric, alphanumeric, bytes

        /// Four bits.
        var indicator: Int { [1, 2, 4][rawValue] }

        func countBits(_ version: Int) -> Int {
            let group = version < 10 ? 0 : version < 27 ? 1 : 2
            return [[10, 12, 14], [9, 11, 13], [8, 16, 16]][rawValue][group]
        }

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .numeric: 0x30...0x39 ~= byte
            case .alphanumeric: QRSegment.alphanumeric[Int(byte)] != nil
            case .bytes: true
            }
        }

        /// Of a character, in sixths of a bit: 10/3, 11/2 and 8 bits.
        var cost: Int { [20, 33, 48][rawValue] }
    }

    var mode: Mode
    var bytes: [UInt8]

    func bitCount(_ version: Int) -> Int {
        let count = bytes.count
        let data =
            switch mode {
            case .numeric: count / 3 * 10 + [0, 4, 7][count % 3]
            case .alphanumeric: count / 2 * 11 + count % 2 * 6
            case .bytes: count * 8
            }
        return 4 + mode.countBits(version) + data
    }

    /// The number of each byte among the 45 characters, nil for others.
    private static let alphanumeric: [Int?] = {
        var numbers = [Int?](repeating: nil, count: 256)
        for (number, byte) in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8.enumerated() {
            numbers[Int(byte)] = number
        }
        return numbers
    }()

    /// The bits of its characters, each value with how many bits it takes.
    var values: [(value: Int, bits: Int)] {
        func groups(_ size: Int) -> [ArraySlice<UInt8>] {
            stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        }
        switch mode {
        case .numeric:
            return groups(3).map { group in
                (group.reduce(0) { $0 * 10 + Int($1 - 0x30) }, [4, 7, 10][group.count - 1])
            }
        case .alphanumeric:
            return groups(2).map { group in
                (group.reduce(0) { $0 * 45 + (Self.alphanumeric[Int($1)] ?? 0) }, [6, 11][group.count - 1])
            }
        case .bytes: return bytes.map { (Int($0), 8) }
        }
    }

    /// The segments that take the fewest bits: the way with the least cost through the modes of each character.
    static func segments(_ bytes: [UInt8], _ version: Int) -> [QRSegment] {
        guard !bytes.isEmpty else { return [] }
        let modes = Mode.allCases
        // An end of text; nobody adds so many.
        let never = Int.max / 2
        let headers = modes.map { (4 + $0.countBits(version)) * 6 }
        var costs = headers
        var from: [[Int]] = []
        for byte in bytes {
            let written = modes.map { $0.contains(byte) ? costs[$0.rawValue] + $0.cost : never }
            // Another mode may begin after it, on a whole bit.
            var (next, previous) = (written, Array(modes.indices))
            for begun in modes.indices {
                for ended in modes.indices where ended != begun && written[ended] < never {
                    let cost = (written[ended] + 5) / 6 * 6 + headers[begun]
                    if cost < next[begun] { (next[begun], previous[begun]) = (cost, ended) }
                }
            }
            costs = next
            from.append(previous)
        }
        var mode = modes.indices.min { costs[$0] < costs[$1] } ?? modes.count - 1
        // The last character was written in the mode that the way comes from.
        var ways: [Int] = []
        for previous in from.reversed() {
            mode = previous[mode]
            ways.append(mode)
        }
        return zip(bytes, ways.reversed()).reduce(into: []) { segments, step in
            if let last = segments.last, last.mode == modes[step.1] {
                segments[segments.count - 1].bytes.append(step.0)
            } else {
                segments.append(QRSegment(mode: modes[step.1], bytes: [step.0]))
            }
        }
    }
}
