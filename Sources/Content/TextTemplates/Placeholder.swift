import LiveData
import Scheduling
import Timing

/// What stands between braces.
struct Placeholder: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case clock(ValueForm)
        case value(DataPath, ValueForm)
        case counter(Counter, CounterTarget)
    }

    var source: Source
    /// What shows where the value is missing. Nil: the line does not show.
    var fallback: String?
    /// Its own, in place of the context's.
    var zone: TimeZoneRules?
    var locale: DisplayLocale?
    /// Where it begins in the template, in characters.
    var offset: Int
}

/// What a countdown counts to.
enum CounterTarget: Hashable, Sendable {
    case fixed(InstantText)
    case value(DataPath)
}

/// How a value is written.
enum ValueForm: Hashable, Sendable {
    case plain
    case style(DateStyle)
    case date(DatePattern)
    case number(NumberPattern)

    func datePattern(_ locale: DisplayLocale) -> DatePattern? {
        switch self {
        case .plain, .number: nil
        case .style(let style): DatePattern(known: locale.pattern(style))
        case .date(let pattern): pattern
        }
    }
}

extension Placeholder {
    /// The path of a value that it needs.
    var path: DataPath? {
        switch source {
        case .clock, .counter(_, .fixed): nil
        case .value(let path, _), .counter(_, .value(let path)): path
        }
    }

    /// What it shows at an instant, and until when. Without text where the value is missing.
    func reading(_ context: TemplateContext, at now: WallTime) -> Counter.Reading {
        let (zone, locale) = (zone ?? context.zone, locale ?? context.locale)
        switch source {
        case .clock(let form):
            guard let pattern = form.datePattern(locale) else { return Counter.Reading() }
            return Counter.Reading(
                text: pattern.text(of: CivilMoment(now, in: zone), in: locale),
                until: pattern.step.map { zone.nextTick(of: $0, after: now) })
        case .value(let path, let form): return value(context[path], form, now, zone, locale)
        case .counter(let counter, let target):
            let resolved =
                switch target {
                case .fixed(let text): text.instant(in: zone, near: now)
                case .value(let path): context[path]?.instant(in: zone, near: now)
                }
            guard let resolved else { return Counter.Reading() }
            let reading = counter.reading(of: resolved.instant, at: now, in: zone, locale)
            return Counter.Reading(text: reading.text, until: earliest(reading.until, resolved.until))
        }
    }

    private func value(
        _ value: DataValue?, _ form: ValueForm, _ now: WallTime, _ zone: TimeZoneRules, _ locale: DisplayLocale
    ) -> Counter.Reading {
        guard let value else { return Counter.Reading() }
        if case .number(let pattern) = form {
            return Counter.Reading(text: value.number.flatMap { pattern.text(of: $0, in: locale) })
        }
        guard let pattern = form.datePattern(locale) else { return Counter.Reading(text: value.text) }
        guard let (instant, until) = value.instant(in: zone, near: now) else { return Counter.Reading() }
        return Counter.Reading(text: pattern.text(of: CivilMoment(instant, in: zone), in: locale), until: until)
    }
}

func earliest(_ a: WallTime?, _ b: WallTime?) -> WallTime? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}

extension TimeZoneRules {
    /// The next instant at which the clocks here show another second, minute, hour or day, or another offset.
    func nextTick(of step: ClockStep, after now: WallTime) -> WallTime {
        // Between two seconds of UTC no clock changes.
        let second = now.seconds
        let moment = CivilMoment(WallTime(seconds: second), in: self)
        func isBefore(_ second: Int) -> Bool { offset(at: WallTime(seconds: second)) == moment.offset }
        let end = second + step.rawValue - moment.secondOfDay % step.rawValue
        guard !isBefore(end) else { return WallTime(seconds: end) }
        // The clocks are put forward or back meanwhile: bisection finds the first second of the new offset.
        var (low, high) = (second, end)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle } else { high = middle }
        }
        let change = WallTime(seconds: high)
        // The day goes on after that, and ends at another second.
        guard step == .day, civil(change).date == moment.date else { return change }
        return nextTick(of: step, after: change)
    }
}
