/// A picture that a renderer holds, by a number that the engine gave it.
public struct PictureID: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// An opaque colour, each channel from 0 to 1, in sRGB as it is sent to the screen.
public struct Colour: Hashable, Sendable {
    public var red, green, blue: Float

    public init(red: Float, green: Float, blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = Colour(red: 0, green: 0, blue: 0)
}

/// Everything that one frame of one output shows, as a value: two equal descriptions are the same picture, so a frame
/// is drawn only when its description differs from the one on screen.
public struct FrameDescription: Hashable, Sendable {
    public var placement: Placement
    /// In drawing order. Areas of different commands may overlap only where the later one is meant to hide the earlier.
    public var commands: [DrawCommand]

    public init(placement: Placement, commands: [DrawCommand]) {
        self.placement = placement
        self.commands = commands
    }
}

/// One thing to draw. Areas and frames are in content coordinates (``Placement``).
public enum DrawCommand: Hashable, Sendable {
    /// Fill the whole output, the part outside the visible area included, with black and the visible part with a colour.
    case clear(Colour)
    /// A part of a picture, mixed with a colour behind it: opacity 1 is the picture alone.
    case picture(PlacedPicture, area: ContentRectangle, opacity: Float, background: Colour)
    /// A part where two pictures lie on each other, mixed in one pass: progress 0 is the first, 1 the second.
    case crossFade(from: PlacedPicture, to: PlacedPicture, area: ContentRectangle, progress: Float)
}

/// A picture and where the whole of it lies, in content coordinates.
public struct PlacedPicture: Hashable, Sendable {
    public var picture: PictureID
    public var frame: ContentRectangle

    public init(_ picture: PictureID, frame: ContentRectangle) {
        self.picture = picture
        self.frame = frame
    }
}
