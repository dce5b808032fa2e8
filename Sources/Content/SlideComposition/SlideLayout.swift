public import DisplayModel
import LiveData
public import Paths
public import Playlist
public import Rendering
import TextTemplates

/// A picture as it is to be decoded: equal ones are the same pixels.
public struct PictureSpec: Hashable, Sendable {
    public var path: FilePath
    /// The space that the picture is fitted into, in content pixels.
    public var layout: Size
    /// That space in output pixels, upright as the picture is.
    public var box: Size
    public var fit: Fit
    public var focus: Focus
    public var background: Background
    /// Tells a file from one of the same path with other content.
    public var revision: UInt64 = 0

    public init(
        path: FilePath, layout: Size, box: Size, fit: Fit = .contain, focus: Focus = .centre,
        background: Background = .color(.black)
    ) {
        self.path = path
        self.layout = layout
        self.box = box
        self.fit = fit
        self.focus = focus
        self.background = background
    }

    /// Of its pixels, as far as is known before it is decoded: four bytes each.
    public var mostBytes: Int { box.area * 4 }
}

/// What a slide shows.
public enum SlideMedium: Hashable, Sendable {
    case picture(PictureSpec)
    /// A film is decoded as large as it is, whatever shows it, so that all screens share its frames.
    case film(Video, FilmTurn)
    case text(TextSpec)

    /// Whether it shows another picture at other times.
    public var changesWithTime: Bool {
        switch self {
        case .picture: false
        case .film: true
        case .text(let text): text.words == nil
        }
    }
}

/// A slide with its picture, if it has one.
public struct ReadySlide: Hashable, Sendable {
    public var slide: Slide
    public var picture: ReadyPicture?
    /// Those of the transition that brings it in, by the names of its uniforms: all of them, or none.
    var transitionPictures: [String: PictureID] = [:]

    public init(_ slide: Slide, picture: ReadyPicture? = nil) {
        self.slide = slide
        self.picture = picture
    }
}

/// Where slides go in a zone of an output, and so at which size their pictures are to be decoded.
public struct SlideLayout: Hashable, Sendable {
    public var placement: Placement
    /// The zone, in content coordinates, its edges between output pixels.
    public var zone: ContentRectangle
    /// How long a pixel of lengths is, in content pixels.
    public var pixel = 1.0
    /// The screen, for texts that name it.
    public var output: OutputTraits?

    /// A zone that is all of the content.
    public init(_ placement: Placement) {
        self.placement = placement
        zone = placement.snapped(ContentRectangle(placement.content))
    }

    /// - Parameters:
    ///   - frame: what the area is a part of.
    ///   - canvas: the size of a screen that pixels of lengths are meant for. On any other they are scaled such that
    ///     all of it would just be seen. Nil for the content's own pixels.
    public init(_ area: Area, of frame: Zone.Frame, canvas: Size? = nil, in placement: Placement) {
        self.placement = placement
        let content = placement.content
        if let canvas {
            pixel = min(
                Double(content.width) / Double(canvas.width), Double(content.height) / Double(canvas.height))
        }
        let whole =
            frame == .screen
            ? placement.contentRectangle(landingOn: Rectangle(placement.output)) : ContentRectangle(placement.content)
        let wanted = ContentRectangle(
            x: whole.x + area.x.resolved(of: whole.width, pixel: pixel),
            y: whole.y + area.y.resolved(of: whole.height, pixel: pixel),
            width: area.width.resolved(of: whole.width, pixel: pixel),
            height: area.height.resolved(of: whole.height, pixel: pixel))
        // What hangs over is no place that anybody sees: pictures are fitted into what is left.
        zone = placement.snapped(wanted.intersection(whole))
    }

    /// Whether there is nothing to see of it.
    public var isEmpty: Bool { placement.outputRectangle(of: zone).isEmpty }

    /// The place of a slide: the zone without the margin.
    public func place(for look: Look) -> ContentRectangle {
        guard look.margin != .none else { return zone }
        let margin = look.margin
        let (left, right) = (
            margin.left.resolved(of: zone.width, pixel: pixel), margin.right.resolved(of: zone.width, pixel: pixel)
        )
        let (top, bottom) = (
            margin.top.resolved(of: zone.height, pixel: pixel), margin.bottom.resolved(of: zone.height, pixel: pixel)
        )
        return placement.snapped(
            ContentRectangle(
                x: zone.x + left, y: zone.y + top, width: max(0, zone.width - left - right),
                height: max(0, zone.height - top - bottom)))
    }

    /// What is to be decoded for a slide. Nil for one without a file, and where there is no place for it.
    public func medium(for slide: Slide) -> SlideMedium? {
        switch slide.content {
        case .picture(let path): spec(of: path, slide.style.look).map { .picture($0) }
        case .video(let video):
            box(for: slide.style.look).isEmpty ? nil : slide.film.map { .film(video, $0) }
        case .text(let text): spec(of: text, slide.style.look).map { .text($0) }
        case .color: nil
        }
    }

