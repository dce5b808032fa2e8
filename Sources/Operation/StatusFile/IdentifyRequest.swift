public import JSONCoding
public import Timing

/// Asks a playing sign to say on each screen which one it is: a file beside `status.json`, which the sign removes when it
/// has read it. Only who may write into that folder can ask: root, and the sign's own user.
public struct IdentifyRequest: Hashable, Sendable {
    /// Of the file, in the sign's runtime folder.
    public static let fileName = "identify"
    /// Nobody looks at screens for longer; a file with more is a mistake.
    public static let longest = Duration.seconds(3600)

    /// Until when, by the clock that all processes of a machine share and that no time server sets. One that is over ends
    /// what shows.
    public var until: MonotonicTime

    public init(until: MonotonicTime) {
        self.until = until
    }

    public var json: JSON { ["format": 1, "until": .integer(Int(until.nanoseconds))] }

    /// - Parameter bytes: of the file.
    /// - Throws: why it is no request, as a part of a sentence.
    public init(_ bytes: [UInt8], now: MonotonicTime) throws(Fault) {
        guard let root = try? JSONReader.value(of: bytes), let until = root["until"]?.integer else { throw .unreadable }
        self.init(until: MonotonicTime(nanoseconds: Int64(until)))
        guard self.until - now <= Self.longest else { throw .tooLong }
    }

    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        case unreadable
        case tooLong

        public var description: String {
            switch self {
            case .unreadable: "not a request of 'vitrine identify'"
            case .tooLong: "it ends more than an hour from now"
            }
        }
    }
}
