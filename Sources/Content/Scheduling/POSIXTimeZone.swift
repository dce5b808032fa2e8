/// The value of the variable `TZ` as POSIX has it (Base Definitions, section 8.3), such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`, with the wider range of hours of RFC 8536 section 3.3.1.
struct POSIXTimeZone: Hashable {
    /// Seconds east of UTC (POSIX counts them west).
    var standardOffset: Int
    var summer: Summer?

    struct Summer: Hashable {
        var offset: Int
        /// In local time as it is before the change.
        var start: Change
        var end: Change
    }

    struct Change: Hashable {
        var day: Day
        /// Seconds after midnight; also negative, and for more than a day.
        var time: Int

        enum Day: Hashable {
            /// `J60`: from 1 to 365; February 29 is not counted.
            case ofYearWithoutLeapDay(Int)
            /// `59`: from 0 to 365.
            case ofYear(Int)
            /// `M10.5.0`: the weekday (0 is Sunday) in a week of the month, the fifth of which is the last.
            case ofMonth(month: Int, week: Int, weekday: Int)
        }
    }

    /// The offset from an instant on.
    struct Transition: Hashable {
        var instant: Int
        var offset: Int
    }

    /// Both transitions of a year, in their order. None without summer time.
    func transitions(in year: Int) -> [Transition] {
        guard let summer else { return [] }
        let changes = [
            Transition(instant: summer.start.seconds(in: year) - standardOffset, offset: summer.offset),
            Transition(instant: summer.end.seconds(in: year) - summer.offset, offset: standardOffset),
        ]
        return changes.sorted { $0.instant < $1.instant }
    }
}

extension POSIXTimeZone.Change {
    /// The local time of the change, as seconds since the local 1970-01-01 00:00.
    fileprivate func seconds(in year: Int) -> Int { dayNumber(in: year) * 86400 + time }

    private func dayNumber(in year: Int) -> Int {
        switch day {
        case .ofYearWithoutLeapDay(let number):
            let passesLeapDay = number >= 60 && GregorianCalendar.isLeap(year)
            return GregorianCalendar.dayNumber(year, 1, 1) + number - (passesLeapDay ? 0 : 1)
        case .ofYear(let number):
            return GregorianCalendar.dayNumber(year, 1, 1) + number
        case .ofMonth(let month, let week, let weekday):
            let first = GregorianCalendar.dayNumber(year, month, 1)
            // 1970-01-01 was a Thursday, 4 from Sunday.
            let day = first + floorModulo(weekday - (first + 4), 7) + (week - 1) * 7
            return day >= first + GregorianCalendar.length(ofMonth: month, in: year) ? day - 7 : day
        }
    }
}

// MARK: Reading

extension POSIXTimeZone {
    /// Nil for anything else, also for summer time without rules, whose meaning POSIX leaves open.
    init?(text: ArraySlice<UInt8>) {
        var scanner = Scanner(rest: text)
        guard scanner.skipName(), let west = scanner.time(hours: 24) else { return nil }
        standardOffset = -west
        if !scanner.rest.isEmpty {
            guard let summer = scanner.summer(standardOffset: standardOffset), scanner.rest.isEmpty else { return nil }
            self.summer = summer
        }
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func summer(standardOffset: Int) -> Summer? {
            guard skipName() else { return nil }
            var offset = standardOffset + 3600
            if rest.first != UInt8(ascii: ",") {
                guard let west = time(hours: 24) else { return nil }
                offset = -west
            }
            guard skip(","), let start = change(), skip(","), let end = change() else { return nil }
            return Summer(offset: offset, start: start, end: end)
        }

        /// At least three letters, or in angle brackets letters, digits and signs.
        mutating func skipName() -> Bool {
            let isQuoted = skip("<")
            let name = rest.prefix { byte in
                let letter = byte | 0x20
                return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
                    || isQuoted && (48...57 ~= byte || "+-".utf8.contains(byte))
            }
            rest = rest.dropFirst(name.count)
            return name.count >= 3 && (!isQuoted || skip(">"))
        }

        /// `[+-]hh[:mm[:ss]]`
        mutating func time(hours: Int) -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard var seconds = integer(0...hours).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where skip(":") {
                guard let part = integer(0...59) else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        private mutating func change() -> Change? {
            guard let day = day() else { return nil }
            guard skip("/") else { return Change(day: day, time: 7200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func day() -> Change.Day? {
            if skip("J") { return integer(1...365).map { .ofYearWithoutLeapDay($0) } }
            guard skip("M") else { return integer(0...365).map { .ofYear($0) } }
            guard let month = integer(1...12), skip("."), let week = integer(1...5), skip("."),
                let weekday = integer(0...6)
            else { return nil }
            return .ofMonth(month: month, week: week, weekday: weekday)
        }

        private mutating func integer(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { 48...57 ~= $0 }
            rest = rest.dropFirst(digits.count)
            return number(digits).flatMap { range ~= $0 ? $0 : nil }
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }
    }
}
