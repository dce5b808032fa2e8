/// Why there is no picture.
public struct DecodingFailure: Error, Hashable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// The file holds no picture: it is empty, or text, or of a format that nothing here knows.
        case notAPicture = 1
        /// A known format, or a kind of picture in it, that is not decoded.
        case unsupported
        /// The file is damaged or cut short.
        case damaged
        /// The picture has more pixels than are decoded.
        case tooLarge
        /// Decoding needs more memory than the decoder may have.
        case outOfMemory
        /// A fault of the decoder, not of the file.
        case decoderFault

        /// The file cannot be opened, or is not a regular file.
        case unreadable
        /// The file's disk or share does not answer, or not with the file.
        case unanswered
        /// Decoding took longer than its limit.
        case tookTooLong
        /// The decoder process ended while it decoded the file, or broke the protocol.
        case decoderEnded
        /// There is no decoder process: it cannot be found, or does not start.
        case decoderUnavailable

        /// Whether the decoder process may report it, rather than the client finding out.
        package var isReportedByDecoder: Bool { rawValue <= Self.decoderFault.rawValue }

        /// Whether the cause may pass without the file changing.
        public var mayPass: Bool {
            [.unanswered, .tookTooLong, .decoderUnavailable, .outOfMemory].contains(self)
        }

        /// Whether a library failed in the middle of a file, rather than the file being refused by its first bytes or sizes.
        var isSuspicious: Bool { [.damaged, .outOfMemory, .decoderFault].contains(self) }
    }

    public var kind: Kind
    /// A sentence for people, which begins with the file's path.
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

extension DecodingFailure: CustomStringConvertible {
    public var description: String { message }
}
