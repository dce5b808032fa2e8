/// The limits between which a monitor follows timings, E-EDID A.2 section 3.10.3.3.
public struct RangeLimits: Hashable, Sendable {
    /// How the monitor wants timings within the limits to be computed.
    public enum TimingFormula: Hashable, Sendable {
        /// By the Generalized Timing Formula.
        case defaultGTF
        /// None: only the timings that the EDID lists.
        case none
        /// By the Generalized Timing Formula with the monitor's own constants above some frequency.
        case secondaryGTF
        /// By Coordinated Video Timings.
        case cvt
        case reserved(UInt8)
    }

    /// Refresh rate in Hz.
    public let vertical: ClosedRange<Int>
    /// Line rate in kHz.
    public let horizontal: ClosedRange<Int>
    /// Nil where not given.
    public let maximumPixelClockKHz: Int?
    public let formula: TimingFormula

    /// Nil where a lower limit lies above its upper one.
    init?(_ bytes: ByteView, revision: UInt8) {
        // EDID 1.4 stretched the one-byte limits with an offset of 255 for each.
        func limit(_ index: Int, offsetBit bit: Int) -> Int {
            Int(bytes[index]) + (revision >= 4 && bytes[4].hasBit(bit) ? 255 : 0)
        }
        let verticals = (lowest: limit(5, offsetBit: 0), highest: limit(6, offsetBit: 1))
        let horizontals = (lowest: limit(7, offsetBit: 2), highest: limit(8, offsetBit: 3))
        guard verticals.lowest <= verticals.highest, horizontals.lowest <= horizontals.highest else { return nil }
        vertical = verticals.lowest...verticals.highest
        horizontal = horizontals.lowest...horizontals.highest

        formula =
            switch bytes[10] {
            case 0: .defaultGTF
            case 1: .none
            case 2: .secondaryGTF
            case 4: .cvt
            case let other: .reserved(other)
            }
        // With CVT six more bits take quarters of a megahertz off the clock, which is otherwise in tens of them.
        let reduction = formula == .cvt ? bytes[12].bits(2, width: 6) * 250 : 0
        maximumPixelClockKHz = bytes[9] == 0 ? nil : Int(bytes[9]) * 10_000 - reduction
    }
}

/// The tags of the display descriptors that are read, E-EDID A.2 section 3.10.3.
enum DisplayDescriptorTag {
    static let serialText: UInt8 = 0xFF
    static let dataString: UInt8 = 0xFE
    static let rangeLimits: UInt8 = 0xFD
    static let productName: UInt8 = 0xFC
    /// Colour point, standard timings, colour management, CVT codes, established timings III: known, not read.
    static let unread: ClosedRange<UInt8> = 0xF7...0xFB
    static let dummy: UInt8 = 0x10
    static let manufacturers: ClosedRange<UInt8> = 0x00...0x0F
}

/// The text of a descriptor: 13 bytes of ASCII, ended by a line feed and padded with spaces where shorter.
struct DescriptorText {
    /// Without the spaces at both ends; nil where nothing is left.
    let text: String?
    /// What the standard does not allow about it.
    let faults: [ConformanceIssue.Code]

    private static let lineFeed: UInt8 = 0x0A
    private static let space: UInt8 = 0x20
    private static let printable: ClosedRange<UInt8> = 0x20...0x7E

    init(_ bytes: ArraySlice<UInt8>) {
        var faults: [ConformanceIssue.Code] = []
        // Monitors end a text with NUL, too; nothing readable follows one.
        let content = bytes.prefix { $0 != Self.lineFeed && $0 != 0 }
        let rest = bytes[content.endIndex...]
        if rest.first == 0 || rest.isEmpty && content.last == Self.space {
            faults.append(.textUnterminated)
        }
        if rest.first == Self.lineFeed && rest.dropFirst().contains(where: { $0 != Self.space }) {
            faults.append(.textPaddingInvalid)
        }
        if content.contains(where: { !Self.printable.contains($0) }) {
            faults.append(.textUnprintable)
        }
        let characters = content.map { byte in
            Self.printable.contains(byte) ? Character(Unicode.Scalar(byte)) : "\u{FFFD}"
        }
        let trimmed = characters.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        text = trimmed.isEmpty ? nil : String(trimmed)
        self.faults = faults
    }
}
