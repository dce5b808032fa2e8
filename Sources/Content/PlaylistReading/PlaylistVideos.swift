import DisplayModel
public import Paths
import Playlist
import StrictYAML
import TextLayout
import Timing

/// How long a film is; nil where its file does not say. Where it cannot be played, why: a sentence that begins with the path.
public typealias VideoLengths = (_ path: FilePath) -> Result<Duration?, UnplayableVideo>

/// Why a film cannot be played.
public struct UnplayableVideo: Error, Hashable, Sendable {
    public var message: String

    public init(message: String) {
        self.message = message
    }
}

/// Of an item that is a film, what its file says.
struct VideoFields {
    var start: Duration?
    var end: Duration?
    var loops: Bool?
    /// How long it plays. Nil: as long as its part of the film is.
    var duration: Duration?

    static let none = VideoFields()

    private static let times = Duration.zero ... .seconds(86400 * 7)

    private init() {}

    /// - Parameter duration: the item's own, and not one that it has from outside.
    init(_ fields: inout FieldReader, duration: Duration?) {
        start = fields.duration("start", in: Self.times)
        end = fields.duration("end", in: Self.times)
        loops = fields.flag("loop")
        self.duration = duration
    }
}

extension ReadingState {
    /// A film as an item, as long as it is unless its fields say how long.
    /// - Returns: nil where nothing of it would play.
    func video(
        _ path: FilePath, _ fields: VideoFields, _ defaults: PlaylistDefaults, _ diagnosis: Diagnosis,
        _ place: TextPosition
    ) -> Item? {
        let start = fields.start ?? .zero
        if let end = fields.end, end <= start {
            diagnosis.error(place, "\(path): its 'end' is not after its 'start'")
            return nil
        }
        let length = videoLength(of: path, diagnosis, place)
        if let length, start >= length {
            diagnosis.error(
                place, "\(path): is \(length.inSeconds) s long, so there is nothing of it from its 'start' on")
            return nil
        }
        let part = (length.map { min($0, fields.end ?? $0) } ?? fields.end).map { $0 - start }
        let duration = fields.duration ?? part.map { min(max($0, Self.shortestTurn), Self.longestTurn) }
        return Item(
            .video(Video(path: path, start: start, end: fields.end, loops: fields.loops)),
            duration: duration ?? defaults.duration, style: defaults.style.atRest)
    }

    /// A picture as an item: one that moves is a film, for as long as a picture shows. What cannot be played stands still.
    func picture(_ path: FilePath, _ defaults: PlaylistDefaults) -> Item {
        let still = Item(.picture(path: path), duration: defaults.duration, style: defaults.style)
        guard let animation = animation(path), case .success = lengths[path] ?? askedLength(of: path) else {
            return still
        }
        var film = Video(path: path, loops: !animation.playsOnce)
        if case .color(let color) = defaults.style.look.background { film.matte = color }
        return Item(.video(film), duration: defaults.duration, style: defaults.style.atRest)
    }

    private static let shortestTurn = Duration.milliseconds(100)
    private static let longestTurn = Duration.seconds(86400 * 7)
    /// Of films that cannot be played so many are named in one reading.
    private static let mostNamed = 20

    private func videoLength(of path: FilePath, _ diagnosis: Diagnosis, _ place: TextPosition) -> Duration? {
        switch lengths[path] ?? askedLength(of: path) {
        case .success(let length): return length
        case .failure(let fault):
            unplayable.insert(path)
            if unplayable.count <= Self.mostNamed {
                diagnosis.warning(place, "\(fault.message); it is skipped")
            } else if unplayable.count == Self.mostNamed + 1 {
                diagnosis.warning(place, "\(path): cannot be played, and neither can more videos")
            }
            return nil
        }
    }

    private func askedLength(of path: FilePath) -> Result<Duration?, UnplayableVideo> {
        let length = videoLengths(path)
        lengths[path] = length
        return length
    }

    /// Files as one item in which each has its turn. Pictures beside one another stay together: thousands of items take
    /// their time.
    func item(
        of files: [FilePath], _ order: ItemList.Order, _ defaults: PlaylistDefaults, _ diagnosis: Diagnosis,
        _ place: TextPosition
    ) -> Item {
        guard files.contains(where: isMoving) else {
            return Item(.pictures(paths: files, order), duration: defaults.duration, style: defaults.style)
        }
        var items: [Item] = []
        var pictures: [FilePath] = []
        func endPictures() {
            guard !pictures.isEmpty else { return }
            items.append(
                Item(.pictures(paths: pictures, .listed), duration: defaults.duration, style: defaults.style))
            pictures = []
        }
        for file in files {
            if MediaFolder.looksLikeVideo(file) {
                endPictures()
                if let item = video(file, .none, defaults, diagnosis, place) { items.append(item) }
            } else if isMoving(file) {
                endPictures()
                items.append(picture(file, defaults))
            } else {
                pictures.append(file)
                // Shuffled, each has a place of its own.
                if order != .listed { endPictures() }
            }
        }
        endPictures()
        return Item(.list(ItemList(items, order: order)), duration: defaults.duration, style: defaults.style)
    }
}

extension Style {
    /// Of films and texts. A film moves by itself, and what a decoder of pictures does to them is not done to these: blur them,
    /// most of all.
    var atRest: Style {
        guard look.motion != nil || look.background == .blurred else { return self }
        var look = look
        look.motion = nil
        if look.background == .blurred { look.background = .color(.black) }
        return Style(look, transition)
    }
}
