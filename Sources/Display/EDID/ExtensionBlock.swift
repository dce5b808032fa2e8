/// One of the blocks after the base block, E-EDID A.2 section 2.2.4.
public struct ExtensionBlock: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case cta861
        case videoTimingBlock
        case displayInformation
        case localizedStrings
        case digitalPacketVideoLink
        case displayID
        case blockMap
        case manufacturerDefined
        case reserved(tag: UInt8)

        init(tag: UInt8) {
            self =
                switch tag {
                case 0x02: .cta861
                case 0x10: .videoTimingBlock
                case 0x40: .displayInformation
                case 0x50: .localizedStrings
                case 0x60: .digitalPacketVideoLink
                case 0x70: .displayID
                case 0xF0: .blockMap
                case 0xFF: .manufacturerDefined
                default: .reserved(tag: tag)
                }
        }
    }

    public enum Checksum: Hashable, Sendable {
        case right
        case wrong(expected: UInt8)
    }

    public enum Reading: Hashable, Sendable {
        /// All that this module knows of is read.
        case full
        /// Only a few of its data blocks are read: identity and tiling of a DisplayID section.
        case partial
        /// Nothing in it is read.
        case none
    }

    /// Its place: 1 is the block after the base block.
    public let number: Int
    public let kind: Kind
    public let revision: UInt8
    public let checksum: Checksum

    public var reading: Reading {
        switch kind {
        case .cta861, .blockMap: .full
        case .displayID: .partial
        default: .none
        }
    }
}

extension EDID {
    /// Reads the extensions that the base block counts, unless the first of them has a truer count
    /// (HDMI 2.1, the EDID Extension Override Data Block: readers of old shall not see all blocks).
    mutating func readExtensions(_ whole: ByteView, counted: Int) {
        let present = whole.count / Self.blockSize - 1
        func block(_ number: Int) -> ByteView {
            whole.piece(from: number * Self.blockSize, count: Self.blockSize)
        }
        let override = present >= 1 && counted >= 1 ? CTADataBlock.extensionCount(in: block(1)) : nil
        let count = override ?? counted
        if count > present {
            report(
                .blocksMissing, at: 126, .flagAndChecksum,
                "\(count) extension blocks are announced and \(present) are there")
        } else if count < present {
            report(
                .blocksUncounted, at: 126, .flagAndChecksum,
                "\(count) extension blocks are announced and \(present) are there; the others are not read")
        }
        for number in 0..<min(count, present) {
            readExtension(block(number + 1), number: number + 1)
        }
    }

    private mutating func readExtension(_ block: ByteView, number: Int) {
        let found = ExtensionBlock(
            number: number, kind: ExtensionBlock.Kind(tag: block[0]), revision: block[1],
            checksum: checkChecksum(of: block, number: number))
        extensions.append(found)
        // A block with a wrong checksum is read all the same: switches and receivers that change a byte of it and
        // forget the checksum are common, and the kernel reads it, too.
        switch found.kind {
        case .cta861: readCTAExtension(block)
        case .displayID: readDisplayID(block)
        case .reserved(let tag):
            report(
                .extensionReserved, at: block.offset, .extensionBlocks,
                "block \(number) has the tag \(tag.hexadecimal), which no extension has")
        default: break
        }
    }
}
