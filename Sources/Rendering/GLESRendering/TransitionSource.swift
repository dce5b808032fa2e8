import Rendering
import ShaderSource

/// A transition's text, made into a fragment shader.
///
/// It is in the form of the GL Transitions specification, which is GLSL ES 1.00 but for one thing: a parameter is a
/// uniform with its value in a comment, for the players that let people play with it. Here it becomes a constant, so
/// that the compiler can reckon with it. Each line stays the line that it was, for the driver's messages.
struct TransitionSource {
    /// A file, for messages.
    let name: String
    /// With all that stands in front of it.
    let fragment: [UInt8]
    /// Where the transition goes when nobody says so. Nil for one that heeds no direction.
    let direction: (x: Double, y: Double)?
    /// Its parameters with their types, pictures among them.
    let parameters: [(name: String, type: String)]
    /// Of these, the pictures of its own.
    var samplers: [String] { parameters.filter { $0.type == Self.sampler }.map(\.name) }

    static let largestSize = 64 << 10
    static let sampler = "sampler2D"
    /// Every GLES2 has eight, of which the slides have two.
    static let mostSamplers = 4

    /// - Parameter isBounded: whether what is too much for a compiler is refused.
    /// - Throws: what is wrong with the text, with the line. What a compiler would find is left to it.
    init(name: String, text: [UInt8], isBounded: Bool = true) throws(RenderingError) {
        self.name = name
        func refused(_ reason: String) -> RenderingError {
            RenderingError(operation: "compile \(name)", reason: reason)
        }
        guard text.count <= Self.largestSize else {
            throw refused("it has \(text.count) bytes; a transition may have \(Self.largestSize)")
        }
        guard String(validating: text, as: UTF8.self) != nil else { throw refused("it is not UTF-8") }

        var translation = Translation(text)
        do throws(ShaderFault) {
            try translation.run()
            if isBounded { try ShaderBounds.check(translation.output) }
        } catch {
            throw refused("line \(error.line): \(error.reason)")
        }
        guard translation.definesTransition else { throw refused("it does not define vec4 transition(vec2 uv)") }
        direction = translation.direction
        parameters = translation.parameters
        let initialisers = GlobalInitialisers(translation.output)
        let calls = initialisers.functions.map { "\($0)(); " }.joined()
        fragment =
            ShaderFile.maskFragment.source + ShaderFile.transitionPrelude.source + Array("#line 1\n".utf8)
            + initialisers.output
            // Behind the rest, not before it with a declaration: a file may set another precision on its way.
            + Array("\nvoid main() { \(calls)gl_FragColor = masked_(transition(position_)); }\n".utf8)
    }
}

/// One walk over a text, which copies it without its comments and with constants for its parameters.
private struct Translation {
    private let text: [UInt8]
    private var at = 0
    private var line = 1
    private(set) var output: [UInt8] = []
    private(set) var direction: (x: Double, y: Double)?
    private(set) var parameters: [(name: String, type: String)] = []
    private(set) var definesTransition = false

    init(_ text: [UInt8]) {
        self.text = text
        output.reserveCapacity(text.count)
    }

    mutating func run() throws(ShaderFault) {
        // The last two words with nothing but blanks between them.
        var words: (String, String) = ("", "")
        while let byte = peek() {
            let lineBefore = line
            if let word = readWord() {
                switch word {
                case "uniform": try translateUniform()
                // The same with the first row at the bottom, as the specification has it.
                case "texture2D": output += "upright_".utf8
                case "texture2DProj":
                    throw ShaderFault(line: line, reason: "there is no texture2DProj here; use texture2D")
                default: output += word.utf8
                }
                words = (words.1, word)
            } else if readComment() != nil {
                // For the compiler a comment is a blank; what it cannot read may be in one.
                output.append(UInt8(ascii: " "))
            } else {
                guard byte < 0x7F, byte >= 0x20 || Self.isBlank(byte) else {
                    throw ShaderFault(line: line, reason: "only comments may have other characters than ASCII's")
                }
                if byte == UInt8(ascii: "(") { try noteFunction(words) }
                if !Self.isBlank(byte) { words = ("", "") }
                advance()
                if byte != UInt8(ascii: "\n") { output.append(byte) }
            }
            output += repeatElement(UInt8(ascii: "\n"), count: line - lineBefore)
        }
    }

    private mutating func noteFunction(_ words: (type: String, name: String)) throws(ShaderFault) {
        if words == ("vec4", "transition") { definesTransition = true }
        if words == ("void", "main") {
            throw ShaderFault(
                line: line, reason: "a transition has no main(): it defines vec4 transition(vec2 uv) instead")
        }
    }

    // MARK: - Parameters

