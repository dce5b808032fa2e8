import DisplayModel

/// Decodes the property blobs of a snapshot. Invalid bytes give nil, never a crash: they come from monitors and drivers.
enum BlobDecoding {
    /// `IN_FORMATS`: a plane's formats, each with its modifiers, in the driver's order of preference.
    ///
    /// The C structures are `struct drm_format_modifier_blob` and `struct drm_format_modifier`. A modifier names the
    /// formats it goes with by a 64-bit mask over the list of formats, starting at `offset`.
    static func formats(_ bytes: [UInt8]) -> [FormatSupport]? {
        let header = (0..<6).compactMap { bytes.load(UInt32.self, at: $0 * 4) }
        guard header.count == 6, header[0] == 1 else { return nil }
        let (formatCount, formatsOffset) = (Int(header[2]), Int(header[3]))
        let (modifierCount, modifiersOffset) = (Int(header[4]), Int(header[5]))
        guard formatsOffset + formatCount * 4 <= bytes.count, modifiersOffset + modifierCount * 24 <= bytes.count else {
            return nil
        }
        var formats = (0..<formatCount).compactMap { index in
            bytes.load(UInt32.self, at: formatsOffset + index * 4).map {
                FormatSupport(format: PixelFormat(rawValue: $0), modifiers: [])
            }
        }
        for index in 0..<modifierCount {
            let start = modifiersOffset + index * 24
            guard let mask = bytes.load(UInt64.self, at: start), let offset = bytes.load(UInt32.self, at: start + 8),
                let modifier = bytes.load(UInt64.self, at: start + 16)
            else { return nil }
            for bit in 0..<64 where mask >> UInt64(bit) & 1 == 1 && Int(offset) + bit < formatCount {
                formats[Int(offset) + bit].modifiers.append(FormatModifier(rawValue: modifier))
            }
        }
        return formats
    }

    /// `PATH`: text that ends with a zero byte, such as `mst:57-1`.
    static func path(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}

extension [UInt8] {
    /// A number in the machine's byte order. Nil where the bytes end before it does.
    func load<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number? {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
        return unsafe withUnsafeBytes { bytes in unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
