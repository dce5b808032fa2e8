import CEGL
import Rendering
import ShaderSource

/// The programs of surfaces and of the transitions between them, each compiled when it is first asked for. Everything
/// needs a current context.
struct SurfacePrograms {
    private var single: Program?
    private var transitions: [String: Transition] = [:]
    private var emptyPicture: Picture?
    /// Why there is no transition of a name, so that it is looked for only once.
    private var lacking: [String: String] = [:]
    /// Those of them that were to be drawn and that nobody was told of yet.
    private var substitutions: [TransitionSubstitution] = []

    struct Transition {
        let program: Program
        /// Where it goes when nobody says so.
        let direction: (x: Double, y: Double)?
        /// Its pictures of its own, in the order of their units.
        let samplers: [String]

        init(_ source: TransitionSource) throws(RenderingError) {
            program = try Program(source)
            direction = source.direction
            samplers = source.samplers
        }
    }

    mutating func surface() throws(RenderingError) -> Program {
        if let single { return single }
        let program = try Program(.surface)
        single = program
        return program
    }

    mutating func transition(_ name: String) throws(RenderingError) -> Transition {
        if let transition = transitions[name] { return transition }
        guard let file = ShaderFile.transition(name) else {
            throw RenderingError(operation: "draw", reason: "the transition \(name) is neither built in nor was added")
        }
        let transition = try Transition(TransitionSource(name: file.rawValue, text: file.source))
        transitions[name] = transition
        return transition
    }

    /// What a transition is drawn with: its program, or a cross-fade's where there is none.
    mutating func transitionOrCrossFade(_ name: String) throws(RenderingError) -> Transition {
        let crossFade = "fade"
        if let transition = transitions[name] { return transition }
        guard lacking[name] == nil else { return try transition(crossFade) }
        do throws(RenderingError) {
            return try transition(name)
        } catch {
            guard !error.isContextLost, name != crossFade else { throw error }
            lacking[name] = error.reason
            substitutions.append(TransitionSubstitution(name: name, reason: error.reason))
            return try transition(crossFade)
        }
    }

    mutating func takeSubstitutions() -> [TransitionSubstitution] {
        defer { substitutions = [] }
        return substitutions
    }

    /// What a surface without a picture has for one. Call it before pictures are bound.
    mutating func nothing() -> Picture {
        if let emptyPicture { return emptyPicture }
        let picture = Picture.nothing()
        emptyPicture = picture
        return picture
    }

    mutating func withhold(_ name: String) {
        if lacking[name] == nil { lacking[name] = "it has not been tried yet" }
    }

    mutating func add(_ name: String, _ text: [UInt8], isBounded: Bool = true) throws(RenderingError) {
        guard ShaderFile.transition(name) == nil else {
            throw RenderingError(
                operation: "compile \(name)", reason: "a built-in transition has this name: choose another")
        }
        do throws(RenderingError) {
            let transition = try Transition(TransitionSource(name: name, text: text, isBounded: isBounded))
            transitions.updateValue(transition, forKey: name)?.program.delete()
        } catch {
            // Said once, by this error.
            lacking[name] = error.reason
            throw error
        }
    }
}
