/// FNV-1a of 64 bits: tells damage and differences, the same in every process; no protection against intent.
public struct Checksum: Hashable, Sendable {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init(_ bytes: some Sequence<UInt8> = []) { add(bytes) }

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
