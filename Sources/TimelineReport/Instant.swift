public import Scheduling

/// An instant as people write it.
public struct Instant: Hashable, Sendable {
    /// Nil for today.
    public var date: CivilDate?
    public var time: TimeOfDay
    /// Seconds east of UTC; nil for the clocks of this place.
    public var offset: Int?

    public static let teaching =
        "a time such as 2026-12-24T18:00 or 2026-12-24T18:00:30+01:00 (Z for UTC), or of today, such as 18:00"

    /// Reads a date and a time as ISO 8601 writes them, with or without seconds and the distance from UTC; the date may
    /// be missing. Nil for anything else, and outside of the years 1970 to 2199.
    public init?(text: String) {
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
    /// - Returns: seconds since 1970-01-01T00:00:00Z.
    public func seconds(in zone: TimeZoneRules, now: Int) -> Int {
        guard let offset else { return zone.instant(of: date ?? zone.civil(now).date, time) }
        let utc = TimeZoneRules.utc
        return utc.instant(of: date ?? utc.civil(now + offset).date, time) - offset
    }
}
