/// Something in an EDID that its standard does not allow. It is data, not an error: whatever can be read in spite
/// of it is read.
public struct ConformanceIssue: Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, CaseIterable, Sendable {
        // The whole.
        case lengthInvalid
        case headerInvalid
        case checksumInvalid
        case blocksMissing
        case blocksUncounted
        // The base block.
        case versionUnknown
        case manufacturerInvalid
        case weekInvalid
        case inputReserved
        case sizesDisagree
        // The 18-byte descriptors.
        case timingWithoutPicture
        case syncOutsideBlanking
        case preferredTimingMissing
        case descriptorReserved
        case descriptorRepeated
        case nameMissing
        case rangeLimitsMissing
        case rangeLimitsReversed
        case textUnterminated
        case textPaddingInvalid
        case textUnprintable
        // The extensions.
        case extensionReserved
        case timingOffsetInvalid
        case dataBlockOverrun
        case dataBlockShort
        case videoFormatReserved
        case displayIDInvalid
    }

    public let code: Code
    /// Where it is, in bytes from the beginning of the EDID.
    public let offset: Int
    public let section: StandardSection
    /// A sentence for people, without the offset and the section.
    public let message: String

    public var description: String {
        "byte \(offset): \(message) (\(section))"
    }
}

/// A place in one of the standards that an EDID is made of.
public struct StandardSection: Hashable, Sendable, CustomStringConvertible {
    public enum Standard: String, Sendable {
        /// VESA Enhanced EDID Standard, release A, revision 2: EDID 1.4.
        case enhancedEDID = "E-EDID A.2"
        /// ANSI/CTA-861-H, A DTV Profile for Uncompressed High Speed Digital Interfaces.
        case cta861 = "CTA-861-H"
        /// VESA DisplayID Standard, version 1.3.
        case displayID = "DisplayID 1.3"
    }

    public let standard: Standard
    public let number: String

    public var description: String { "\(standard.rawValue) section \(number)" }

    static let extensionBlocks = StandardSection(standard: .enhancedEDID, number: "2.2.4")
    static let header = StandardSection(standard: .enhancedEDID, number: "3.3")
    static let manufacturerName = StandardSection(standard: .enhancedEDID, number: "3.4.1")
    static let manufactureDate = StandardSection(standard: .enhancedEDID, number: "3.4.4")
    static let structureVersion = StandardSection(standard: .enhancedEDID, number: "3.5")
    static let videoInput = StandardSection(standard: .enhancedEDID, number: "3.6.1")
    static let screenSize = StandardSection(standard: .enhancedEDID, number: "3.6.2")
    static let descriptors = StandardSection(standard: .enhancedEDID, number: "3.10")
    static let firstDescriptor = StandardSection(standard: .enhancedEDID, number: "3.10.1")
    static let detailedTiming = StandardSection(standard: .enhancedEDID, number: "3.10.2")
    static let displayDescriptors = StandardSection(standard: .enhancedEDID, number: "3.10.3")
    static let serialText = StandardSection(standard: .enhancedEDID, number: "3.10.3.1")
    static let dataString = StandardSection(standard: .enhancedEDID, number: "3.10.3.2")
    static let rangeLimits = StandardSection(standard: .enhancedEDID, number: "3.10.3.3")
    static let productName = StandardSection(standard: .enhancedEDID, number: "3.10.3.4")
    static let flagAndChecksum = StandardSection(standard: .enhancedEDID, number: "3.11")
    static let ctaExtension = StandardSection(standard: .cta861, number: "7.3")
    static let ctaDataBlocks = StandardSection(standard: .cta861, number: "7.4")
    static let videoDataBlock = StandardSection(standard: .cta861, number: "7.5.1")
    static let displayIDSection = StandardSection(standard: .displayID, number: "2")
}
