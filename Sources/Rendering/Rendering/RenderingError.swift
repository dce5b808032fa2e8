/// A drawing operation that failed.
public struct RenderingError: Error, Hashable, Sendable, CustomStringConvertible {
    public var operation: String
    public var reason: String
    /// Whether the context is lost (GPU reset, device gone), so that everything must be made anew.
    public var isContextLost: Bool

    public init(operation: String, reason: String, isContextLost: Bool = false) {
        self.operation = operation
        self.reason = reason
        self.isContextLost = isContextLost
    }

    public var description: String { "\(operation): \(reason)" }
}
