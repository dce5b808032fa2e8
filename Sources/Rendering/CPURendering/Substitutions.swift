import Rendering

/// The transitions that cross-fades stand in for.
final class Substitutions {
    private static let names = Set(TransitionShader.builtIns.map(\.name))
    /// Those of playlists, which nobody was told of yet.
    private var own: Set<String> = []
    /// Those that nothing is to be said of.
    private var silent: Set<String> = []
    private var pending: [TransitionSubstitution] = []

    static func isBuiltIn(_ name: String) -> Bool { names.contains(name) }

    func add(_ name: String) {
        own.insert(name)
        silent.remove(name)
    }

    func withhold(_ name: String) { if !own.contains(name) { silent.insert(name) } }

    /// Why the renderer does not have a transition. Nil where it does.
    func lack(of name: String) -> String? {
        guard !Self.isBuiltIn(name) else { return nil }
        if own.contains(name) {
            return "the CPU renderer has no shaders of playlists; --renderer gles has"
        }
        return silent.contains(name)
            ? "it has not been tried yet" : "the transition \(name) is neither built in nor was added"
    }

    /// What is drawn.
    func builtIn(_ shader: TransitionShader) -> TransitionShader {
        guard let reason = lack(of: shader.name) else { return shader }
        if !silent.contains(shader.name) {
            silent.insert(shader.name)
            pending.append(TransitionSubstitution(name: shader.name, reason: reason))
        }
        return .builtIn("fade")
    }

    func take() -> [TransitionSubstitution] {
        defer { pending = [] }
        return pending
    }
}
