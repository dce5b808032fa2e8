public import DisplayModel
import EDID

/// The plan for a device, computed from values alone: which screens to light and how, and which stay dark and why.
public struct DevicePlan: Hashable, Sendable {
    /// In the order of the device's connectors.
    public var outputs: [OutputPlan] = []
    /// Screens that are off by their schedule, likewise. Each has a route, so that it surely can be lit again.
    public var asleep: [OutputPlan] = []
    /// All connectors without an output, each with the reason.
    public var dark: [ConnectorID: DarkReason] = [:]

    /// What failed when earlier plans were carried out, and is avoided in later ones.
    public struct KnownFailures: Hashable, Sendable {
        /// Modes that passed a test and were refused by the commit, or with which the link failed.
        public var unusable: [ConnectorID: [Mode]] = [:]
        /// Tile groups whose tiles were refused together.
        public var brokenTileGroups: Set<Int> = []

        public init(unusable: [ConnectorID: [Mode]] = [:], brokenTileGroups: Set<Int> = []) {
            self.unusable = unusable
            self.brokenTileGroups = brokenTileGroups
        }
    }

    /// A screen that is wanted, before it has a route.
    private struct WantedScreen {
        var connectors: [ConnectorSnapshot]
        var configuration: OutputConfiguration
        var monitor: MonitorIdentity?

        var isTiled: Bool { connectors.count > 1 }
    }

    /// - Parameters:
    ///   - power: who is off by schedule.
    ///   - routes: those in use, to be kept where they can.
    ///   - knownFailures: of earlier plans.
    public init(
        _ device: DeviceSnapshot, configurations: OutputConfigurations, power: ScreenPower = ScreenPower(),
        keeping routes: [ConnectorID: Route] = [:], knownFailures: KnownFailures = KnownFailures()
    ) {
        var screens = wanted(of: device, configurations, power)
        screens = Self.joiningTiles(screens, except: knownFailures.brokenTileGroups)
        var assignment: RouteAssignment
        repeat {
            // Screens that are lit keep their CRTC before others get one.
            let connectors = screens.flatMap(\.connectors).map(\.id)
            let order =
                connectors.filter { routes[$0] != nil } + connectors.filter { routes[$0] == nil }
            assignment = RouteAssignment(wanted: order, in: device, keeping: routes)
        } while splitUnroutable(&screens, assignment)

        for screen in screens {
            let assigned = screen.connectors.compactMap { assignment.routes[$0.id] }
            guard assigned.count == screen.connectors.count else {
                for connector in screen.connectors { dark[connector.id] = .noCRTC }
                continue
            }
            let output = Self.output(screen, assigned, device, knownFailures)
            if let off = power.off(output.configuration, connector: output.name) {
                for connector in screen.connectors { dark[connector.id] = .asleep(off) }
                asleep.append(output)
            } else {
                outputs.append(output)
            }
        }
    }

    /// The screens that are connected and wanted. The reasons for all others are recorded in ``dark``.
    private mutating func wanted(
        of device: DeviceSnapshot, _ configurations: OutputConfigurations, _ power: ScreenPower
    ) -> [WantedScreen] {
        // Outputs that cannot tell whether anything is connected are lit only where nothing else could be.
        let isAnyConnected = device.connectors.contains {
            $0.status == .connected && !$0.isNonDesktop && $0.type != .writeback
        }
        return device.connectors.compactMap { connector -> WantedScreen? in
            let isConnected =
                connector.status == .connected
                || (connector.status == .unknown && !isAnyConnected && !connector.modes.isEmpty)
            var monitor = connector.edid.map { EDID(bytes: $0).identity }
            var configuration = configurations[connector: connector.name, monitor: monitor]
            var connector = connector
            if let bytes = configuration.edid {
                monitor = EDID(bytes: bytes).identity
                connector.replaceEDID(with: bytes)
            }
            if connector.type == .writeback {
                dark[connector.id] = .writeback
            } else if connector.isNonDesktop {
                dark[connector.id] = .nonDesktop
            } else if !isConnected {
                dark[connector.id] = .disconnected
            } else if configuration.isOff {
                dark[connector.id] = .off
            } else if connector.modes.isEmpty, configuration.customModes.isEmpty {
                // A monitor that is off may not say.
                dark[connector.id] = power.off(configuration, connector: connector.name).map { .asleep($0) } ?? .noModes
            } else {
                configuration.orientation = configuration.orientation ?? connector.panelOrientation
                return WantedScreen(connectors: [connector], configuration: configuration, monitor: monitor)
            }
            return nil
        }
    }

