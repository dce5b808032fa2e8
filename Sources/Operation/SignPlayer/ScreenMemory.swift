import DisplayModel
import DisplayPlanning
import LinuxSystem
import StatusFile
import Timing

/// What was seen of each connector before: since when it is as it is, and whether a screen was lit there. So a monitor
/// that was unplugged is told from a connector that is not used, also after a restart or a reboot.
struct ScreenMemory {
    private struct Key: Hashable {
        var device, connector: String
    }

    private struct Seen {
        var state: RunningStatus.Screen.State?
        var since: String
        /// The screen that was lit there last. Nil where none was, or nobody expects it any more.
        var lit: FormerScreen?
    }

    private var seen: [Key: Seen] = [:]
    /// Of former runs, on connectors that have not been seen yet.
    private var former: [FormerScreen] = []

    /// After this time nobody expects an unplugged screen back.
    static let patience = Duration.seconds(30 * 86400)

    /// - Parameters:
    ///   - previous: what the previous process said, if it was not ended on purpose.
    ///   - former: what was kept of former runs; nil where nothing is kept.
    init(_ previous: RunningStatus? = nil, former: [FormerScreen]? = nil) {
        self.former = former ?? []
        guard let previous, previous.ended == nil else { return }
        for device in previous.devices {
            for screen in device.screens where [.lit, .off].contains(screen.state) || screen.expected == .litBefore {
                var lit = FormerScreen(connector: screen.connector, device: device.path, monitor: screen.monitor)
                if former != nil {
                    // What was deleted there is forgotten, whatever the previous process said.
                    guard let index = self.former.firstIndex(where: { $0.connector == screen.connector }) else {
                        continue
                    }
                    lit.gone = self.former.remove(at: index).gone
                }
                seen[Key(device: device.path, connector: screen.connector)] = Seen(
                    state: screen.state, since: screen.since ?? previous.started ?? "", lit: lit)
            }
        }
    }

    /// The screens that are expected: what is to be kept over a reboot.
    var expected: [FormerScreen] { (seen.values.compactMap(\.lit) + former).sorted() }

    /// Fills in what follows from what was seen before, and remembers the present.
    mutating func complete(_ devices: inout [RunningStatus.Device], _ outputs: OutputConfigurations, now: WallTime) {
        adopt(devices)
        for index in devices.indices where devices[index].waiting == nil {
            // A connector of a hub goes with its monitor.
            let gone = seen.filter { key, seen in
                key.device == devices[index].path && seen.lit != nil
                    && !devices[index].screens.contains { $0.connector == key.connector }
            }
            devices[index].screens += gone.keys.map(\.connector).sorted()
                .map { .init(connector: $0, state: .disconnected) }
        }
        let present = Set(devices.map(\.path))
        // Lit ones first: a monitor that is on another connector now is not missed.
        let places = devices.indices.filter { devices[$0].waiting == nil }
            .flatMap { device in devices[device].screens.indices.map { (device, $0) } }
        for isLit in [true, false] {
            for (device, screen) in places where (devices[device].screens[screen].state == .lit) == isLit {
                complete(&devices[device].screens[screen], on: devices[device].path, of: present, outputs, now)
            }
        }
    }

    /// Finds the connectors of former runs. Names of connectors outlive a reboot; those of devices may not.
    private mutating func adopt(_ devices: [RunningStatus.Device]) {
        guard !former.isEmpty else { return }
        let isComplete = !devices.isEmpty && !devices.contains { $0.waiting != nil }
        former.removeAll { screen in
            let candidates = devices.filter { $0.screens.contains { $0.connector == screen.connector } }
            let named = candidates.first { $0.path == screen.device } ?? candidates.first
            // One of a hub that is not plugged in.
            let last = isComplete ? devices.first { $0.path == screen.device } ?? devices.first : nil
            guard let device = named ?? last else { return false }
            var screen = screen
            screen.device = device.path
            let key = Key(device: device.path, connector: screen.connector)
            if seen[key]?.lit == nil {
                seen[key] = Seen(
                    state: screen.gone == nil ? .lit : .disconnected, since: screen.gone?.localText ?? "", lit: screen)
            }
            return true
        }
    }

    private mutating func complete(
        _ screen: inout RunningStatus.Screen, on device: String, of devices: Set<String>,
        _ outputs: OutputConfigurations, _ now: WallTime
    ) {
        let key = Key(device: device, connector: screen.connector)
        var record = seen[key] ?? Seen(state: screen.state, since: now.localText, lit: nil)
        if record.state != screen.state || record.since.isEmpty {
            (record.state, record.since) = (screen.state, now.localText)
        }
        switch screen.state {
        case .lit:
            if record.lit == nil { forgetMoved(screen, to: key, devices) }
            record.lit = FormerScreen(connector: screen.connector, device: device, monitor: screen.monitor)
        // Switched off by the configuration: nobody expects it any more.
        case .notWanted: record.lit = nil
        case .disconnected:
            if record.lit?.isForgotten(at: now) == true { record.lit = nil }
            if let lit = record.lit {
                if lit.gone?.isOfSetClock != true { record.lit?.gone = now }
                (screen.expected, screen.monitor) = (.litBefore, lit.monitor)
            } else if outputs.expectsScreen(on: screen.connector) {
                screen.expected = .configured
            }
        case .dark, .off, nil: break
        }
        screen.since = record.since
        seen[key] = record
    }

    /// A screen has come where none was: it is not missed where it was.
    /// - Parameter devices: those that are there. One that is not may be among them by another name.
    private mutating func forgetMoved(_ screen: RunningStatus.Screen, to new: Key, _ devices: Set<String>) {
        for key in seen.keys where key.connector == new.connector && !devices.contains(key.device) {
            seen[key]?.lit = nil
        }
        guard let monitor = screen.monitor else { return }
        let former = seen.filter {
            $0.key != new && $0.value.lit?.monitor == monitor && $0.value.state == .disconnected
        }
        if let key = former.keys.min(by: { $0.connector < $1.connector }) { seen[key]?.lit = nil }
    }
}

extension FormerScreen {
    fileprivate func isForgotten(at now: WallTime) -> Bool {
        guard let gone, gone.isOfSetClock, now.isOfSetClock else { return false }
        return now - gone > ScreenMemory.patience
    }
}

extension WallTime {
    /// Whether it is of a clock that somebody has set.
    fileprivate var isOfSetClock: Bool { WallClock(origin: self).isSet(at: .zero) }
}

extension OutputConfigurations {
    /// Whether the configuration names this one connector, and for a picture.
    func expectsScreen(on connector: String) -> Bool {
        let rule = rules.first { $0.match.names(connector) }
        if let rule { return !rule.configuration.isOff }
        return videoWalls.contains { $0.rows.contains { $0.contains { $0.names(connector) } } }
    }
}

extension OutputMatch {
    /// Not by a pattern, which may be meant for whatever is there.
    fileprivate func names(_ name: String) -> Bool { connector?.description == name }
}
