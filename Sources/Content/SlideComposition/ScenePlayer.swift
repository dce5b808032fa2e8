public import Playlist
public import Rendering
public import Timing

/// Follows a scene on one output: every zone its own timeline, all of them one frame.
public struct ScenePlayer {
    public struct ZonePlayer {
        public let zone: SceneZone
        public let layout: SlideLayout
        public var player: SlidePlayer

        public init(_ zone: SceneZone, layout: SlideLayout) {
            self.zone = zone
            self.layout = layout
            player = SlidePlayer()
        }
    }

    public let placement: Placement
    public private(set) var zones: [ZonePlayer]

    public init(_ scene: Scene, in placement: Placement) {
        self.placement = placement
        zones = scene.zones.map { zone in
            var layout = SlideLayout(zone.area, of: zone.frame, canvas: scene.canvas, in: placement)
            layout.output = scene.output
            return ZonePlayer(zone, layout: layout)
        }.filter { !$0.layout.isEmpty }
    }

    /// A frame, and what it takes to know when the next one is due.
    public struct Composition {
        public var frame: FrameDescription
        /// For each zone.
        public var zones: [SlidePlayer.Composition]

        public init(frame: FrameDescription, zones: [SlidePlayer.Composition]) {
            self.frame = frame
            self.zones = zones
        }

        /// Whether every refresh shows another frame.
        public var isMoving: Bool { zones.contains(where: \.isMoving) }
        /// When another frame is due. Nil: never.
        public var nextChange: WallTime? { zones.compactMap(\.nextChange).min() }
        /// Whether a slide should show now whose picture is not there yet.
        public var isMissing: Bool { zones.contains { $0.missing != nil } }
        /// Whether there is anything to see.
        public var showsSomething: Bool { zones.contains { $0.slide != nil } }
    }

    /// - Parameter ready: a slide with its picture, decoded as a zone wants it; and the zone's number.
    public mutating func compose(
        at time: WallTime, tolerance: Duration, ready: (Slide, SlideLayout, Int) -> ReadySlide?
    ) -> Composition {
        var frames: [ZoneFrame] = []
        var compositions: [SlidePlayer.Composition] = []
        for index in zones.indices {
            let layout = zones[index].layout
            let composition = zones[index].player.compose(
                at: time, of: zones[index].zone.timeline, tolerance: tolerance
            ) { ready($0, layout, index) }
            frames.append(ZoneFrame(composition.content, in: layout))
            compositions.append(composition)
        }
        let reachesEdges = zones.contains { $0.zone.frame == .screen }
        return Composition(
            frame: FrameDescription(frames, in: placement, reachesEdges: reachesEdges), zones: compositions)
    }

    /// The media that are needed at a moment, with the time each is due, the most urgent first.
    public func needs(at time: WallTime, ahead: Int = 1) -> [Need] {
        zones.flatMap { zone in
            zone.player.needs(at: time, of: zone.zone.timeline, ahead: ahead).compactMap { need in
                zone.layout.medium(for: need.slide).map { Need(medium: $0, due: need.due) }
            }
        }.sorted { $0.due < $1.due }
    }

    public struct Need: Hashable, Sendable {
        public var medium: SlideMedium
        public var due: WallTime

        /// The turn of a film.
        public var film: FilmTurn? { if case .film(_, let turn) = medium { turn } else { nil } }
    }

    /// A frame of the first transition that is to come, half over, whose pictures are all ready: drawn ahead of time it
    /// shows what such a frame costs, and has the driver prepare for it. Nil where none is to come.
    public func rehearsal(at time: WallTime, ready: (Slide, SlideLayout) -> ReadySlide?) -> FrameDescription? {
        for zone in zones {
            let turn = zone.zone.timeline.turn(at: time)
            guard let slide = turn.slide,
                let next = zone.zone.timeline.turns(after: turn).first(where: { _ in true })?.slide,
                next != slide, next.style.transition.kind != .cut, let from = ready(slide, zone.layout),
                let to = ready(next, zone.layout)
            else { continue }
            let equipped = to.withTransitionPictures { ready($0, zone.layout) }
            let frame = ZoneFrame(.change(from: from, 0, to: equipped, 0, progress: 0.5), in: zone.layout)
            return FrameDescription([frame], in: placement, reachesEdges: zone.zone.frame == .screen)
        }
        return nil
    }

    // MARK: What happens to timelines

    /// Goes on where the same scene was left, on a screen that may be another now.
    public mutating func resume(_ old: ScenePlayer) {
        for (index, zone) in old.zones.enumerated() where zones.indices.contains(index) {
            zones[index].player = zone.player
        }
    }

    /// Takes over what shows from another scene on the same screen: zones in the same place, of several there the one of
    /// the same name, go on with what they show, until their new timeline has it replaced by a transition.
    public mutating func take(over old: ScenePlayer) {
        for index in zones.indices {
            let zone = zones[index]
            let there = old.zones.filter { $0.layout == zone.layout }
            guard let same = there.first(where: { $0.zone.name == zone.zone.name }) ?? there.first else { continue }
            zones[index].player = same.player
            zones[index].player.timelineJumped()
        }
    }

    /// See ``SlidePlayer/begin()``.
    public mutating func begin() {
        for index in zones.indices { zones[index].player.begin() }
    }

    /// See ``SlidePlayer/timelineJumped()``.
    public mutating func timelineJumped() {
        for index in zones.indices { zones[index].player.timelineJumped() }
    }

    /// See ``SlidePlayer/shift(by:)``.
    public mutating func shift(by step: Duration) {
        for index in zones.indices { zones[index].player.shift(by: step) }
    }
}
