import DisplayModel
import JSONCoding
import Paths
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
            "off": .array(off.map { ["begins": time($0.lowerBound), "ends": time($0.upperBound)] }),
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
            "begins": time(max(period.began.wholeSecond, begins)),
            "ends": time(min(period.ends?.wholeSecond ?? ends, ends)),
            "counted_from": time(period.began.wholeSecond),
            "shuffled": .bool(period.isShuffled),
            "round_seconds": .number(round.reduce(0) { $0 + $1.length.inSeconds }),
            "round": .array(
                round.map { slide, length in
                    [
                        "picture": JSON(slide.path?.description),
                        "colour": slide.path == nil ? .string("\(slide)") : .null,
                        "seconds": .number(length.inSeconds),
                    ]
                }),
            "between": .array(period.between.map(json)),
        ]
    }

    private func json(_ item: Between) -> JSON {
        [
            "every_seconds": item.share == nil ? .number(item.interval.inSeconds) : .null,
            "share": item.share.map { .number($0) } ?? .null,
            "turn_seconds": .number(item.length.inSeconds),
            "slides": .array(item.slides.map { .string("\($0)") }),
        ]
    }

    private func time(_ instant: WallTime) -> JSON { .string(LocalTime(instant, in: zone).iso) }
}
