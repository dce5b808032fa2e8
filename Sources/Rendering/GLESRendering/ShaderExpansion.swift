/// What the preprocessor makes of a shader, or more than that: as if every `#if` held and every definition of a name were
/// used, one after the other. It is for bounding what the compiler will have to do, not for compiling.
struct ShaderExpansion {
    private(set) var tokens: [ShaderToken] = []
    private var macros: [String: [Macro]] = [:]
    /// How many tokens were looked at.
    private var work = 0

    private struct Macro: Hashable {
        /// Nil for one that is not called.
        var parameters: [String]?
        var body: [String]
    }

    static let mostTokens = 1 << 16
    /// Arguments are looked at several times.
    private static let mostWork = 1 << 19
    private static let deepest = 64

    /// - Throws: what makes the text more than is allowed, or unbounded.
    init(_ text: ShaderText) throws(ShaderFault) {
        // What is called may go on over several lines.
        var pending: [ShaderToken] = []
        for line in text.lines {
            if line.first?.text == "#" {
                try expandAll(pending)
                pending = []
                try obey(line)
            } else {
                pending += line
            }
        }
        try expandAll(pending)
    }

    private mutating func expandAll(_ input: [ShaderToken]) throws(ShaderFault) {
        var expanded = tokens
        tokens = []
        try expand(input, hiding: [], depth: 0, into: &expanded)
        tokens = expanded
    }

    // MARK: - Directives

    private mutating func obey(_ line: [ShaderToken]) throws(ShaderFault) {
        switch line.dropFirst().first?.text {
        case "define": try define(line)
        case "if", "elif":
            var ignored: [ShaderToken] = []
            try expand(Array(line.dropFirst(2)), hiding: [], depth: 0, into: &ignored)
        default: break
        }
    }

    private mutating func define(_ line: [ShaderToken]) throws(ShaderFault) {
        // The compiler has its say about what is none.
        guard line.count > 2, line[2].isWord else { return }
        var macro = Macro(parameters: nil, body: line.dropFirst(3).map(\.text))
        if line.count > 3, line[3].text == "(", !line[3].followsBlank {
            let rest = line.dropFirst(4)
            macro.parameters = rest.prefix { $0.text != ")" }.map(\.text).filter { $0 != "," }
            macro.body = rest.drop { $0.text != ")" }.dropFirst().map(\.text)
        }
        let others = macros[line[2].text] ?? []
        guard others.allSatisfy({ $0.parameters?.count == macro.parameters?.count }) else {
            throw ShaderFault(
                line: line[2].line,
                reason: "\(line[2].text) is defined with unlike parameters; give each macro a name of its own")
        }
        if !others.contains(macro) { macros[line[2].text] = others + [macro] }
    }

    // MARK: - Expansion

    private mutating func expand(
        _ input: [ShaderToken], hiding hidden: Set<String>, depth: Int, into output: inout [ShaderToken]
    ) throws(ShaderFault) {
        var at = 0
        while at < input.count {
            let token = input[at]
            at += 1
            work += 1
            guard work <= Self.mostWork, output.count < Self.mostTokens else {
                throw ShaderFault(
                    line: token.line,
                    reason: "with its macros it comes to more than \(Self.mostTokens) words; write functions and loops")
            }
            guard let candidates = macros[token.text], !hidden.contains(token.text) else {
                output.append(token)
                continue
            }
            guard depth < Self.deepest else {
                throw ShaderFault(line: token.line, reason: "macros are nested more than \(Self.deepest) deep")
            }
            var arguments: [[ShaderToken]] = []
            if candidates[0].parameters != nil {
                guard at < input.count, input[at].text == "(" else {
                    throw ShaderFault(
                        line: token.line,
                        reason: "the macro \(token.text) is named without its parameters; write \(token.text)(…)")
                }
                (arguments, at) = Self.arguments(of: input, from: at)
            }
            var expanded: [[ShaderToken]] = []
            for argument in arguments {
                var result: [ShaderToken] = []
                try expand(argument, hiding: hidden, depth: depth + 1, into: &result)
                expanded.append(result)
            }
            for macro in candidates {
                var body: [ShaderToken] = []
                for word in macro.body {
                    if let index = macro.parameters?.firstIndex(of: word) {
                        if index < expanded.count { body += expanded[index] }
                    } else {
                        body.append(ShaderToken(text: word, line: token.line))
                    }
                    work += 1
                    // Parameters that stand for much, many times.
                    guard work <= Self.mostWork, body.count <= Self.mostTokens else { break }
                }
                try expand(body, hiding: hidden.union([token.text]), depth: depth + 1, into: &output)
            }
        }
    }

    /// - Parameter open: where the parenthesis is.
    /// - Returns: what stands between the commas, and where it goes on behind the other parenthesis.
    private static func arguments(of input: [ShaderToken], from open: Int) -> (arguments: [[ShaderToken]], end: Int) {
        var (arguments, current, depth, at): ([[ShaderToken]], [ShaderToken], Int, Int) = ([], [], 1, open + 1)
        while at < input.count {
            let token = input[at]
            at += 1
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth == 0 { break }
            if token.text == ",", depth == 1 {
                arguments.append(current)
                current = []
            } else {
                current.append(token)
            }
        }
        return (arguments + [current], at)
    }
}
