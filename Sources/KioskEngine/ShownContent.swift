import DisplayModel
import DisplayPlanning
import Playlist
import SlideComposition
import Timing

/// What a device's outputs show: of which show, with which pictures, when another show takes over, and what stays of
/// screens that left.
extension DeviceController {
    func show(for plan: OutputPlan) throws(DisplayError) -> Show {
        guard let show = programme.show(for: plan.wish) else {
            throw DisplayError(
                operation: "light", object: plan.name, code: DisplayError.Code.again, reason: "there is no playlist yet"
            )
        }
        return show
    }

    /// What a screen shows of a show: from where it was when it left, if it was here before.
    func scene(of show: Show, _ plan: OutputPlan, _ layout: ScreenLayout) -> ScenePlayer {
        var scene = ScenePlayer(show.scene(for: layout.traits), in: layout.placement)
        if let parked = parked[ParkedContent.Key(connector: plan.name, monitor: plan.monitor)], parked.show === show {
            scene.resume(parked.scene)
        }
        return scene
    }

    /// A slide with its picture, as a zone wants it. Nil while it is not ready.
    func ready(_ slide: Slide, _ layout: SlideLayout, of show: Show) -> ReadySlide? {
        guard let picture = layout.spec(for: slide) else { return ReadySlide(slide) }
        return library.ready(show.revised(picture)).map { ReadySlide(slide, picture: $0) }
    }

    func wants(
        _ scene: ScenePlayer, of show: Show, at now: MonotonicTime, for time: Duration? = nil
    ) -> [PictureLibrary.Want] {
        let time = time ?? show.time(at: now)
        let urgent = Set(scene.needs(at: time).map(\.picture))
        return scene.needs(at: time, ahead: Self.turnsAhead).map { need in
            PictureLibrary.Want(
                picture: show.revised(need.picture), due: show.instant(of: need.due) ?? now,
                isUrgent: urgent.contains(need.picture))
        }
    }

    /// How many turns ahead pictures are made ready, as far as there is room for them.
    private static let turnsAhead = 4

    /// Has the pictures that an output needs now and next made ready.
    func need(_ output: Output, _ now: MonotonicTime) {
        // Of what is on its way to the screen, not of what is on it: a cut is committed before its slide's time, the end
        // of a transition before the end, and no later frame asks again.
        var list = wants(
            output.scene, of: output.show, at: now, for: max(output.show.time(at: now), output.composedFor))
        if let (show, scene) = output.incoming { list += wants(scene, of: show, at: now) }
        library.want(list, for: ObjectIdentifier(output), now: now)
    }

    // MARK: Shows that take the place of others

    /// Makes the pictures ready that another show begins with, on the screens that show the old one.
    func prepare(_ show: Show, for path: PlaylistPath, now: MonotonicTime) {
        for output in outputs where programme[path] === output.show {
            output.incoming = (show, makeScene(of: show, output))
            need(output, now)
        }
    }

    /// Whether everything is there that a show begins with, or will never be.
    func isPrepared(_ show: Show, now: MonotonicTime) -> Bool {
        outputs.allSatisfy { output in
            guard let incoming = output.incoming, incoming.show === show else { return true }
            return incoming.scene.needs(at: show.time(at: now), ahead: 0).allSatisfy {
                let picture = show.revised($0.picture)
                return library.ready(picture) != nil || library.hasFailed(picture)
            }
        }
    }

    /// A show takes the place of another one, between two frames.
    func takeOver(_ show: Show, from old: Show?, now: MonotonicTime) {
        addTransitions(of: show)
        for output in outputs where output.show === old {
            if output.incoming?.show !== show { output.incoming = (show, makeScene(of: show, output)) }
            if output.phase == .lit { show.begin(after: old, at: now) }
            output.takeOver()
            need(output, now)
        }
    }

    /// The show that was to take over does not.
    func withdraw(_ show: Show, now: MonotonicTime) {
        for output in outputs where output.incoming?.show === show {
            output.incoming = nil
            need(output, now)
        }
    }

    private func makeScene(of show: Show, _ output: Output) -> ScenePlayer {
        ScenePlayer(show.scene(for: output.traits), in: output.placement)
    }

    func addTransitions(of show: Show) {
        for (name, source) in show.shaders {
            do throws(RenderingError) { try renderer?.addTransition(name, source: source) } catch {
                report(.warning(about: name, text: "\(error.reason); slides are cross-faded instead"))
                // A frame that cannot be drawn is a dark screen.
                try? renderer?.addTransition(name, source: Self.mixture)
            }
        }
    }

    private static let mixture = Array(
        "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }".utf8)

    /// The wall clock was set: what follows it goes where it is now, and what does not goes on.
    func clockSet(_ steps: [ObjectIdentifier: Duration], now: MonotonicTime) {
        for output in outputs {
            let step = steps[ObjectIdentifier(output.show)] ?? .zero
            output.scene.shift(by: step)
            output.composedFor += step
            output.scene.timelineJumped()
            output.nextFrame = .zero
            output.drawn = nil
            need(output, now)
        }
        for key in parked.keys {
            guard let content = parked[key] else { continue }
            parked[key]?.scene.shift(by: steps[ObjectIdentifier(content.show)] ?? .zero)
        }
    }

    // MARK: Parking

    /// Keeps what a leaving screen showed, for its return.
    func park(_ output: Output, _ now: MonotonicTime) {
        let key = ParkedContent.Key(connector: output.screen.connector, monitor: output.plan.monitor)
        let owner = ParkedContent.Owner()
        output.incoming = nil
        let time = max(output.show.time(at: now), output.composedFor)
        library.want(wants(output.scene, of: output.show, at: now, for: time), for: ObjectIdentifier(owner), now: now)
        library.want([], for: ObjectIdentifier(output), now: now)
        release(parked.removeValue(forKey: key), now)
        if parked.count >= ParkedContent.limit, let oldest = parked.min(by: { $0.value.since < $1.value.since }) {
            release(parked.removeValue(forKey: oldest.key), now)
        }
        parked[key] = ParkedContent(
            scene: output.scene, show: output.show, owner: owner, keepsPicturesUntil: now + ParkedContent.pictureTime,
            since: now)
    }

    private func release(_ content: ParkedContent?, _ now: MonotonicTime) {
        if let content { library.want([], for: ObjectIdentifier(content.owner), now: now) }
    }

    /// Lets go of the pictures of screens that have been away for long, and of those that are back.
    func unpark(_ now: MonotonicTime) {
        for (key, content) in parked {
            guard let time = content.keepsPicturesUntil, time <= now else { continue }
            release(content, now)
            parked[key]?.keepsPicturesUntil = nil
        }
    }
}
