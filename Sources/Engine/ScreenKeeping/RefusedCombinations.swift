import DisplayModel
import DisplayPlanning
import Timing

/// What a device has refused that cannot be asked beforehand: it stands in for the tests that the device does not make.
/// Only trying tells, so what was tried once in vain is not tried again while another way is left.
struct RefusedCombinations {
    /// What each connector was to show.
    typealias Combination = [ConnectorID: Choice]

    struct Choice: Hashable {
        var mode: Mode
        var format: FormatLevel
    }

    private var refused: [(combination: Combination, error: DisplayError)] = []
    /// Whether every way was tried in vain with the monitors that there are. From then on screens that are lit are left
    /// alone: they would go dark for each try.
    private(set) var isExhausted = false

    /// Why a combination is not worth trying: it has all of one that was refused. Nil where it is.
    func refusal(of combination: Combination) -> DisplayError? {
        refused.first { known in known.combination.allSatisfy { combination[$0] == $1 } }?.error
    }

    mutating func add(_ combination: Combination, _ error: DisplayError) {
        refused.append((combination, error))
        hasNews = true
    }

    /// Whether something was refused since the last plan was made.
    private(set) var hasNews = false

    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Nothing is left to be tried: what was refused may be a passing fault, so it begins anew, with the dark screens.
    mutating func exhaust() { (refused, isExhausted, hasNews) = ([], true, false) }
}

extension ScreenKeeper {
    /// Whether the device would take these screens together, as far as it can tell or has told.
    func test(_ screens: [KeptScreen]) throws(DisplayError) {
        let update = DisplayUpdate(enabled: screens.flatMap { $0.update(showing: $0.flips.current ?? 0).enabled })
        try device.commit(update, .test(.modeset))
        guard !device.testsCommits, let refusal = memory.refusedCombinations.refusal(of: Self.combination(screens))
        else { return }
        throw refusal
    }

    /// A device that cannot be asked refused a screen's mode: the next combination is tried at the next turn, when nobody is
    /// in the middle of the screens.
    func learnRefusal(of screen: KeptScreen, _ error: DisplayError, _ now: MonotonicTime) {
        // Screens that are about to change still have on the wire what they had.
        let others = screens.filter { $0.phase == .lit && $0 !== screen }
        let leaving = retired.values.filter { old in !old.crtcs.contains { screen.crtcs.contains($0) } }
        memory.refusedCombinations.add(Self.combination(leaving + others + [screen]), error)
        leave(screen, now)
        screens.removeAll { $0 === screen }
    }

    /// Every way was tried in vain on a device that cannot be asked. Screens that went down for others' sake go up again.
    func giveUpTrying(now: MonotonicTime) {
        guard !device.testsCommits else { return }
        let isNews = !memory.refusedCombinations.isExhausted
        memory.refusedCombinations.exhaust()
        guard isNews, !screens.isEmpty else { return }
        raise(makePlan().outputs.filter { plan in screens.contains { $0.plan.parts == plan.parts } }, now: now)
    }

    private static func combination(_ screens: [KeptScreen]) -> RefusedCombinations.Combination {
        var combination: RefusedCombinations.Combination = [:]
        for screen in screens {
            for part in screen.parts {
                combination[part.route.connector] = .init(mode: part.mode, format: screen.format)
            }
        }
        return combination
    }
}
