import DisplayModel
import Media
import Playlist
import Presentation
import Rendering
import ScreenKeeping
import SlideComposition
import Timing

/// A show as a source of frames: each screen that shows it has a place in it of its own, which differs from the others'
/// only in what could not come as planned.
final class PlaylistSource: FrameSource {
    let show: Show
    private let report: (EngineEvent) -> Void
    private var places: [Viewer: Place] = [:]

    /// A screen's place in the show.
    private struct Place {
        let name: ScreenName
        var scene: ScenePlayer
        /// The slides that are seen in the last frame.
        var visible: Set<Slide> = []
        /// Of which it was reported that they were skipped.
        var reportedSkipped: Set<Slide> = []
        /// Since when it has followed the show without a jump: what began before came when it could.
        var since: WallTime?
        /// For each zone, what came on the screen last and when. Empty before the first frame.
        var arrived: [(slide: Slide?, at: WallTime)] = []

        /// A frame is on its way to the screen.
        mutating func queued(_ composition: ScenePlayer.Composition, at time: WallTime) {
            since = since ?? time
            visible = Set(composition.zones.flatMap(\.content.slides))
            arrived = composition.zones.enumerated().map { index, zone in
                arrived.indices.contains(index) && arrived[index].slide == zone.slide
                    ? arrived[index] : (zone.slide, time)
            }
        }
    }

    /// What a frame would make of a place.
    private struct Proposal {
        var scene: ScenePlayer
        var composition: ScenePlayer.Composition
    }

    private struct ArrivalIdentity: Hashable {
        var slide: Slide
        /// Counted from the show's beginning, where its turns are: the first screen that is lit moves that.
        var began: Duration
    }

    /// How many turns ahead media are made ready, as far as there is room for them.
    private static let turnsAhead = 4

    init(_ show: Show, report: @escaping (EngineEvent) -> Void) {
        self.show = show
        self.report = report
    }

    // MARK: Screens that come and go

    /// A screen begins to show it, from where it was when it left, if it was here before.
    func join(_ viewer: Viewer, on screen: ScreenDescription, resuming parked: ScenePlayer?) {
        var scene = ScenePlayer(show.scene(for: screen.traits), in: screen.placement)
        if let parked { scene.resume(parked) } else { scene.begin() }
        places[viewer] = Place(name: screen.name, scene: scene)
    }

    /// A screen does not show it any more.
    /// - Returns: its place, to be resumed.
    @discardableResult
    func leave(_ viewer: Viewer) -> ScenePlayer? { places.removeValue(forKey: viewer)?.scene }

    /// Another show's screen goes over to this one: what shows stays until the new slides take its place.
    func takeOver(_ viewer: Viewer, from old: PlaylistSource?) {
        guard let scene = old?.places[viewer]?.scene else { return }
        places[viewer]?.scene.take(over: scene)
        places[viewer]?.since = nil
    }

    /// The wall clock was set: what follows it goes where it is now, and what does not goes on.
    /// - Parameter step: by how much the show's times are later.
    func clockSet(step: Duration) {
        for viewer in places.keys {
            places[viewer]?.scene.shift(by: step)
            places[viewer]?.scene.timelineJumped()
            places[viewer]?.since = nil
        }
    }

    /// What a screen shows of it in each zone, and what comes next there.
    func showing(to viewer: Viewer, at instant: MonotonicTime) -> [ZoneShowing] {
        guard let place = places[viewer] else { return [] }
        let time = show.time(at: instant)
        return zip(place.scene.zones, place.arrived).map { zone, arrived in
            let timeline = zone.zone.timeline
            let turn = timeline.turn(at: time)
            let next = timeline.turns(after: turn).comingNext(isEmptyNow: turn.slide == nil)
            return ZoneShowing(
                name: zone.zone.name, slide: arrived.slide.map { "\($0)" }, since: arrived.at,
                isUnscheduled: turn.slide == nil && !show.isAllBroken,
                next: next.map { ZoneShowing.Next(slide: $0.slide.map { "\($0)" }, at: $0.began) })
        }
    }

    // MARK: FrameSource

    func frame(
        for viewer: Viewer, at refresh: Refresh, from media: ResidentMedia, mayMake: () -> Bool
    ) -> SourceFrame {
        guard let place = places[viewer] else {
            return SourceFrame(.empty(Placement(output: .zero)), nextChange: .never)
        }
        var scene = place.scene
        var isHeld = false
        var motion = MediaMotion()
        let instant = show.mediaInstant(at: refresh.middle)
        let composition = scene.compose(
            at: show.time(at: refresh.middle), tolerance: refresh.period * 2
        ) { slide, layout, _ in
            let isVisible = place.visible.contains(slide)
            guard let ready = ready(slide, layout, at: instant, media, isVisible: isVisible, &motion) else {
                return nil
            }
            // A group changes together: a slide that is to come and that one of it does not have comes to none.
            guard slide.isTransitionPicture || isVisible || mayMake() else {
                isHeld = true
                return nil
            }
            return ready
        }
        var nextChange: SourceFrame.NextChange = composition.isMoving ? .everyRefresh : .never
        let others: [MonotonicTime?] = [
            composition.nextChange.flatMap(show.instant(of:)), motion.nextChange,
            isHeld ? refresh.vblank + refresh.period : nil,
        ]
        for case let instant? in others { nextChange = nextChange.earlier(.at(instant)) }
        var frame = SourceFrame(composition.frame, nextChange: nextChange)
        frame.isMissing = composition.isMissing
        frame.showsSomething = composition.showsSomething
        frame.waitsForMedia = motion.isUnderWay
        frame.arrivals = arrivals(composition, scene, since: place.since)
        frame.memory = Proposal(scene: scene, composition: composition)
        return frame
    }

