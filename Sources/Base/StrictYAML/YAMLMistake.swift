/// A place at which libyaml gives up, and what people mostly did there.
struct YAMLMistake {
    /// libyaml's words.
    let problem: String
    let place: TextPosition
    /// Where what it was reading begins. Nil where it does not say.
    let beginning: TextPosition?
    private let lines: TextLines

    init(_ problem: String, at place: TextPosition, beginning: TextPosition?, in text: [UInt8]) {
        self.problem = problem
        self.place = place
        self.beginning = beginning
        lines = TextLines(text, upTo: place.line)
    }

    /// In plain words first; libyaml's are those that can be searched for.
    var issue: TextIssue {
        let causes = [
            blankThatIsNoSpace, blankBehindDash, openQuotation, escape, missingSpace, missingColon, colonInText,
            lineTooDeep,
            itemBehindKey, specialCharacter, openBracket, bracketTooMany, textBehindQuotation, lineInWrongColumn,
        ]
        for cause in causes {
            if let (place, message) = cause() { return TextIssue(.error, at: place, "\(message) (YAML: \(problem))") }
        }
        return TextIssue(.error, at: place, "\(problem) (YAML's syntax; it may help to put text in quotation marks)")
    }

    private typealias Cause = (place: TextPosition, message: String)

    private var line: TextLine { lines[place.line] }

    /// The nearest line above with something in it.
    private var lineBefore: TextLine? {
        (1..<max(1, place.line)).reversed().lazy.map { lines[$0] }.first { !$0.isBlank }
    }

    // MARK: Characters

    private func blankThatIsNoSpace() -> Cause? {
        let suspects = [line, beginning.map { lines[$0.line] }].compactMap(\.self)
        guard let found = suspects.first(where: { $0.foreignBlank != nil }), let (column, name) = found.foreignBlank
        else { return nil }
        return (
            TextPosition(line: found.number, column: column),
            "\(name) is at the beginning of this line; indent with spaces"
        )
    }

    private func blankBehindDash() -> Cause? {
        guard let (column, name) = line.foreignBlankBehindDash else { return nil }
        return (
            TextPosition(line: line.number, column: column), "\(name) follows the '-' here; write a space instead"
        )
    }

    private func specialCharacter() -> Cause? {
        let troubles = [
            "found character that cannot start any token", "did not find expected alphabetic or numeric character",
            "did not find expected comment or line break",
        ]
        guard troubles.contains(problem), let start = beginning, let character = lines[start.line][start.column] else {
            return nil
        }
        return (start, "put text that begins with \(character) in quotation marks: '\(character)…'")
    }

    // MARK: Quotation marks

    private func openQuotation() -> Cause? {
        guard problem == "found unexpected end of stream", let start = beginning,
            let mark = lines[start.line][start.column]
        else { return nil }
        return (start, "the quotation mark \(mark) here has no closing one; add it at the end of the text")
    }

    private func escape() -> Cause? {
        guard problem == "found unknown escape character" || problem.hasPrefix("did not find expected hex") else {
            return nil
        }
        return (
            place, #"a \ between double quotation marks means something else; use single ones, and / in paths"#
        )
    }

    private func textBehindQuotation() -> Cause? {
        guard isAboutStructure, place.column > line.indentation + 1, line.hasQuotation(before: place.column) else {
            return nil
        }
        return (
            place,
            "this follows the end of a quoted text; is a quotation mark missing further up? One that is "
                + "meant as a letter goes between marks of the other kind: \"it's\""
        )
    }

    // MARK: Colons

    private func missingSpace() -> Cause? {
        guard problem == "could not find expected ':'" || problem.hasPrefix("mapping values are not allowed") else {
            return nil
        }
        let suspect = beginning.map { lines[$0.line] } ?? lineBefore
        guard let suspect, let written = suspect.withSpace else { return nil }
        return (
            TextPosition(line: suspect.number, column: suspect.contentColumn),
            "a space is missing; write '\(written)'"
        )
    }

    private func missingColon() -> Cause? {
        guard problem == "could not find expected ':'", let start = beginning else { return nil }
        return (
            start,
            "'\(lines[start.line].content)' is neither 'key: value' nor an item after '- '; is a colon missing at its end?"
        )
    }

    private func colonInText() -> Cause? {
        guard problem.hasPrefix("mapping values are not allowed"), let key = line.key,
            place.column > line.contentColumn + key.unicodeScalars.count
        else { return nil }
        return (place, "a colon followed by a space ends a key; put text that contains one in quotation marks")
    }

    private func lineTooDeep() -> Cause? {
        guard problem.hasPrefix("mapping values are not allowed"), let before = lineBefore else { return nil }
        let place = TextPosition(line: line.number, column: line.indentation + 1)
        if before.isItem, before.key == nil, place.column == before.contentColumn {
            return (
                place,
                "'\(before.content)' in line \(before.number) is a text, which has no keys below it; write it behind a key, "
                    + "such as '- picture: \(before.content)'"
            )
        }
        return (
            place,
            "this line is indented too far, so that it continues the text of line \(before.number); begin it in "
                + "column \(before.contentColumn)"
        )
    }

    // MARK: Lists and mappings

    private var isAboutStructure: Bool {
        ["did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>"]
            .contains(problem)
    }

    private func itemBehindKey() -> Cause? {
        guard problem.hasPrefix("block sequence entries are not allowed") else { return nil }
        return (place, "a list begins on its own line; write '-' under the key")
    }

    private func openBracket() -> Cause? {
        let kinds = [
            "did not find expected ',' or ']'": ("]", "list"), "did not find expected ',' or '}'": ("}", "mapping"),
        ]
        guard let (bracket, kind) = kinds[problem], let start = beginning else { return nil }
        guard !line.isBlank else { return (start, "the '\(bracket)' that ends this \(kind) is missing") }
        return (
            place,
            "a ',' is missing before this, or the '\(bracket)' that ends the \(kind) begun in line \(start.line)"
        )
    }

    private func bracketTooMany() -> Cause? {
        guard isAboutStructure, let character = line[place.column], "]}".unicodeScalars.contains(character) else {
            return nil
        }
        return (place, "there is no opening bracket for this '\(character)'; remove it")
    }

    /// Where a line begins in another column than its likes.
    private func lineInWrongColumn() -> Cause? {
        guard isAboutStructure, place.column == line.indentation + 1, let before = lineBefore else { return nil }
        let above = (1..<place.line).reversed().lazy.map { lines[$0] }
        if line.isItem {
            guard let other = above.first(where: \.isItem) else {
                return (place, "a list item is beside keys here; begin the list with a key such as 'items:'")
            }
            return (
                place,
                "this item begins in column \(place.column), and that of line \(other.number) in column "
                    + "\(other.indentation + 1); items of one list begin in the same column"
            )
        }
        guard let key = line.key else { return nil }
        guard let other = before.key else {
            return (
                place, "the key '\(key)' is beside the items of a list here; put the list under a key: 'items:'"
            )
        }
        return (
            place,
            "the key '\(key)' begins in column \(place.column), and '\(other)' in line \(before.number) in column "
                + "\(before.contentColumn); keys that belong together begin in the same column"
        )
    }
}
