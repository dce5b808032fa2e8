public import DisplayModel

/// How a picture is fitted into its place. In brackets the words of CSS `object-fit`.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The whole picture, as large as it can be; the background shows beside it (`contain`).
    case contain
    /// The whole place filled; what is too much of the picture is cut off around the focus (`cover`).
    case cover
    /// The whole picture in the place's shape (`fill`).
    case stretch
    /// Pixel for pixel; what hangs over is cut off around the focus (`none`).
    case none
}

/// A point of a picture, in fractions of its width and height from the top left corner.
public struct Focus: Hashable, Sendable {
    public var x, y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let centre = Focus(x: 0.5, y: 0.5)

    /// Reads two percentages, across and down: `50% 20%`.
    public init?(text: String) {
        let parts = text.split(separator: " ").map { Length.part(text: $0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        self.init(x: x, y: y)
    }
}

/// What shows beside a picture and through it.
public enum Background: Hashable, Sendable {
    case color(Color)
    /// The picture itself, filling its place, blurred and darkened.
    case blurred
    /// What lies below: the zones before this one.
    case none
}

/// A slow pan and zoom over a picture while it shows, after Ken Burns. The picture fills its place.
public struct Motion: Hashable, Sendable {
    /// What of the picture is seen: a part of the place's shape, `zoom` times smaller than what `cover` shows.
    public struct View: Hashable, Sendable {
        /// The middle of the part, as far as the picture's edges allow.
        public var focus: Focus
        /// From 1 to 4.
        public var zoom: Double

        public init(focus: Focus = .centre, zoom: Double = 1) {
            self.focus = focus
            self.zoom = zoom
        }
    }

    public var from, to: View

    public init(from: View, to: View) {
        self.from = from
        self.to = to
    }

    /// The ones that have names. `pan-left` moves the view to the left.
    public static let named: KeyValuePairs<String, Motion> = [
        "zoom-in": Motion(from: View(), to: View(zoom: 1.2)),
        "zoom-out": Motion(from: View(zoom: 1.2), to: View()),
        "pan-left": Motion(
            from: View(focus: Focus(x: 1, y: 0.5), zoom: 1.2), to: View(focus: Focus(x: 0, y: 0.5), zoom: 1.2)),
        "pan-right": Motion(
            from: View(focus: Focus(x: 0, y: 0.5), zoom: 1.2), to: View(focus: Focus(x: 1, y: 0.5), zoom: 1.2)),
        "pan-up": Motion(
            from: View(focus: Focus(x: 0.5, y: 1), zoom: 1.2), to: View(focus: Focus(x: 0.5, y: 0), zoom: 1.2)),
        "pan-down": Motion(
            from: View(focus: Focus(x: 0.5, y: 0), zoom: 1.2), to: View(focus: Focus(x: 0.5, y: 1), zoom: 1.2)),
    ]

    /// The largest zoom on the way: what the picture has to be decoded for.
    public var greatestZoom: Double { max(from.zoom, to.zoom) }

    /// What is seen at a moment: 0 is the beginning of the slide, 1 its end.
    public func view(at progress: Double) -> View {
        let p = min(max(progress, 0), 1)
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * p }
        return View(
            focus: Focus(x: mix(from.focus.x, to.focus.x), y: mix(from.focus.y, to.focus.y)),
            zoom: mix(from.zoom, to.zoom))
    }
}

/// How a slide looks in its zone.
public struct Look: Hashable, Sendable {
    public var fit = Fit.contain
    public var focus = Focus.centre
    public var background = Background.color(.black)
    /// From 0, which nobody sees, to 1.
    public var opacity = 1.0
    /// Of the slide's corners; a share is of its shorter side.
    public var cornerRadius = Length.zero
    /// Kept free around the slide in its zone.
    public var margin = Margin.none
    public var motion: Motion?

    public init() {}
}
