package import DisplayModel
package import Paths
import Playlist
package import Scheduling
package import StrictYAML
import TextLayout
package import Timing

/// Reads schedules in a file that is no playlist, written as they are in playlists.
package struct ScheduleFields {
    private let reading: ReadingState
    private let diagnosis: Diagnosis
    private let scope: ScheduleScope
    private let path: FilePath

    /// - Parameters:
    ///   - path: of the file; paths in it begin at its folder.
    ///   - files: where files of holidays are.
    ///   - now: the present: what is over for good is warned of.
    ///   - fields: of the file, which may give schedules names under `schedules`.
    package init(
        path: FilePath, files: PlaylistFiles, now: WallTime, _ fields: inout FieldReader, _ diagnosis: Diagnosis
    ) {
        self.path = path
        self.diagnosis = diagnosis
        reading = ReadingState(PlaylistReader(transitions: [], files: files, now: now))
        let unnamed = ScheduleScope(timeZone: .local())
        let parser = PlaylistParser(path: path, reading: reading, diagnosis: diagnosis, scope: unnamed)
        scope = ScheduleScope(timeZone: unnamed.timeZone, named: parser.namedSchedules(&fields))
        noteHolidayMistakes(fields.position)
    }

    /// What makers of monitors are called.
    package var makerNames: MakerNames { reading.makers }

    /// The files that schedules go by: time zones and holidays.
    package var files: Set<FilePath> { reading.sources.files.union(reading.schedules.timeZoneFiles) }

    /// The schedules of a key: a mapping, a name, or a list of both. Nil without the key, and where all are wrong.
    package func schedules(_ fields: inout FieldReader, _ key: String) -> [Schedule]? {
        guard let node = fields.node(key) else { return nil }
        let parser = PlaylistParser(path: path, reading: reading, diagnosis: diagnosis, scope: scope)
        let numbers = parser.schedules(parser.alternatives(&fields, key))
        noteHolidayMistakes(node.position)
        if parser.areOver(numbers) {
            diagnosis.warning(node.position, "\(key): \(PlaylistParser.over)")
        }
        return numbers.isEmpty ? nil : numbers.map { reading.schedules.all[$0] }
    }

    /// A file of holidays has lines of its own; what is wrong with it is said where it is named first.
    private func noteHolidayMistakes(_ place: TextPosition) {
        for issue in reading.takeIssues() { diagnosis.error(place, "\(issue)") }
    }
}
