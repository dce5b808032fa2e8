import Paths
import Playlist
import Scheduling
import Timing

/// The schedules of a playlist, each once, and the time zones that they name.
final class ScheduleTable {
    /// In the order of their numbers.
    private(set) var all: [Schedule] = []
    private let now: WallTime
    private var numbers: [Schedule: Int] = [:]
    private var timeZones: [String: TimeZoneRules] = [:]
    /// Of the schedules that were asked about.
    private var over: [Int: Bool] = [:]

    /// - Parameter now: the present, which decides what is over.
    init(now: WallTime) {
        self.now = now
    }

    /// The files of the zones that schedules go by.
    var timeZoneFiles: [FilePath] { all.isEmpty ? [] : TimeZoneRules.files(of: timeZones.keys) }

    func timeZone(_ name: String) throws(TimeZoneError) -> TimeZoneRules {
        if let zone = timeZones[name] { return zone }
        let zone = try TimeZoneRules.named(name)
        timeZones[name] = zone
        return zone
    }

    /// Whether a schedule is not in force, and never will be.
    func isOver(_ number: Int) -> Bool {
        if let isOver = over[number] { return isOver }
        let isOver = all[number].isOver(at: now)
        over[number] = isOver
        return isOver
    }

    func number(of schedule: Schedule) -> Int {
        if let number = numbers[schedule] { return number }
        all.append(schedule)
        numbers[schedule] = all.count - 1
        return all.count - 1
    }
}
