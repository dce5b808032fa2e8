import DisplayModel
import Paths
import Playlist
import Rendering
import SlideComposition
import Testing

/// Zones with timelines of their own, all in one frame.
@Suite struct ScenePlayerTests {
    private let placement = Placement(output: Size(width: 200, height: 100))
    private let tolerance = Duration.milliseconds(33)

    private func zone(
        _ name: String?, _ area: Area, _ pictures: String, seconds: Int, _ transition: Transition = .standard
    ) -> SceneZone {
        let items = pictures.map {
            Item(.picture(path: "\($0)"), duration: .seconds(seconds), style: Style(Look(), transition))
        }
        return SceneZone(name: name, area: area, timeline: Timeline(ItemList(items)))
    }

    private let left = Area(x: .zero, y: .zero, width: Length(share: 0.5), height: Length(share: 1))
    private let right = Area(x: Length(share: 0.5), y: .zero, width: Length(share: 0.5), height: Length(share: 1))

    private func player(_ zones: SceneZone...) -> ScenePlayer { ScenePlayer(Scene(zones: zones), in: placement) }

    private func ready(_ slide: Slide, _ layout: SlideLayout) -> ReadySlide? {
        let id = PictureID(rawValue: UInt64(slide.path?.bytes.first ?? 0))
        return ReadySlide(slide, picture: ReadyPicture(id: id, size: layout.box(for: slide.style.look)))
    }

    private func compose(
        _ player: inout ScenePlayer, at milliseconds: Int, without missing: String = ""
    ) -> ScenePlayer.Composition {
        player.compose(at: .milliseconds(milliseconds), tolerance: tolerance) { slide, layout, _ in
            missing.contains(slide.description) ? nil : ready(slide, layout)
        }
    }

    /// The pictures that are drawn, in order.
    private func drawn(_ frame: FrameDescription) -> String {
        func name(_ picture: PlacedPicture?) -> String {
            picture.flatMap { Unicode.Scalar(UInt32($0.picture.rawValue)) }.map { "\($0)" } ?? "-"
        }
        return frame.commands.map { command in
            switch command {
            case .clear: "."
            case .picture(let picture, _, _, _): name(picture)
            case .crossFade(let from, let to, _, _): "(\(name(from))\(name(to)))"
            case .surface(let surface, _, _): name(surface.picture)
            case .transition(_, let from, let to, _, _, _): "[\(name(from.picture))\(name(to.picture))]"
            }
        }.joined()
    }

