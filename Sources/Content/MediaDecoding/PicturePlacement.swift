/// What size a picture is scaled to, and which part of the result is kept: the arithmetic of ``PictureFit``.
package struct PicturePlacement: Hashable, Sendable {
    /// The longest side that libvips handles, `VIPS_MAX_COORD`.
    static let longestScaledSide = 10_000_000

    /// The whole picture after scaling, in pixels.
    package var scaledWidth, scaledHeight: Int
    /// The part that is kept, in pixels of the scaled picture. Never larger than the box.
    package var left, top, width, height: Int

    /// Nil if the scaled picture would be longer than any library handles: a hair line that is to cover a wall.
    ///
    /// Sizes are in pixels, at least 1, with orientation tags already followed.
    /// - Parameter layout: the space that is scaled into the box; nil for the box itself.
    package init?(
        pictureWidth: Int, pictureHeight: Int, boxWidth: Int, boxHeight: Int, layout: PictureLayout? = nil,
        fit: PictureFit, focus: PictureFocus
    ) {
        // Fitting into a layout that is then stretched into a box is fitting a stretched picture into the box.
        var (pictureWidth, pictureHeight) = (pictureWidth, pictureHeight)
        let (across, down) = Self.reduced(
            boxWidth * (layout?.height ?? boxHeight), boxHeight * (layout?.width ?? boxWidth))
        if fit != .unscaled, across != down {
            guard max(pictureWidth, pictureHeight) <= Self.longestScaledSide, max(across, down) <= 1 << 20 else {
                return nil
            }
            pictureWidth *= across
            pictureHeight *= down
        }
        /// The other side of a picture, one side of which becomes `length`: rounded to the nearest pixel.
        func scaled(_ side: Int, to length: Int, of whole: Int) -> Int {
            max(1, (2 * side * length + whole) / (2 * whole))
        }
        // Compares the shapes: whether the picture is wider than the box.
        let isWider = pictureWidth * boxHeight >= boxWidth * pictureHeight
        switch (fit, isWider) {
        case (.contain, true), (.cover, false):
            scaledWidth = boxWidth
            scaledHeight = scaled(pictureHeight, to: boxWidth, of: pictureWidth)
        case (.contain, false), (.cover, true):
            scaledWidth = scaled(pictureWidth, to: boxHeight, of: pictureHeight)
            scaledHeight = boxHeight
        case (.stretch, _):
            scaledWidth = boxWidth
            scaledHeight = boxHeight
        case (.unscaled, _):
            scaledWidth = max(1, pictureWidth * boxWidth / (layout?.width ?? boxWidth))
            scaledHeight = max(1, pictureHeight * boxHeight / (layout?.height ?? boxHeight))
        }
        guard max(scaledWidth, scaledHeight) <= Self.longestScaledSide else { return nil }

        /// Where the part of a side begins that has the focus as near to its middle as the side allows.
        func start(of kept: Int, in whole: Int, focus: Float) -> Int {
            let middle = Double(whole) * Double(focus) - Double(kept) / 2
            return min(max(Int(middle.rounded()), 0), whole - kept)
        }
        width = min(scaledWidth, boxWidth)
        height = min(scaledHeight, boxHeight)
        left = start(of: width, in: scaledWidth, focus: focus.x)
        top = start(of: height, in: scaledHeight, focus: focus.y)
    }

    /// A fraction in lowest terms.
    private static func reduced(_ numerator: Int, _ denominator: Int) -> (Int, Int) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        return (numerator / a, denominator / a)
    }
}