    /// Makes one screen of the connectors of each tiled monitor whose tiles are all there. Where one is missing each
    /// connector is a screen of its own, as if it were not tiled.
    private static func joiningTiles(_ screens: [WantedScreen], except broken: Set<Int>) -> [WantedScreen] {
        let groups = Dictionary(grouping: screens) { $0.connectors[0].tile?.group }
        var result: [WantedScreen] = []
        for screen in screens {
            guard let tile = screen.connectors[0].tile, !broken.contains(tile.group),
                let members = groups[tile.group], isComplete(members.compactMap(\.connectors[0].tile), tile),
                members.allSatisfy({ member in tileMode(of: member.connectors[0]) != nil })
            else {
                result.append(screen)
                continue
            }
            // The first tile stands for all.
            guard tile.row == 0, tile.column == 0 else { continue }
            var whole = screen
            whole.connectors = members.map(\.connectors[0]).sorted { a, b in
                let (a, b) = (a.tile ?? tile, b.tile ?? tile)
                return (a.row, a.column) < (b.row, b.column)
            }
            result.append(whole)
        }
        return result
    }

    private static func isComplete(
        _ tiles: [ConnectorSnapshot.Tile], _ one: ConnectorSnapshot.Tile
    ) -> Bool {
        let places = Set(tiles.map { [$0.row, $0.column] })
        return one.rows > 0 && one.columns > 0 && tiles.count == one.rows * one.columns && places.count == tiles.count
            && tiles.allSatisfy { (0..<one.rows).contains($0.row) && (0..<one.columns).contains($0.column) }
    }

    /// The mode in which a connector feeds its tile alone.
    private static func tileMode(of connector: ConnectorSnapshot) -> Mode? {
        let fitting = connector.modes.filter { $0.size == connector.tile?.size && !$0.isInterlaced }
        return fitting.first(where: \.isPreferred) ?? fitting.max { $0.refresh < $1.refresh }
    }

    /// Where not all tiles of a monitor get a CRTC, its first tile is a screen of its own and the others stay dark.
    /// - Returns: whether there was such a monitor.
    private mutating func splitUnroutable(_ screens: inout [WantedScreen], _ assignment: RouteAssignment) -> Bool {
        let index = screens.firstIndex { screen in
            screen.isTiled && screen.connectors.contains { assignment.routes[$0.id] == nil }
        }
        guard let index else { return false }
        let first = screens[index].connectors[0]
        for connector in screens[index].connectors.dropFirst() { dark[connector.id] = .tileOf(first.name) }
        screens[index].connectors = [first]
        return true
    }

    private static func output(
        _ screen: WantedScreen, _ routes: [Route], _ device: DeviceSnapshot, _ knownFailures: KnownFailures
    ) -> OutputPlan {
        let first = screen.connectors[0]
        var plan = OutputPlan(
            parts: routes.map { OutputPlan.Part(route: $0) }, name: first.name, monitor: screen.monitor,
            configuration: screen.configuration, candidates: [])
        if screen.isTiled {
            let modes = screen.connectors.compactMap(tileMode)
            plan.candidates = [modes]
            for (index, connector) in screen.connectors.enumerated() {
                let origin = origin(of: connector, among: screen.connectors)
                plan.parts[index].tile = Rectangle(
                    x: origin.x, y: origin.y, width: modes[index].size.width, height: modes[index].size.height)
            }
            return plan
        }
        let offered =
            first.modes
            + screen.configuration.customModes.filter { custom in
                !first.modes.contains { $0.hasTimings(of: custom) }
            }
        let running = first.crtc.flatMap { device.crtc($0)?.mode }
        let modes = ModeCandidates(screen.configuration.mode, modes: offered, current: running)
        let unusable = knownFailures.unusable[first.id] ?? []
        let usable = modes.candidates.filter { mode in !unusable.contains { $0.hasTimings(of: mode) } }
        // If no other mode is left, the failed ones are tried again.
        plan.candidates = (usable.isEmpty ? modes.candidates : usable).map { [$0] }
        plan.shortfall = modes.shortfall
        return plan
    }

