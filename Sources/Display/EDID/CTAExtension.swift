import TextLayout

/// One CTA-861 extension block, section 7.3.
extension EDID {
    mutating func readCTAExtension(_ block: ByteView) {
        let revision = block[1]
        var capabilities = cta ?? CTACapabilities()
        capabilities.revision = max(capabilities.revision, revision)
        if revision >= 2 {
            let flags = block[3]
            capabilities.computerFormatsByDefault = flags.hasBit(7) ? .underscanned : .overscanned
            if flags.hasBit(6) { capabilities.audio = .basic }
            if flags.hasBit(5) { colorFormats.insert(.ycbcr444) }
            if flags.hasBit(4) { colorFormats.insert(.ycbcr422) }
            capabilities.nativeDetailedTimings = max(capabilities.nativeDetailedTimings, flags.bits(0, width: 4))
        }

        let timings = CTADataBlock.timingOffset(of: block)
        if timings != 0, !(CTADataBlock.firstOffset..<Self.blockSize ~= timings) {
            report(
                .timingOffsetInvalid, at: block.offset + 2, .ctaExtension,
                "the detailed timings cannot begin at byte \(timings) of their block")
        } else {
            if revision >= 3 { readDataBlocks(of: block, into: &capabilities) }
            readCTATimings(block, from: timings)
        }
        cta = capabilities
    }

    private mutating func readCTATimings(_ block: ByteView, from start: Int) {
        guard start != 0 else { return }
        for offset in stride(from: start, through: Self.blockSize - 1 - DetailedTiming.size, by: DetailedTiming.size) {
            let descriptor = block.piece(from: offset, count: DetailedTiming.size)
            if descriptor.littleEndian16(at: 0) != 0 {
                readDetailedTiming(descriptor)
            } else if descriptor.all.contains(where: { $0 != 0 }) {
                // Not a timing, but monitors keep their serial number here.
                readDisplayDescriptor(descriptor, revision: version?.revision ?? 0)
            } else {
                return  // The padding begins.
            }
        }
    }

    private mutating func readDataBlocks(of block: ByteView, into capabilities: inout CTACapabilities) {
        for dataBlock in CTADataBlock.all(in: block) {
            if dataBlock.isCutOff {
                report(
                    .dataBlockOverrun, at: dataBlock.offset, .ctaDataBlocks,
                    "a data block is longer than the space for data blocks")
            }
            if let needed = dataBlock.kind.minimumLength, dataBlock.payload.count < needed {
                report(
                    .dataBlockShort, at: dataBlock.offset, .ctaDataBlocks,
                    "the \(dataBlock.kind.name) has \(count(dataBlock.payload.count, "byte")) of content and needs \(needed)"
                )
                continue
            }
            read(dataBlock, into: &capabilities)
        }
    }

    private mutating func read(_ dataBlock: CTADataBlock, into capabilities: inout CTACapabilities) {
        let payload = dataBlock.payload
        switch dataBlock.kind {
        case .audio:
            for start in stride(from: 0, through: payload.count - 3, by: 3) {
                capabilities.audioFormats.append(CTACapabilities.AudioFormat(payload.piece(from: start, count: 3)))
            }
        case .video:
            for (index, byte) in payload.all.enumerated() {
                if let format = CTACapabilities.VideoFormat(shortVideoDescriptor: byte) {
                    capabilities.videoFormats.append(format)
                } else {
                    report(
                        .videoFormatReserved, at: payload.offset + index, .videoDataBlock,
                        "\(byte.hexadecimal) is not the code of a video format")
                }
            }
        case .hdmi:
            let address = [payload[3] >> 4, payload[3] & 15, payload[4] >> 4, payload[4] & 15]
            capabilities.hdmi = capabilities.hdmi ?? CTACapabilities.HDMI()
            capabilities.hdmi?.physicalAddress = address.map(String.init).joined(separator: ".")
            capabilities.hdmi?.maximumTMDSClockMHz = payload[6] == 0 ? nil : Int(payload[6]) * 5
        case .hdmiForum:
            capabilities.hdmi = capabilities.hdmi ?? CTACapabilities.HDMI()
            capabilities.hdmi?.maximumTMDSCharacterRateMHz = payload[4] == 0 ? nil : Int(payload[4]) * 5
        case .videoCapability:
            capabilities.videoCapability = CTACapabilities.VideoCapability(payload[0])
        case .hdrStaticMetadata:
            capabilities.hdrTransferFunctions = CTACapabilities.TransferFunctions(rawValue: payload[0] & 0x3F)
        case .ycbcr420Video:
            colorFormats.insert(.ycbcr420)
            capabilities.ycbcr420OnlyVICs += payload.all.compactMap {
                CTACapabilities.VideoFormat(shortVideoDescriptor: $0)?.vic
            }
        case .ycbcr420CapabilityMap:
            colorFormats.insert(.ycbcr420)
        case .extensionCount, .unread:
            break
        }
    }
}

extension CTACapabilities.VideoFormat {
    /// Section 7.5.1. Only for codes up to 64 is the top bit the mark of a native format.
    init?(shortVideoDescriptor byte: UInt8) {
        switch byte {
        case 1...127, 193...253: self.init(vic: byte, nativeness: .unmarked)
        case 129...192: self.init(vic: byte & 0x7F, nativeness: .native)
        default: return nil
        }
    }
}

extension CTACapabilities.AudioFormat {
    private static let rates = [32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]

    init(_ descriptor: ByteView) {
        coding = UInt8(descriptor[0].bits(3, width: 4))
        maximumChannels = descriptor[0].bits(0, width: 3) + 1
        sampleRatesHz = Self.rates.enumerated().filter { descriptor[1].hasBit($0.offset) }.map(\.element)
    }
}

extension CTACapabilities.VideoCapability {
    fileprivate init(_ byte: UInt8) {
        func behaviour(_ bit: Int) -> CTACapabilities.ScanBehaviour {
            CTACapabilities.ScanBehaviour(rawValue: UInt8(byte.bits(bit, width: 2))) ?? .unspecified
        }
        preferredTiming = behaviour(4)
        computerFormats = behaviour(2)
        televisionFormats = behaviour(0)
    }
}
