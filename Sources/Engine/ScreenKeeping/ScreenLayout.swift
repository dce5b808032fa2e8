import DisplayModel
import DisplayPlanning
import EDID
import Rendering

/// Where the content goes on each screen of a plan, and who keeps it inside the visible part.
struct ScreenLayout: Hashable {
    /// Of the whole picture.
    var placement: Placement
    /// What conditions of playlists are told about the screen. A mirror is taken for the screen that it mirrors.
    var traits: OutputTraits
    /// For each part.
    var settings: [ConnectorSettings]
    /// In what it is not what was wished for, and why.
    var shortfalls: [String] = []

    /// - Parameters:
    ///   - modes: of each part.
    ///   - source: the placement on the screen that this one mirrors, where that is there.
    init(
        _ plan: OutputPlan, modes: [Mode], mirroring source: ScreenLayout?, wall: VideoWallLayout? = nil,
        in snapshot: DeviceSnapshot
    ) {
        let configuration = plan.configuration
        var size = modes[0].size
        for tile in plan.parts.compactMap(\.tile) {
            size = Size(width: max(size.width, tile.maxX), height: max(size.height, tile.maxY))
        }
        var overscan = configuration.overscan
        let connector = snapshot.connector(plan.connector)
        var settings = ConnectorSettings()
        if let depth = configuration.maxBPC {
            settings.maxBPC = connector?.range("max bpc").map { min(max(depth, $0.lowerBound), $0.upperBound) }
            if settings.maxBPC != depth {
                let instead = settings.maxBPC.map { "using \($0)" } ?? "the driver has no such property"
                shortfalls.append("max-bpc \(depth) is not possible: \(instead)")
            }
        }
        if let range = configuration.rgbRange {
            settings.rgbRange = connector?.value(of: range)
            if settings.rgbRange == nil {
                shortfalls.append(
                    "rgb-range \(range.rawValue) is not possible: the driver has no such property or choice")
            }
        }
        // What another program left would cut into the picture.
        if connector?.takes(.zero) == true { settings.margins = .zero }
        if overscan.kind != .none {
            let visible = overscan.visible(of: size)
            let margins = EdgeInsets(
                top: visible.y, right: size.width - visible.maxX, bottom: size.height - visible.maxY,
                left: visible.x)
            if configuration.margins == .kms, plan.parts.count == 1, let connector, connector.takes(margins) {
                settings.margins = margins
                overscan = .none
            } else {
                if configuration.margins == .kms {
                    shortfalls.append("no margin property takes \(margins); the shader scales the picture instead")
                }
            }
        }
        self.settings = plan.parts.map { _ in settings }
        let orientation = configuration.orientation ?? .normal
        if let wall, let place = configuration.place {
            placement = .spanning(
                wall.part(of: place), content: wall.content, on: size, overscan: overscan, orientation: orientation)
            traits = OutputTraits(connector: place.wall.name, size: wall.content)
            return
        }
        placement =
            source.map { Placement.mirroring($0.placement, on: size, overscan: overscan, orientation: orientation) }
            ?? overscan.placement(on: size, orientation: orientation)
        traits =
            source?.traits
            ?? OutputTraits(
                connector: plan.name, monitor: plan.monitor?.name, maker: plan.monitor?.manufacturer,
                serial: plan.monitor?.serialText ?? plan.monitor?.serialNumber.map { String($0) },
                size: placement.content)
    }
}

extension ConnectorSnapshot {
    /// Whether the connector's properties can hold these margins.
    fileprivate func takes(_ margins: EdgeInsets) -> Bool {
        func fits(_ pixels: Int, _ name: String) -> Bool { range(name)?.contains(pixels) == true }
        if fits(margins.left, "left margin") {
            return fits(margins.right, "right margin") && fits(margins.top, "top margin")
                && fits(margins.bottom, "bottom margin")
        }
        return properties["underscan"] != nil && margins.left == margins.right && margins.top == margins.bottom
            && fits(margins.left, "underscan hborder") && fits(margins.top, "underscan vborder")
    }
}

extension ConnectorSnapshot {
    /// The value of `Broadcast RGB` for a range, by the names that i915, vc4 and gma500 have for it.
    fileprivate func value(of range: OutputConfiguration.RGBRange) -> UInt64? {
        guard case .enumeration(let choices) = properties["Broadcast RGB"]?.kind else { return nil }
        let name =
            switch range {
            case .automatic: "Automatic"
            case .full: "Full"
            case .limited: "Limited 16:235"
            }
        return choices.first { $0.name == name }?.value
    }

    /// What a numeric property can be. Nil where the connector has none of that name.
    fileprivate func range(_ name: String) -> ClosedRange<Int>? {
        guard case .range(let range) = properties[name]?.kind else { return nil }
        return Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)
    }
}
