public import DisplayModel

/// The plane that several screens look at one picture through, in millimetres.
public struct VideoWallGeometry: Hashable, Sendable {
    /// The widths of its columns and heights of its rows: what the screens show, without their frames.
    public var columns, rows: [Double]
    /// What lies between them.
    public var across, down: Double

    public init(columns: [Double], rows: [Double], across: Double, down: Double) {
        self.columns = columns
        self.rows = rows
        self.across = across
        self.down = down
    }

    /// A screen's part.
    public func part(row: Int, column: Int) -> VideoWallPart {
        let corner = corner(row: row, column: column)
        return VideoWallPart(
            x: corner.x, y: corner.y, width: columns[column], height: rows[row], wall: (width, height))
    }

    public var width: Double { columns.reduce(0, +) + across * Double(max(columns.count - 1, 0)) }
    public var height: Double { rows.reduce(0, +) + down * Double(max(rows.count - 1, 0)) }

    /// The corner of a screen's picture, from the wall's.
    private func corner(row: Int, column: Int) -> (x: Double, y: Double) {
        (
            columns[..<column].reduce(0, +) + across * Double(column),
            rows[..<row].reduce(0, +) + down * Double(row)
        )
    }
}

/// What one screen shows of the plane that several look at one picture through, in millimetres.
public struct VideoWallPart: Hashable, Sendable {
    public var x, y, width, height: Double
    /// Of the whole plane.
    public var wallWidth, wallHeight: Double

    public init(x: Double, y: Double, width: Double, height: Double, wall: (width: Double, height: Double)) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        (wallWidth, wallHeight) = wall
    }
}

extension Placement {
    /// What one screen of a wall shows of the picture that lies over all of it. What would be behind the frames is not
    /// shown, so straight lines go on straight from screen to screen.
    /// - Parameters:
    ///   - content: the space that is laid out over the whole wall.
    ///   - output: the screen's size in its mode's pixels.
    ///   - overscan: what the screen cuts off; what is left of it is the screen's part of the wall.
    public static func spanning(
        _ part: VideoWallPart, content: Size, on output: Size, overscan: Overscan = .none,
        orientation: Orientation = .normal
    ) -> Placement {
        let visible = overscan.visible(of: output)
        let seen = orientation.isTransposing ? visible.size.transposed : visible.size
        // This screen's own pixels to the millimetre: neighbours may be coarser or finer.
        let (across, down) = (
            Double(seen.width) / part.width, Double(seen.height) / part.height
        )
        let whole = Size(
            width: Int((part.wallWidth * across).rounded()), height: Int((part.wallHeight * down).rounded()))
        let turned = orientation.isTransposing ? whole.transposed : whole
        var placement = Placement(
            output: output, area: Rectangle(turned), visible: visible, content: content, orientation: orientation)
        // Where the screen's part lies in the turned whole says by how much that has to move.
        let (x, y) = (Double(content.width) / part.wallWidth, Double(content.height) / part.wallHeight)
        let landed = placement.outputRectangle(
            of: ContentRectangle(
                x: part.x * x, y: part.y * y, width: part.width * x, height: part.height * y))
        placement.area.x = visible.x - landed.x
        placement.area.y = visible.y - landed.y
        return placement
    }
}
