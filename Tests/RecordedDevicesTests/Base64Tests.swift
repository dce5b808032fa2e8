import Testing

@testable import RecordedDevices

@Suite struct Base64Tests {
    @Test(
        arguments: [
            ("", []), ("AA==", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]), ("+/+/", [0xFB, 0xFF, 0xBF]),
            ("A", nil), ("AA", nil), ("A===", nil), ("====", nil), ("A=AA", nil), ("AA-_", nil), ("AAE=AAE=", nil),
        ] as [(String, [UInt8]?)])
    func isRead(_ text: String, _ bytes: [UInt8]?) {
        #expect([UInt8](base64: text) == bytes)
    }

    @Test func whatIsWrittenIsReadAgain() {
        for count in 0..<8 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 0xFE &- $0 &* 37) }
            #expect([UInt8](base64: String(base64: bytes)) == bytes)
        }
    }
}
