/// The four 18-byte descriptors of the base block, section 3.10.
extension EDID {
    private static let descriptorOffsets = [54, 72, 90, 108]

    mutating func readDescriptors(_ base: ByteView) {
        let revision = base[19]
        for offset in Self.descriptorOffsets {
            let descriptor = base.piece(from: offset, count: DetailedTiming.size)
            if descriptor.littleEndian16(at: 0) != 0 {
                readDetailedTiming(descriptor)
            } else {
                readDisplayDescriptor(descriptor, revision: revision)
            }
        }

        // Since EDID 1.4 the first timing is always the preferred one; before that a feature bit says so.
        if revision >= 4 || base[24].hasBit(1) {
            preferredTiming = detailedTimings.first
            if base.littleEndian16(at: Self.descriptorOffsets[0]) == 0 {
                report(
                    .preferredTimingMissing, at: Self.descriptorOffsets[0], .firstDescriptor,
                    "the first descriptor is not a detailed timing, as the preferred one must be")
            }
        }
        if let fine = preferredTiming?.imageSize, case .size(let coarse) = screenSize, !fine.agrees(with: coarse) {
            report(
                .sizesDisagree, at: 21, .screenSize,
                "the screen is \(coarse) here and \(fine) in the preferred timing")
        }
        // EDID 1.3 is the one revision that demands these two.
        if revision == 3, displayName == nil {
            report(.nameMissing, at: Self.descriptorOffsets[0], .productName, "no descriptor gives the product's name")
        }
        if revision == 3, rangeLimits == nil, !issues.contains(where: { $0.code == .rangeLimitsReversed }) {
            report(.rangeLimitsMissing, at: Self.descriptorOffsets[0], .rangeLimits, "no descriptor gives range limits")
        }
    }

    /// A detailed timing of the base block or of a CTA-861 extension.
    mutating func readDetailedTiming(_ descriptor: ByteView) {
        guard let timing = DetailedTiming(descriptor) else {
            report(
                .timingWithoutPicture, at: descriptor.offset, .detailedTiming,
                "a detailed timing has no active pixels or no active lines")
            return
        }
        detailedTimings.append(timing)
        if !timing.horizontal.isPossible || !timing.vertical.isPossible {
            report(
                .syncOutsideBlanking, at: descriptor.offset, .detailedTiming,
                "the sync pulse of the detailed timing \(timing) is missing or not within the blanking")
        }
    }

    /// A descriptor without a timing of the base block or, as some monitors have it, of a CTA-861 extension.
    mutating func readDisplayDescriptor(_ descriptor: ByteView, revision: UInt8) {
        switch descriptor[3] {
        case DisplayDescriptorTag.productName:
            readText(descriptor, .productName, into: \.displayName)
        case DisplayDescriptorTag.serialText:
            readText(descriptor, .serialText, into: \.serialText)
        case DisplayDescriptorTag.dataString:
            if let text = text(of: descriptor, .dataString) { texts.append(text) }
        case DisplayDescriptorTag.rangeLimits:
            rangeLimits = RangeLimits(descriptor, revision: revision)
            if rangeLimits == nil {
                report(
                    .rangeLimitsReversed, at: descriptor.offset + 5, .rangeLimits,
                    "a lower range limit lies above its upper one")
            }
        case DisplayDescriptorTag.dummy, DisplayDescriptorTag.unread, DisplayDescriptorTag.manufacturers:
            break
        case let tag:
            report(
                .descriptorReserved, at: descriptor.offset + 3, .displayDescriptors,
                "\(tag.hexadecimal) is not the tag of a display descriptor")
        }
    }

    private mutating func readText(
        _ descriptor: ByteView, _ section: StandardSection, into property: WritableKeyPath<EDID, String?>
    ) {
        let text = text(of: descriptor, section)
        if self[keyPath: property] == nil {
            self[keyPath: property] = text
        } else {
            report(
                .descriptorRepeated, at: descriptor.offset, section,
                "a second descriptor with the tag \(descriptor[3].hexadecimal); the first one counts")
        }
    }

    private mutating func text(of descriptor: ByteView, _ section: StandardSection) -> String? {
        let content = DescriptorText(descriptor.piece(from: 5).all)
        for fault in content.faults {
            let complaint =
                switch fault {
                case .textPaddingInvalid: "has something other than spaces after its line feed"
                case .textUnprintable: "has bytes that are no printable ASCII characters"
                default: "is not ended by a line feed"
                }
            report(fault, at: descriptor.offset + 5, section, "the text \"\(content.text ?? "")\" \(complaint)")
        }
        return content.text
    }
}
