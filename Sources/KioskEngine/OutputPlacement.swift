import DisplayModel
import DisplayPlanning
import EDID
import Playlist
import SlideComposition

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
        _ plan: OutputPlan, modes: [Mode], mirroring source: ScreenLayout?, wall: SpannedWall? = nil,
        in snapshot: DeviceSnapshot
    ) {
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
        if let wall, let place = wish.place {
            placement = .spanning(
                wall.wall, row: place.row, column: place.column, content: wall.content, on: size, overscan: overscan,
                orientation: orientation)
            traits = OutputTraits(connector: place.span.name, size: wall.content)
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

/// The wall of a span as far as its screens are there, and the space that is laid out on it.
struct SpannedWall {
    var wall: Wall
    /// In pixels of its first screen.
    var content: Size

    /// - Parameter screens: those of the span that are there, each with its layout as a screen of its own.
    init(_ span: Span, _ screens: [(plan: OutputPlan, layout: ScreenLayout)], in snapshot: DeviceSnapshot) {
        var known: [(place: Span.Place, width: Double, height: Double)] = []
        for (plan, layout) in screens {
            guard let place = plan.wish.place else { continue }
            if let size = span.screen {
                known.append((place, size.width, size.height))
            } else if let size = snapshot.connector(plan.connector)?.physicalSize, !size.isEmpty {
                let upright = layout.placement.orientation.isTransposing ? size.transposed : size
                known.append((place, Double(upright.width), Double(upright.height)))
            }
        }
        // Screens that are not there, or do not say how large they are, are taken for like the others; where none says,
        // for a common desktop monitor's 96 pixels to the inch.
        let pitch = 25.4 / 96
        let first = screens.first?.layout.placement.content ?? Size(width: 1920, height: 1080)
        let common = known.first.map { ($0.width, $0.height) }
        let width = common?.0 ?? Double(first.width) * pitch
        let height = common?.1 ?? Double(first.height) * pitch
        let columns = (0..<(span.rows.map(\.count).max() ?? 1)).map { column in
            known.filter { $0.place.column == column }.map(\.width).max() ?? width
        }
        let rows = span.rows.indices.map { row in
            known.filter { $0.place.row == row }.map(\.height).max() ?? height
        }
        wall = Wall(columns: columns, rows: rows, across: span.bezel.across, down: span.bezel.down)
        content = Size(
            width: max(1, Int((wall.width * Double(first.width) / width).rounded())),
            height: max(1, Int((wall.height * Double(first.height) / height).rounded())))
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
