// Base64 (RFC 4648, section 4), which blobs are written in.

extension [UInt8] {
    /// Nil where the text is not Base64, with its padding, whole.
    init?(base64 text: String) {
        guard text.utf8.count.isMultiple(of: 4) else { return nil }
        let digits = text.utf8.reversed().drop { $0 == 0x3D }.reversed()
        let padding = text.utf8.count - digits.count
        guard padding <= 2 else { return nil }
        self.init()
        var (bits, count) = (UInt32(0), 0)
        for digit in digits {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
    }
}

extension String {
    init(base64 bytes: [UInt8]) {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        self = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(16 - 8 * $1.offset) }
            for index in 0..<4 {
                append(index <= group.count ? digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : "=")
            }
        }
    }
}