    /// How a text is to be drawn. It is not scaled afterwards, so it is as sharp as the screen.
    private func spec(of text: SlideText, _ look: Look) -> TextSpec? {
        let place = place(for: look)
        let box = box(of: place)
        guard !box.isEmpty else { return nil }
        var background: Color?
        if case .color(let color) = look.background { background = color }
        var spec = TextSpec(text, box: box, pixel: pixel * Double(box.height) / place.height, background: background)
        // Only what it says, so that screens that show the same share it.
        for name in text.template.paths.compactMap(\.names.first) {
            switch name {
            case "output": spec.values[name] = output.map { .text($0.connector) }
            case "monitor": spec.values[name] = output?.monitor.map { .text($0) }
            default: break
            }
        }
        return spec
    }

    /// How a slide's picture is to be decoded.
    private func spec(of path: FilePath, _ look: Look) -> PictureSpec? {
        let place = place(for: look)
        var box = box(of: place)
        guard !box.isEmpty else { return nil }
        let layout = Size(
            width: max(1, Int(place.width.rounded())), height: max(1, Int(place.height.rounded())))
        guard let motion = look.motion else {
            return PictureSpec(
                path: path, layout: layout, box: box, fit: look.fit, focus: look.focus, background: look.background)
        }
        // As large as it gets. The whole of it is needed, since the view moves: nothing is blurred behind it.
        let zoom = motion.greatestZoom
        box = Size(width: Int(Double(box.width) * zoom), height: Int(Double(box.height) * zoom))
        return PictureSpec(
            path: path, layout: layout, box: box, fit: .cover, focus: look.focus,
            background: look.background == .blurred ? .color(.black) : look.background)
    }

    /// The box that the picture of a slide at rest is decoded for: its place in output pixels, turned upright as pictures
    /// are.
    public func box(for look: Look) -> Size { box(of: place(for: look)) }

    private func box(of place: ContentRectangle) -> Size {
        let size = placement.outputRectangle(of: place).size
        return placement.orientation.isTransposing ? size.transposed : size
    }

    /// Where a decoded picture lies.
    ///
    /// At rest it is in the middle of its place, pixel for pixel. The middle is found before turning, so a turned frame
    /// is the upright one turned, even where an odd pixel is left over at one side.
    /// - Parameters:
    ///   - picture: the size that came back from decoding; with `contain` it is smaller than the box on one side.
    ///   - progress: how much of the slide's time is over, for what moves: 0 to 1.
    public func frame(of picture: Size, look: Look, progress: Double = 0) -> ContentRectangle {
        let place = place(for: look)
        if let view = look.motion?.view(at: progress) {
            let (width, height) = (place.width * view.zoom, place.height * view.zoom)
            return ContentRectangle(
                x: place.x - (width - place.width) * view.focus.x, y: place.y - (height - place.height) * view.focus.y,
                width: width, height: height)
        }
        let box = box(of: place)
        let (across, down) = (place.width / Double(max(box.width, 1)), place.height / Double(max(box.height, 1)))
        return placement.snapped(
            ContentRectangle(
                x: place.x + Double((box.width - picture.width) / 2) * across,
                y: place.y + Double((box.height - picture.height) / 2) * down,
                width: Double(picture.width) * across, height: Double(picture.height) * down))
    }

    /// Where a film's frame lies, which is scaled to its place as it is drawn.
    /// - Parameter frame: as it was uploaded.
    func frame(ofFilm frame: ReadyPicture, look: Look) -> ContentRectangle {
        let place = place(for: look)
        let box = box(of: place)
        guard !box.isEmpty, !frame.size.isEmpty else { return place }
        let (width, height) = (
            Double(frame.size.width) * max(frame.pixelAspect, 1),
            Double(frame.size.height) / min(frame.pixelAspect, 1)
        )
        let (across, down) = (Double(box.width) / width, Double(box.height) / height)
        let scale: (x: Double, y: Double) =
            switch look.fit {
            case .contain: (min(across, down), min(across, down))
            case .cover: (max(across, down), max(across, down))
            case .stretch: (across, down)
            case .none: (1, 1)
            }
        let size = (
            width: place.width * width * scale.x / Double(box.width),
            height: place.height * height * scale.y / Double(box.height)
        )
        // What hangs over is cut off around the focus; what is left free is beside it in equal parts.
        let focus = (
            x: size.width > place.width ? look.focus.x : 0.5, y: size.height > place.height ? look.focus.y : 0.5
        )
        return placement.snapped(
            ContentRectangle(
                x: place.x - (size.width - place.width) * focus.x, y: place.y - (size.height - place.height) * focus.y,
                width: size.width, height: size.height))
    }
}