    @Test func zonesComeInTheirOrder() {
        var player = player(zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3))
        #expect(drawn(compose(&player, at: 0).frame) == ".ax")
        #expect(drawn(compose(&player, at: 4500).frame) == ".ay")
        #expect(drawn(compose(&player, at: 6500).frame) == ".b(yz)")
        var turned = self.player(zone("r", right, "xyz", seconds: 3), zone("l", left, "ab", seconds: 5))
        #expect(drawn(compose(&turned, at: 0).frame) == ".xa")
        var over = self.player(zone("below", .whole, "ab", seconds: 5), zone("above", right, "xyz", seconds: 3))
        #expect(drawn(compose(&over, at: 0).frame) == "ax")
    }

    @Test func theEarliestChangeIsTheNext() {
        var player = player(
            zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3), zone(nil, left, "q", seconds: 1))
        #expect(compose(&player, at: 1000).nextChange == .seconds(3))
        let moving = compose(&player, at: 3500)
        #expect(moving.isMoving && moving.nextChange == .milliseconds(3500))
        let resting = compose(&player, at: 4500)
        #expect(!resting.isMoving && resting.nextChange == .seconds(5))
        var still = self.player(zone(nil, .whole, "q", seconds: 1))
        #expect(compose(&still, at: 1000).nextChange == nil)
    }

    @Test func oneZoneMayWaitWhileOthersShow() {
        var player = player(zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3))
        let half = compose(&player, at: 0, without: "x")
        #expect(half.isMissing && half.showsSomething)
        #expect(drawn(half.frame) == ".a")
        let nothing = compose(&player, at: 0, without: "a")
        #expect(drawn(nothing.frame) == ".x", "what was shown and is not there any more is not drawn")
        var fresh = self.player(zone("l", left, "ab", seconds: 5))
        #expect(!compose(&fresh, at: 0, without: "ab").showsSomething)
        #expect(!compose(&player, at: 0).isMissing)
    }

    @Test func needsAreByTheTimeTheyAreDue() {
        let player = player(zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3))
        let needs = player.needs(at: .seconds(4))
        #expect(needs.map(\.picture?.path) == ["a", "y", "b", "z"])
        #expect(needs.map(\.due) == [.zero, .seconds(3), .seconds(5), .seconds(6)])
        #expect(needs.allSatisfy { $0.picture?.box == Size(width: 100, height: 100) })
        #expect(player.needs(at: .seconds(4), ahead: 0).map(\.picture?.path) == ["a", "y"])
    }

    @Test func aZoneWithoutAPlaceIsNone() {
        let nowhere = Area(x: Length(share: 1), y: .zero, width: Length(share: 1), height: Length(share: 1))
        #expect(player(zone("l", left, "a", seconds: 5), zone("n", nowhere, "x", seconds: 5)).zones.count == 1)
    }

    // MARK: One after another

    @Test func anotherSceneTakesOverWhatShows() {
        var old = player(zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3))
        _ = compose(&old, at: 2000)
        var new = player(zone("r", right, "mn", seconds: 5), zone("l", left, "pq", seconds: 5))
        new.take(over: old)
        #expect(drawn(compose(&new, at: 2000, without: "mp").frame) == ".xa", "by their names")
        #expect(drawn(compose(&new, at: 2100).frame) == ".xa", "as their transitions begin")
        #expect(drawn(compose(&new, at: 2600).frame) == ".(xm)(ap)")
        #expect(drawn(compose(&new, at: 3500).frame) == ".mp")
    }

    @Test func theSamePlaceIsTakenOverWhateverItsName() {
        var old = player(zone(nil, .whole, "ab", seconds: 5))
        _ = compose(&old, at: 2000)
        var new = player(zone("main", .whole, "pq", seconds: 5), zone("side", right, "x", seconds: 5))
        new.take(over: old)
        #expect(drawn(compose(&new, at: 2000, without: "px").frame) == "a")
        // Two in one place: the name decides.
        var two = player(zone("one", .whole, "ab", seconds: 5), zone("two", .whole, "xy", seconds: 5))
        _ = compose(&two, at: 2000)
        var next = player(zone("two", .whole, "pq", seconds: 5))
        next.take(over: two)
        #expect(drawn(compose(&next, at: 2000, without: "p").frame) == "x")
    }

    @Test func anotherPlaceIsNotTakenOver() {
        var old = player(zone("l", left, "ab", seconds: 5))
        _ = compose(&old, at: 2000)
        var new = player(zone("l", right, "pq", seconds: 5))
        new.take(over: old)
        #expect(drawn(compose(&new, at: 2000, without: "p").frame) == ".")
    }

    @Test func theSameSceneGoesOnOnAnotherScreen() {
        let zones = [zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3)]
        var old = ScenePlayer(Scene(zones: zones), in: placement)
        _ = compose(&old, at: 4900)
        _ = compose(&old, at: 5000, without: "b")
        _ = compose(&old, at: 5500)
        let larger = Placement(output: Size(width: 400, height: 200))
        var new = ScenePlayer(Scene(zones: zones), in: larger)
        new.resume(old)
        #expect(drawn(compose(&new, at: 5750).frame) == ".(ab)y", "a transition that was put off is where it was")
        var fresh = ScenePlayer(Scene(zones: zones), in: larger)
        #expect(compose(&fresh, at: 5750).frame != compose(&new, at: 5750).frame)
    }

    @Test func allZonesJumpAndShift() {
        let zones = [zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 5)]
        var jumping = ScenePlayer(Scene(zones: zones), in: placement)
        _ = compose(&jumping, at: 2000)
        jumping.timelineJumped()
        #expect(drawn(compose(&jumping, at: 7000).frame) == ".ax")
        #expect(drawn(compose(&jumping, at: 7500).frame) == ".(ab)(xy)")

        for zone in zones { zone.timeline.circumstances.start = .zero }
        var shifted = ScenePlayer(Scene(zones: zones), in: placement)
        _ = compose(&shifted, at: 4000)
        _ = compose(&shifted, at: 5500, without: "by")
        _ = compose(&shifted, at: 6000)
        for zone in zones { zone.timeline.circumstances.start = .seconds(100) }
        shifted.shift(by: .seconds(100))
        #expect(drawn(compose(&shifted, at: 106_500).frame) == ".(ab)(xy)")
    }

    // MARK: Rehearsal

    private func rehearsal(_ player: ScenePlayer, at seconds: Int = 2, without missing: String = "")
        -> FrameDescription?
    {
        player.rehearsal(at: .seconds(seconds)) { missing.contains($0.description) ? nil : ready($0, $1) }
    }

    @Test func theNextTransitionIsRehearsed() throws {
        let player = player(zone("l", left, "ab", seconds: 5), zone("r", right, "xyz", seconds: 3))
        let frame = try #require(rehearsal(player))
        #expect(drawn(frame) == ".(ab)")
        guard case .crossFade(_, _, _, 0.5) = frame.commands.last else {
            Issue.record("\(frame)")
            return
        }
        #expect(rehearsal(player, without: "b").map(drawn) == ".(xy)", "one whose pictures are there")
        #expect(rehearsal(player, without: "by") == nil)
    }

    @Test func whereNothingMovesNothingIsRehearsed() {
        #expect(rehearsal(player(zone(nil, .whole, "a", seconds: 5))) == nil)
        #expect(rehearsal(player(zone(nil, .whole, "ab", seconds: 5, .cut))) == nil)
        #expect(rehearsal(player(zone(nil, .whole, "", seconds: 5))) == nil)
        #expect(rehearsal(player(zone(nil, .whole, "aab", seconds: 5))) == nil, "the same again is no change")
        #expect(rehearsal(player(zone(nil, .whole, "aab", seconds: 5)), at: 7).map(drawn) == "(ab)")
    }
}
