import DisplayModel
import JSONWriting
import Playlist
import Scheduling
import Timing

// The names and types of the members are described in docs/timeline.schema.json, which a test compares with them.
// Members are only ever added; where one has to change its meaning, `format` counts up.

extension TimelineReport {
    /// One JSON document, by `docs/timeline.schema.json`, with every period and its first round.
    public var json: String {
        let document: JSON = [
            "format": .integer(1),
            "playlist": .string(subject.playlist),
            "output": [
                "connector": .string(subject.output.connector), "width": .integer(subject.output.size.width),
                "height": .integer(subject.output.size.height),
            ],
            "sync": .string(subject.sync.rawValue),
            "time_zone": .string(zone.name),
            "begins": time(begins),
            "ends": time(ends),
            "zones": .array(zones.map(json)),
        ]
        return document.text()
    }

    private func json(_ report: ZoneReport) -> JSON {
        ["name": JSON(report.zone.name), "periods": .array(report.periods.map(json))]
    }

    private func json(_ period: Timeline.Period) -> JSON {
        let round = period.round
        return [
            "begins": time(max(period.began.wholeSeconds, begins)),
            "ends": time(min(period.ends?.wholeSeconds ?? ends, ends)),
            "counted_from": time(period.began.wholeSeconds),
            "shuffled": .bool(period.isShuffled),
            "round_seconds": .number(round.reduce(0) { $0 + $1.length.inSeconds }),
            "round": .array(
                round.map { slide, length in
                    [
                        "picture": JSON(slide.path),
                        "colour": slide.path == nil ? .string("\(slide)") : .null,
                        "seconds": .number(length.inSeconds),
                    ]
                }),
        ]
    }

    private func time(_ seconds: Int) -> JSON { .string(LocalTime(seconds, in: zone).iso) }
}
