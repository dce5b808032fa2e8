/// What a medium is: equal specifications show the same frames. Each kind of media has a type of its own, and a
/// ``MediaProvider`` that knows it.
public protocol MediaSpecification: Hashable {
    /// The most bytes that the pixels of one frame take, as far as that is known before the medium is opened.
    var frameBytes: Int { get }
}

/// A specification whose kind does not matter: the name under which a medium is wanted, kept and found.
public struct Medium: Hashable {
    public let frameBytes: Int
    private let specification: AnyHashable

    public init(_ specification: some MediaSpecification) {
        frameBytes = specification.frameBytes
        self.specification = AnyHashable(specification)
    }

    /// The specification, if the medium is of this kind.
    public func specification<Kind: MediaSpecification>(as kind: Kind.Type = Kind.self) -> Kind? {
        specification.base as? Kind
    }
}

/// Why a medium cannot be shown: a sentence for people that begins with the medium's name.
public struct MediaFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// Whether its cause may pass without the medium changing: a disk that does not answer, want of memory.
    public var mayPass: Bool

    public init(_ message: String, mayPass: Bool = false) {
        self.message = message
        self.mayPass = mayPass
    }

    public var description: String { message }
}
