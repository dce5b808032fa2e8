import TextLayout

// What people write in place of dates and times of day, and how it is written here.

extension DateRange {
    /// For a text that is neither a date nor a range of dates.
    package static func hint(_ text: String) -> String? {
        if text.contains("Z") || text.contains("+") {
            return "times are those of clocks in the 'timezone'; leave the offset out"
        }
        // A date, a blank and a time of day at an end.
        let moments = rangeEnds(text.replacing(" - ", with: "..").replacing(" to ", with: ".."))
            .map { end in
                let words = end.split(separator: " ")
                return words.count == 2 && words[1].contains(":") ? words.joined(separator: "T") : end
            }
            .joined(separator: "..")
        if text.contains(":") {
            if !text.contains(".."), DateExpression(text: moments + "..") != nil {
                return "say until when too, such as '\(moments)..\(moments.prefix(10))T24:00', or '\(moments)..'"
            }
            return moments == text || DateExpression(text: moments) == nil ? nil : Spelling.suggestion(moments)
        }
        let ends = text.replacing("–", with: "..").replacing("...", with: "..").replacing(".-", with: "..")
            .replacing(" - ", with: "..").replacing(" to ", with: "..").split(
                separator: ".." as Substring, omittingEmptySubsequences: false)
        guard ends.count <= 2 else { return nil }
        if let yearly = yearly(ends.map(\.trimmed)) { return Spelling.suggestion(yearly) }
        let dates = ends.map { date($0.trimmed) }
        if let impossible = zip(ends, dates).first(where: { !$0.trimmed.isEmpty && $1 == nil }) {
            return CivilDate.lengthOfMonth(in: impossible.0.trimmed)
        }
        if dates.count == 2, let first = dates[0], let last = dates[1], first > last {
            return "\(first) is later than \(last); the earlier one comes first: '\(last)..\(first)'"
        }
        let tidy = dates.map { $0.map { "\($0)" } ?? "" }.joined(separator: "..")
        return tidy == text ? nil : Spelling.suggestion(tidy)
    }

    /// Of `24.12.` or `24.12`, or of two of these: days of every year.
    private static func yearly(_ ends: [String]) -> String? {
        let days = ends.compactMap { end -> String? in
            let parts = end.split(separator: ".")
            guard parts.count == 2, let day = number(parts[0].utf8), let month = number(parts[1].utf8),
                1...12 ~= month, 1...31 ~= day
            else { return nil }
            return "\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
        let text = days.joined(separator: "..")
        return days.count == ends.count && YearlyRange(text: text) != nil ? text : nil
    }

    /// Of `24.12.2026`, `2026/12/24` and `2026-12-1` too. What has its year last begins with the day.
    private static func date(_ text: String) -> CivilDate? {
        let parts = text.split { "-./".contains($0) }
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count <= 4 }) else { return nil }
        let numbers = parts.compactMap { number($0.utf8) }
        guard numbers.count == 3 else { return nil }
        if parts[0].count == 4 { return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) }
        guard parts[2].count == 4, !text.contains("/") else { return nil }
        return CivilDate(year: numbers[2], month: numbers[1], day: numbers[0])
    }
}

extension CivilDate {
    /// Why there is no such day, where the month has fewer.
    fileprivate static func lengthOfMonth(in text: String) -> String? {
        let numbers = text.split(separator: "-").compactMap { number($0.utf8) }
        guard numbers.count == 3, 1...12 ~= numbers[1], years ~= numbers[0] else { return nil }
        let length = GregorianCalendar.length(ofMonth: numbers[1], in: numbers[0])
        return "the month \(text.prefix(7)) has \(length) days"
    }
}

extension Weekday {
    /// For a text that is no list or range of days.
    package static func hint(_ text: String) -> String? {
        if ["daily", "everyday", "every day", "all", "*"].contains(text.lowercased()) {
            return "without 'days' it is every day; leave it out"
        }
        if text == "1-5" { return Spelling.suggestion("mon-fri") }
        var tidy = ""
        var word = ""
        for character in text.lowercased() + "," {
            guard !character.isLetter else {
                word.append(character)
                continue
            }
            guard let day = word.isEmpty || Weekday(text: word) != nil ? word : nearest(to: word) else { return nil }
            (tidy, word) = (tidy + day + String(character), "")
        }
        tidy.removeLast()
        return tidy == text.lowercased() ? nil : Spelling.suggestion(tidy)
    }

    /// Those that are not close to their English names anyway.
    private static let german = [
        "montag": "mon", "dienstag": "tue", "di": "tue", "mittwoch": "wed", "mi": "wed", "donnerstag": "thu",
        "do": "thu",
        "freitag": "fri", "samstag": "sat", "sonnabend": "sat", "sonntag": "sun", "so": "sun",
    ]

    private static func nearest(to word: String) -> String? {
        if let english = german[word] { return english }
        let names = allCases.map { "\($0)" }
        return Spelling.nearest(to: word, in: names)
            ?? Spelling.nearest(to: word, in: names.map { String($0.prefix(3)) })
    }
}

extension DailyWindow {
    /// For a text that is no interval of the day.
    package static func hint(_ text: String) -> String? {
        let ends = text.lowercased().replacing("–", with: "-").replacing(" to ", with: "-").split(separator: "-")
            .map { time($0.trimmed) }
        guard ends.count == 2, let from = ends[0], let to = ends[1] else {
            return ends.count == 1 && ends[0] != nil ? "say until when too, such as '\(text)-24:00'" : nil
        }
        let tidy = "\(from)-\(to)"
        return tidy == text ? nil : Spelling.suggestion(tidy)
    }

    /// Of `9`, `9.30` and `9:30 am` too.
    private static func time(_ text: String) -> TimeOfDay? {
        let digits = text.prefix { $0.isNumber || ".:h".contains($0) }
        let parts = digits.split { ".:h".contains($0) }.map { number($0.utf8) }
        guard 1...2 ~= parts.count, let hour = parts[0], let minute = parts.count == 2 ? parts[1] : 0, 0..<60 ~= minute
        else { return nil }
        let half = text.dropFirst(digits.count).filter { !" .".contains($0) }
        let hours: Int? =
            switch half {
            case "": hour
            case "am" where 1...12 ~= hour: hour % 12
            case "pm" where 1...12 ~= hour: hour % 12 + 12
            default: nil
            }
        return hours.flatMap { TimeOfDay(seconds: $0 * 3600 + minute * 60) }
    }
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
