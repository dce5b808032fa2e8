/// A window on a part of an EDID. Reading outside of it gives 0 and cutting a piece out of it gives at most what
/// is there, so that no arithmetic on lengths found in the data can trap.
struct ByteView {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Where the window begins, in bytes from the beginning of the whole EDID.
    var offset: Int { bytes.startIndex }
    var count: Int { bytes.count }
    var all: ArraySlice<UInt8> { bytes }

    subscript(index: Int) -> UInt8 {
        index >= 0 && index < count ? bytes[bytes.startIndex + index] : 0
    }

    /// Two bytes, the lower one first.
    func littleEndian16(at index: Int) -> UInt16 {
        UInt16(self[index]) | UInt16(self[index + 1]) << 8
    }

    func littleEndian32(at index: Int) -> UInt32 {
        UInt32(littleEndian16(at: index)) | UInt32(littleEndian16(at: index + 2)) << 16
    }

    func piece(from start: Int, count length: Int) -> ByteView {
        ByteView(bytes.dropFirst(max(start, 0)).prefix(max(length, 0)))
    }

    func piece(from start: Int) -> ByteView {
        piece(from: start, count: count)
    }

    /// The value that the last byte needs for all bytes to sum to 0 modulo 256.
    var expectedChecksum: UInt8 {
        bytes.dropLast().reduce(0) { $0 &- $1 }
    }
}

extension UInt8 {
    /// The bits from `lowest` on, `width` of them, as a number.
    func bits(_ lowest: Int, width: Int) -> Int {
        Int(self) >> lowest & (1 << width - 1)
    }

    func hasBit(_ bit: Int) -> Bool {
        bits(bit, width: 1) == 1
    }

    /// As in the standards' tables: `0x0A`.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return "0x" + (digits.count < 2 ? "0" : "") + digits
    }
}
