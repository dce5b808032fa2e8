public import DisplayModel
public import Paths
public import Timing

/// A slide's turn on the screen.
public struct Turn: Hashable, Sendable {
    /// Nil while nothing may play.
    public var slide: Slide?
    public var began: WallTime
    /// Nil for what never ends.
    public var ends: WallTime?

    public init(slide: Slide?, began: WallTime, ends: WallTime?) {
        self.slide = slide
        self.began = began
        self.ends = ends
    }
}

/// What shows, and how.
public struct Slide: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case picture(path: FilePath)
        case color(Color)
        case video(Video)
        case text(SlideText)
    }

    public var content: Content
    public var style: Style
    /// In which of its turns a film is. Nil for everything else, which is the same in all of them.
    public var film: FilmTurn?

    public init(_ content: Content, style: Style = Style()) {
        self.content = content
        self.style = style
    }

    /// Its file.
    public var path: FilePath? {
        switch content {
        case .picture(let path): path
        case .video(let video): video.path
        case .color, .text: nil
        }
    }

    /// Whether something has to be made ready before it can show.
    package var needsMedium: Bool { if case .color = content { false } else { true } }
}

extension Slide: CustomStringConvertible {
    /// Its file, its colour, or the beginning of its text.
    public var description: String {
        switch content {
        case .picture(let path): "\(path)"
        case .video(let video): "\(video.path)"
        case .color(let color): "\(color)"
        case .text(let text): text.title
        }
    }
}
