/// Why a file cannot be read, as a sentence without its name.
public struct UnreadableFile: Error, Hashable, Sendable {
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