    /// What follows `uniform`: a type, and names with their values in comments.
    private mutating func translateUniform() throws(ShaderFault) {
        _ = readBlanks()
        var type = readWord()
        if let precision = type, ["lowp", "mediump", "highp"].contains(precision) {
            _ = readBlanks()
            type = readWord()
        }
        while true {
            _ = readBlanks()
            let start = line
            guard let type, let name = readWord() else {
                throw ShaderFault(line: line, reason: "uniform wants a type and a name behind it")
            }
            var value = readBlanks()
            guard let end = peek(), end == UInt8(ascii: ",") || end == UInt8(ascii: ";") else {
                throw ShaderFault(line: line, reason: "a comma or a semicolon has to follow the uniform \(name)")
            }
            advance()
            value = value ?? readValueOnThisLine()
            try declare(type, name, value, start)
            if end == UInt8(ascii: ";") { return }
        }
    }

    private mutating func declare(
        _ type: String, _ name: String, _ value: String?, _ line: Int
    ) throws(ShaderFault) {
        if type == TransitionSource.sampler { return try declareSampler(name, line) }
        guard !type.hasPrefix("sampler") else {
            throw ShaderFault(
                line: line, reason: "\(type) \(name) cannot be set: a picture is a \(TransitionSource.sampler)")
        }
        // Some files declare what the specification has declared already.
        if type == "float", name == "progress" || name == "ratio" { return }
        parameters.append((name, type))
        guard let value else {
            throw ShaderFault(
                line: line,
                reason: "the parameter \(name) has no value: write it behind, as in uniform \(type) \(name); "
                    + "// = \(type)(1)")
        }
        if type == "vec2", name == "direction" {
            guard let vector = Self.vector(value) else {
                throw ShaderFault(
                    line: line, reason: "the value of direction has to be like vec2(-1.0, 0.0), not \(value)")
            }
            direction = vector
            output += "uniform vec2 direction;".utf8
        } else {
            output += "const \(type) \(name) = \(type)(\(value));".utf8
        }
    }

    /// A picture of its own.
    private mutating func declareSampler(_ name: String, _ line: Int) throws(ShaderFault) {
        parameters.append((name, TransitionSource.sampler))
        guard parameters.count(where: { $0.type == TransitionSource.sampler }) <= TransitionSource.mostSamplers else {
            throw ShaderFault(
                line: line, reason: "a transition may have \(TransitionSource.mostSamplers) pictures of its own")
        }
        output += "uniform \(TransitionSource.sampler) \(name);".utf8
    }

    /// The numbers of `vec2(x, y)`, or of `vec2(both)`.
    private static func vector(_ text: String) -> (x: Double, y: Double)? {
        let text = text.filter { $0 != " " }
        guard text.hasPrefix("vec2("), text.hasSuffix(")") else { return nil }
        let numbers = text.dropFirst(5).dropLast().split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(String($0)) }
        guard numbers.count <= 2, let x = numbers.first ?? nil, let y = numbers.last ?? nil else { return nil }
        return (x, y)
    }

    // MARK: - Reading

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func peek(_ offset: Int = 0) -> UInt8? { at + offset < text.count ? text[at + offset] : nil }

    private mutating func advance() {
        if text[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
    }

    /// A name or a number.
    private mutating func readWord() -> String? {
        let word = text[at...].prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        at += word.count
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// A comment's inside.
    private mutating func readComment() -> String? {
        guard peek() == UInt8(ascii: "/"), let kind = peek(1), kind == UInt8(ascii: "/") || kind == UInt8(ascii: "*")
        else { return nil }
        at += 2
        let start = at
        if kind == UInt8(ascii: "/") {
            while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
            return String(decoding: text[start..<at], as: UTF8.self)
        }
        while peek() != nil, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { advance() }
        defer { at = min(at + 2, text.count) }
        return String(decoding: text[start..<at], as: UTF8.self)
    }

    /// Skips blanks and comments.
    /// - Returns: the value in the first comment that has one.
    private mutating func readBlanks() -> String? {
        var value: String?
        while let byte = peek() {
            if let comment = readComment() {
                value = value ?? Self.value(in: comment)
            } else if Self.isBlank(byte) {
                advance()
            } else {
                break
            }
        }
        return value
    }

    private mutating func readValueOnThisLine() -> String? {
        while let byte = peek(), Self.isBlank(byte), byte != UInt8(ascii: "\n") { advance() }
        return readComment().flatMap(Self.value)
    }

    /// The value in a comment like ` = 0.5`, to its end or to a semicolon or a further comment.
    private static func value(in comment: String) -> String? {
        let words = comment.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.hasPrefix("=") else { return nil }
        let value = words.dropFirst().prefix { $0 != ";" }
        let end = zip(value.indices, value.indices.dropFirst()).first { value[$0] == "/" && value[$1] == "/" }
        let text = value[..<(end?.0 ?? value.endIndex)].split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}
