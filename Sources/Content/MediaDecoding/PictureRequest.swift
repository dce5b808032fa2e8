public import Paths

/// How a picture is brought to the size of its box. The names in brackets are those of CSS `object-fit`.
public enum PictureFit: UInt8, Sendable, CaseIterable {
    /// Scaled up or down until it just fits in the box, nothing cut off (`contain`).
    case contain
    /// Scaled up or down until it just fills the box; what hangs over is cut off (`cover`).
    case cover
    /// Scaled to the box whatever its shape (`fill`).
    case stretch
    /// Pixel for pixel; what hangs over is cut off (`none`).
    case unscaled
}

/// A colour of the sRGB space.
public struct PictureColor: Hashable, Sendable {
    public var red, green, blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = PictureColor(red: 0, green: 0, blue: 0)
}

/// What a picture lies on: what shows where it is transparent, and around it.
public enum PictureBackground: Hashable, Sendable {
    /// Transparent parts are mixed with a colour. The result is opaque, of the picture's size.
    case color(PictureColor)
    /// Transparency is kept: the fourth byte of a pixel is alpha, and the others are multiplied with it. The result is of
    /// the picture's size.
    case transparent
    /// The picture lies in the middle of a `cover` of itself, blurred and a little darker, that fills the box. The result
    /// is opaque, of the box's size.
    ///
    /// The left and the top margin are half of what the picture leaves free, rounded down. Where a fit cuts something
    /// off, the cover is of what is left.
    case blurred
}

/// A point of a picture, in fractions of its width and height from its top left corner: 0 to 1.
public struct PictureFocus: Hashable, Sendable {
    public var x, y: Float

    public init(x: Float, y: Float) {
        self.x = x
        self.y = y
    }

    public static let center = PictureFocus(x: 0.5, y: 0.5)
}

/// The size of a space that pictures are laid out in, in its own pixels.
public struct PictureLayout: Hashable, Sendable {
    public var width, height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Which file to decode, and what to make of it.
public struct PictureRequest: Hashable, Sendable {
    /// The longest side of a box, in pixels.
    public static let longestSide = 16384
    /// The most pixels in a box: half a gibibyte of them.
    public static let mostPixels = 1 << 27
    /// The most pixels a file may have. They are streamed, so this bounds time rather than memory.
    public static let mostPicturePixels = 400_000_000

    /// The file. It is opened when its turn comes.
    public var path: FilePath
    /// The box, in pixels of the screen. Orientation tags have been followed when the picture is fitted into it.
    public var boxWidth, boxHeight: Int
    /// The space that the picture is fitted into, where that is scaled into the box afterwards: its shape is what
    /// `contain` and `cover` keep to, and what comes of it is stretched to the box's shape. Nil where it is the box.
    public var layout: PictureLayout?
    public var fit: PictureFit
    /// The point that stays as near to the box's middle as the picture's edges allow, where something is cut off.
    public var focus: PictureFocus
    public var background: PictureBackground
    /// What is drawn in place of a file. ``path`` then only names it, for people.
    public var text: TextOrder?

    public init(
        path: FilePath, boxWidth: Int, boxHeight: Int, layout: PictureLayout? = nil, fit: PictureFit = .contain,
        focus: PictureFocus = .center, background: PictureBackground = .color(.black)
    ) {
        self.path = path
        self.boxWidth = boxWidth
        self.boxHeight = boxHeight
        self.layout = layout
        self.fit = fit
        self.focus = focus
        self.background = background
    }

    /// A text that is drawn as large as a box. Behind it is a colour, or nothing.
    /// - Parameter name: what it is called in messages.
    public init(
        text: TextOrder, named name: String, boxWidth: Int, boxHeight: Int, background: PictureBackground
    ) {
        self.init(path: FilePath(name), boxWidth: boxWidth, boxHeight: boxHeight, background: background)
        self.text = text
    }

    /// What is done to make the picture, as messages have it.
    var action: (verb: String, gerund: String, participle: String) {
        text == nil ? ("decode", "decoding", "decoded") : ("draw", "drawing", "drawn")
    }

    /// Whether the box is one that a decoder works for.
    package var hasValidBox: Bool {
        let sides = 1...Self.longestSide
        if let layout, !(sides.contains(layout.width) && sides.contains(layout.height)) { return false }
        return sides.contains(boxWidth) && sides.contains(boxHeight) && boxWidth * boxHeight <= Self.mostPixels
    }
}
