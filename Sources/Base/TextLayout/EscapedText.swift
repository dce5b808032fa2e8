extension StringProtocol {
    /// The text as one line that looks like what it is. What a terminal would act on, what would begin another line, and
    /// what changes the order of the characters around it stands as an escape: `\n`, `\u{1b}`, `\u{202e}`.
    ///
    /// Names of files, of monitors and messages of libraries come from anybody. They are escaped where a line is complete,
    /// on its way to a log, a terminal or a report, and nowhere else. Escaping what is escaped changes nothing.
    public var escaped: String {
        guard unicodeScalars.contains(where: { $0.isEscaped }) else { return String(self) }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isEscaped { result += scalar.escape.unicodeScalars } else { result.append(scalar) }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character (C0, DEL, C1), begins a line or paragraph, or is invisible and acts on others,
    /// such as the overrides of direction. The joiners are left, for scripts and emoji that need them.
    public var isEscaped: Bool {
        if value < 0x20 || (0x7f...0x9f).contains(value) { return true }
        if value < 0xad || value == 0x200c || value == 0x200d { return false }
        return switch properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16))}"
        }
    }
}
