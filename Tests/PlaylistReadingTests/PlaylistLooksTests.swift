import DisplayModel
import Paths
import Playlist
import Testing

@testable import PlaylistReading

@Suite struct PlaylistLooksTests {
    /// The style of an item with these keys.
    private func style(_ keys: String, top: String = "", sourceLocation: SourceLocation = #_sourceLocation) -> Style? {
        let disk = FakeDisk("\(top)\nitems: [{picture: a.png, \(keys)}]", ["own.frag": "text", "empty.glsl": ""])
        let outcome = disk.read()
        #expect(outcome.lines == [], sourceLocation: sourceLocation)
        return outcome.items.first?.style
    }

    @Test func looksAreRead() throws {
        let look = try #require(
            style(
                "fit: none, focus: 25% 1/5, background: '#102a43', opacity: 1/4, corner-radius: 5%+2px, margin: 1px 2% 3px 0"
            )?.look)
        #expect(look.fit == .none)
        #expect(look.focus == Focus(x: 0.25, y: 0.2))
        #expect(look.background == .color(try #require(Color(hex: "#102a43"))))
        #expect(look.opacity == 0.25)
        #expect(look.cornerRadius == Length(share: 0.05, pixels: 2))
        #expect(
            look.margin
                == Margin(top: Length(pixels: 1), right: Length(share: 0.02), bottom: Length(pixels: 3), left: .zero))
    }

    @Test func backgroundsHaveWords() {
        #expect(style("background: blurred")?.look.background == .blurred)
        #expect(style("background: none")?.look.background == Background.none)
    }

    @Test(arguments: Motion.named.map(\.key))
    func motionsHaveNames(name: String) {
        #expect(style("motion: \(name)")?.look.motion == Motion.named.first { $0.key == name }?.value)
    }

    @Test func motionsMayBeMadeUpOrTakenBack() {
        #expect(
            style("motion: {from: {zoom: 2.5, focus: 0% 100%}}")?.look.motion
                == Motion(from: Motion.View(focus: Focus(x: 0, y: 1), zoom: 2.5), to: Motion.View()))
        #expect(style("motion: none", top: "motion: zoom-in")?.look.motion == nil)
        #expect(style("opacity: 1/2", top: "motion: zoom-in")?.look.motion != nil, "inherited")
    }

    @Test func transitionsAreRead() {
        #expect(style("transition: cut")?.transition == .cut)
        #expect(style("transition: 0")?.transition == .cut)
        #expect(style("transition: 250ms")?.transition == Transition(.crossFade, duration: .milliseconds(250)))
        #expect(
            style("transition: wipe-left")?.transition
                == Transition(.builtIn("wipe", .left), duration: .seconds(1), easing: .easeInOut))
        #expect(
            style("transition: wipe-up", top: "transition: 2s")?.transition
                == Transition(.builtIn("wipe", .up), duration: .seconds(2), easing: .easeInOut),
            "its length is inherited")
        // One transition of two names.
        for spelling in ["transition: fade", "transition: cross-fade", "transition: {type: fade}", "transition: 1s"] {
            #expect(style(spelling)?.transition == Transition(.crossFade, duration: .seconds(1)), "\(spelling)")
        }
        #expect(
            style("transition: fade", top: "transition: cut")?.transition.duration == .seconds(1),
            "not that of a cut")
        #expect(
            style("transition: {type: cross-fade, duration: 3s, easing: ease-in}")?.transition
                == Transition(.crossFade, duration: .seconds(3), easing: .easeIn))
        #expect(
            style("transition: own.frag")?.transition
                == Transition(.custom(path: "own.frag"), duration: .seconds(1), easing: .linear))
    }

    @Test func aTransitionThatIsNoneIsTaughtWithItsLength() {
        let names = "one of cut, cross-fade, fade, wipe-left, wipe-right, wipe-up, wipe-down"
        let shader = "or the path of a shader (.frag, .glsl)"
        func lines(_ transition: String) -> [String] {
            FakeDisk("transition: \(transition)\nitems: [a.png]").read().lines
        }
        #expect(
            lines("500 ms") == [
                "main.yaml:1:13: error: transition is \(names), the length of a cross-fade such as 500ms, \(shader), not "
                    + "'500 ms'; did you mean '500ms'?"
            ])
        #expect(
            lines("crossfade") == [
                "main.yaml:1:13: error: transition is \(names), the length of a cross-fade such as 500ms, \(shader), not "
                    + "'crossfade'; did you mean 'cross-fade'?"
            ])
        #expect(
            lines("{type: 2s}") == [
                "main.yaml:1:20: error: type is \(names), \(shader), not '2s'; a length of time is written beside it: "
                    + "'duration: 2s'"
            ])
    }

    @Test func shadersAreTakenIn() {
        let disk = FakeDisk(
            "items: [{picture: a.png, transition: own.frag}, {picture: a.png, transition: empty.glsl}]",
            ["own.frag": "text", "empty.glsl": ""])
        let outcome = disk.read()
        #expect(outcome.lines == ["main.yaml:1:78: error: empty.glsl: it is empty"])
        #expect(outcome.shaders == ["own.frag": Array("text".utf8)])
        #expect(outcome.sources.files == ["main.yaml", "own.frag", "empty.glsl"])
    }

    @Test func aTransitionLongerThanItsSlideIsToldOnce() {
        func lines(_ text: String) -> [String] { FakeDisk(text).read().lines }
        let message = "the transition of 3.0 s is longer than the 2.0 s that the slide shows; it is cut to that"
        #expect(
            lines("transition: 3s\nitems: [{duration: 2s, items: [a.png, {picture: b.png}]}]")
                == ["main.yaml:2:20: warning: \(message)"])
        #expect(
            lines("transition: 3s\nitems: [{picture: a.png, duration: 2s, transition: fade}]")
                == ["main.yaml:2:52: warning: \(message)"], "also where its length is inherited")
        #expect(lines("duration: 500ms\nitems: [a.png]") == [], "the default stands in nobody's way")
    }

    @Test(arguments: [
        ("0", 0, 0), ("25%", 0.25, 0), ("12.5px", 0, 12.5), ("1/4", 0.25, 0), ("100%-120px", 1, -120),
        ("-10px+50%", 0.5, -10), ("1/2-1/4+3px", 0.25, 3),
    ])
    func lengthsAreSums(text: String, share: Double, pixels: Double) {
        #expect(Length(text: text) == Length(share: share, pixels: pixels))
    }

    @Test(arguments: [
        "", "5", "px", "%", "1/0", "1/", "/2", "--1px", "1px2", "1 2px", "5 %", "1e3px", "nan%", "0x1px", "1px+", "٣px",
        "10001%", "100001px",
    ])
    func whatIsNoLengthIsNone(text: String) {
        #expect(Length(text: text) == nil)
    }

    @Test(arguments: [
        ("0 0 100% 100%", true), ("0 0 0 100%", false), ("0 0 -10px 100%", false), ("0 0 100%-9px 1px", true),
        ("0 0 100%", false), ("0,0,1px,1px", false),
    ])
    func areasHaveASize(text: String, isGood: Bool) {
        #expect((Area(text: text) != nil) == isGood)
    }

    @Test(arguments: [
        ("100% 0 1px 1px", true), ("100%-1px 0 1px 1px", false), ("-50% 0 50% 100%", true), ("0 -20px 100% 20px", true),
        ("0 -20px 100% 21px", false), ("0 100% 10% 10%", true),
    ])
    func areasMayLieOutside(text: String, isOutside: Bool) {
        #expect(Area(text: text)?.isOutside == isOutside)
    }

    /// Of what depends on the screen's size nothing is known.
    @Test(arguments: [
        ("80% 0 30% 100%", "10% beyond the right edge"), ("80% 0 20% 100%", nil), ("1/3 0 2/3 100%", nil),
        ("66.67% 0 33.34% 100%", nil), ("0 100%-120px 100% 125px", "5px beyond the lower edge"),
        ("-10px -2.5% 50% 50%", "10px beyond the left edge and 2.5% beyond the upper edge"),
        ("50% 0 60%+20px 100%", "10%+20px beyond the right edge"), ("50% 0 1000px 100%", nil),
        ("10% 0 100%-80px 100%", nil),
    ])
    func areasMayReachBeyondTheEdges(text: String, overhang: String?) {
        #expect(Area(text: text)?.overhang == overhang)
    }

    @Test func whatIsCutOffIsTold() {
        #expect(
            FakeDisk("zones: [{area: 80% 0 30% 100%, picture: a.png}]").read().lines == [
                "main.yaml:1:16: warning: this zone reaches 10% beyond the right edge of the screen, where nothing of it is "
                    + "seen"
            ])
        #expect(
            FakeDisk("zones: [{area: 0 0 50% 50%, zones: [{area: 0 0 100% 120%, picture: a.png}]}]").read().lines == [
                "main.yaml:1:44: warning: this zone reaches 20% beyond the lower edge of the zone that it lies in"
            ])
    }
}
