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

    public var width: Double { columns.reduce(0, +) + across * Double(max(columns.count - 1, 0)) }
    public var height: Double { rows.reduce(0, +) + down * Double(max(rows.count - 1, 0)) }

    /// The corner of a screen's picture, from the wall's.
    func corner(row: Int, column: Int) -> (x: Double, y: Double) {
        (
            columns[..<column].reduce(0, +) + across * Double(column),
            rows[..<row].reduce(0, +) + down * Double(row)
        )
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
        _ wall: VideoWallGeometry, row: Int, column: Int, content: Size, on output: Size, overscan: Overscan = .none,
        orientation: Orientation = .normal
    ) -> Placement {
        let visible = overscan.visible(of: output)
        let seen = orientation.isTransposing ? visible.size.transposed : visible.size
        // This screen's own pixels to the millimetre: neighbours may be coarser or finer.
        let (across, down) = (
            Double(seen.width) / wall.columns[column], Double(seen.height) / wall.rows[row]
        )
        let whole = Size(
            width: Int((wall.width * across).rounded()), height: Int((wall.height * down).rounded()))
        let turned = orientation.isTransposing ? whole.transposed : whole
        var placement = Placement(
            output: output, area: Rectangle(turned), visible: visible, content: content, orientation: orientation)
        // Where the screen's part lies in the turned whole says by how much that has to move.
        let corner = wall.corner(row: row, column: column)
        let (x, y) = (Double(content.width) / wall.width, Double(content.height) / wall.height)
        let part = placement.outputRectangle(
            of: ContentRectangle(
                x: corner.x * x, y: corner.y * y, width: wall.columns[column] * x, height: wall.rows[row] * y))
        placement.area.x = visible.x - part.x
        placement.area.y = visible.y - part.y
        return placement
    }
}
