/// Guesses which word was meant.
package enum Spelling {
    /// The word that takes the fewest letters to change, insert, drop or exchange. Nil where none is near.
    package static func nearest(to text: String, in words: [String]) -> String? {
        // Nobody types so long a word by mistake, and the table below grows with its length.
        guard text.count <= 40 else { return nil }
        let candidates = words.map { (word: $0, distance: distance(Array(text.lowercased()), Array($0.lowercased()))) }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, min(text.count, best.word.count) / 3) ? best.word : nil
    }

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
}
