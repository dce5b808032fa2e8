import DisplayModel
public import Media
public import MediaDecoding
public import Paths
import SlideComposition
import Timing

/// A film of the show: which, which part of it, and in which of its turns. When it begins is told when it is opened, and
/// may change: the clock is set, a show starts.
///
/// The next turn of the same film is another one, which can wait with its first frame while this one plays.
public struct VideoSpec: MediaSpecification {
    public var path: FilePath
    public var passage: VideoPassage
    /// When its turn began, since its show's beginning.
    public var turn: Duration
    /// Which show's beginning that is, of those that have one of their own.
    public var show: UInt64
    /// Tells a file from one of the same path with other content.
    public var revision: UInt64

    public init(
        path: FilePath, passage: VideoPassage, turn: Duration = .zero, show: UInt64 = 0, revision: UInt64 = 0
    ) {
        self.path = path
        self.passage = passage
        self.turn = turn
        self.show = show
        self.revision = revision
    }

    /// Of a picture of full HD: what a film has is known when it is open.
    public var frameBytes: Int { 4 * 1920 * 1080 }
}

extension Medium {
    /// The file of a picture or a film.
    var path: FilePath? {
        specification(as: PictureSpec.self)?.path ?? specification(as: VideoSpec.self)?.path
    }
}

/// Where films' frames come from.
protocol VideoDecoding: AnyObject {
    func open(_ path: FilePath, _ passage: VideoPassage, now: MonotonicTime) -> VideoStreams.ID
    func close(_ id: VideoStreams.ID)
    func setPlayhead(_ time: Duration, of id: VideoStreams.ID)
    func advance(now: MonotonicTime) -> [(VideoStreams.ID, VideoStreams.Event)]
    var nextDeadline: MonotonicTime? { get }
}

extension VideoStreams: VideoDecoding {}

extension VideoFrame: PixelMemory {}

/// Films: each frame has the time at which it shows, so that what is on a screen is a function of the show's time. A frame's
/// memory goes back to its decoder with the last copy of its sample.
final class VideoProvider: MediaProvider {
    private let decoder: any VideoDecoding
    private let revisions: PictureRevisions
    private var films: [VideoStreams.ID: Film] = [:]

    /// The instant that counts as the present, for drawing what shows then, however long that takes. Nil: the present.
    private(set) var present: MonotonicTime?

    /// Has another instant count as the present, to draw what shows then.
    func setPresent(_ instant: MonotonicTime, now: MonotonicTime) {
        present = instant
        for (id, film) in films where !film.goesOn(from: film.begin, at: instant) { enterAnew(id, film, now: now) }
    }

    /// - Parameter revisions: is told of the files that are opened.
    init(_ decoder: any VideoDecoding, _ revisions: PictureRevisions = PictureRevisions()) {
        self.decoder = decoder
        self.revisions = revisions
    }

    func provides(_ medium: Medium) -> Bool { medium.specification(as: VideoSpec.self) != nil }

    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        guard let spec = medium.specification(as: VideoSpec.self) else { return }
        start(Film(medium, spec, begin: due, outlet), now: now)
    }

    func close(_ medium: Medium) {
        for (id, film) in films where film.medium == medium {
            decoder.close(id)
            films[id] = nil
        }
    }

    /// Begins to decode a film at what is due: one that is joined late has no backlog.
    private func start(_ film: Film, now: MonotonicTime) {
        var passage = film.spec.passage
        passage.entry += film.playhead(at: present ?? now)
        film.restart(at: passage.entry)
        films[decoder.open(film.spec.path, passage, now: now)] = film
    }

    func move(_ medium: Medium, due: MonotonicTime, now: MonotonicTime) {
        for (id, film) in films where film.medium == medium && film.begins(elsewhereThan: due) {
            let goesOn = film.goesOn(from: due, at: present ?? now)
            if goesOn { film.outlet.shift(by: due - film.begin) }
            film.begin = due
            if !goesOn { enterAnew(id, film, now: now) }
        }
    }

    private func enterAnew(_ id: VideoStreams.ID, _ film: Film, now: MonotonicTime) {
        decoder.close(id)
        films[id] = nil
        film.outlet.restart(at: present ?? now)
        start(film, now: now)
    }

    func advance(now: MonotonicTime) {
        for (id, film) in films { decoder.setPlayhead(film.playhead(at: present ?? now), of: id) }
        for (id, event) in decoder.advance(now: now) {
            guard let film = films[id] else { continue }
            switch event {
            case .opened(let file): revisions.opened(film.spec.path, number: film.spec.revision, as: file)
            case .stream(.described(let description)): film.description = description
            case .stream(.frame(let frame)): film.publish(frame, now: present ?? now)
            case .stream(.ended(let time)):
                if film.hasFrames {
                    film.outlet.finish(at: film.begin + time)
                } else {
                    fail(id, film, MediaFailure("\(film.spec.path): has no frame that can be shown"))
                }
            case .stream(.turn), .stream(.notice): break
            case .stream(.failed(let failure)):
                if film.survives(failure, now: now) {
                    enterAnew(id, film, now: now)
                } else {
                    fail(id, film, MediaFailure(failure.message, mayPass: failure.kind.mayPass))
                }
            }
        }
    }

    /// What plays of a file: of several turns that are open, the one that is on.
    func playback(of path: String, now: MonotonicTime) -> VideoPlayback? {
        let open = films.values.filter { "\($0.spec.path)" == path && $0.begin <= now }
        guard let film = open.max(by: { $0.begin < $1.begin }), let description = film.description else { return nil }
        return VideoPlayback(description: description, frames: film.count)
    }

    private func fail(_ id: VideoStreams.ID, _ film: Film, _ failure: MediaFailure) {
        decoder.close(id)
        films[id] = nil
        film.outlet.fail(failure)
    }

    var nextDeadline: MonotonicTime? { decoder.nextDeadline }
}

