import EDID
import Testing

@Suite("Conformance issues")
struct ConformanceTests {
    @Test(arguments: [Fixture.desktop, .television, .portrait, .interlaced, .analogue, .projector, .tiled])
    func `what conforms has none`(_ fixture: Fixture) throws {
        #expect(try fixture.edid.issues == [])
    }

    /// Changes to the base block of `desktop` (EDID 1.4; preferred timing at 54, name at 72, serial text at 90,
    /// range limits at 108), and the one issue that each has.
    @Test(
        arguments: [
            ([8: 0xFF], .manufacturerInvalid, 8),
            ([8: 0, 9: 0], .manufacturerInvalid, 8),
            ([16: 55], .weekInvalid, 16),
            ([18: 2], .versionUnknown, 18),
            ([20: 0xFF], .inputReserved, 20),
            ([22: 60], .sizesDisagree, 21),
            ([72 + 3: 0x80], .descriptorReserved, 75),
            ([72 + 3: 0xFF], .descriptorRepeated, 90),
            ([72 + 5: 0x07], .textUnprintable, 77),
            ([72 + 12: 0x20], .textUnterminated, 77),
            ([72 + 12: 0x00], .textUnterminated, 77),
            ([72 + 17: 0x0A], .textPaddingInvalid, 77),
            ([108 + 5: 61, 108 + 6: 60], .rangeLimitsReversed, 113),
            ([126: 1], .blocksMissing, 126),
            ([54 + 9: 255], .syncOutsideBlanking, 54),
        ] as [([Int: UInt8], ConformanceIssue.Code, Int)])
    func `one fault is one issue`(_ changes: [Int: UInt8], is code: ConformanceIssue.Code, at offset: Int) throws {
        let edid = try EDID(bytes: Fixture.desktop.bytes.patched(changes))
        #expect(edid.issues.map(\.code) == [code])
        #expect(edid.issues.map(\.offset) == [offset])
        #expect(edid.preferredTiming?.width == 2560)
    }

    @Test func `a header is repaired where the checksum proves it damaged`() throws {
        var bytes = try Fixture.desktop.bytes
        bytes[3] = 0
        #expect(EDID(bytes: bytes).issues.map(\.code) == [.headerInvalid, .checksumInvalid])
        #expect(EDID(bytes: bytes).displayName == "DESKTOP")
        #expect(EDID(bytes: bytes.patched([:])).issues.map(\.code) == [.headerInvalid])
        #expect(EDID(bytes: bytes.patched([:])).displayName == nil)
    }

    @Test func `a timing without a picture is not a timing`() throws {
        let edid = try EDID(bytes: Fixture.desktop.bytes.patched([54 + 2: 0, 54 + 4: 0]))
        #expect(edid.issues.map(\.code) == [.timingWithoutPicture])
        #expect(edid.detailedTimings == [])
        #expect(edid.preferredTiming == nil)
    }

    @Test func `EDID 1.3 demands a name and range limits, and a timing first`() throws {
        var changes: [Int: UInt8] = [:]
        for offset in [54, 72, 90] {
            changes.merge([offset: 0, offset + 1: 0, offset + 2: 0, offset + 3: 0x10]) { _, new in new }
        }
        let edid = try EDID(bytes: Fixture.analogue.bytes.patched(changes))
        #expect(edid.issues.map(\.code) == [.preferredTimingMissing, .nameMissing, .rangeLimitsMissing])
    }

    @Test func `a careless monitor is read all the same`() throws {
        let edid = try Fixture.careless.edid
        #expect(edid.issues.map(\.code) == [.weekInvalid, .textUnterminated, .rangeLimitsReversed])
        #expect(edid.displayName == "CARELESS")
        #expect(edid.made == .year(2025))
    }

    /// Changes to the extension of `television`, whose data blocks are video at 132, audio at 141, speakers at 145,
    /// HDMI at 149 and others.
    @Test(
        arguments: [
            ([128: 0x33], .extensionReserved, 128),
            ([130: 2], .timingOffsetInvalid, 130),
            ([130: 128], .timingOffsetInvalid, 130),
            ([133: 0], .videoFormatReserved, 133),
            ([130: 10], .dataBlockOverrun, 132),
        ] as [([Int: UInt8], ConformanceIssue.Code, Int)])
    func `faults of a CTA extension`(_ changes: [Int: UInt8], is code: ConformanceIssue.Code, at offset: Int) throws {
        let edid = try EDID(bytes: Fixture.television.bytes.patched(changes))
        #expect(edid.issues.first?.code == code)
        #expect(edid.issues.first?.offset == offset)
        #expect(edid.displayName == "TELEVISION")
    }

    @Test func `a data block too short for what it is`() throws {
        let bytes = try Fixture.television.bytes
        let hdmi = 149
        #expect(bytes[hdmi] == 3 << 5 | 7)
        // Three bytes are left to it, its vendor; the rest becomes blocks of no known tag.
        let edid = EDID(bytes: bytes.patched([hdmi: 3 << 5 | 3, hdmi + 4: 3]))
        #expect(edid.issues.map(\.code) == [.dataBlockShort])
        #expect(edid.cta?.hdmi?.physicalAddress == nil)
        #expect(edid.cta?.videoCapability?.televisionFormats == .alwaysOverscanned)
    }

    @Test func `a wrong checksum is reported and the block read`() throws {
        let edid = try Fixture.wrongChecksum.edid
        #expect(edid.issues.map(\.code) == [.checksumInvalid])
        #expect(edid.extensions.map(\.checksum) == [.wrong(expected: 0x43)])
        #expect(edid.cta?.videoFormats.count == 8)
        let issue = try #require(edid.issues.first)
        #expect(
            issue.description
                == "byte 255: the checksum of block 1 is 0x01 and should be 0x43 (E-EDID A.2 section 3.11)")
    }

    @Test func `blocks beyond the count are not read`() throws {
        let edid = try EDID(bytes: Fixture.television.bytes.patched([126: 0]))
        #expect(edid.issues.map(\.code) == [.blocksUncounted])
        #expect(edid.extensions == [])
        #expect(edid.cta == nil)
    }

    @Test func `an HDMI 2.1 monitor counts its blocks in the first extension`() throws {
        let tiled = try Fixture.tiled.bytes
        // The override replaces the audio data block; a third block is there and the base block counts one.
        let bytes = try (Fixture.television.bytes + tiled[128...]).patched([141: 7 << 5 | 2, 142: 0x78, 143: 2, 144: 0])
        let edid = EDID(bytes: bytes)
        #expect(edid.extensions.map(\.kind) == [.cta861, .displayID])
        #expect(edid.displayID?.tile?.columns == 2)
    }

    @Test func `a section and a data block longer than their DisplayID block`() throws {
        let bytes = try Fixture.tiled.bytes
        #expect(EDID(bytes: bytes.patched([130: 122])).issues.map(\.code) == [.displayIDInvalid])
        #expect(EDID(bytes: bytes.patched([128 + 5 + 2: 200])).issues.map(\.code) == [.displayIDInvalid])
    }

    @Test(arguments: [[], [0], [UInt8](repeating: 0xFF, count: 127), [UInt8](repeating: 0xFF, count: 128)])
    func `what is no EDID has empty values and says so`(_ bytes: [UInt8]) {
        let edid = EDID(bytes: bytes)
        #expect(edid.issues.map(\.code) == [bytes.count == 128 ? .headerInvalid : .lengthInvalid])
        #expect(edid.identity == MonitorIdentity())
        #expect(edid.identity.description == "unknown monitor")
        #expect(edid.detailedTimings.isEmpty)
    }
}
