/// Moves what initialises global variables into functions, which `main()` is to call in this order.
///
/// GLSL ES 1.00 wants constants there. WebGL players and desktop drivers take any expression, such as one with `progress`,
/// and so do transitions that were written for them. Each line stays the line that it was.
struct GlobalInitialisers {
    private(set) var output: [UInt8] = []
    /// The functions' names.
    private(set) var functions: [String] = []
    private let text: [UInt8]

    /// - Parameter text: ASCII without comments.
    init(_ text: [UInt8]) {
        self.text = text
        output.reserveCapacity(text.count)
        var (at, start, depth, conditions, isLineStart) = (0, 0, 0, 0, true)
        while at < text.count {
            let byte = text[at]
            if isLineStart, byte == UInt8(ascii: "#") {
                let end = endOfDirective(from: at)
                switch Self.words(text[(at + 1)..<end]).first {
                case "if", "ifdef", "ifndef": conditions += 1
                case "endif": conditions = max(0, conditions - 1)
                default: break
                }
                // One inside of a statement makes the statement what can only be copied.
                if depth == 0 {
                    output += text[start..<end]
                    start = end
                }
                at = end
                continue
            }
            isLineStart = byte == UInt8(ascii: "\n") || isLineStart && byte <= 0x20
            at += 1
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "}"):
                depth = max(0, depth - 1)
                guard depth == 0 else { break }
                output += text[start..<at]
                start = at
            case UInt8(ascii: ";") where depth == 0:
                // What may not be there needs to be initialised only where it is, which main() does not know.
                if conditions > 0 || !rewrite(start..<(at - 1)) { output += text[start..<at] }
                start = at
            default: break
            }
        }
        output += text[start...]
    }

    private func endOfDirective(from start: Int) -> Int {
        var at = start
        while at < text.count {
            if text[at] == UInt8(ascii: "\n"), text[at - 1] != UInt8(ascii: "\\") { break }
            at += 1
        }
        return at
    }

    private static let precisions: Set<String> = ["lowp", "mediump", "highp"]
    /// What declares no variable that can be assigned to.
    private static let others: Set<String> = [
        "const", "uniform", "varying", "attribute", "invariant", "precision", "struct", "in", "out", "flat",
    ]

    /// - Parameter statement: without its semicolon.
    /// - Returns: whether it is written, since it declares variables with values.
    private mutating func rewrite(_ statement: Range<Int>) -> Bool {
        let declarations = split(statement).map { part in
            let equals = text[part].firstIndex(of: UInt8(ascii: "=")) ?? part.upperBound
            return (names: part.lowerBound..<equals, value: equals..<part.upperBound)
        }
        var type = Self.words(text[declarations[0].names])
        guard declarations.contains(where: { !$0.value.isEmpty }), type.popLast() != nil,
            type.count == 1 && !Self.others.contains(type[0]) || type.count == 2 && Self.precisions.contains(type[0]),
            declarations.dropFirst().allSatisfy({ Self.words(text[$0.names]).count == 1 })
        else { return false }
        for (index, declaration) in declarations.enumerated() {
            if index > 0 { output += " \(type.joined(separator: " ")) ".utf8 }
            output += text[declaration.names] + ";".utf8
            guard !declaration.value.isEmpty, let name = Self.words(text[declaration.names]).last else { continue }
            functions.append("initialise\(functions.count + 1)_")
            output += " void \(functions[functions.count - 1])() { \(name) ".utf8 + text[declaration.value] + "; }".utf8
        }
        return true
    }

    /// What stands between commas that are in no parentheses.
    private func split(_ range: Range<Int>) -> [Range<Int>] {
        var (parts, start, depth): ([Range<Int>], Int, Int) = ([], range.lowerBound, 0)
        for at in range {
            switch text[at] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                parts.append(start..<at)
                start = at + 1
            default: break
            }
        }
        return parts + [start..<range.upperBound]
    }

    private static func words(_ text: ArraySlice<UInt8>) -> [String] {
        text.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    }
}
