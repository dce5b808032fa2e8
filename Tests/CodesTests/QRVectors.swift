import Testing

/// A code of another encoder, by its modules' checksum. Its choice of a mask may be another one.
struct QRVector: Sendable, CustomTestStringConvertible {
    let text, correction: String
    let version: Int
    /// FNV-1a over the modules row by row, a byte each: 1 for dark.
    let checksum: UInt64

    var testDescription: String { "version \(version)-\(correction)" }
}

/// Made with `qrencode -m 0 -l LEVEL -t ASCII` 4.1.1.
enum QRVectors {
    static let all = [
        QRVector(text: "01234567", correction: "M", version: 1, checksum: 0x0B7E38D0F998C4DD),
        QRVector(text: "HELLO WORLD", correction: "Q", version: 1, checksum: 0x084D342A69849001),
        QRVector(
            text: "https://example.org/menu?day=monday", correction: "L", version: 3, checksum: 0x14CE3B3BA31DD711),
        QRVector(
            text: "https://example.org/menu?day=monday", correction: "H", version: 5, checksum: 0x5E7FB71B5003114F),
        QRVector(text: "Gate 4, 14:05", correction: "M", version: 1, checksum: 0x63450D5A7D164765),
        QRVector(
            text: String(repeating: "0123456789", count: 12), correction: "Q", version: 5, checksum: 0x0B7B1158F1D4565D),
        QRVector(
            text: String(repeating: "ABCDEFGHIJ $%*+-./:", count: 20), correction: "M", version: 12,
            checksum: 0x63D8B33352CAD451),
        QRVector(
            text: String(repeating: "vitrine ", count: 60), correction: "L", version: 15, checksum: 0x8A8768E1733D6BDB),
        QRVector(
            text: String(repeating: "vitrine ", count: 100), correction: "H", version: 32, checksum: 0x8F1BD8F51CDFBB76),
        QRVector(
            text: String(repeating: "Zug ", count: 700), correction: "L", version: 39, checksum: 0x31F90124BC1DB892),
        QRVector(text: String(repeating: "9", count: 3057), correction: "H", version: 40, checksum: 0x3D1C24096FF77E1D),
    ]
}
