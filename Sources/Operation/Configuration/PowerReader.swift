import KioskEngine
import PlaylistReading
import Scheduling
import StrictYAML

/// Reads when screens are on: `power` and `wake-priority`.
struct PowerReader {
    private(set) var rules: [PowerRule] = []
    var schedules: ScheduleFields?

    /// Fallbacks and ordinary items have priority 0.
    private static let wakePriorities = 1...1000

    /// The number of an output's rule; nil for one that is always on.
    /// - Parameter defaults: of an output that says nothing.
    mutating func rule(_ fields: inout FieldReader, _ diagnosis: Diagnosis, otherwise defaults: Int?) -> Int? {
        let base = defaults.map { rules[$0] }
        let power = fields.node("power")
        let wakePriority = fields.integer("wake-priority", in: Self.wakePriorities) ?? base?.wakePriority
        var own = base?.schedules ?? []
        if let power {
            switch Self.word(power) {
            case "always": own = []
            case "off", "false", "no", "never":
                diagnosis.error(
                    power.position, "power is when the screen is on; for one that stays dark write 'off: true'")
            case "on", "true", "yes":
                diagnosis.error(power.position, "power is when the screen is on; did you mean 'always'?")
            default: own = schedules?.schedules(&fields, "power") ?? []
            }
        }
        if let node = fields.node("wake-priority"), own.isEmpty, power.map({ Self.word($0) == "always" }) ?? true {
            diagnosis.error(
                node.position, "'wake-priority' goes with 'power', which says when the screen is on; it is always on")
        }
        guard !own.isEmpty else { return nil }
        let rule = PowerRule(own, wakePriority: wakePriority)
        if let known = rules.firstIndex(of: rule) { return known }
        rules.append(rule)
        return rules.count - 1
    }

    private static func word(_ node: YAMLNode) -> String? {
        if case .scalar(let text, isQuoted: false) = node.kind { text.lowercased() } else { nil }
    }
}
