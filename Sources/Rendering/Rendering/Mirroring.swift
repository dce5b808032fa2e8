public import DisplayModel

extension Placement {
    /// Where the content of another output goes on a screen that mirrors it.
    ///
    /// Content is laid out for the source, turned upright as its viewers see it, and is shown whole: as large as fits
    /// into what the mirror's viewer sees, in its own shape, in the middle, with black around. The mirror's pictures are
    /// decoded to the size shown there, so it is as sharp as the screen can be. Nothing is taken over of how the source
    /// is mounted: its rotation and its overscan compensate for its own panel.
    /// - Parameters:
    ///   - source: the placement on the output that is mirrored; of a tiled one, any of its tiles or the whole.
    ///   - output: the mirror's size in its mode's pixels.
    ///   - overscan: what the mirror's own screen cuts off. Scale and inset are the same here, since the content has
    ///     its size already.
    ///   - orientation: how the content is turned on the mirror's panel.
    public static func mirroring(
        _ source: Placement, on output: Size, overscan: Overscan = .none, orientation: Orientation = .normal
    ) -> Placement {
        let seen = overscan.visible(of: output)
        let turned = orientation.isTransposing ? source.content.transposed : source.content
        let size = turned.fitted(into: seen.size)
        let area = Rectangle(
            x: seen.x + (seen.width - size.width) / 2, y: seen.y + (seen.height - size.height) / 2,
            width: size.width, height: size.height)
        return Placement(output: output, visible: area, content: source.content, orientation: orientation)
    }
}

extension Size {
    /// The largest size of this shape inside a box: one side is the box's, the other is rounded to the nearest pixel.
    func fitted(into box: Size) -> Size {
        guard !isEmpty else { return box }
        func other(_ side: Int, _ whole: Int, _ length: Int) -> Int {
            max(1, (2 * side * length + whole) / (2 * whole))
        }
        return width * box.height >= box.width * height
            ? Size(width: box.width, height: other(height, width, box.width))
            : Size(width: other(width, height, box.height), height: box.height)
    }
}
