/// The rows of `locales.txt`, which `scripts/make-locale-table` writes from CLDR's data.
enum LocaleTable {
    /// The columns, in their order.
    enum Column: Int, CaseIterable {
        case months, aloneMonths, shortMonths, aloneShortMonths, days, aloneDays, shortDays, aloneShortDays, shorterDays
        case halves, era, fullDate, longDate, mediumDate, shortDate, time, week, numbers
    }

    /// Of all locales, in the order of the alphabet.
    static let names: [String] = lines.map { String(decoding: $0.prefix { $0 != tab }, as: UTF8.self) }

    /// The columns of a locale, with what it has from its language. Nil for one that is not in the table.
    static func columns(of name: String) -> [String]? {
        guard
            let line = lines.first(where: { $0.starts(with: name.utf8) && $0.dropFirst(name.utf8.count).first == tab })
        else { return nil }
        let columns = line.split(separator: tab, omittingEmptySubsequences: false).dropFirst().map {
            String(decoding: $0, as: UTF8.self)
        }
        guard columns.contains("="), let parent = parent(of: name).flatMap({ self.columns(of: $0) }) else {
            return columns
        }
        return zip(columns, parent).map { $0 == "=" ? $1 : $0 }
    }

    /// The nearest in the table with fewer parts.
    private static func parent(of name: String) -> String? {
        var name = name[...]
        while let end = name.lastIndex(of: "-") {
            name = name[..<end]
            if indices[String(name)] != nil { return String(name) }
        }
        return nil
    }

    private static let indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    private static let tab = UInt8(ascii: "\t")
    private static let lines = PackageResources.locales_txt.split(separator: UInt8(ascii: "\n"))
}
