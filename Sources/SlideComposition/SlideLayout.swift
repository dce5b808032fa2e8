public import DisplayModel

/// How a picture is fitted into its place.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, as large as it can be; the background shows beside it.
    case contain
    /// The whole place filled; what is too much of the picture is cut off evenly.
    case cover
}

/// Where a slide's picture goes on an output, and so at which size it is to be decoded.
public enum SlideLayout {
    /// The place for pictures, moved to whole output pixels: the whole content area.
    public static func place(in placement: Placement) -> ContentRectangle {
        placement.snapped(
            ContentRectangle(
                x: 0, y: 0, width: Double(placement.content.width), height: Double(placement.content.height)))
    }

    /// The box that a picture is decoded for: its size in output pixels, turned upright as the picture is.
    public static func decodingBox(in placement: Placement) -> Size {
        let size = placement.outputRectangle(of: place(in: placement)).size
        return placement.orientation.isTransposing ? size.transposed : size
    }

    /// Where a decoded picture lies: in the middle of its place, pixel for pixel.
    ///
    /// The middle is found before turning, so a turned frame is the upright one turned, even where an odd pixel is left
    /// over at one side.
    /// - Parameter picture: the size that came back from decoding; with `contain` it is smaller than the box on one side.
    public static func frame(of picture: Size, in placement: Placement) -> ContentRectangle {
        let place = place(in: placement)
        let box = decodingBox(in: placement)
        let (across, down) = (place.width / Double(max(box.width, 1)), place.height / Double(max(box.height, 1)))
        return placement.snapped(
            ContentRectangle(
                x: place.x + Double((box.width - picture.width) / 2) * across,
                y: place.y + Double((box.height - picture.height) / 2) * down,
                width: Double(picture.width) * across, height: Double(picture.height) * down))
    }
}
