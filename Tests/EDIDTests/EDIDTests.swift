import EDID
import Testing

@Suite("EDID")
struct EDIDTests {
    @Test func `a television's capabilities`() throws {
        let edid = try Fixture.television.edid
        let cta = try #require(edid.cta)
        #expect(edid.issues == [])
        #expect(edid.serialNumber == nil)
        #expect(cta.computerFormatsByDefault == .overscanned)
        #expect(cta.hdmi?.physicalAddress == "2.1.0.0")
        #expect(cta.hdrTransferFunctions == [.traditionalSDR, .pq])
        #expect(cta.audioFormats.map(\.sampleRatesHz) == [[32_000, 44_100, 48_000]])
        #expect(cta.audioFormats.map(\.maximumChannels) == [2])
        #expect(edid.colorFormats == [.ycbcr444, .ycbcr422])
        #expect(edid.detailedTimings.count == 5)
        #expect(edid.extensions.map(\.kind) == [.cta861])
        #expect(edid.extensions.map(\.checksum) == [.right])
    }

    @Test func `rates are exact fractions, of fields where interlaced`() throws {
        let interlaced = try #require(try Fixture.television.edid.detailedTimings.first { $0.scan == .interlaced })
        #expect(interlaced.refreshRate.numerator == 60)
        #expect(interlaced.refreshRate.denominator == 1)
        #expect(interlaced.frameRate.hertz == 30)
        #expect(interlaced.description == "1920x1080i at 60.000 Hz")
        let portrait = try #require(try Fixture.portrait.edid.preferredTiming)
        #expect(portrait.refreshRate.numerator == 146_750)
        #expect(portrait.refreshRate.denominator == 1240 * 1975 / 1000)
        #expect(portrait.refreshRate.millihertz == 59_922)
    }

    @Test func `the size is the preferred timing's unless the base block contradicts it`() throws {
        #expect(try Fixture.desktop.edid.physicalSize == PhysicalSize(millimetresWide: 600, high: 337))
        let contradicting = try EDID(bytes: Fixture.desktop.bytes.patched([21: 71, 22: 40]))
        #expect(contradicting.physicalSize == PhysicalSize(millimetresWide: 710, high: 400))
        #expect(contradicting.issues.map(\.code) == [.sizesDisagree])
        let projector = try Fixture.projector.edid
        #expect(projector.physicalSize == nil)
        #expect(projector.screenSize == .aspectRatio(hundredths: 178))
        #expect(EDID(bytes: projector.bytes.patched([21: 0, 22: 79])).screenSize == .aspectRatio(hundredths: 56))
    }

    @Test func `before EDID 1.4 a bit says whether there is a preferred timing`() throws {
        let bytes = try Fixture.analogue.bytes
        #expect(EDID(bytes: bytes).preferredTiming?.width == 1024)
        #expect(EDID(bytes: bytes.patched([24: bytes[24] & ~2])).preferredTiming == nil)
        #expect(EDID(bytes: bytes.patched([19: 4, 24: bytes[24] & ~2])).preferredTiming?.width == 1024)
    }

    @Test func `range limits above 255 have offsets since EDID 1.4`() throws {
        let bytes = try Fixture.desktop.bytes
        let limits = bytes.patched([108 + 3: 0xFD, 108 + 4: 0b1110, 108 + 5: 48, 108 + 6: 1, 108 + 7: 2, 108 + 8: 3])
        #expect(EDID(bytes: limits).rangeLimits?.vertical == 48...256)
        #expect(EDID(bytes: limits).rangeLimits?.horizontal == 257...258)
        #expect(EDID(bytes: limits.patched([19: 3])).rangeLimits == nil)
    }

    @Test func `one of the tiles of a tiled monitor`() throws {
        let section = try #require(try Fixture.tiled.edid.displayID)
        #expect(section.version == 1)
        #expect(section.product?.manufacturer == "RIG")
        #expect(section.product?.productCode == 0x5678)
        #expect(section.product?.serialNumber == 7)
        #expect(section.product?.name == "TILED2")
        let tile = try #require(section.tile)
        #expect((tile.columns, tile.rows) == (2, 1))
        #expect((tile.column, tile.row) == (1, 0))
        #expect((tile.width, tile.height) == (1920, 2160))
        #expect(try Fixture.tiled.edid.extensions.map(\.reading) == [.partial])
    }

    @Test func `a serial number among the timings of a CTA extension`() throws {
        var bytes = try Fixture.television.bytes
        let start = 128 + Int(bytes[130]) + 3 * 18
        #expect(start + 18 <= 255)
        let descriptor: [UInt8] = [0, 0, 0, 0xFF, 0] + Array("007NT\n       ".utf8)
        bytes.replaceSubrange(start..<start + 18, with: descriptor)
        #expect(EDID(bytes: bytes.patched([:])).serialText == "007NT")
    }

    @Test func `equal bytes make equal EDIDs`() throws {
        let bytes = try Fixture.desktop.bytes
        #expect(EDID(bytes: bytes) == EDID(bytes: bytes))
        #expect(EDID(bytes: bytes) != EDID(bytes: bytes.patched([12: 9])))
    }

    @Test(arguments: [
        (MonitorIdentity(), "unknown monitor"),
        (
            MonitorIdentity(manufacturer: "DEL", serialText: "5K1XN13", name: "DELL U2720Q"),
            "DEL U2720Q (serial 5K1XN13)"
        ),
        (MonitorIdentity(manufacturer: "SAM", serialNumber: 42, name: "SAMSUNG"), "SAM SAMSUNG (serial 42)"),
        (MonitorIdentity(manufacturer: "SHP", productCode: 5238), "SHP product 5238"),
        (MonitorIdentity(serialNumber: 1, serialText: "A1", name: "TV"), "TV (serial A1)"),
    ])
    func `an identity for people`(of identity: MonitorIdentity, is text: String) {
        #expect(identity.description == text)
    }
}
