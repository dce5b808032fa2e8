import CEGL
import ShaderSource
import SlideComposition

/// The programs of surfaces and of the transitions between them, each compiled when it is first asked for. Everything
/// needs a current context.
struct SurfacePrograms {
    private var single: Program?
    private var transitions: [String: Transition] = [:]
    private var emptyPicture: Picture?

    struct Transition {
        let program: Program
        /// Where it goes when nobody says so.
        let direction: (x: Double, y: Double)?

        init(_ source: TransitionSource) throws(RenderingError) {
            program = try Program(source)
            direction = source.direction
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

    /// What a surface without a picture has for one. Call it before pictures are bound.
    mutating func nothing() -> Picture {
        if let emptyPicture { return emptyPicture }
        let picture = Picture.nothing()
        emptyPicture = picture
        return picture
    }

    mutating func add(_ source: TransitionSource) throws(RenderingError) {
        guard ShaderFile.transition(source.name) == nil else {
            throw RenderingError(
                operation: "compile \(source.name)", reason: "a built-in transition has this name: choose another")
        }
        let transition = try Transition(source)
        transitions.updateValue(transition, forKey: source.name)?.program.delete()
    }
}
