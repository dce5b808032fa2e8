public import DisplayModel

/// Where a frame differs from another one that a buffer holds.
public enum Damage: Hashable, Sendable {
    /// Nowhere.
    case nothing
    /// In these rectangles of the output, in its pixels: a few, none of them empty. They may overlap.
    case rectangles([Rectangle])
    /// Everywhere, for all that is known.
    case whole

    /// The least rectangle that all of it lies in, in output pixels; empty for ``nothing``.
    /// - Parameter output: the output's size.
    public func bounds(on output: Size) -> Rectangle {
        switch self {
        case .nothing: Rectangle(.zero)
        case .rectangles(let rectangles):
            rectangles.reduce(Rectangle(.zero)) { $0.union($1) }.intersection(Rectangle(output))
        case .whole: Rectangle(output)
        }
    }

    /// More rectangles than these cost more than the pixels between them.
    static let mostRectangles = 8

    /// - Parameter areas: in output pixels, inside the output.
    init(covering areas: [Rectangle], on output: Size) {
        var rectangles: [Rectangle] = []
        for area in areas where !area.isEmpty && !rectangles.contains(where: { $0.contains(area) }) {
            rectangles.removeAll { area.contains($0) }
            rectangles.append(area)
        }
        if rectangles.count > Self.mostRectangles {
            rectangles = [rectangles.reduce(Rectangle(.zero)) { $0.union($1) }]
        }
        if rectangles.isEmpty {
            self = .nothing
        } else if rectangles.contains(Rectangle(output)) {
            self = .whole
        } else {
            // Row by row, so that the same changes are the same value.
            self = .rectangles(rectangles.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
        }
    }
}

extension FrameDescription {
    /// Where this frame differs from the one that a buffer holds.
    ///
    /// What a pixel shows is decided by the commands that cover it, in their order. Where the commands of two frames are
    /// matched up in order, only those without a match can make a difference, and only where they draw.
    /// - Parameter previous: the frame that was drawn into the buffer last. Nil for a buffer whose content is unknown.
    public func changes(since previous: FrameDescription?) -> Damage {
        guard let previous, previous.placement == placement else { return .whole }
        let bounds = placement.visible.intersection(Rectangle(placement.output))
        var areas: [Rectangle] = []
        for change in commands.difference(from: previous.commands) {
            let command =
                switch change {
                case .insert(_, let command, _): command
                case .remove(_, let command, _): command
                }
            guard let area = command.area else { return .whole }
            areas.append(placement.pixels(touchedBy: area).intersection(bounds))
        }
        return Damage(covering: areas, on: placement.output)
    }
}

extension DrawCommand {
    /// What it draws on, in content coordinates. Nil for the whole output.
    fileprivate var area: ContentRectangle? {
        switch self {
        case .clear: nil
        case .picture(_, let area, _, _), .crossFade(_, _, let area, _), .surface(_, let area, _),
            .transition(_, _, _, let area, _, _):
            area
        }
    }
}

extension Placement {
    /// The pixels that drawing a rectangle of the content may touch, in output pixels: every one that it covers a part
    /// of, since which of them a GPU takes for covered is its own affair.
    fileprivate func pixels(touchedBy rectangle: ContentRectangle) -> Rectangle {
        let map = map
        let a = map(rectangle.x, rectangle.y)
        let b = map(rectangle.x + rectangle.width, rectangle.y + rectangle.height)
        // Less of a pixel than any GPU draws, more than what arithmetic leaves of a whole number.
        let tolerance = 1.0 / 256
        func span(_ a: Double, _ b: Double, _ side: Int) -> (start: Int, end: Int) {
            // Far outside of the output it does not matter where.
            func pixel(_ x: Double) -> Int { Int(Swift.min(Swift.max(x, -1), Double(side) + 1)) }
            return (pixel((min(a, b) + tolerance).rounded(.down)), pixel((max(a, b) - tolerance).rounded(.up)))
        }
        let (x, y) = (span(a.x, b.x, output.width), span(a.y, b.y, output.height))
        return Rectangle(
            x: x.start, y: y.start, width: max(0, x.end - x.start), height: max(0, y.end - y.start))
    }
}

extension Rectangle {
    /// The least rectangle that both lie in.
    fileprivate func union(_ other: Rectangle) -> Rectangle {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
