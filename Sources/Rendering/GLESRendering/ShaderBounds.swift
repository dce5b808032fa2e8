/// Limits for what a shader makes the compiler do. What real transitions need is far below them.
///
/// It is an estimate, which spares the attempt and says in plain words what is too much. What gets past it meets the limits
/// of the process that tries the shader.
struct ShaderBounds {
    /// In characters. GLSL ES 3.00 allows 1024.
    static let longestWord = 256
    /// Of one variable, in numbers: more than any GPU has registers for.
    static let largestVariable = 1 << 14
    static let largestVariables = 1 << 16
    /// Parentheses, brackets and braces in each other.
    static let deepest = 64
    /// In words and signs. Operators in a row nest in the compiler as deep as they are many.
    static let longestStatement = 4096
    /// In words and signs, with each call counted as what it calls: compilers put functions where they are called.
    static let mostInlined = 1 << 18

    static let mostFunctions = 256
    /// The same for each pixel, with each round of a loop.
    static let mostSteps = 1 << 20

    private var declarations: ShaderDeclarations
    private var calls: ShaderCalls
    private var depth = 0
    private var statement = 0

    /// - Parameter text: without comments, and with constants in place of parameters.
    /// - Throws: what is too much.
    static func check(_ text: [UInt8]) throws(ShaderFault) {
        let tokens = try ShaderExpansion(ShaderText(text)).tokens
        var bounds = ShaderBounds(
            declarations: ShaderDeclarations(ShaderConstants(tokens)), calls: ShaderCalls(ShaderLoops(tokens)))
        for (index, token) in tokens.enumerated() {
            try bounds.count(token)
            try bounds.declarations.read(tokens, at: index)
            try bounds.calls.read(tokens, at: index)
        }
        try bounds.calls.check()
    }

    private mutating func count(_ token: ShaderToken) throws(ShaderFault) {
        statement += 1
        switch token.text {
        case "(", "[": depth += 1
        case "{":
            depth += 1
            statement = 0
        case ")", "]": depth = max(0, depth - 1)
        case "}":
            depth = max(0, depth - 1)
            statement = 0
        case ";": statement = 0
        default: break
        }
        guard depth <= Self.deepest else {
            throw ShaderFault(
                line: token.line, reason: "parentheses and braces are nested more than \(Self.deepest) deep")
        }
        guard statement <= Self.longestStatement else {
            throw ShaderFault(
                line: token.line,
                reason: "a statement has more than \(Self.longestStatement) words and signs; divide it")
        }
    }
}

/// How large the variables of a shader are.
private struct ShaderDeclarations {
    /// In numbers.
    private var types: [String: Int] = [
        "float": 1, "int": 1, "bool": 1, "vec2": 2, "vec3": 3, "vec4": 4, "ivec2": 2, "ivec3": 3, "ivec4": 4,
        "bvec2": 2,
        "bvec3": 3, "bvec4": 4, "mat2": 4, "mat3": 9, "mat4": 16,
    ]
    private let constants: ShaderConstants
    private var total = 0
    private var depth = 0
    /// The variables that are being declared.
    private var open: Open?
    /// The structure that is being defined.
    private var structure: (name: String, size: Int, depth: Int)?

    init(_ constants: ShaderConstants) {
        self.constants = constants
    }

    private struct Open {
        var size: Int
        var depth: Int
        var isInitialiser = false
    }

    mutating func read(_ tokens: [ShaderToken], at index: Int) throws(ShaderFault) {
        let token = tokens[index]
        func next(_ offset: Int) -> String { index + offset < tokens.count ? tokens[index + offset].text : "" }
        switch token.text {
        case "{", "(":
            if token.text == "{" { open = nil }
            depth += 1
        case "[":
            if let open, open.depth == depth, !open.isInitialiser {
                try declareArray(of: open.size, tokens[(index + 1)...].prefix { $0.text != "]" }, token.line)
            }
            depth += 1
        case "}", ")", "]":
            depth = max(0, depth - 1)
            if let open, depth < open.depth { self.open = nil }
            if token.text == "}", let structure, structure.depth == depth {
                types[structure.name] = structure.size
                self.structure = nil
                // Variables may follow at once.
                open = Open(size: structure.size, depth: depth)
            }
        case ";": open = nil
        case "=": if open?.depth == depth { open?.isInitialiser = true }
        case ",": if open?.depth == depth { open?.isInitialiser = false }
        case "struct": structure = (next(1), 0, depth)
        default:
            guard let size = types[token.text] else {
                // Each name after a type.
                if let open, open.depth == depth, !open.isInitialiser, token.isWord {
                    try declare(open.size, token.line)
                }
                break
            }
            // Else it makes a value.
            guard next(1) != "(" else { break }
            open = Open(size: size, depth: depth)
        }
    }

