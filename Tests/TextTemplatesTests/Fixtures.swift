import LiveData
import Testing
import Timing

@testable import Scheduling
@testable import TextTemplates

/// 2026-11-23T14:05:09Z, a Monday.
let monday = instant("2026-11-23T14:05:09Z")

func instant(_ text: String) -> WallTime { InstantText(text)?.instant(in: .utc, near: .epoch).instant ?? .epoch }

/// Zones of rules alone, so that no test depends on the machine's database.
func zone(_ name: String) throws(TimeZoneError) -> TimeZoneRules {
    let rules = [
        "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "Asia/Tokyo": "JST-9",
        "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
    ]
    guard let text = rules[name] else { return try TimeZoneRules.named(name) }
    return TimeZoneRules(posix: text) ?? .utc
}

func context(
    _ zoneName: String = "UTC", _ locale: String = "en", _ values: [String: DataValue] = [:]
) throws -> TemplateContext {
    TemplateContext(zone: try zone(zoneName), locale: try #require(DisplayLocale(named: locale)), values: values)
}

func template(_ text: String, roots: [String] = ["row", "data"]) throws -> TextTemplate {
    try TextTemplate(parsing: text, roots: roots, zones: zone)
}

/// What a template shows, without the signs around values.
func shown(_ text: String, _ context: TemplateContext, at instant: WallTime = monday) throws -> String? {
    try template(text).text(for: context, at: instant, isolating: false)
}

/// What is wrong with a template.
func mistake(_ text: String, roots: [String] = ["row", "data"]) -> String {
    do {
        _ = try template(text, roots: roots)
        return "nothing"
    } catch let error as DataMistake {
        return error.description
    } catch {
        return "\(error)"
    }
}

/// The text of each instant between two changes, up to some number of these.
func texts(_ text: String, _ context: TemplateContext, from start: WallTime, changes: Int) throws -> [(
    WallTime, String?
)] {
    let template = try template(text)
    var (now, found) = (start, [(WallTime, String?)]())
    for _ in 0..<changes {
        guard let next = template.nextChange(after: now, context) else { break }
        now = next
        found.append((now, template.text(for: context, at: now, isolating: false)))
    }
    return found
}
