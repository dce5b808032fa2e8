/// A QR code (ISO/IEC 18004), as a square of modules that are dark or light. Pure; it is drawn with four light modules around
/// it, in whole pixels.
public struct QRCode: Hashable, Sendable {
    /// How much of the code may be covered or dirty: about 7, 15, 25 and 30 percent.
    public enum Correction: Int, CaseIterable, Sendable {
        case low, medium, quartile, high

        /// As people write it: `L`, `M`, `Q`, `H`, or the word.
        public init?(text: String) {
            let text = text.lowercased()
            let match = Self.allCases.first { text == "\($0)" || text == "\($0)".prefix(1) }
            guard let match else { return nil }
            self = match
        }
    }

    /// Why a text has no code.
    public struct TooLong: Error, Hashable, Sendable, CustomStringConvertible {
        /// In UTF-8.
        public let bytes: Int
        public var description: String { "\(bytes) bytes are too many for a QR code; it holds 2,953 at most" }
    }

    /// From 1 to 40.
    public let version: Int
    /// At least the one that was asked for.
    public let correction: Correction
    /// From 0 to 7.
    public let mask: Int
    /// How many modules a side has: 21 to 177.
    public let size: Int
    private let modules: [Bool]

    /// Light modules that belong around it, on each side.
    public static let quietZone = 4

    /// The smallest code that holds a text, and of equally small ones the one with most correction.
    /// - Throws: where no code holds it.
    public init(_ text: String, correction least: Correction = .medium) throws(TooLong) {
        let bytes = Array(text.utf8)
        let fitting = Self.smallest(bytes, least)
        guard let (version, segments) = fitting else { throw TooLong(bytes: bytes.count) }
        let bits = segments.reduce(0) { $0 + $1.bitCount(version) }
        let best =
            Correction.allCases.last { $0.rawValue >= least.rawValue && bits <= QRTable.dataBits(version, $0) } ?? least
        self.init(version, best, QRCodewords.codewords(segments, version, best))
    }

    /// - Parameter mask: nil for the best one.
    init(_ version: Int, _ correction: Correction, _ codewords: [UInt8], mask: Int? = nil) {
        var matrix = QRMatrix(version)
        matrix.drawData(codewords)
        let masked = (mask.map { $0...$0 } ?? 0...7).map { mask in
            (mask: mask, matrix: matrix.masked(mask, correction))
        }
        // Of masks alike the first one, as the standard has it.
        let best = masked.min { $0.matrix.penalty < $1.matrix.penalty } ?? masked[0]
        (self.version, self.correction, self.mask) = (version, correction, best.mask)
        (size, modules) = (best.matrix.size, best.matrix.modules)
    }

    /// Whether a module is dark. Outside all are light.
    public func isDark(x: Int, y: Int) -> Bool {
        0..<size ~= x && 0..<size ~= y && modules[y * size + x]
    }

    /// A longer text is not looked at.
    private static let mostBytes = 8192

    private static func smallest(_ bytes: [UInt8], _ correction: Correction) -> (Int, [QRSegment])? {
        guard bytes.count <= mostBytes else { return nil }
        // The lengths of counts change at versions 10 and 27, and with them the best segments.
        for versions in [1...9, 10...26, 27...40] {
            let segments = QRSegment.segments(bytes, versions.lowerBound)
            let bits = segments.reduce(0) { $0 + $1.bitCount(versions.lowerBound) }
            if let version = versions.first(where: { bits <= QRTable.dataBits($0, correction) }) {
                return (version, segments)
            }
        }
        return nil
    }
}
