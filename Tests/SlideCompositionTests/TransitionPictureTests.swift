import DisplayModel
import Paths
import Playlist
import Rendering
import Testing
import Timing

@testable import SlideComposition

/// Transitions with pictures beside the two slides.
@Suite struct TransitionPictureTests {
    private static let style = Style(
        Look(), Transition(.custom(path: "luma.glsl", pictures: ["luma": "9"]), duration: .seconds(1)))
    private let show = Timeline(
        ItemList((0..<3).map { Item(.picture(path: "\($0)"), duration: .seconds(5), style: style) }))
    private let layout = SlideLayout(Placement(output: Size(width: 100, height: 100)))

    /// What mixes the slides at a moment.
    private func shader(
        _ player: inout SlidePlayer, at milliseconds: Int, without missing: Set<FilePath> = []
    ) -> TransitionShader? {
        let composition = player.compose(
            at: .milliseconds(milliseconds), of: show, tolerance: .milliseconds(33)
        ) { slide in
            guard let path = slide.path, !missing.contains(path), let number = UInt64("\(path)") else { return nil }
            return ReadySlide(
                slide,
                picture: ReadyPicture(id: PictureID(rawValue: number), size: Size(width: 100, height: 100)))
        }
        for case .transition(let shader, _, _, _, _, _) in ZoneFrame(composition.content, in: layout).commands {
            return shader
        }
        return nil
    }

    @Test func theyAreNeededWithTheirSlide() {
        let needs = SlidePlayer().needs(at: .milliseconds(2_000), of: show)
        #expect(needs.map(\.slide.path) == ["0", "9", "1"])
        #expect(needs.filter { $0.slide.isTransitionPicture }.count == 1)
        let spec = needs.first { $0.slide.isTransitionPicture }.flatMap { layout.spec(for: $0.slide) }
        #expect(spec?.fit == .stretch && spec?.box == Size(width: 100, height: 100), "no larger than the screen")
    }

    @Test func theShaderGetsThem() {
        var player = SlidePlayer()
        #expect(
            shader(&player, at: 5_500)
                == TransitionShader(name: "luma.glsl", pictures: ["luma": PictureID(rawValue: 9)]))
    }

    /// What begins as a cross-fade stays one to its end; the next transition is as it is meant.
    @Test func withoutThemTheSlidesAreCrossFaded() {
        var player = SlidePlayer()
        #expect(shader(&player, at: 5_200, without: ["9"]) == nil)
        #expect(shader(&player, at: 5_500) == nil)
        #expect(shader(&player, at: 10_500)?.name == "luma.glsl")
    }

    @Test func brokenOnesAreNotAskedForAgain() {
        show.circumstances.broken = ["9"]
        #expect(SlidePlayer().needs(at: .milliseconds(2_000), of: show).map(\.slide.path) == ["0", "1"])
    }
}
