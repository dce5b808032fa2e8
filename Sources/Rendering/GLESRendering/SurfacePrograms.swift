import CEGL
import Rendering
import ShaderSource

/// The programs of plain pictures and of cross-fades between them: those of eight bits a channel are there from the start,
/// the others are compiled when they are first asked for. Everything needs a current context.
struct PicturePrograms {
    private var pictures: [Program.Depth: Program]
    private var crossFades: [Program.Depth: Program]

    init() throws(RenderingError) {
        pictures = [.wide: try Program(.picture)]
        crossFades = [.wide: try Program(.crossFade)]
    }

    mutating func picture(for depth: Program.Depth) throws(RenderingError) -> Program {
        try Self.program(.picture, for: depth, in: &pictures)
    }

    mutating func crossFade(for depth: Program.Depth) throws(RenderingError) -> Program {
        try Self.program(.crossFade, for: depth, in: &crossFades)
    }

    private static func program(
        _ kind: Program.Kind, for depth: Program.Depth, in programs: inout [Program.Depth: Program]
    ) throws(RenderingError) -> Program {
        if let program = programs[depth] { return program }
        let program = try Program(kind, for: depth)
        programs[depth] = program
        return program
    }
}

/// The programs of surfaces and of the transitions between them, each compiled when it is first asked for. Everything
/// needs a current context.
struct SurfacePrograms {
    private var single: [Program.Depth: Program] = [:]
    private var transitions: [String: Transition] = [:]
    private var emptyPicture: Picture?
    /// Why there is no transition of a name, so that it is looked for only once.
    private var lacking: [String: String] = [:]
    /// Those of them that were to be drawn and that nobody was told of yet.
    private var substitutions: [TransitionSubstitution] = []

    final class Transition {
        private let source: TransitionSource
        private var programs: [Program.Depth: Program]
        /// Where it goes when nobody says so.
        let direction: (x: Double, y: Double)?
        /// Its pictures of its own, in the order of their units.
        let samplers: [String]

        init(_ source: TransitionSource) throws(RenderingError) {
            self.source = source
            programs = [.wide: try Program(source)]
            direction = source.direction
            samplers = source.samplers
        }

        /// Compiled when it is first asked for, but for the wide one.
        func program(for depth: Program.Depth) throws(RenderingError) -> Program {
            if let program = programs[depth] { return program }
            let program = try Program(source, for: depth)
            programs[depth] = program
            return program
        }

        func delete() { for program in programs.values { program.delete() } }
    }

    mutating func surface(for depth: Program.Depth = .wide) throws(RenderingError) -> Program {
        if let program = single[depth] { return program }
        let program = try Program(.surface, for: depth)
        single[depth] = program
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
            transitions.updateValue(transition, forKey: name)?.delete()
        } catch {
            // Said once, by this error.
            lacking[name] = error.reason
            throw error
        }
    }
}
