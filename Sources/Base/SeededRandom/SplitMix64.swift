/// Random numbers from a seed: the same ones on every machine and in every run. The algorithm is SplitMix64 by Steele,
/// Lea and Flood. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    /// By how much the state grows with each number. Odd, so that all 2^64 states come up; multiples of it make seeds that
    /// lie far apart.
    public static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= Self.increment
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
