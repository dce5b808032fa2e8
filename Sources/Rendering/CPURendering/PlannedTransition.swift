import DisplayModel
import Rendering

/// The numbers of the built-in transitions, as the files of `shaders/transitions` have them.
extension SurfacePlace {
    private static let softness = (wipe: 0.04, circle: 0.04, dissolve: 0.2)
    private static let squares = 48.0
    private static let zoom = (nearest: 1.5, farthest: 0.75)

    /// - Parameters:
    ///   - shader: one of the built-in ones.
    ///   - progress: between 0 and 1.
    func transition(
        _ shader: TransitionShader, _ from: Surface, _ to: Surface, _ progress: Double, _ builder: LayerBuilder
    ) throws(RenderingError) -> TransitionRows {
        func rows(_ mixture: TransitionRows.Mixture, _ first: View = View(), _ second: View = View())
            throws(RenderingError) -> TransitionRows
        {
            TransitionRows(
                from: try surface(from, builder, view: first), to: try surface(to, builder, view: second),
                mixture: mixture)
        }
        let direction = outputDirection(shader.direction, builder.map)
        switch shader.name {
        case "fade-black", "fade-white":
            return try rows(
                .fade(
                    isWhite: shader.name == "fade-white", showsSecond: progress >= 0.5,
                    share: share(abs(1 - 2 * progress)), progress: share(progress)))
        case "slide", "push":
            let way = (across: direction.x * area.width, down: direction.y * area.height)
            let second = View(shift: (way.across * (1 - progress), way.down * (1 - progress)))
            let first = View(shift: (-way.across * progress, -way.down * progress))
            return try rows(
                overlay(second, share: UInt16(AxisMap.one)), shader.name == "push" ? first : View(), second)
        case "zoom":
            let first = View(scale: 1 / (1 + (Self.zoom.nearest - 1) * progress))
            let second = View(scale: 1 / (Self.zoom.farthest + (1 - Self.zoom.farthest) * progress))
            return try rows(overlay(second, share: share(smoothStep(0, 1, progress))), first, second)
        case "wipe": return try rows(wipe(direction, progress))
        case "circle":
            let corner = (area.width * area.width + area.height * area.height).squareRoot() / 2
            let edge = progress * (1 + Self.softness.circle)
            return try rows(
                .circle(
                    Circle(middle: middle, radii: ((edge - Self.softness.circle) * corner, edge * corner))))
        case "dissolve": return try rows(.squares(dissolve(progress, builder)))
        default: return try rows(overlay(View(), share: share(progress)))
        }
    }

    private var middle: (x: Double, y: Double) {
        ((area.across.start + area.across.end) / 2, (area.down.start + area.down.end) / 2)
    }

    private func share(_ value: Double) -> UInt16 {
        UInt16((min(max(value, 0), 1) * Double(AxisMap.one)).rounded())
    }

    /// A unit vector on the output, y downwards. Without a direction it is to the left, as the viewer sees it.
    private func outputDirection(
        _ direction: TransitionShader.Direction, _ map: Placement.AffineMap
    ) -> (x: Double, y: Double) {
        let upright: (x: Double, y: Double) =
            switch direction {
            case .none, .left: (-1, 0)
            case .right: (1, 0)
            case .up: (0, -1)
            case .down: (0, 1)
            }
        func sign(_ value: Double) -> Double { value > 0 ? 1 : value < 0 ? -1 : 0 }
        return (
            sign(map.xColumn.x) * upright.x + sign(map.yColumn.x) * upright.y,
            sign(map.xColumn.y) * upright.x + sign(map.yColumn.y) * upright.y
        )
    }

    /// The second surface where its view falls into the area, the first one elsewhere.
    private func overlay(_ second: View, share: UInt16) -> TransitionRows.Mixture {
        func inside(_ range: Range<Int>, _ span: (start: Double, end: Double), _ shift: Double) -> Range<Int> {
            let middle = (span.start + span.end) / 2
            func isInside(_ pixel: Int) -> Bool {
                let place = (Double(pixel) + 0.5 - middle) * second.scale + middle + shift
                return place >= span.start && place <= span.end
            }
            guard let first = range.first(where: isInside), let last = range.last(where: isInside) else {
                return range.lowerBound..<range.lowerBound
            }
            return first..<last + 1
        }
        return .overlay(
            columns: inside(columns, area.across, second.shift.across),
            rows: inside(rows, area.down, second.shift.down), share: share)
    }

    private func wipe(_ direction: (x: Double, y: Double), _ progress: Double) -> TransitionRows.Mixture {
        let edge = progress * (1 + Self.softness.wipe)
        func shares(
            _ range: Range<Int>, _ middle: Double, _ length: Double, _ sign: Double
        ) -> [UInt16] {
            range.map { pixel in
                let way = (Double(pixel) + 0.5 - middle) / length * sign + 0.5
                return share(1 - smoothStep(edge - Self.softness.wipe, edge, way))
            }
        }
        guard direction.y == 0 else {
            return .rows(first: rows.lowerBound, shares(rows, middle.y, area.height, direction.y))
        }
        let across = shares(columns, middle.x, area.width, direction.x)
        return .columns(first: columns.lowerBound, across.map { PixelRow.weight($0) })
    }

    private func dissolve(_ progress: Double, _ builder: LayerBuilder) -> Dissolve {
        let map = builder.map
        let isTransposed = builder.placement.orientation.isTransposing
        /// In 48ths of the content's height, from the lower left of the area as the viewer sees it.
        func squares(
            _ range: Range<Int>, _ span: (start: Double, end: Double), isReversed: Bool, isAcross: Bool
        ) -> [Int] {
            let (width, height) = isTransposed ? (area.height, area.width) : (area.width, area.height)
            let length = (isAcross ? width / height : 1) * Self.squares
            return range.map { pixel in
                let part = (Double(pixel) + 0.5 - span.start) / (span.end - span.start)
                let place = isReversed ? 1 - part : part
                let square = Int((place * length).rounded(.down)) % Dissolve.period
                return isAcross ? Dissolve.shuffled(square) : square
            }
        }
        let columns: [Int]
        let rows: [Int]
        if isTransposed {
            columns = squares(self.columns, area.across, isReversed: map.yColumn.x > 0, isAcross: false)
            rows = squares(self.rows, area.down, isReversed: map.xColumn.y < 0, isAcross: true)
        } else {
            columns = squares(self.columns, area.across, isReversed: map.xColumn.x < 0, isAcross: true)
            rows = squares(self.rows, area.down, isReversed: map.yColumn.y > 0, isAcross: false)
        }
        let shares = (0..<Dissolve.period).map { sum in
            let turn = Double(Dissolve.shuffled(sum)) / Double(Dissolve.period)
            return PixelRow.weight(
                share((progress * (1 + Self.softness.dissolve) - turn) / Self.softness.dissolve))
        }
        return Dissolve(
            first: (self.columns.lowerBound, self.rows.lowerBound), columns: columns, rows: rows, shares: shares)
    }
}
