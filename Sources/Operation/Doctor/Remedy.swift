/// What to do about a finding, step by step.
public struct Remedy: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        /// A sentence, without its full stop.
        case advice(String)
        /// To be typed into a shell, as root.
        case command(String)
        /// A line that belongs into a file; the advice before it names the file.
        case line(String)
    }

    public var steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps
    }

    static func run(_ commands: String...) -> Remedy { Remedy(commands.map(Step.command)) }

    /// A line to be written into a file.
    static func write(_ line: String, _ place: String) -> Remedy { Remedy([.advice("write \(place):"), .line(line)]) }

    static func + (first: Remedy, then: Remedy) -> Remedy { Remedy(first.steps + then.steps) }

    /// In one line, for programs.
    public var text: String {
        steps.map { step in
            switch step {
            case .advice(let text), .command(let text), .line(let text): text
            }
        }.joined(separator: "; ").replacing(":; ", with: ": ")
    }
}

extension Remedy: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { steps = [.advice(text)] }
}

extension String {
    /// As one word of a shell, whatever is in it.
    var quoted: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "_./:@+-".unicodeScalars.contains(scalar))
            }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
