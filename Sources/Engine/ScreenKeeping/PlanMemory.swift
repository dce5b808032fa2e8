import DisplayModel
import DisplayPlanning
import Timing

/// What was learned while carrying out plans, and what was reported of screens that cannot be lit.
struct PlanMemory {
    private(set) var knownFailures = DevicePlan.KnownFailures()
    /// Of a device that cannot test.
    var refusedCombinations = RefusedCombinations()
    /// Every CRTC that was used.
    private(set) var usedCRTCs: Set<CRTCID> = []
    /// Why each connector without a screen of ours has none.
    private(set) var dark: [ConnectorID: DarkReason] = [:]
    /// Wanted connectors that are not lit, each with the reason that was reported.
    private var refused: [ConnectorID: String] = [:]
    /// What was tried for a connector before its mode was accepted, or in vain.
    private var rejectedAttempts: [ConnectorID: [String]] = [:]
    /// The last failure of each connector's mode that no test foretold.
    private var modeFailures: [ConnectorID: (mode: Mode, at: MonotonicTime)] = [:]

    /// A second failure of a mode within this time means that a lower one may do better.
    private static let failureMemory = Duration.seconds(60)

    mutating func used(_ crtcs: some Sequence<CRTCID>) { usedCRTCs.formUnion(crtcs) }

    // MARK: Modes

    /// Counts a failure of a screen's mode that no test foretold: a modeset refused, or a link that broke.
    /// - Returns: whether the mode is given up, so that the next plan is made without it.
    mutating func recordModeFailure(_ screen: KeptScreen, _ now: MonotonicTime) -> Bool {
        let connector = screen.connector
        guard let last = modeFailures[connector], last.mode == screen.mode, now - last.at < Self.failureMemory else {
            modeFailures[connector] = (screen.mode, now)
            return false
        }
        modeFailures[connector] = nil
        if screen.parts.count > 1, let group = screen.parts[0].connector.tile?.group {
            knownFailures.brokenTileGroups.insert(group)
        } else {
            knownFailures.unusable[connector, default: []].append(screen.mode)
        }
        return true
    }

    mutating func tilesRefused(_ group: Int) { knownFailures.brokenTileGroups.insert(group) }

    /// A monitor that is gone takes along what was learned with it.
    mutating func forgetMonitors(notIn seen: DeviceSnapshot) {
        for connector in knownFailures.unusable.keys where seen.connector(connector)?.status != .connected {
            knownFailures.unusable[connector] = nil
            modeFailures[connector] = nil
        }
    }

    mutating func forgetModes() {
        knownFailures.unusable = [:]
        refusedCombinations = RefusedCombinations()
    }

    // MARK: Reasons

    mutating func planned(dark reasons: [ConnectorID: DarkReason]) { dark = reasons }

    /// - Returns: whether the reason is news.
    mutating func refuse(_ connector: ConnectorID, _ reason: String) -> Bool {
        guard refused[connector] != reason else { return false }
        refused[connector] = reason
        return true
    }

    mutating func accepted(_ connectors: [ConnectorID], after attempts: [String]) {
        for connector in connectors { refused[connector] = nil }
        if let first = connectors.first { rejectedAttempts[first] = attempts }
    }

    mutating func rejected(_ connector: ConnectorID, _ attempts: [String]) { rejectedAttempts[connector] = attempts }

    mutating func forget(_ connector: ConnectorID) {
        refused[connector] = nil
        rejectedAttempts[connector] = nil
    }

    func attempts(for connector: ConnectorID) -> [String] { rejectedAttempts[connector] ?? [] }

    /// Why a connector that is wanted is dark. Nil where it is not wanted.
    func reasonForDarkness(_ connector: ConnectorID) -> String? {
        if let reason = dark[connector], !reason.isWanted { return nil }
        return refused[connector] ?? dark[connector]?.description ?? "it is being looked at"
    }
}
