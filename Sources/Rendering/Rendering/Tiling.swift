public import DisplayModel

extension Placement {
    /// What one of the connectors that feed a monitor shows of it: a window of the whole picture.
    ///
    /// The content and its layout are the whole's; only the corner that positions are counted from moves, by whole
    /// pixels. So every tile decodes, snaps and samples alike, and joined side by side they are the whole to the last
    /// bit.
    /// - Parameter window: the tile's place in the whole, in the whole's output pixels. The kernel describes it in the
    ///   connector property `TILE`, after the DisplayID tiled display topology data block.
    public func tile(at window: Rectangle) -> Placement {
        func moved(_ rectangle: Rectangle) -> Rectangle {
            Rectangle(
                x: rectangle.x - window.x, y: rectangle.y - window.y, width: rectangle.width, height: rectangle.height)
        }
        let seen = visible.intersection(window)
        var tile = self
        tile.output = window.size
        tile.area = moved(area)
        tile.visible = seen.isEmpty ? Rectangle(.zero) : moved(seen)
        return tile
    }
}
