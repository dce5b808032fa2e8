/// What compilers write about a shader.
enum CompilerMessage {
    /// `0:8(4): error: …`, Mesa's form of a place (the text's number, line and column), as `line 8: …`. Everything else
    /// stays as it is.
    static func plain(_ message: Substring) -> String {
        guard let colon = message.firstIndex(of: ":"), message[..<colon] == "0" else { return String(message) }
        let rest = message[message.index(after: colon)...]
        let line = rest.prefix { $0.isNumber }
        guard !line.isEmpty, rest[line.endIndex...].first == "(", let end = rest.firstIndex(of: ")") else {
            return String(message)
        }
        return "line \(line)\(rest[rest.index(after: end)...])"
    }
}