    /// The top left corner of a tile in the whole: what lies to the left of it and above it.
    private static func origin(
        of connector: ConnectorSnapshot, among tiles: [ConnectorSnapshot]
    ) -> (x: Int, y: Int) {
        guard let tile = connector.tile else { return (0, 0) }
        let others = tiles.compactMap(\.tile)
        return (
            others.filter { $0.row == tile.row && $0.column < tile.column }.map(\.size.width).reduce(0, +),
            others.filter { $0.column == tile.column && $0.row < tile.row }.map(\.size.height).reduce(0, +)
        )
    }
}

extension ConnectorSnapshot {
    /// Replaces the EDID. The modes of its detailed timings come first, then the kernel's.
    mutating func replaceEDID(with bytes: [UInt8]) {
        edid = bytes
        let new = EDID(bytes: bytes)
        let timings = new.detailedTimings.compactMap { Mode($0, isPreferred: $0 == new.preferredTiming) }
        if timings.contains(where: \.isPreferred) {
            for index in modes.indices { modes[index].type.remove(.preferred) }
        }
        modes = timings + modes.filter { offered in !timings.contains { $0.hasTimings(of: offered) } }
    }

    /// How content must be turned to stand upright on a panel that is built in turned: the `panel orientation`
    /// property, which tells which side of the panel is up in the device.
    var panelOrientation: Orientation? {
        properties["panel orientation"]?.choice.flatMap { Orientation(panelOrientation: $0) }
    }
}

extension Mode {
    /// The mode of a detailed timing, by the arithmetic of the kernel's `drm_mode_detailed`. Nil for a timing that no
    /// mode can hold, or whose sync is not on wires of its own.
    init?(_ timing: DetailedTiming, isPreferred: Bool) {
        guard case .separate(let horizontalSync, let verticalSync) = timing.sync,
            timing.horizontal.total <= 0xFFFF, timing.vertical.total <= 0x7FFF, timing.horizontal.backPorch >= 0,
            timing.vertical.backPorch >= 0
        else { return nil }
        // The kernel counts an interlaced mode's lines over both fields, which share one.
        let (fields, shared) = timing.scan == .interlaced ? (2, 1) : (1, 0)
        func axis(_ axis: DetailedTiming.Axis, times: Int, plus extra: Int) -> (UInt16, UInt16, UInt16, UInt16) {
            let start = axis.active + axis.border + axis.frontPorch
            return (
                UInt16(axis.active * times), UInt16(start * times), UInt16((start + axis.syncWidth) * times),
                UInt16(axis.total * times + extra)
            )
        }
        let horizontal = axis(timing.horizontal, times: 1, plus: 0)
        let vertical = axis(timing.vertical, times: fields, plus: shared)
        var flags: Flags = timing.scan == .interlaced ? .interlaced : []
        flags.insert(horizontalSync == .positive ? .positiveHSync : .negativeHSync)
        flags.insert(verticalSync == .positive ? .positiveVSync : .negativeVSync)
        self.init(
            clock: UInt32(timing.pixelClockHz / 1000),
            horizontal: (horizontal.0, horizontal.1, horizontal.2, horizontal.3),
            vertical: (vertical.0, vertical.1, vertical.2, vertical.3), vrefresh: 0, flags: flags,
            type: isPreferred ? [.userDefined, .preferred] : .userDefined,
            name: "\(timing.width)x\(timing.height)")
        vrefresh = UInt32(refresh.hertz.rounded())
    }
}
