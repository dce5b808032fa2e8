import DisplayModel
import Testing

@testable import KMSDisplay

/// The bytes of numbers, one after another, in the machine's order.
func bytes<each Number: FixedWidthInteger>(_ number: repeat each Number) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in repeat each number { unsafe withUnsafeBytes(of: value) { unsafe bytes += $0 } }
    return bytes
}

@Suite struct FormatBlobTests {
    /// Two formats and two modifiers: linear goes with both, another with the second only.
    private let blob =
        bytes(1 as UInt32, 0 as UInt32, 2 as UInt32, 24 as UInt32, 2 as UInt32, 32 as UInt32)
        + bytes(PixelFormat.xrgb8888.rawValue, PixelFormat.rgb565.rawValue)
        + bytes(0b11 as UInt64, 0 as UInt32, 0 as UInt32, 0 as UInt64)
        + bytes(0b1 as UInt64, 1 as UInt32, 0 as UInt32, 0x0100_0000_0000_0001 as UInt64)

    @Test func aModifierGoesWithTheFormatsOfItsMask() {
        let tiled = FormatModifier(rawValue: 0x0100_0000_0000_0001)
        #expect(
            BlobDecoding.formats(blob) == [
                FormatSupport(format: .xrgb8888, modifiers: [.linear]),
                FormatSupport(format: .rgb565, modifiers: [.linear, tiled]),
            ])
    }

    @Test func formatsWithoutModifiersAreFormats() {
        let plain =
            bytes(1 as UInt32, 0 as UInt32, 1 as UInt32, 24 as UInt32, 0 as UInt32, 28 as UInt32)
            + bytes(PixelFormat.xrgb8888.rawValue)
        #expect(BlobDecoding.formats(plain) == [FormatSupport(format: .xrgb8888, modifiers: [])])
    }

    @Test func anotherVersionIsNotRead() {
        #expect(BlobDecoding.formats(bytes(2 as UInt32) + blob.dropFirst(4)) == nil)
    }

    @Test func everyBlobCutShortIsRefused() {
        for length in blob.indices { #expect(BlobDecoding.formats(Array(blob.prefix(length))) == nil) }
    }

    @Test func countsAndOffsetsBeyondTheBlobAreRefused() {
        for position in [8, 12, 16, 20] {
            var damaged = blob
            damaged.replaceSubrange(position..<position + 4, with: bytes(UInt32.max))
            #expect(BlobDecoding.formats(damaged) == nil)
        }
    }

    @Test func maskBitsBeyondTheFormatsAreIgnored() {
        var damaged = blob
        damaged.replaceSubrange(32..<40, with: bytes(UInt64.max))
        #expect(BlobDecoding.formats(damaged) == BlobDecoding.formats(blob))
    }
}

@Suite struct TextBlobTests {
    @Test func pathEndsAtTheZeroByte() {
        #expect(BlobDecoding.path(Array("mst:57-1\0\0".utf8)) == "mst:57-1")
        #expect(BlobDecoding.path([0]) == nil)
    }
}
