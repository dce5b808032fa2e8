import SeededRandom
import Testing

@testable import EDID

/// A trap ends the whole run, so that reaching the end is the test; what is computed lazily is asked for, too.
///
/// The same loop makes a libFuzzer target: a function exported as `LLVMFuzzerTestOneInput` that hands its bytes to
/// `exercise`, built with `swiftc -parse-as-library -sanitize=fuzzer` over this module's sources.
@Suite("Any bytes")
struct MutationTests {
    @discardableResult
    private func exercise(_ bytes: [UInt8]) -> EDID {
        let edid = EDID(bytes: bytes)
        let timingsAreSound = edid.detailedTimings.allSatisfy { timing in
            timing.refreshRate.numerator > 0 && timing.refreshRate.denominator > 0 && timing.width > 0
                && timing.height > 0 && timing.frameRate <= timing.refreshRate && !timing.description.isEmpty
        }
        let issuesAreInside = edid.issues.allSatisfy { 0...bytes.count ~= $0.offset }
        let isSound =
            timingsAreSound && issuesAreInside && !edid.identity.description.isEmpty
            && edid.extensions.count < max(bytes.count / EDID.blockSize, 1)
        #expect(isSound, "\(bytes)")
        _ = edid.physicalSize
        return edid
    }

    @Test func `random bytes are read without a trap`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...520, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(exercise(bytes).issues.isEmpty == false)
        }
    }

    @Test func `random blocks behind a good header are read without a trap`() {
        var random = SplitMix64(seed: 2)
        let tags: [UInt8] = [0x02, 0x02, 0x70, 0xF0]
        for round in 0..<2000 {
            var bytes = (0..<128 * (1 + round % 4)).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.replaceSubrange(0..<8, with: [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00])
            bytes[126] = UInt8(round % 4)
            for start in stride(from: 128, to: bytes.count, by: 128) {
                bytes[start] = tags[Int.random(in: 0..<tags.count, using: &random)]
                bytes[start + 1] = [3, 0x12, 0x20][Int.random(in: 0..<3, using: &random)]
            }
            exercise(bytes)
        }
    }

    @Test(arguments: Fixture.allCases)
    func `changed bytes are read without a trap`(of fixture: Fixture) throws {
        let original = try fixture.bytes
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : bytes[index] ^ 0x80
            }
            exercise(bytes)
        }
    }

    @Test(arguments: Fixture.allCases)
    func `a cut is read without a trap and reported`(of fixture: Fixture) throws {
        let original = try fixture.bytes
        for length in 0..<original.count {
            #expect(exercise([UInt8](original.prefix(length))).issues.isEmpty == false)
        }
    }

    /// One byte changed always breaks the sum of its block.
    @Test(arguments: Fixture.allCases)
    func `every changed byte is reported`(of fixture: Fixture) throws {
        let original = try fixture.bytes
        for index in original.indices {
            var bytes = original
            bytes[index] ^= 0x10
            #expect(exercise(bytes).issues.isEmpty == false)
        }
    }
}
