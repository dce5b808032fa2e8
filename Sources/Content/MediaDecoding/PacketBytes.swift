/// Puts a packet together: numbers of fixed widths, little-endian.
struct PacketWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

/// Takes a packet apart.
struct PacketReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The next number. The caller has checked the packet's length.
    mutating func next<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value {
        let count = Value.bitWidth / 8
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }
}