    private func arrivals(
        _ composition: ScenePlayer.Composition, _ scene: ScenePlayer, since: WallTime?
    ) -> [SourceFrame.Arrival?] {
        composition.zones.enumerated().map { index, zone in
            zone.slide.map { slide in
                SourceFrame.Arrival(
                    identity: ArrivalIdentity(slide: slide, began: zone.began - show.origin), title: "\(slide)",
                    place: scene.zones.count > 1 ? scene.zones[index].zone.name ?? "zone \(index + 1)" : nil,
                    due: since.flatMap { zone.began >= $0 ? show.instant(of: zone.began) : nil },
                    isSettled: zone.isSettled)
            }
        }
    }

    func demands(of viewer: Viewer, from instant: MonotonicTime) -> [MediaDemand] {
        guard let scene = places[viewer]?.scene else { return [] }
        return demands(of: scene, from: instant)
    }

    /// What a place in the show needs from an instant on.
    func demands(of scene: ScenePlayer, from instant: MonotonicTime) -> [MediaDemand] {
        let time = show.time(at: instant)
        let urgent = Set(scene.needs(at: time).map(\.medium))
        return scene.needs(at: time, ahead: Self.turnsAhead).compactMap { need in
            let isUrgent = urgent.contains(need.medium)
            let medium = show.medium(need.medium)
            switch need.medium {
            // What changes with the time shows it from whatever instant on: its provider goes by where the clock began.
            case .text(let text) where text.words == nil:
                return MediaDemand(medium, due: show.clock.instant(of: .epoch), isUrgent: isUrgent)
            case .picture, .text:
                return MediaDemand(medium, due: show.instant(of: need.due) ?? instant, isUrgent: isUrgent)
            // One that waits has a process, so only the next one does.
            case .film(_, let turn): return isUrgent ? MediaDemand(medium, due: show.begin(of: turn)) : nil
            }
        }
    }

    func isReady(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> Bool {
        guard let scene = places[viewer]?.scene else { return true }
        return scene.needs(at: show.time(at: instant), ahead: 0).allSatisfy {
            switch media.readiness(of: show.medium($0.medium), at: show.mediaInstant(at: instant)) {
            case .ready, .ended, .failed: true
            case .notYet: false
            }
        }
    }

    func rehearsal(for viewer: Viewer, at instant: MonotonicTime, from media: ResidentMedia) -> FrameDescription? {
        var motion = MediaMotion()
        return places[viewer]?.scene.rehearsal(at: show.time(at: instant)) {
            ready($0, $1, at: show.mediaInstant(at: instant), media, isVisible: false, &motion)
        }
    }

    func report(_ outcome: FrameOutcome, of frame: SourceFrame, for viewer: Viewer) {
        guard let proposal = frame.memory as? Proposal, var place = places[viewer] else { return }
        switch outcome {
        case .unchanged:
            place.scene = proposal.scene
        case .queued(let time, let lights):
            place.scene = proposal.scene
            if lights { place.scene.shift(by: show.begin(at: time)) }
            place.queued(proposal.composition, at: show.clock.time(at: time))
            for slide in proposal.composition.zones.compactMap(\.skipped)
            where place.reportedSkipped.insert(slide.outsideOfTurns).inserted {
                let text = "\(slide) was not ready in its time and is skipped; a smaller file is decoded faster"
                report(.warning(about: "\(place.name)", text: text))
            }
        case .shown, .dropped: return
        }
        places[viewer] = place
    }

    /// A slide with its picture, as a zone wants it. Nil while it is not ready.
    private func ready(
        _ slide: Slide, _ layout: SlideLayout, at instant: MonotonicTime, _ media: ResidentMedia,
        isVisible: Bool, _ motion: inout MediaMotion
    ) -> ReadySlide? {
        guard let slideMedium = layout.medium(for: slide) else { return ReadySlide(slide) }
        let medium = show.medium(slideMedium)
        switch media.readiness(of: medium, at: instant) {
        case .ready(let picture):
            if slideMedium.changesWithTime { motion.add(media.nextChange(of: medium, after: instant)) }
            return ReadySlide(slide, picture: picture)
        case .ended(let last): return last.map { ReadySlide(slide, picture: $0) }
        // What is seen stays until something takes its place.
        case .failed(let last): return isVisible ? last.map { ReadySlide(slide, picture: $0) } : nil
        case .notYet: return nil
        }
    }
}

/// What of a frame's media moves by itself.
private struct MediaMotion {
    /// Whether some have more frames to come.
    private(set) var isUnderWay = false
    /// When one of them shows another frame, of those that are there.
    private(set) var nextChange: MonotonicTime?

    mutating func add(_ change: MonotonicTime?) {
        isUnderWay = true
        if let change { nextChange = min(nextChange ?? change, change) }
    }
}

extension Sequence<Turn> {
    /// What comes next, of the turns after the present one. While nothing is scheduled, that is what ends it: other
    /// schedules may change meanwhile. Some of them are looked through, and there may be many.
    fileprivate func comingNext(isEmptyNow: Bool) -> Turn? {
        let coming = Array(prefix(isEmptyNow ? 64 : 1))
        return coming.first { $0.slide != nil } ?? coming.first
    }
}
