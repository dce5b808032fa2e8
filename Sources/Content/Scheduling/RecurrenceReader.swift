import TextLayout

/// What is wrong with a recurrence rule, as a sentence that names the part.
public struct RecurrenceError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

extension RecurrenceRule {
    /// The parts that are read here.
    private enum Part: String, CaseIterable {
        case frequency = "FREQ"
        case interval = "INTERVAL"
        case count = "COUNT"
        case until = "UNTIL"
        case weekdays = "BYDAY"
        case monthDays = "BYMONTHDAY"
        case months = "BYMONTH"
        case positions = "BYSETPOS"
        case weekStart = "WKST"
    }

    /// What the standard has as well.
    private static let unsupported = ["BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO"]

    /// Reads `FREQ=MONTHLY;BYDAY=2TU`, in any case.
    init(text: String) throws(RecurrenceError) {
        let texts = try Self.parts(of: text)
        guard let frequency = texts[.frequency] else {
            throw RecurrenceError("a recurrence rule says FREQ, as in FREQ=WEEKLY;BYDAY=MO")
        }
        self.init(frequency: try Self.frequency(frequency))
        for (part, text) in texts {
            switch part {
            case .frequency: break
            case .interval: interval = try Self.integer(text, of: part, in: 1...9999)
            case .count: count = try Self.integer(text, of: part, in: 1...99_999)
            case .until: until = try Self.date(text)
            case .weekdays: weekdays = try Self.list(text) { (text) throws(RecurrenceError) in try Self.weekday(text) }
            case .monthDays: monthDays = try Self.integers(text, of: part, in: 1...31, orNegative: true)
            case .months: months = try Self.integers(text, of: part, in: 1...12, orNegative: false)
            case .positions: positions = try Self.integers(text, of: part, in: 1...366, orNegative: true)
            case .weekStart: weekStart = try Self.plainWeekday(text, of: part)
            }
        }
        try check()
    }

    private static func parts(of text: String) throws(RecurrenceError) -> [Part: String] {
        var result: [Part: String] = [:]
        for field in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
            let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, !sides[1].isEmpty else {
                throw RecurrenceError("a part of a recurrence rule is a name, '=' and a value, not '\(field)'")
            }
            guard let part = Part(rawValue: sides[0]) else { throw unknownPart(sides[0]) }
            guard result.updateValue(sides[1], forKey: part) == nil else {
                throw RecurrenceError("\(part.rawValue) is there twice")
            }
        }
        return result
    }

    private static func unknownPart(_ name: String) -> RecurrenceError {
        let names = Part.allCases.map(\.rawValue)
        if unsupported.contains(name) {
            return RecurrenceError("\(name) is not supported; the parts that are: \(names.joined(separator: ", "))")
        }
        let near = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        return RecurrenceError("no part is called '\(name)'; " + (near ?? "known: " + names.joined(separator: ", ")))
    }

    /// What the standard forbids beside each other.
    private func check() throws(RecurrenceError) {
        if count != nil, until != nil {
            throw RecurrenceError("COUNT and UNTIL both say when the rule ends; leave one of them out")
        }
        if weekdays.contains(where: { $0.ordinal != nil }), frequency != .monthly, frequency != .yearly {
            throw RecurrenceError("BYDAY has numbers, as in 2TU, only with FREQ=MONTHLY and FREQ=YEARLY")
        }
        if !monthDays.isEmpty, frequency == .weekly {
            throw RecurrenceError("BYMONTHDAY does not go with FREQ=WEEKLY; with FREQ=DAILY or FREQ=MONTHLY it does")
        }
        if !positions.isEmpty, weekdays.isEmpty, monthDays.isEmpty, months.isEmpty {
            throw RecurrenceError("BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH, and none is there")
        }
    }

    // MARK: Values

    private static func frequency(_ text: String) throws(RecurrenceError) -> Frequency {
        if let frequency = Frequency(rawValue: text) { return frequency }
        let names = Frequency.allCases.map(\.rawValue)
        let near = Spelling.nearest(to: text, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw RecurrenceError("FREQ is one of \(names.joined(separator: ", ")), not '\(text)'\(near)")
    }

    /// The date of `20261231` or of `20261231T235959Z`, whose time is of no importance to days.
    private static func date(_ text: String) throws(RecurrenceError) -> CivilDate {
        let date = Array(text.utf8.prefix(8))
        let time = text.utf8.dropFirst(8)
        let digits = time.dropFirst().prefix(6)
        let isTime =
            time.first == UInt8(ascii: "T") && digits.count == 6 && number(digits) != nil
            && ["", "Z"].contains(String(decoding: time.dropFirst(7), as: UTF8.self))
        guard time.isEmpty || isTime, date.count == 8, let year = number(date[..<4]), let month = number(date[4..<6]),
            let day = number(date[6...]), let result = CivilDate(year: year, month: month, day: day)
        else { throw RecurrenceError("UNTIL is a date such as 20261231, not '\(text)'") }
        return result
    }

    private static func weekday(_ text: String) throws(RecurrenceError) -> WeekdayOfPeriod {
        let ordinal = text.dropLast(2)
        let weekday = try plainWeekday(String(text.suffix(2)), of: .weekdays, whole: text)
        guard !ordinal.isEmpty else { return WeekdayOfPeriod(weekday: weekday) }
        guard let number = signed(ordinal), 1...53 ~= abs(number) else {
            throw RecurrenceError("BYDAY counts weekdays from 1 to 53, or from -1 to -53 at the end, not '\(text)'")
        }
        return WeekdayOfPeriod(ordinal: number, weekday: weekday)
    }

    private static func plainWeekday(_ text: String, of part: Part, whole: String? = nil) throws(RecurrenceError)
        -> Weekday
    {
        guard text.utf8.count == 2, let weekday = Weekday(text: text) else {
            throw RecurrenceError("\(part.rawValue) knows MO, TU, WE, TH, FR, SA, SU, not '\(whole ?? text)'")
        }
        return weekday
    }

    private static func integers(
        _ text: String, of part: Part, in range: ClosedRange<Int>, orNegative: Bool
    ) throws(RecurrenceError) -> Set<Int> {
        let numbers = try list(text) { (text) throws(RecurrenceError) in
            guard let number = signed(text[...]), range ~= (orNegative ? abs(number) : number) else {
                let negative = orNegative ? ", or -\(range.lowerBound) to -\(range.upperBound) from the end" : ""
                throw RecurrenceError(
                    "\(part.rawValue) has numbers from \(range.lowerBound) to \(range.upperBound)\(negative), not '\(text)'"
                )
            }
            return number
        }
        return Set(numbers)
    }

    private static func integer(_ text: String, of part: Part, in range: ClosedRange<Int>) throws(RecurrenceError)
        -> Int
    {
        guard let number = number(text.utf8), range ~= number else {
            throw RecurrenceError(
                "\(part.rawValue) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    private static func list<Element>(
        _ text: String, _ read: (String) throws(RecurrenceError) -> Element
    ) throws(RecurrenceError) -> [Element] {
        var result: [Element] = []
        for element in text.split(separator: ",", omittingEmptySubsequences: false) {
            result.append(try read(String(element)))
        }
        return result
    }

    private static func signed(_ text: Substring) -> Int? {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
        return number(digits).map { isNegative ? -$0 : $0 }
    }
}
