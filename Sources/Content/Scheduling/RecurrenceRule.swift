/// The parts of a rule, by the names of RFC 5545 section 3.3.10, and what they mean for a day.
struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// An element of BYDAY: each such weekday, or the one with a number in its month or year, from the end if negative.
    struct WeekdayOfPeriod: Hashable, Sendable {
        var ordinal: Int?
        var weekday: Weekday
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    var until: CivilDate?
    var weekdays: [WeekdayOfPeriod] = []
    var monthDays: Set<Int> = []
    var months: Set<Int> = []
    /// BYSETPOS: the places within the days of a period that count, from 1, or from -1 at the end. Empty for all.
    var positions: Set<Int> = []
    var weekStart = Weekday.monday

    /// With what the rule leaves open taken from its start: the weekday, the day of the month, the month.
    func completed(from start: CivilDate) -> RecurrenceRule {
        var rule = self
        guard weekdays.isEmpty, monthDays.isEmpty else { return rule }
        switch frequency {
        case .daily: break
        case .weekly: rule.weekdays = [WeekdayOfPeriod(weekday: start.weekday)]
        case .monthly: rule.monthDays = [start.day]
        case .yearly:
            rule.monthDays = [start.day]
            if months.isEmpty { rule.months = [start.month] }
        }
        return rule
    }

    // MARK: Periods, numbered without gaps

    func period(of day: Int) -> Int {
        let date = GregorianCalendar.date(ofDay: day)
        return switch frequency {
        case .daily: day
        case .weekly: floorDivide(day + 3 - weekStart.rawValue, 7)
        case .monthly: date.year * 12 + date.month - 1
        case .yearly: date.year
        }
    }

    func days(ofPeriod period: Int) -> ClosedRange<Int> {
        firstDay(ofPeriod: period)...firstDay(ofPeriod: period + 1) - 1
    }

    private func firstDay(ofPeriod period: Int) -> Int {
        switch frequency {
        case .daily: period
        case .weekly: period * 7 - 3 + weekStart.rawValue
        case .monthly: GregorianCalendar.dayNumber(floorDivide(period, 12), floorModulo(period, 12) + 1, 1)
        case .yearly: GregorianCalendar.dayNumber(period, 1, 1)
        }
    }

    // MARK: Days

    /// Whether a day of a period that counts has all that the rule asks of it.
    func fits(_ day: Int) -> Bool {
        guard !weekdays.isEmpty || !monthDays.isEmpty || !months.isEmpty else { return true }
        let date = GregorianCalendar.date(ofDay: day)
        let length = GregorianCalendar.length(ofMonth: date.month, in: date.year)
        return (months.isEmpty || months.contains(date.month))
            && (monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(date.day - length - 1))
            && (weekdays.isEmpty || fitsWeekday(day, date, length))
    }

    private func fitsWeekday(_ day: Int, _ date: (year: Int, month: Int, day: Int), _ monthLength: Int) -> Bool {
        let weekday = Weekday(dayNumber: day)
        return weekdays.contains { element in
            guard element.weekday == weekday else { return false }
            guard let ordinal = element.ordinal else { return true }
            // Weekdays are numbered within the month, or within the year of a yearly rule that names no month.
            var (index, length) = (date.day - 1, monthLength)
            if frequency == .yearly, months.isEmpty {
                index = day - GregorianCalendar.dayNumber(date.year, 1, 1)
                length = GregorianCalendar.isLeap(date.year) ? 366 : 365
            }
            return ordinal == index / 7 + 1 || ordinal == -((length - 1 - index) / 7 + 1)
        }
    }
}
