extension EDID {
    public struct Version: Hashable, Sendable, CustomStringConvertible {
        public let version: UInt8
        public let revision: UInt8
        public var description: String { "\(version).\(revision)" }
    }

    /// When the monitor was made, section 3.4.4.
    public enum ManufactureDate: Hashable, Sendable {
        case week(Int, year: Int)
        case year(Int)
        /// Only the year of the model is known.
        case modelYear(Int)
    }

    /// The signal that the monitor takes on this connector, section 3.6.1.
    public enum VideoInput: Hashable, Sendable {
        case analogue
        /// Bits for each colour and the interface are nil where not given, as always before EDID 1.4.
        case digital(bitsPerColor: Int?, interface: DigitalInterface?)
    }

    public enum DigitalInterface: UInt8, Hashable, Sendable {
        case dvi = 1
        case hdmiA = 2
        case hdmiB = 3
        case mddi = 4
        case displayPort = 5
    }

    private static let header: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
    /// As many header bytes as the kernel wants to see right before it repairs the others.
    private static let headerBytesNeeded = 6

    /// Whether this is an EDID (section 3.3). A damaged header is forgiven as the kernel forgives it: if most of it
    /// is right and the checksum fits once it is repaired. A dead bus, which reads as 0xFF throughout, is none.
    mutating func readHeader(_ base: ByteView) -> Bool {
        let right = zip(base.all, Self.header).count { $0 == $1 }
        if right == Self.header.count { return true }
        let repaired = Self.header + base.all.dropFirst(Self.header.count)
        let isUsable =
            right >= Self.headerBytesNeeded && ByteView(repaired[...]).expectedChecksum == base[Self.blockSize - 1]
        report(
            .headerInvalid, at: 0, .header,
            isUsable
                ? "\(Self.header.count - right) of the 8 bytes of the header are wrong"
                : "this is no EDID: it does not begin with 00 FF FF FF FF FF FF 00")
        return isUsable
    }

    mutating func readBaseBlock(_ base: ByteView) {
        readIdentification(base)
        readBasicParameters(base)
        readDescriptors(base)
    }

    private mutating func readIdentification(_ base: ByteView) {
        // Three letters of five bits each, A being 1, with the most significant first.
        let word = Int(base[8]) << 8 | Int(base[9])
        let letters = [word >> 10 & 31, word >> 5 & 31, word & 31]
        // A code with other signs (there are monitors of the maker "MS_") is still what the monitor is known by.
        if word < 0x8000, !letters.contains(0) {
            manufacturer = String(letters.map { Character(Unicode.Scalar(UInt8(0x40 + $0))) })
        }
        if word >= 0x8000 || !letters.allSatisfy({ 1...26 ~= $0 }) {
            report(
                .manufacturerInvalid, at: 8, .manufacturerName,
                "\(base[8].hexadecimal) \(base[9].hexadecimal) are not three letters")
        }
        productCode = base.littleEndian16(at: 10)
        serialNumber = base.littleEndian32(at: 12) == 0 ? nil : base.littleEndian32(at: 12)

        let year = 1990 + Int(base[17])
        switch base[16] {
        case 0: made = .year(year)
        case 1...54: made = .week(Int(base[16]), year: year)
        case 0xFF: made = .modelYear(year)
        case let week:
            made = .year(year)
            report(.weekInvalid, at: 16, .manufactureDate, "there is no week \(week) in a year")
        }

        version = Version(version: base[18], revision: base[19])
        if base[18] != 1 || base[19] > 4 {
            report(
                .versionUnknown, at: 18, .structureVersion,
                "version \(base[18]).\(base[19]) is none of 1.0 to 1.4; it is read as 1.4")
        }
    }

    private mutating func readBasicParameters(_ base: ByteView) {
        let (definition, features, revision) = (base[20], base[24], base[19])
        screenSize = ScreenSize(horizontal: base[21], vertical: base[22], revision: revision)
        guard definition.hasBit(7) else {
            input = .analogue
            return
        }
        guard revision >= 4 else {
            input = .digital(bitsPerColor: nil, interface: nil)
            return
        }
        let depth = definition.bits(4, width: 3)
        let code = UInt8(definition.bits(0, width: 4))
        let interface = DigitalInterface(rawValue: code)
        input = .digital(bitsPerColor: 1...6 ~= depth ? 4 + 2 * depth : nil, interface: interface)
        if depth == 7 || code != 0 && interface == nil {
            report(.inputReserved, at: 20, .videoInput, "\(definition.hexadecimal) has a reserved depth or interface")
        }
        if features.hasBit(3) { colorFormats.insert(.ycbcr444) }
        if features.hasBit(4) { colorFormats.insert(.ycbcr422) }
    }
}

/// How a pixel may be sent besides RGB.
public struct ColorFormats: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ycbcr444 = ColorFormats(rawValue: 1 << 0)
    public static let ycbcr422 = ColorFormats(rawValue: 1 << 1)
    /// With some video formats only.
    public static let ycbcr420 = ColorFormats(rawValue: 1 << 2)
}
