/// What came of trying a shader of a playlist's own.
public enum ShaderVerdict: Hashable, Sendable {
    case passed
    /// It is at fault; with the reason, which names a line of the shader where there is one.
    case refused(String)
    /// It could not be tried; with the reason.
    case untried(String)

    /// What is done about a shader that did not pass, behind the reason.
    public static let consequence = "; its slides are cross-faded until it is corrected"
}
