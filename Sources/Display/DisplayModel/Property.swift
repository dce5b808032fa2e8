/// A property of a KMS object with its value at the time of the snapshot.
///
/// The corresponding C structure is `drmModePropertyRes`.
public struct Property: Hashable, Sendable {
    public var id: UInt32
    /// The kernel's name: `CRTC_ID`, `max bpc`, `panel orientation`.
    public var name: String
    /// The raw 64 bits, whose meaning depends on ``kind``.
    public var value: UInt64
    public var kind: Kind
    public var isImmutable: Bool

    public init(id: UInt32, name: String, value: UInt64, kind: Kind, isImmutable: Bool) {
        self.id = id
        self.name = name
        self.value = value
        self.kind = kind
        self.isImmutable = isImmutable
    }

    public enum Kind: Hashable, Sendable {
        case range(ClosedRange<UInt64>)
        case signedRange(ClosedRange<Int64>)
        /// One of several named values.
        case enumeration([Choice])
        /// Any of several named bits; each choice's value is the bit's number.
        case bitmask([Choice])
        case blob
        case object
    }

    public struct Choice: Hashable, Sendable {
        public var value: UInt64
        public var name: String

        public init(value: UInt64, name: String) {
            self.value = value
            self.name = name
        }
    }

    /// For an enumeration, the name of its value.
    public var choice: String? {
        guard case .enumeration(let choices) = kind else { return nil }
        return choices.first { $0.value == value }?.name
    }
}

extension [Property] {
    /// The property of a name, as the kernel spells it.
    public subscript(name: String) -> Property? { first { $0.name == name } }
}
