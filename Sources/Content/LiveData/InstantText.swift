public import Scheduling
public import Timing

/// An instant as people and feeds write it: `2026-12-24`, `2026-12-24T18:00`, `2026-12-24T18:00:30+01:00`, `18:00` of the
/// nearest day, and a number of seconds (or milliseconds) since 1970.
public struct InstantText: Hashable, Sendable {
    private let date: CivilDate?
    private let time: TimeOfDay
    /// Seconds east of UTC, where it is written.
    private let offset: Int?

    public init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.split(omittingEmptySubsequences: false) { "T ".contains($0) }
        guard 1...2 ~= parts.count, let first = parts.first, let last = parts.last else { return nil }
        if parts.count == 1, let date = CivilDate(text: String(first)), let midnight = TimeOfDay(seconds: 0) {
            (self.date, time, offset) = (date, midnight, nil)
            return
        }
        let (clock, zone) = Self.split(last)
        // Fractions of a second are of no use here.
        guard let time = TimeOfDay(text: String(clock.prefix { $0 != "." && $0 != "," })) else { return nil }
        let date = parts.count == 2 ? CivilDate(text: String(first)) : nil
        guard parts.count == 1 || date != nil, zone == nil || date != nil, zone?.isEmpty != true else { return nil }
        offset = zone.flatMap(Self.offset)
        guard zone == nil || offset != nil else { return nil }
        (self.date, self.time) = (date, time)
    }

    /// A time of day and the offset behind it.
    private static func split(_ text: Substring) -> (clock: Substring, offset: Substring?) {
        guard let index = text.firstIndex(where: { "Z+-".contains($0) }) else { return (text, nil) }
        return (text[..<index], text[index...])
    }

    /// `Z`, `+01:00`, `+0100`, `+01`.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 2 || digits.utf8.count == 4, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let hours = Int(digits.prefix(2)),
            let minutes = Int(digits.dropFirst(2).isEmpty ? "0" : digits.dropFirst(2)),
            hours <= 18, minutes < 60
        else { return nil }
        return (text.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// The instant, and until when it is to be understood so.
    /// - Parameters:
    ///   - zone: where no offset is written.
    ///   - now: says which day is meant by a time of day alone: the one on which it is nearest.
    public func instant(in zone: TimeZoneRules, near now: WallTime) -> (instant: WallTime, until: WallTime?) {
        if let date, let offset {
            return (WallTime(seconds: date.dayNumber * 86400 + time.seconds - offset), nil)
        }
        if let date { return (zone.instant(of: date, time), nil) }
        let halfDay: Duration = .seconds(43200)
        let today = zone.civil(now).date.dayNumber
        let days = [today - 1, today, today + 1].map { zone.instant(of: CivilDate(dayNumber: $0), time) }
        // Half a day after one it is the next one that is nearest.
        let nearest = days.first { now < $0 + halfDay } ?? days[2]
        return (nearest, nearest + halfDay)
    }
}

extension DataValue {
    /// The instant that it says, and until when it is to be understood so. Nil for a value that says none.
    public func instant(in zone: TimeZoneRules, near now: WallTime) -> (instant: WallTime, until: WallTime?)? {
        if let number, number > 0 {
            // Seconds of the year 5138 are milliseconds of 1973.
            let seconds = number >= 1e11 ? number / 1000 : number
            // Smaller ones are years, or numbers of something else.
            return seconds >= 1e8 && seconds < 1e11 ? (WallTime(seconds: Int(seconds)), nil) : nil
        }
        guard case .text(let text) = self else { return nil }
        return InstantText(text)?.instant(in: zone, near: now)
    }
}
