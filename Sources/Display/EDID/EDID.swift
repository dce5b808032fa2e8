import TextLayout

/// What a monitor says about itself: the bytes of its Extended Display Identification Data (VESA E-EDID) taken
/// apart, with a list of what is wrong with them.
///
/// Any bytes make an `EDID`. Where they are too few or are no EDID at all, all values are empty and ``issues`` says
/// why; where only a part is broken, the rest is read. Values that the kernel reports too, such as modes, are here
/// for comparison and messages: the kernel has its own list of repairs for particular monitors.
public struct EDID: Hashable, Sendable {
    /// All bytes as given.
    public let bytes: [UInt8]

    // Vendor and product identification, section 3.4.

    /// Three capital letters, as registered with UEFI's PNP list.
    public internal(set) var manufacturer: String?
    public internal(set) var productCode: UInt16?
    /// Nil where 0, which stands for none. Makers also put 1 or 0x01010101 into every monitor.
    public internal(set) var serialNumber: UInt32?
    public internal(set) var made: ManufactureDate?
    public internal(set) var version: Version?

    // Basic display parameters and features, section 3.6.

    public internal(set) var input: VideoInput?
    /// As the base block has it; see ``physicalSize`` for the best that is known.
    public internal(set) var screenSize: ScreenSize?
    /// What the base block and the CTA-861 extensions say together. RGB is always understood.
    public internal(set) var colorFormats: ColorFormats = []

    // The 18-byte descriptors, section 3.10.

    /// Every detailed timing that has a picture, of the base block and then of the CTA-861 extensions, in their
    /// order. An impossible one is listed and has an issue.
    public internal(set) var detailedTimings: [DetailedTiming] = []
    /// The timing that the monitor wants to be driven with, if the base block names one.
    public internal(set) var preferredTiming: DetailedTiming?
    public internal(set) var displayName: String?
    /// The serial number as text.
    public internal(set) var serialText: String?
    /// Texts of no fixed meaning, such as a panel's part number.
    public internal(set) var texts: [String] = []
    public internal(set) var rangeLimits: RangeLimits?

    // The extension blocks, section 2.2.4.

    /// Those that are there and counted by the base block.
    public internal(set) var extensions: [ExtensionBlock] = []
    /// What the CTA-861 extensions say, if there are any.
    public internal(set) var cta: CTACapabilities?
    /// What the first DisplayID extension says, if there is one.
    public internal(set) var displayID: DisplayIDSection?

    /// What the standards do not allow, in the order of the bytes within each block.
    public internal(set) var issues: [ConformanceIssue] = []

    public static let blockSize = 128

    public init(bytes: [UInt8]) {
        self.bytes = bytes
        let whole = ByteView(bytes[...])
        if bytes.isEmpty || bytes.count % Self.blockSize != 0 {
            report(
                .lengthInvalid, at: bytes.count, .extensionBlocks,
                "an EDID is made of blocks of \(Self.blockSize) bytes, and this one has \(count(bytes.count, "byte"))")
        }
        let base = whole.piece(from: 0, count: Self.blockSize)
        guard base.count == Self.blockSize, readHeader(base) else { return }
        checkChecksum(of: base, number: 0)
        readBaseBlock(base)
        readExtensions(whole, counted: Int(base[126]))
    }

    /// Two EDIDs with the same bytes are the same.
    public static func == (a: EDID, b: EDID) -> Bool { a.bytes == b.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    public var identity: MonitorIdentity {
        MonitorIdentity(
            manufacturer: manufacturer, productCode: productCode, serialNumber: serialNumber, serialText: serialText,
            name: displayName)
    }

    /// The size of the picture on the glass. The preferred timing gives it to the millimetre, the base block to
    /// the centimetre; where the two are a centimetre or more apart the base block is believed.
    public var physicalSize: PhysicalSize? {
        let fine = preferredTiming?.imageSize
        guard case .size(let coarse) = screenSize else { return fine }
        guard let fine, fine.agrees(with: coarse) else { return coarse }
        return fine
    }

    mutating func report(
        _ code: ConformanceIssue.Code, at offset: Int, _ section: StandardSection, _ message: String
    ) {
        issues.append(ConformanceIssue(code: code, offset: offset, section: section, message: message))
    }

    @discardableResult
    mutating func checkChecksum(of block: ByteView, number: Int) -> ExtensionBlock.Checksum {
        let found = block[Self.blockSize - 1]
        let expected = block.expectedChecksum
        if found == expected { return .right }
        report(
            .checksumInvalid, at: block.offset + Self.blockSize - 1, .flagAndChecksum,
            "the checksum of block \(number) is \(found.hexadecimal) and should be \(expected.hexadecimal)")
        return .wrong(expected: expected)
    }
}

extension PhysicalSize {
    /// Whether the two differ by no more than what rounding to centimetres explains.
    func agrees(with rounded: PhysicalSize) -> Bool {
        abs(width - rounded.width) < 10 && abs(height - rounded.height) < 10
    }
}
