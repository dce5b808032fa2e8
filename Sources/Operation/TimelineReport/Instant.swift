public import Scheduling
public import Timing

/// An instant as people write it.
public struct Instant: Hashable, Sendable {
    /// Nil for today.
    public var date: CivilDate?
    public var time: TimeOfDay
    /// Seconds east of UTC; nil for the clocks of this place.
    public var offset: Int?

    public static let expected =
        "a time such as 2026-12-24T18:00 or 2026-12-24T18:00:30+01:00 (Z for UTC), a day such as 2026-12-24, or a "
        + "time of today such as 18:00"

    /// Reads a date and a time as ISO 8601 writes them, with or without seconds and the distance from UTC; the date may
    /// be missing, and a date alone is the beginning of that day. Nil for anything else, and outside of the years 1970 to
    /// 2199.
    public init?(text: String) {
        if let date = CivilDate(text: text), let midnight = TimeOfDay(text: "00:00") {
            guard (1970...2199).contains(date.year) else { return nil }
            (self.date, time) = (date, midnight)
            return
        }
        var rest = text[...]
        if let separator = rest.firstIndex(where: { $0 == "T" || $0 == " " }) {
            guard let date = CivilDate(text: String(rest[..<separator])), (1970...2199).contains(date.year) else {
                return nil
            }
            self.date = date
            rest = rest[rest.index(after: separator)...]
        }
        if rest.hasSuffix("Z") {
            offset = 0
            rest = rest.dropLast()
        } else if let sign = rest.firstIndex(where: { $0 == "+" || $0 == "-" }) {
            guard let distance = TimeOfDay(text: String(rest[rest.index(after: sign)...])),
                distance.seconds <= 18 * 3600
            else { return nil }
            offset = rest[sign] == "+" ? distance.seconds : -distance.seconds
            rest = rest[..<sign]
        }
        guard let time = TimeOfDay(text: String(rest)) else { return nil }
        self.time = time
    }

    /// - Parameters:
    ///   - zone: what it is meant in where it says nothing.
    ///   - now: which tells what today is.
    public func time(in zone: TimeZoneRules, now: WallTime) -> WallTime {
        guard let offset else { return zone.instant(of: date ?? zone.civil(now).date, time) }
        let utc = TimeZoneRules.utc
        return utc.instant(of: date ?? utc.civil(now + .seconds(offset)).date, time) - .seconds(offset)
    }
}
