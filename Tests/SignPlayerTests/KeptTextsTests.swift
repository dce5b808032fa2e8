import Paths
import Testing

@testable import SignPlayer

/// A playlist's text files as one file.
@Suite struct KeptTextsTests {
    private let kept = KeptTexts(
        path: "menu.yaml",
        texts: [
            "menu.yaml": Array("items:\n - red.png\n".utf8), "empty.yaml": [],
            FilePath(bytes: [0xFF, 0x0A, 0x31]): [0, 10, 255, 10],
        ])

    @Test func whatIsWrittenIsRead() {
        #expect(KeptTexts(kept.bytes) == kept)
        #expect(KeptTexts(KeptTexts(path: "a", texts: [:]).bytes) == KeptTexts(path: "a", texts: [:]))
    }

    /// A text that looks like the end of the file is none.
    @Test func aTextMayHoldWhatLooksLikeTheEnd() {
        let inner = KeptTexts(path: "a", texts: ["a": kept.bytes])
        #expect(KeptTexts(inner.bytes) == inner)
    }

    @Test func whatIsCutOffOrDamagedIsNotRead() {
        let bytes = kept.bytes
        for count in 0..<bytes.count { #expect(KeptTexts(Array(bytes.prefix(count))) == nil) }
        #expect(KeptTexts(bytes + [10]) == nil)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(KeptTexts(damaged) == nil, "byte \(index)")
        }
    }
}
