import DisplayModel
import DisplayPlanning
import EDID
import Timing

/// A device as it was seen last, and what is known of its monitors beyond that.
struct DeviceSight {
    /// The device as it was found, to be given back so.
    let original: DeviceSnapshot
    /// As it was seen last, with what silent monitors said before.
    private(set) var snapshot: DeviceSnapshot
    /// Connectors that are connected in ``snapshot`` and were not when it was taken: their monitors may be back at once.
    private(set) var bouncing: Set<ConnectorID> = []
    /// When monitors that gave no EDID are asked again.
    private(set) var askAgainAt: MonotonicTime?
    /// The screens that are there, as it was reported.
    private(set) var connected: [ConnectorID: ScreenName] = [:]

    private var memory = SinkMemory()
    /// Connected monitors that gave no EDID, and how often they were asked again.
    private var silent: Set<ConnectorID> = []
    private var silentTries = 0

    /// Half a second, then twice as long each time: over a minute in all.
    private static let mostSilentTries = 8
    private static let firstSilentWait = Duration.milliseconds(500)

    /// - Parameter original: nil for as it is now.
    init(_ snapshot: DeviceSnapshot, original: DeviceSnapshot?) {
        self.original = original ?? snapshot
        self.snapshot = snapshot
    }

    /// Takes in a snapshot: what silent monitors said before is filled in, and they are asked again, ever more rarely.
    /// - Parameter isSettling: whether its connectors may be bouncing.
    mutating func learn(_ seen: DeviceSnapshot, isSettling: Bool = false, _ now: MonotonicTime) {
        var seen = seen
        bouncing = []
        if isSettling { (seen, bouncing) = seen.withoutBounces(since: snapshot) }
        let before = silent
        (snapshot, silent) = memory.complete(seen)
        if !silent.isSubset(of: before) { silentTries = 0 }
        askAgainAt =
            silent.isEmpty || silentTries >= Self.mostSilentTries
            ? nil : now + Self.firstSilentWait * (1 << silentTries)
        silentTries += 1
    }

    /// Something about the connectors changed: silent monitors are asked as often again.
    mutating func somethingChanged() { silentTries = 0 }

    /// Silent monitors are asked now.
    /// - Returns: whether it is time.
    mutating func takeAskAgain(_ now: MonotonicTime) -> Bool {
        guard let time = askAgainAt, time <= now else { return false }
        askAgainAt = nil
        return true
    }

    /// Compares the screens that are there with those that were reported.
    /// - Returns: those that went and those that came.
    mutating func updateConnected() -> (gone: [(ConnectorID, ScreenName)], come: [ScreenName]) {
        var now: [ConnectorID: ScreenName] = [:]
        for connector in snapshot.connectors
        where connector.status == .connected && !connector.isNonDesktop && connector.type != .writeback {
            now[connector.id] = connector.screenName
        }
        let gone = connected.filter { now[$0.key] != $0.value }.map { ($0.key, $0.value) }
        let come = snapshot.connectors.compactMap { connector in
            now[connector.id].flatMap { connected[connector.id] == $0 ? nil : $0 }
        }
        connected = now
        return (gone, come)
    }

    func name(of connector: ConnectorSnapshot) -> ScreenName { connected[connector.id] ?? connector.screenName }
}

extension ConnectorSnapshot {
    var screenName: ScreenName {
        ScreenName(connector: name, monitor: edid.flatMap { EDID(bytes: $0).identity.description })
    }
}

extension DeviceSnapshot {
    /// The connectors that a CRTC feeds.
    func connectors(on crtc: CRTCID) -> [ConnectorID] { connectors.filter { $0.crtc == crtc }.map(\.id) }

    /// Whether a connector shows somebody's picture by the route's CRTC.
    func isShowing(_ route: Route) -> Bool {
        connector(route.connector)?.crtc == route.crtc && crtc(route.crtc)?.isActive == true
            && planes.contains { $0.scanout?.crtc == route.crtc }
    }
}
