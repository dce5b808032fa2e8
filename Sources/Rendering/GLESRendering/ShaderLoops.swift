/// The loops of a shader, which are to end after a number of rounds that its text tells.
///
/// GLSL ES 1.00 (appendix A) lets compilers refuse all others, and no trial can tell whether they end: that may depend on
/// the pictures, or on the progress.
struct ShaderLoops {
    /// Of one loop.
    static let mostRounds = 2048.0
    /// In each other.
    static let deepest = 8

    private let tokens: [ShaderToken]
    private let constants: ShaderConstants
    /// Where the functions of the file write to what they are called with.
    private let writesArguments: Bool

    init(_ tokens: [ShaderToken]) {
        self.tokens = tokens
        constants = ShaderConstants(tokens)
        writesArguments = tokens.contains { $0.text == "out" || $0.text == "inout" }
    }

    /// - Parameters:
    ///   - index: of any token.
    ///   - depth: how many loops it is in.
    /// - Returns: if it begins a loop, its rounds and where its body ends.
    func loop(at index: Int, depth: Int) throws(ShaderFault) -> (rounds: Double, end: Int)? {
        let token = tokens[index]
        switch token.text {
        case "for":
            guard depth < Self.deepest else { throw refusal(index, "loops are nested more than \(Self.deepest) deep") }
        case "while", "do": throw refusal(index, "a loop with '\(token.text)' may have no end")
        default: return nil
        }
        let header = tokens[min(index + 2, tokens.count)...]
        let bodyStart = end(from: index + 1)
        let parts = header[..<bodyStart].split(omittingEmptySubsequences: false) { $0.text == ";" }
        guard index + 1 < tokens.count, tokens[index + 1].text == "(", parts.count == 3,
            let (name, start) = beginning(Array(parts[0])), let (limit, isUpwards) = condition(Array(parts[1]), name),
            let step = step(Array(parts[2].dropLast()), name)
        else { throw refusal(index, "it is not told how often this loop runs") }
        guard (step > 0) == isUpwards, step != 0 else { throw refusal(index, "this loop has no end") }
        let rounds = max(0, ((limit - start) / step).rounded(.up) + 1)
        // Beyond that small numbers such as mediump's may not become larger by a step.
        guard rounds <= Self.mostRounds, max(abs(start), abs(limit)) <= abs(step) * Self.mostRounds else {
            throw refusal(index, "this loop has more than \(Int(Self.mostRounds)) rounds")
        }
        let bodyEnd = endOfStatement(from: bodyStart)
        for at in bodyStart..<bodyEnd where tokens[at].text == name && changes(at) {
            throw refusal(at, "\(name), which counts the rounds of a loop, is changed in it")
        }
        return (rounds, bodyEnd)
    }

    private func refusal(_ index: Int, _ reason: String) -> ShaderFault {
        ShaderFault(
            line: tokens[index].line, reason: "\(reason); write loops as for (int i = 0; i < 8; i++), with constants")
    }

    // MARK: - The head

    /// `int i = 0`
    private func beginning(_ part: [ShaderToken]) -> (name: String, value: Double)? {
        let part =
            part.first.map { ["lowp", "mediump", "highp"].contains($0.text) } == true ? Array(part.dropFirst()) : part
        guard part.count > 3, ["int", "float"].contains(part[0].text), part[1].isWord, part[2].text == "=",
            let value = constants.value(of: part[3...])
        else { return nil }
        return (part[1].text, value)
    }

    /// `i < 8`, also with `<=`, `>` or `>=`.
    private func condition(_ part: [ShaderToken], _ name: String) -> (limit: Double, isUpwards: Bool)? {
        guard part.count > 2, part[0].text == name, part[1].text == "<" || part[1].text == ">" else { return nil }
        let hasEqual = part[2].text == "="
        return constants.value(of: part[(hasEqual ? 3 : 2)...]).map { ($0, part[1].text == "<") }
    }

    /// `i++`, `--i`, `i += 2`
    private func step(_ part: [ShaderToken], _ name: String) -> Double? {
        let words = part.map(\.text)
        for (sign, value) in [("+", 1.0), ("-", -1.0)] {
            if words == [name, sign, sign] || words == [sign, sign, name] { return value }
            if words.count > 3, words[0] == name, words[1] == sign, words[2] == "=" {
                return constants.value(of: part[3...]).map { $0 * value }
            }
        }
        return nil
    }

    // MARK: - The body

    /// Behind the parenthesis or brace that closes the one here.
    private func end(from open: Int) -> Int {
        var (depth, at) = (0, open)
        while at < tokens.count {
            switch tokens[at].text {
            case "(", "{", "[": depth += 1
            case ")", "}", "]": depth -= 1
            default: break
            }
            at += 1
            if depth <= 0 { break }
        }
        return at
    }

    private func endOfStatement(from start: Int) -> Int {
        var at = start
        while at < tokens.count {
            switch tokens[at].text {
            case "{":
                at = end(from: at)
                guard at < tokens.count, tokens[at].text == "else" else { return at }
            case "(", "[": at = end(from: at)
            case ";":
                // Another branch belongs to the statement.
                guard at + 1 < tokens.count, tokens[at + 1].text == "else" else { return at + 1 }
                at += 1
            default: at += 1
            }
        }
        return at
    }

    /// Whether the variable here is written to, or may be.
    private func changes(_ index: Int) -> Bool {
        func text(_ offset: Int) -> String {
            tokens.indices.contains(index + offset) ? tokens[index + offset].text : ""
        }
        if text(1) == "=", text(2) != "=" { return true }
        if ["+", "-", "*", "/"].contains(text(1)), text(2) == "=" || text(2) == text(1) { return true }
        if ["+", "-"].contains(text(-1)), text(-2) == text(-1) { return true }
        return writesArguments && ["(", ","].contains(text(-1)) && [")", ","].contains(text(1))
    }
}
