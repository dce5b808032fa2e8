import DisplayModel
import Testing
import Timing

@testable import KMSDisplay

@Suite struct VblankEventTests {
    private func flip(type: UInt32 = 2, crtc: UInt32 = 65) -> [UInt8] {
        bytes(
            type, 32 as UInt32, 7 as UInt64, 3 as UInt32, 505_345 as UInt32, 122 as UInt32, crtc)
    }

    private let event = VblankEvent(
        serial: 7, crtc: CRTCID(rawValue: 65), sequence: 122, time: MonotonicTime(nanoseconds: 3_505_345_000))

    @Test func readsAFlip() {
        #expect(VblankEvent.decode(flip()) == [event])
    }

    @Test func readsSeveralInOrder() {
        #expect(VblankEvent.decode(flip() + flip(crtc: 66)).map(\.crtc.rawValue) == [65, 66])
    }

    @Test func skipsOtherTypesByTheirLength() {
        let other = bytes(0x8000_0000 as UInt32, 12 as UInt32, 0 as UInt32)
        #expect(VblankEvent.decode(other + flip(type: 1) + flip()) == [event])
    }

    @Test func everyEventCutShortGivesTheWholeOnesBeforeIt() {
        let pair = flip() + flip()
        for length in 0..<pair.count {
            #expect(VblankEvent.decode(Array(pair.prefix(length))).count == length / 32)
        }
    }

    @Test(arguments: [0, 7, UInt32.max])
    func aLengthThatCannotBeEndsTheReading(_ length: UInt32) {
        #expect(VblankEvent.decode(flip() + bytes(2 as UInt32, length) + flip()) == [event])
    }

    @Test func aFlipTooShortForItsTypeIsSkipped() {
        let short = bytes(2 as UInt32, 16 as UInt32, 7 as UInt64)
        #expect(VblankEvent.decode(short + flip()) == [event])
    }
}
