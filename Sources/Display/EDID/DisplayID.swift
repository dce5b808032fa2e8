/// What is read of a DisplayID section in an extension block: who the monitor is and how it is tiled. Its timings
/// are left to the kernel.
public struct DisplayIDSection: Hashable, Sendable {
    /// One connector of a monitor that is driven through several, each showing one tile of the whole picture.
    public struct TiledTopology: Hashable, Sendable {
        public let columns: Int
        public let rows: Int
        /// This connector's tile, counted from 0 at the left and the top.
        public let column: Int
        public let row: Int
        /// Of this tile, in pixels.
        public let width: Int
        public let height: Int
    }

    public struct ProductIdentification: Hashable, Sendable {
        /// Three capital letters with version 1; nil with version 2, which has an IEEE OUI in their place.
        public let manufacturer: String?
        public let productCode: UInt16
        public let serialNumber: UInt32?
        public let name: String?
    }

    public let version: UInt8
    public let revision: UInt8
    public internal(set) var product: ProductIdentification?
    public internal(set) var tile: TiledTopology?
}

extension EDID {
    /// The section's header after the block's tag: version, length, type and count, then data blocks.
    private static let displayIDHeaderSize = 5

    mutating func readDisplayID(_ block: ByteView) {
        let version = block[1]
        let length = Int(block[2])
        // The tag before the section; the section's own checksum and the block's after it.
        let space = Self.blockSize - Self.displayIDHeaderSize - 2
        if length > space {
            report(
                .displayIDInvalid, at: block.offset + 2, .displayIDSection,
                "a section of \(length) bytes does not fit the \(space) bytes of its block")
        }
        var section = DisplayIDSection(version: version >> 4, revision: version & 15)
        let content = block.piece(from: Self.displayIDHeaderSize, count: min(length, space))
        var offset = 0
        while offset + 3 <= content.count {
            let (tag, size) = (content[offset], Int(content[offset + 2]))
            // Data blocks end with the first one that is empty and has tag 0: padding.
            if tag == 0, size == 0 { break }
            let payload = content.piece(from: offset + 3, count: size)
            if payload.count < size {
                report(
                    .displayIDInvalid, at: content.offset + offset, .displayIDSection,
                    "a data block is longer than its section")
                break
            }
            section.read(tag: tag, payload)
            offset += 3 + size
        }
        if displayID == nil { displayID = section }
    }
}

extension DisplayIDSection {
    fileprivate mutating func read(tag: UInt8, _ payload: ByteView) {
        // The same two blocks have other tags in version 2.
        switch (version, tag) {
        case (0...1, 0x00), (2, 0x20): product = ProductIdentification(payload, version: version) ?? product
        case (0...1, 0x12), (2, 0x28): tile = TiledTopology(payload) ?? tile
        default: break
        }
    }
}

extension DisplayIDSection.ProductIdentification {
    fileprivate init?(_ payload: ByteView, version: UInt8) {
        let nameLength = Int(payload[11])
        guard payload.count >= 12 else { return nil }
        let letters = payload.piece(from: 0, count: 3).all
        let isText = version < 2 && letters.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
        manufacturer = isText ? String(letters.map { Character(Unicode.Scalar($0)) }) : nil
        productCode = payload.littleEndian16(at: 3)
        serialNumber = payload.littleEndian32(at: 5) == 0 ? nil : payload.littleEndian32(at: 5)
        name = DescriptorText(payload.piece(from: 12, count: nameLength).all).text
    }
}

extension DisplayIDSection.TiledTopology {
    /// The counts and the location are cut into four low bits each, and two high bits each in one byte for all.
    fileprivate init?(_ payload: ByteView) {
        guard payload.count >= 8 else { return nil }
        let (counts, location, high) = (payload[1], payload[2], payload[3])
        columns = 1 + (counts.bits(4, width: 4) | high.bits(6, width: 2) << 4)
        rows = 1 + (counts.bits(0, width: 4) | high.bits(4, width: 2) << 4)
        column = location.bits(4, width: 4) | high.bits(2, width: 2) << 4
        row = location.bits(0, width: 4) | high.bits(0, width: 2) << 4
        width = 1 + Int(payload.littleEndian16(at: 4))
        height = 1 + Int(payload.littleEndian16(at: 6))
    }
}
