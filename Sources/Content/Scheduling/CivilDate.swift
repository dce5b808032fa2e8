/// A day of the week, in the order of ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Comparable, Sendable {
    case monday = 0
    case tuesday, wednesday, thursday, friday, saturday, sunday

    /// Reads the English name, or its first two or three letters, in any case: `monday`, `Mon`, `MO`.
    public init?(text: String) {
        let text = text.lowercased()
        let match = Self.allCases.first { day in
            let name = String(describing: day)
            return text == name || [2, 3].contains(text.utf8.count) && name.hasPrefix(text)
        }
        guard let match else { return nil }
        self = match
    }

    public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }

    /// Reads `mon`, `mon-fri`, `mon, wed, fri`, `weekdays` (Monday to Friday) and `weekend`, with blanks around each.
    public static func days(text: String) -> Set<Weekday>? {
        var days: Set<Weekday> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let several = named[trimmed(part).lowercased()] {
                days.formUnion(several)
                continue
            }
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(text: trimmed($0)) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            let length = (last.rawValue - first.rawValue + 7) % 7
            days.formUnion((0...length).compactMap { Weekday(rawValue: (first.rawValue + $0) % 7) })
        }
        return days
    }

    private static let named: [String: Set<Weekday>] = [
        "weekdays": [.monday, .tuesday, .wednesday, .thursday, .friday], "weekend": [.saturday, .sunday],
    ]
}

/// A day of the proleptic Gregorian calendar, in the years 1 to 9999, wherever on Earth it may be.
public struct CivilDate: Hashable, Comparable, Sendable {
    public let year: Int
    /// From 1.
    public let month: Int
    /// From 1.
    public let day: Int

    /// Nil for days that do not exist, such as February 30.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years ~= year, 1...12 ~= month, 1...GregorianCalendar.length(ofMonth: month, in: year) ~= day
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads the extended form of ISO 8601: `2026-12-01`.
    public init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
            let day = number(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// - Parameter dayNumber: days since 1970-01-01. What lies outside of the calendar is its first or its last day.
    public init(dayNumber: Int) {
        let day = min(max(dayNumber, Self.dayNumbers.lowerBound), Self.dayNumbers.upperBound)
        (year, month, self.day) = GregorianCalendar.date(ofDay: day)
    }

    /// Days since 1970-01-01.
    public var dayNumber: Int { GregorianCalendar.dayNumber(year, month, day) }

    public var weekday: Weekday { Weekday(dayNumber: dayNumber) }

    public static func < (a: CivilDate, b: CivilDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    static let years = 1...9999
    static let dayNumbers =
        GregorianCalendar.dayNumber(years.lowerBound, 1, 1)...GregorianCalendar.dayNumber(years.upperBound, 12, 31)
}

extension CivilDate: CustomStringConvertible {
    /// As ISO 8601 writes it: `2026-12-01`.
    public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

extension Weekday {
    /// The day of the week of a day given as days since 1970-01-01, a Thursday.
    init(dayNumber: Int) { self = Self.allCases[floorModulo(dayNumber + 3, 7)] }
}

/// The arithmetic of the calendar, for any year. Days are numbered from 1970-01-01.
enum GregorianCalendar {
    /// After this many days the calendar, the days of the week included, repeats.
    static let cycleDays = 146_097
    static let cycleYears = 400

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Years are counted from March on here, so that the leap day is the last of them. Each cycle of 400 such years
    /// begins with March 1, and 719468 days lie between that of the year 0 and 1970-01-01.
    static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let cycle = floorDivide(marchYear, cycleYears)
        let yearOfCycle = marchYear - cycle * cycleYears
        let leapDays = yearOfCycle / 4 - yearOfCycle / 100
        return cycle * cycleDays + yearOfCycle * 365 + leapDays + firstDay(ofMarchMonth: (month + 9) % 12) + day - 1
            - 719_468
    }

    static func date(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let cycle = floorDivide(shifted, cycleDays)
        let dayOfCycle = shifted - cycle * cycleDays
        // Without the leap days before it, each year has 365 days: one in 1461 days, but not in 36524, yet in 146096.
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = cycle * cycleYears + yearOfCycle + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - firstDay(ofMarchMonth: marchMonth) + 1)
    }

    /// Five months from March or August on have 153 days together, and the line through them rounds to each month.
    private static func firstDay(ofMarchMonth month: Int) -> Int { (153 * month + 2) / 5 }
}

func floorDivide(_ a: Int, _ b: Int) -> Int {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? quotient - 1 : quotient
}

/// For a positive divisor.
func floorModulo(_ a: Int, _ b: Int) -> Int {
    let remainder = a % b
    return remainder < 0 ? remainder + b : remainder
}

/// The number that at most nine ASCII digits, and nothing else, write.
func number(_ digits: some Collection<UInt8>) -> Int? {
    guard 1...9 ~= digits.count else { return nil }
    var value = 0
    for digit in digits {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
        value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