/// A film that somebody wants.
private final class Film {
    let medium: Medium
    let spec: VideoSpec
    let outlet: MediaOutlet
    /// When its first frame shows.
    var begin: MonotonicTime
    var description: VideoDescription?
    /// The store's numbers for the decoder's slots, with how often each was written. They stay the film's.
    private var slots: [(number: SlotNumber, lease: SlotLease, version: UInt64)] = []
    /// What of it the decoder has sent since it was started: from the first frame's begin to the last one's, on the film's
    /// clock.
    private var sent: ClosedRange<Duration>?
    /// Where the decoder was to begin.
    private var entered = Duration.zero
    private(set) var count = FrameCount()
    /// When its decoder ended last though nothing was wrong with the film up to there.
    private var lastLoss: MonotonicTime?

    private static let tolerance = Duration.milliseconds(2)
    /// A decoder that is behind by more is quicker started anew.
    private static let mostCatchingUp = Duration.seconds(2)
    /// A film whose decoders end sooner one after the other is to blame for it.
    private static let leastBetweenLosses = Duration.seconds(10)

    init(_ medium: Medium, _ spec: VideoSpec, begin: MonotonicTime, _ outlet: MediaOutlet) {
        (self.medium, self.spec, self.begin, self.outlet) = (medium, spec, begin, outlet)
    }

    func playhead(at instant: MonotonicTime) -> Duration { max(.zero, instant - begin) }

    /// Whether an instant is another one to begin at: two looks at the clock are not to the nanosecond.
    func begins(elsewhereThan instant: MonotonicTime) -> Bool {
        max(instant - begin, begin - instant) > Self.tolerance
    }

    /// Another decoder is about to make its frames, in memory of its own.
    /// - Parameter entry: where it begins, on the film's clock.
    func restart(at entry: Duration) {
        (description, slots, sent) = (nil, [], nil)
        count.restart()
        entered = entry
    }

    /// Whether its decoder has sent any.
    var hasFrames: Bool { sent != nil }

    /// Whether the decoder that it has comes to what is due at an instant if it begins at another one.
    func goesOn(from begin: MonotonicTime, at instant: MonotonicTime) -> Bool {
        let sent = sent ?? entered...entered
        let kept = outlet.firstFrame.map { max(sent.lowerBound, $0 - self.begin) } ?? sent.upperBound
        return (kept...sent.upperBound + Self.mostCatchingUp).contains(max(.zero, instant - begin))
    }

    /// Whether it is the decoder that failed, and another one is worth trying.
    func survives(_ failure: DecodingFailure, now: MonotonicTime) -> Bool {
        guard sent != nil, [.decoderEnded, .tookTooLong].contains(failure.kind) else { return false }
        defer { lastLoss = now }
        return lastLoss.map { now - $0 >= Self.leastBetweenLosses } ?? true
    }

    func publish(_ frame: VideoFrame, now: MonotonicTime) {
        guard let description else { return }
        let due = begin + frame.start
        count.came(leftOut: frame.leftOut, due: due..<due + max(frame.length, .zero), now: now)
        while slots.count <= frame.slot {
            guard let slot = outlet.slots(1).take() else { return }
            slots.append((slot.slot, slot.lease, 0))
        }
        slots[frame.slot].version += 1
        sent = (sent?.lowerBound ?? frame.start)...max(frame.start, sent?.upperBound ?? frame.start)
        let picture = PlanarPicture(
            layout: frame.layout, encoding: description.encoding, orientation: description.orientation)
        outlet.publish(
            MediaSample(
                slot: slots[frame.slot].number, version: slots[frame.slot].version,
                pixels: .planar(frame, picture), size: picture.uprightSize, pixelAspect: description.uprightPixelAspect,
                presentAt: begin + frame.start))
    }
}