    private mutating func declareArray(
        of size: Int, _ count: ArraySlice<ShaderToken>, _ line: Int
    ) throws(ShaderFault) {
        guard let number = constants.value(of: count), number >= 0 else {
            throw ShaderFault(line: line, reason: "it is not told how large this array is; its size has to be constant")
        }
        try declare(Int(min(number, 1e9)) * min(size, 1 << 30), line)
    }

    private mutating func declare(_ size: Int, _ line: Int) throws(ShaderFault) {
        if let inside = structure { structure?.size = min(inside.size + min(size, 1 << 40), 1 << 40) }
        guard size <= ShaderBounds.largestVariable else {
            throw ShaderFault(
                line: line,
                reason: "a variable of more than \(ShaderBounds.largestVariable) numbers; make the array smaller")
        }
        total += size
        guard total <= ShaderBounds.largestVariables else {
            throw ShaderFault(
                line: line,
                reason: "with this, its variables have more than \(ShaderBounds.largestVariables) numbers; "
                    + "make arrays smaller")
        }
    }
}

/// How long a shader's functions become, with each call counted as what it calls.
private struct ShaderCalls {
    private struct Function {
        var name: String
        var line: Int
        var length = 0
        var steps = 0.0
        /// How often it calls others, by name: in its text, and with the rounds of its loops.
        var calls: [String: (inText: Int, inLoops: Double)] = [:]
    }

    private let loops: ShaderLoops
    private var functions: [Function] = []
    private var depth = 0
    /// The loops that it is in: rounds, and where they end.
    private var open: [(rounds: Double, end: Int)] = []
    /// Of what may become a function: its name stands before a parenthesis, outside of braces.
    private var candidate: ShaderToken?

    init(_ loops: ShaderLoops) {
        self.loops = loops
    }

    mutating func read(_ tokens: [ShaderToken], at index: Int) throws(ShaderFault) {
        while let last = open.last, index >= last.end { open.removeLast() }
        if let loop = try loops.loop(at: index, depth: open.count) { open.append(loop) }
        let rounds = open.reduce(1) { $0 * $1.rounds }
        let token = tokens[index]
        switch token.text {
        case "{":
            if depth == 0, let name = candidate { functions.append(Function(name: name.text, line: name.line)) }
            depth += 1
        case "}": depth = max(0, depth - 1)
        case ";" where depth == 0: candidate = nil
        case "(" where index > 0 && tokens[index - 1].isWord:
            if depth == 0 {
                if candidate == nil { candidate = tokens[index - 1] }
            } else if let last = functions.indices.last {
                let name = tokens[index - 1].text
                let known = functions[last].calls[name] ?? (0, 0)
                functions[last].calls[name] = (known.inText + 1, known.inLoops + rounds)
            }
        default: break
        }
        if token.text == "}", depth == 0 { candidate = nil }
        guard depth > 0, let last = functions.indices.last else { return }
        functions[last].length += 1
        functions[last].steps += rounds
    }

    /// Recursion, which the language forbids, is left to the compiler.
    func check() throws(ShaderFault) {
        guard functions.count <= ShaderBounds.mostFunctions else {
            throw ShaderFault(
                line: functions[ShaderBounds.mostFunctions].line,
                reason: "it has more than \(ShaderBounds.mostFunctions) functions")
        }
        var known: [(length: Int, steps: Double)?] = functions.map { _ in nil }
        for (index, function) in functions.enumerated() {
            let whole = whole(index, &known)
            guard whole.length <= ShaderBounds.mostInlined else {
                throw ShaderFault(
                    line: function.line,
                    reason:
                        "with all that it calls, \(function.name) comes to more than \(ShaderBounds.mostInlined) words; "
                        + "call functions in loops")
            }
            guard whole.steps <= Double(ShaderBounds.mostSteps) else {
                throw ShaderFault(
                    line: function.line,
                    reason: "with all its loops, \(function.name) takes more than \(ShaderBounds.mostSteps) steps; "
                        + "make loops shorter")
            }
        }
    }

    /// A function with all that it calls.
    private func whole(
        _ index: Int, _ known: inout [(length: Int, steps: Double)?]
    ) -> (length: Int, steps: Double) {
        if let result = known[index] { return result }
        // What calls itself adds nothing.
        known[index] = (0, 0)
        var result = (length: functions[index].length, steps: functions[index].steps)
        for (name, count) in functions[index].calls {
            for callee in functions.indices where functions[callee].name == name {
                let other = whole(callee, &known)
                result.length = min(result.length + count.inText * other.length, 1 << 40)
                result.steps += count.inLoops * other.steps
            }
        }
        known[index] = result
        return result
    }
}
