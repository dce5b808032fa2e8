// How an order for a text travels: in memory of its own, since it may be long. All numbers are little-endian.

extension TextOrder {
    private static let magic: UInt32 = 0x3154_4456  // "VDT1"
    /// Of everything beside the text and the names.
    private static let fixedByteCount = 64
    private static let mostFamilies = 16
    private static let longestName = 256

    /// The most bytes of an order.
    package static var mostBytes: Int {
        fixedByteCount + longestText + (mostFamilies + 1) * (longestName + 4)
    }

    package var bytes: [UInt8] {
        var packet = PacketWriter()
        packet.append(Self.magic)
        switch size {
        case .fit: packet.append(UInt64(0))
        case .pixels(let pixels): packet.append(pixels.bitPattern)
        }
        packet.append(UInt16(clamping: weight))
        packet.append(UInt8(isItalic ? 1 : 0))
        for channel in [color.red, color.green, color.blue] { packet.append(channel) }
        packet.append(alignment.rawValue)
        packet.append(verticalAlignment.rawValue)
        packet.append(lineHeight.bitPattern)
        for edge in [padding.top, padding.right, padding.bottom, padding.left] { packet.append(UInt32(clamping: edge)) }
        packet.append(UInt8(wraps ? 1 : 0))
        packet.append(overflow.rawValue)
        packet.append(UInt8(hasTabularFigures ? 1 : 0))
        let families = families.prefix(Self.mostFamilies)
        packet.append(UInt8(families.count))
        return ([text, language] + families).reduce(packet.bytes) { bytes, text in
            var length = PacketWriter()
            length.append(UInt32(text.utf8.count))
            return bytes + length.bytes + text.utf8
        }
    }

    /// Nil for anything that ``bytes`` does not make of an order.
    package init?(_ bytes: [UInt8]) {
        let head = 48
        guard bytes.count >= head, bytes.count <= Self.mostBytes else { return nil }
        var packet = PacketReader(Array(bytes[..<head]))
        guard packet.next(UInt32.self) == Self.magic else { return nil }
        let pixels = Double(bitPattern: packet.next())
        let weight = Int(packet.next(UInt16.self))
        guard let isItalic = Bool(byte: packet.next()) else { return nil }
        let color = PictureColor(red: packet.next(), green: packet.next(), blue: packet.next())
        guard let alignment = Alignment(rawValue: packet.next()),
            let vertical = VerticalAlignment(rawValue: packet.next())
        else { return nil }
        let lineHeight = Double(bitPattern: packet.next())
        let edges = (0..<4).map { _ in Int(packet.next(UInt32.self)) }
        guard let wraps = Bool(byte: packet.next()), let overflow = Overflow(rawValue: packet.next()),
            let hasTabularFigures = Bool(byte: packet.next())
        else { return nil }
        let familyCount = Int(packet.next(UInt8.self))
        guard pixels == 0 || (1...Self.largestSize).contains(pixels), (1...1000).contains(weight),
            lineHeight == 0 || (0.1...10).contains(lineHeight), familyCount <= Self.mostFamilies,
            edges.allSatisfy({ $0 <= PictureRequest.longestSide })
        else { return nil }
        var texts: [String] = []
        var rest = bytes[head...]
        for _ in 0..<2 + familyCount {
            guard rest.count >= 4 else { return nil }
            var length = PacketReader(Array(rest.prefix(4)))
            let count = Int(length.next(UInt32.self))
            rest = rest.dropFirst(4)
            guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self) else {
                return nil
            }
            texts.append(text)
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty, texts.dropFirst().allSatisfy({ $0.utf8.count <= Self.longestName && !$0.contains("\0") })
        else { return nil }
        self.init(texts[0])
        (language, families) = (texts[1], Array(texts[2...]))
        size = pixels == 0 ? .fit : .pixels(pixels)
        (self.weight, self.isItalic, self.color) = (weight, isItalic, color)
        (self.alignment, verticalAlignment, self.lineHeight) = (alignment, vertical, lineHeight)
        padding = Padding(top: edges[0], right: edges[1], bottom: edges[2], left: edges[3])
        (self.wraps, self.overflow, self.hasTabularFigures) = (wraps, overflow, hasTabularFigures)
    }
}

extension Bool {
    fileprivate init?(byte: UInt8) {
        guard byte <= 1 else { return nil }
        self = byte == 1
    }
}
