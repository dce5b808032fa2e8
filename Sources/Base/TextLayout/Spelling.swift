/// Guesses which word was meant.
package enum Spelling {
    /// The word that takes the fewest letters to change, insert, drop or exchange. Nil where none is near.
    package static func nearest(to text: String, in words: [String]) -> String? {
        // Nobody types so long a word by mistake, and the table below grows with its length.
        guard text.count <= 40 else { return nil }
        let letters = Array(text.lowercased())
        let near = words.compactMap { word -> (word: String, distance: Int)? in
            let most = max(1, min(text.count, word.count) / 3)
            // Of thousands of files only few have a name of about that length.
            guard abs(text.count - word.count) <= most else { return nil }
            let distance = distance(letters, Array(word.lowercased()))
            return distance <= most ? (word, distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.word
    }

    /// Asks for the word that is near, if one is.
    package static func suggestion(for text: String, in words: [String]) -> String? {
        nearest(to: text, in: words).map(suggestion)
    }

    package static func suggestion(_ text: String) -> String { "did you mean '\(text)'?" }

    /// The distance of Damerau and Levenshtein, with exchanges of neighbours only.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }

    // MARK: What is not a matter of words

    /// A length of time as it is to be written, of one as people write it: `5 sec`, `1:30`, `1,5s`.
    package static func duration(_ text: String) -> String? {
        let tidy = text.lowercased().replacing(" ", with: "").replacing(",", with: ".")
        let clock = tidy.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        if (2...3).contains(clock.count) {
            let numbers = clock.compactMap(\.self)
            guard numbers.count == clock.count, numbers.allSatisfy({ (0..<1000).contains($0) }) else { return nil }
            return suggestion("\(numbers.reduce(0) { $0 * 60 + $1 })s")
        }
        let number = tidy.prefix { $0.isNumber || $0 == "." }
        let units: KeyValuePairs = [
            "ms": ["ms", "msec", "millisecond"], "s": ["s", "sec", "second"], "min": ["m", "min", "minute"],
            "h": ["h", "hr", "hour"], "d": ["d", "day"],
        ]
        let word = tidy.dropFirst(number.count)
        let unit = units.first { $0.value.contains { word == $0 || word == $0 + "s" } }?.key
        guard let unit, Double(number) != nil, "\(number)\(unit)" != text else { return nil }
        return suggestion("\(number)\(unit)")
    }

    /// With the space that is missing behind the colon of `key:value`. Nil for anything else, such as URLs.
    package static func withSpace(behindKeyOf text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (key, value) = (text[..<colon], text[text.index(after: colon)...])
        guard key.count > 1, key.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "-" }), let first = value.first,
            first != " ", !value.hasPrefix("//")
        else { return nil }
        return "\(key): \(value)"
    }

    /// What may have made another text of one than was meant, as a sentence.
    package static func likelyMistake(in text: String) -> String? {
        if text.contains("\u{A0}") {
            return "it contains a blank that is not a plain space (U+00A0); type a space instead"
        }
        if let written = withSpace(behindKeyOf: text) { return "a space is missing; write '\(written)'" }
        if let first = text.first, "“”„‘’‚«»".contains(first) {
            return "write plain quotation marks, ' or \", not \(first)"
        }
        return nil
    }
}
