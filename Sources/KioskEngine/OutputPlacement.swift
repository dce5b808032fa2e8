import DisplayModel
import DisplayPlanning
import SlideComposition

/// Where the content goes on each screen of a plan, and who keeps it inside the visible part.
struct ScreenLayout: Hashable {
    /// Of the whole picture.
    var placement: Placement
    /// For each part.
    var settings: [ConnectorSettings]
    /// In what it is not what was wished for, and why.
    var shortfalls: [String] = []

    /// - Parameters:
    ///   - modes: of each part.
    ///   - source: the placement on the screen that this one mirrors, where that is there.
    init(_ plan: OutputPlan, modes: [Mode], mirroring source: Placement?, in snapshot: DeviceSnapshot) {
        let wish = plan.wish
        var size = modes[0].size
        for tile in plan.parts.compactMap(\.tile) {
            size = Size(width: max(size.width, tile.maxX), height: max(size.height, tile.maxY))
        }
        var overscan = wish.overscan
        let connector = snapshot.connector(plan.connector)
        var settings = ConnectorSettings()
        if let depth = wish.maxBPC {
            settings.maxBPC = connector?.range("max bpc").map { min(max(depth, $0.lowerBound), $0.upperBound) }
            if settings.maxBPC != depth {
                let instead = settings.maxBPC.map { "using \($0)" } ?? "the driver has no such property"
                shortfalls.append("max-bpc \(depth) is not possible: \(instead)")
            }
        }
        if overscan.kind != .none {
            let visible = overscan.visible(of: size)
            let margins = EdgeInsets(
                top: visible.y, right: size.width - visible.maxX, bottom: size.height - visible.maxY,
                left: visible.x)
            if wish.margins == .kms, plan.parts.count == 1, let connector, connector.takes(margins) {
                settings.margins = margins
                overscan = .none
            } else {
                if wish.margins == .kms {
                    shortfalls.append("no margin property takes \(margins); the shader scales the picture instead")
                }
                // Never both: what the hardware was told earlier would add up.
                settings.margins = connector?.takes(.zero) == true ? .zero : nil
            }
        }
        self.settings = plan.parts.map { _ in settings }
        let orientation = wish.orientation ?? .normal
        placement =
            source.map { Placement.mirroring($0, on: size, overscan: overscan, orientation: orientation) }
            ?? overscan.placement(on: size, orientation: orientation)
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
    /// What a numeric property can be. Nil where the connector has none of that name.
    fileprivate func range(_ name: String) -> ClosedRange<Int>? {
        guard case .range(let range) = properties[name]?.kind else { return nil }
        return Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)
    }
}
