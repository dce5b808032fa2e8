import Scheduling
import Timing

/// An instant on the clocks of a place, as reports write it.
struct LocalTime {
    let date: CivilDate
    let time: TimeOfDay?
    private let offset: Int

    init(_ instant: WallTime, in zone: TimeZoneRules) {
        let civil = zone.civil(instant)
        date = civil.date
        time = TimeOfDay(seconds: civil.secondOfDay)
        offset = zone.offset(at: instant)
    }

    /// `18:00`, or `18:00:30`.
    var clock: String { time.map { "\($0)" } ?? "" }

    /// `Thu 2026-12-24`
    var day: String {
        let name = "\(date.weekday)"
        return name.prefix(1).uppercased() + name.dropFirst().prefix(2) + " \(date)"
    }

    /// As ISO 8601 has it, with the distance from UTC: `2026-12-24T18:00:00+01:00`.
    var iso: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = time?.seconds ?? 0
        let distance = abs(offset)
        return "\(date)T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
            + (offset < 0 ? "-" : "+") + "\(two(distance / 3600)):\(two(distance / 60 % 60))"
    }
}
