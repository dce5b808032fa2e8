import Scheduling
import Timing

/// A date and a time as a place's clocks show them.
struct CivilMoment {
    let date: CivilDate
    let secondOfDay: Int
    /// Seconds east of UTC.
    let offset: Int

    init(_ instant: WallTime, in zone: TimeZoneRules) {
        (date, secondOfDay) = zone.civil(instant)
        offset = zone.offset(at: instant)
    }
}

extension DatePattern {
    func text(of moment: CivilMoment, in locale: DisplayLocale) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .field(let letter, let count): Self.text(letter, count, moment, locale)
            }
        }
        .joined()
    }

    private static func text(
        _ letter: Unicode.Scalar, _ count: Int, _ moment: CivilMoment, _ locale: DisplayLocale
    ) -> String {
        func number(_ value: Int) -> String { locale.digits(padded(value, count)) }
        let (date, hour) = (moment.date, moment.secondOfDay / 3600)
        switch letter {
        case "y": return number(count == 2 ? date.year % 100 : date.year)
        case "Y":
            let year = Week(date, locale).year
            return number(count == 2 ? year % 100 : year)
        case "M", "L":
            guard count > 2 else { return number(date.month) }
            return locale.month(date.month, isShort: count == 3, isAlone: letter == "L")
        case "Q": return number((date.month + 2) / 3)
        case "w": return number(Week(date, locale).number)
        case "d": return number(date.day)
        case "D": return number(date.dayOfYear)
        case "E", "c":
            let form: DisplayLocale.WeekdayForm = count == 4 ? .long : count == 6 ? .shorter : .short
            return locale.weekday(date.weekday.rawValue, form, isAlone: letter == "c")
        case "e": return number((date.weekday.rawValue - locale.week.firstDay + 7) % 7 + 1)
        case "G": return locale.era
        case "a": return locale.half(isAfternoon: hour >= 12)
        case "H": return number(hour)
        case "h": return number((hour + 11) % 12 + 1)
        case "K": return number(hour % 12)
        case "k": return number(hour == 0 ? 24 : hour)
        case "m": return number(moment.secondOfDay / 60 % 60)
        case "s": return number(moment.secondOfDay % 60)
        case "X" where moment.offset == 0: return "Z"
        case "X", "x":
            let minutes = abs(moment.offset) / 60
            return (moment.offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
        default: return ""
        }
    }
}

/// The week that a day belongs to, as the locale counts.
private struct Week {
    let year, number: Int

    init(_ date: CivilDate, _ locale: DisplayLocale) {
        let (firstDay, minimalDays) = locale.week
        // A week belongs to the year in which its first `minimalDays` days, counted from its end, lie.
        let begin = date.dayNumber - (date.weekday.rawValue - firstDay + 7) % 7
        let deciding = CivilDate(dayNumber: begin + 7 - minimalDays)
        year = deciding.year
        number = (deciding.dayOfYear - 1) / 7 + 1
    }
}

extension CivilDate {
    /// From 1.
    var dayOfYear: Int { dayNumber - (CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? dayNumber) + 1 }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
