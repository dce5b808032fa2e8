/// One data block of a CTA-861 extension, section 7.4: a tag, a length and content.
struct CTADataBlock {
    enum Kind {
        case audio
        case video
        case hdmi
        case hdmiForum
        case videoCapability
        case hdrStaticMetadata
        case ycbcr420Video
        case ycbcr420CapabilityMap
        case extensionCount
        case unread

        /// The bytes of ``CTADataBlock/payload`` that are needed to make sense of it.
        var minimumLength: Int? {
            switch self {
            case .hdmi, .hdmiForum: 5
            case .hdrStaticMetadata: 2
            case .videoCapability, .extensionCount: 1
            default: nil
            }
        }

        var name: String {
            switch self {
            case .hdmi: "HDMI vendor-specific data block"
            case .hdmiForum: "HDMI Forum data block"
            case .videoCapability: "video capability data block"
            case .hdrStaticMetadata: "HDR static metadata data block"
            case .extensionCount: "EDID extension override data block"
            default: "data block"
            }
        }
    }

    let kind: Kind
    /// Of its first byte in the EDID.
    let offset: Int
    /// The content after the tags.
    let payload: ByteView
    /// Whether its length goes beyond the space for data blocks.
    let isCutOff: Bool

    private init(header: UInt8, content: ByteView) {
        let length = header.bits(0, width: 5)
        offset = content.offset - 1
        isCutOff = content.count < length
        let extendedTag = content[0]
        switch header.bits(5, width: 3) {
        case 1: (kind, payload) = (.audio, content)
        case 2: (kind, payload) = (.video, content)
        case 3: (kind, payload) = (Self.kind(vendor: content), content)
        case 7 where extendedTag == Self.hdmiForumSinkCapability:
            // Its content is that of the HDMI Forum's vendor block, with two zeros in place of the vendor; with the
            // tag they take the vendor's three bytes.
            (kind, payload) = (.hdmiForum, content)
        case 7: (kind, payload) = (Self.kind(extendedTag: extendedTag), content.piece(from: 1))
        default: (kind, payload) = (.unread, content)
        }
    }

    private static let hdmiForumSinkCapability: UInt8 = 0x79

    /// A vendor is named by an IEEE OUI, lowest byte first.
    private static func kind(vendor content: ByteView) -> Kind {
        switch (content[2], content[1], content[0]) {
        case (0x00, 0x0C, 0x03): .hdmi
        case (0xC4, 0x5D, 0xD8): .hdmiForum
        default: .unread
        }
    }

    private static func kind(extendedTag: UInt8) -> Kind {
        switch extendedTag {
        case 0x00: .videoCapability
        case 0x06: .hdrStaticMetadata
        case 0x0E: .ycbcr420Video
        case 0x0F: .ycbcr420CapabilityMap
        case 0x78: .extensionCount
        default: .unread
        }
    }

    /// Where the data blocks begin in their extension block.
    static let firstOffset = 4

    /// Where the detailed timings begin and the data blocks end; 0 where there are neither.
    static func timingOffset(of block: ByteView) -> Int { Int(block[2]) }

    static func all(in block: ByteView) -> [CTADataBlock] {
        let end = min(timingOffset(of: block), EDID.blockSize - 1)
        var found: [CTADataBlock] = []
        var offset = firstOffset
        while offset < end {
            let length = block[offset].bits(0, width: 5)
            let content = block.piece(from: offset + 1, count: min(length, end - offset - 1))
            found.append(CTADataBlock(header: block[offset], content: content))
            offset += 1 + length
        }
        return found
    }

    /// The count of extension blocks in the HDMI Forum's override, which must be in the first extension.
    static func extensionCount(in block: ByteView) -> Int? {
        guard ExtensionBlock.Kind(tag: block[0]) == .cta861, block[1] >= 3 else { return nil }
        let override = all(in: block).first { if case .extensionCount = $0.kind { true } else { false } }
        guard let count = override?.payload[0], count > 0 else { return nil }
        return Int(count)
    }
}
