public import DisplayModel
public import Paths
public import Timing

/// A film, or a part of it, that plays in an item's turn.
public struct Video: Hashable, Sendable {
    public var path: FilePath
    /// The part, on the file's clock, which begins with its first frame. Nil: to the last frame's end.
    public var start: Duration
    public var end: Duration?
    /// Whether the part begins anew when it is over and its turn is not; otherwise its last frame stays. Nil: where the turn
    /// is noticeably longer than the part.
    public var loops: Bool?
    /// What shows where a moving picture is transparent.
    public var matte = Color.black
    /// How long its turn is where nothing cuts it off or goes on with it.
    var turnLength = Duration.zero

    public init(path: FilePath, start: Duration = .zero, end: Duration? = nil, loops: Bool? = nil) {
        self.path = path
        self.start = start
        self.end = end
        self.loops = loops
    }

    /// A part need not fill its turn to the last of its frames: files are not that exact about how long they are.
    static let tolerance = Duration.milliseconds(500)
}

/// What a film's turn makes of it.
public struct FilmTurn: Hashable, Sendable {
    /// When its first frame shows.
    public var began: WallTime
    /// Whether it begins anew when it is over; otherwise its last frame stays.
    public var loops: Bool
}

extension Slide {
    /// As it shows in a turn: which frame of a film is seen depends on when its turn began.
    func inTurn(from began: WallTime, to ends: WallTime?) -> Slide {
        guard case .video(let video) = content else { return self }
        var slide = self
        let loops = video.loops ?? ends.map { $0 - began > video.turnLength + Video.tolerance } ?? true
        slide.film = FilmTurn(began: began, loops: loops)
        return slide
    }

    /// What it is in every turn.
    public var outsideOfTurns: Slide {
        var slide = self
        slide.film = nil
        return slide
    }

    /// The same film, so much later.
    public func shifted(by step: Duration) -> Slide {
        var slide = self
        slide.film?.began += step
        return slide
    }
}
