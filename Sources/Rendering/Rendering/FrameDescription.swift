public import DisplayModel

/// A picture that a renderer holds, by a number that the engine gave it.
public struct PictureID: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// Everything that one frame of one output shows, as a value: two equal descriptions are the same picture, so a frame
/// is drawn only when its description differs from the one on screen.
public struct FrameDescription: Hashable, Sendable {
    public var placement: Placement
    /// In drawing order. Areas of different commands may overlap only where the later one is meant to hide the earlier,
    /// or to lie on it: what a surface or a transition lets show through.
    public var commands: [DrawCommand]

    public init(placement: Placement, commands: [DrawCommand]) {
        self.placement = placement
        self.commands = commands
    }

    /// Nothing but black: what an output shows before it has anything to show.
    public static func empty(_ placement: Placement) -> FrameDescription {
        FrameDescription(placement: placement, commands: [.clear(.black)])
    }

    /// Puts the frame on another output, or on a part of it. A frame that reaches the output's edges still does.
    public mutating func place(on placement: Placement) {
        let reachesEdges = self.placement.visible == Rectangle(self.placement.output)
        self.placement = placement
        if reachesEdges { self.placement.visible = Rectangle(placement.output) }
    }
}

/// One thing to draw. Areas and frames are in content coordinates (``Placement``).
public enum DrawCommand: Hashable, Sendable {
    /// Fill the whole output, the part outside the visible area included, with black and the visible part with a colour.
    case clear(Color)
    /// A part of a picture, mixed with a colour behind it: opacity 1 is the picture alone.
    case picture(PlacedPicture, area: ContentRectangle, opacity: Float, background: Color)
    /// A part where two pictures lie on each other, mixed in one pass: progress 0 is the first, 1 the second.
    case crossFade(from: PlacedPicture, to: PlacedPicture, area: ContentRectangle, progress: Float)
    /// A surface. The area is what is drawn of it: a picture that is smaller has the background beside it, one that is
    /// larger is cut off.
    case surface(Surface, area: ContentRectangle, mask: Mask)
    /// Two surfaces, mixed by a shader whose coordinates run over the area: progress 0 is the first surface exactly, 1
    /// the second.
    case transition(
        TransitionShader, from: Surface, to: Surface, area: ContentRectangle, progress: Float, mask: Mask)
}

/// A picture and where the whole of it lies, in content coordinates.
public struct PlacedPicture: Hashable, Sendable {
    public var picture: PictureID
    /// Tells what was uploaded under the id from what was there before, so that another frame of a medium that moves
    /// makes another description.
    public var version: UInt64
    public var frame: ContentRectangle

    public init(_ picture: PictureID, version: UInt64 = 0, frame: ContentRectangle) {
        self.picture = picture
        self.version = version
        self.frame = frame
    }
}

/// A picture on a background colour: one side of a transition, or a part of a frame by itself.
public struct Surface: Hashable, Sendable {
    /// Nil for the background alone. Its colours are premultiplied with its alpha.
    public var picture: PlacedPicture?
    /// Nil lets show through what was drawn before, wherever the picture does not cover it.
    public var background: Color?
    /// Of the corners of what is seen of the picture, in content pixels; at most half of its shorter side. What lies
    /// beside it is not rounded: that a ``Mask`` does.
    public var cornerRadius: Float

    public init(_ picture: PlacedPicture?, background: Color?, cornerRadius: Float = 0) {
        self.picture = picture
        self.background = background
        self.cornerRadius = cornerRadius
    }
}

/// How much of what is drawn lets show through what was drawn before.
public struct Mask: Hashable, Sendable {
    /// From 0, nothing is seen, to 1.
    public var opacity: Float
    /// Of the area's corners, in content pixels; at most half of the area's shorter side. The curve is antialiased over
    /// one pixel of the output.
    public var cornerRadius: Float

    public init(opacity: Float = 1, cornerRadius: Float = 0) {
        self.opacity = opacity
        self.cornerRadius = cornerRadius
    }

    /// Everything is seen.
    public static let none = Mask()
}
