import TextLayout

/// How a language, in a region perhaps, writes dates and numbers: CLDR's names and patterns, in the Gregorian calendar.
///
/// Only this type knows where they come from.
public struct DisplayLocale: Hashable, Sendable {
    /// As it is in the table: `de-AT`.
    public let name: String
    private let columns: [String]

    /// English, as the names of patterns and the messages are.
    public static let english = DisplayLocale(named: "en") ?? DisplayLocale(name: "en", columns: [])

    /// - Parameter text: a language, with a script or a region perhaps: `de`, `de-AT`, `sr-Latn`, `pt_BR.UTF-8`. Of a
    ///   region that has no names of its own, those of the language are taken. Nil for a language that is not known.
    public init?(named text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let plain = text.prefix { $0 != "." && $0 != "@" }
        var parts = plain.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.enumerated()
            .map { Self.spelled($1, isFirst: $0 == 0) }
        if let script = Self.chinese[parts.joined(separator: "-")] { parts = script }
        guard
            parts.allSatisfy({ part in
                2...8 ~= part.utf8.count && part.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
            })
        else { return nil }
        while !parts.isEmpty {
            let name = parts.joined(separator: "-")
            if let columns = LocaleTable.columns(of: name), columns.count == LocaleTable.Column.allCases.count {
                self.init(name: name, columns: columns)
                return
            }
            parts.removeLast()
        }
        return nil
    }

    private init(name: String, columns: [String]) {
        (self.name, self.columns) = (name, columns)
    }

    /// Why there is no locale of a name, as a sentence.
    public static func complaint(about text: String) -> String {
        // Of two letters any other language is near.
        let near = text.utf8.count > 2 ? Spelling.suggestion(for: text, in: LocaleTable.names) : nil
        let hint = near ?? "write a language such as 'de' or 'pt-BR'"
        return "there is no locale '\(text.prefix(40).escaped)'; \(hint)"
    }

    /// In the case in which tags are written: `de`, `Latn`, `AT`.
    private static func spelled(_ part: Substring, isFirst: Bool) -> String {
        if isFirst || part.utf8.count > 4 { return part.lowercased() }
        return part.utf8.count == 4 ? part.prefix(1).uppercased() + part.dropFirst().lowercased() : part.uppercased()
    }

    /// Regions that are named alone, though their script is not the language's usual one.
    private static let chinese = [
        "zh-TW": ["zh", "Hant"], "zh-HK": ["zh", "Hant", "HK"], "zh-MO": ["zh", "Hant", "MO"],
    ]

    // MARK: What is in it

    private subscript(column: LocaleTable.Column) -> String {
        columns.indices.contains(column.rawValue) ? columns[column.rawValue] : ""
    }

    private func names(_ column: LocaleTable.Column, else other: LocaleTable.Column? = nil) -> [Substring] {
        let text = self[column]
        if text.isEmpty, let other { return names(other) }
        return text.split(separator: "|", omittingEmptySubsequences: false)
    }

    /// - Parameters:
    ///   - month: from 1.
    ///   - isAlone: whether it stands without a day, which changes its form in Slavic languages.
    func month(_ month: Int, isShort: Bool, isAlone: Bool) -> String {
        let names =
            switch (isShort, isAlone) {
            case (false, false): names(.months)
            case (false, true): names(.aloneMonths, else: .months)
            case (true, false): names(.shortMonths)
            case (true, true): names(.aloneShortMonths, else: .shortMonths)
            }
        return names.indices.contains(month - 1) ? String(names[month - 1]) : digits("\(month)")
    }

    enum WeekdayForm { case long, short, shorter }

    /// - Parameter day: from 0, Monday.
    func weekday(_ day: Int, _ form: WeekdayForm, isAlone: Bool) -> String {
        let names =
            switch (form, isAlone) {
            case (.long, false): names(.days)
            case (.long, true): names(.aloneDays, else: .days)
            case (.short, false): names(.shortDays)
            case (.short, true): names(.aloneShortDays, else: .shortDays)
            case (.shorter, _): names(.shorterDays, else: .shortDays)
            }
        return names.indices.contains(day) ? String(names[day]) : digits("\(day + 1)")
    }

    func half(isAfternoon: Bool) -> String {
        let names = names(.halves)
        return names.count == 2 ? String(names[isAfternoon ? 1 : 0]) : isAfternoon ? "PM" : "AM"
    }

    var era: String { self[.era] }

    /// The pattern of a style.
    func pattern(_ style: DateStyle) -> String {
        let column: LocaleTable.Column =
            switch style {
            case .full: .fullDate
            case .long: .longDate
            case .medium: .mediumDate
            case .short: .shortDate
            case .time: .time
            }
        let pattern = self[column]
        return pattern.isEmpty ? style == .time ? "HH:mm" : "y-MM-dd" : pattern
    }

    /// The day that weeks begin with (from 0, Monday), and how many days of a week lie in the year that it is counted in.
    var week: (firstDay: Int, minimalDays: Int) {
        let numbers = names(.week).compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0] - 1, numbers[1]) : (0, 4)
    }

    /// The signs of numbers.
    var separators: (decimal: String, group: String) {
        let signs = names(.numbers)
        return signs.count == 3 ? (String(signs[1]), String(signs[2])) : (".", ",")
    }

    /// With the locale's digits in place of ASCII's.
    func digits(_ number: String) -> String {
        guard let zero = names(.numbers).first.flatMap({ UInt32($0, radix: 16) }), zero != 0x30 else { return number }
        var result = String.UnicodeScalarView()
        for scalar in number.unicodeScalars {
            let isDigit = 0x30...0x39 ~= scalar.value
            result.append(isDigit ? Unicode.Scalar(zero + scalar.value - 0x30) ?? scalar : scalar)
        }
        return String(result)
    }
}

/// A pattern by its name.
enum DateStyle: String, CaseIterable, Sendable {
    case full, long, medium, short, time
}
