import Paths
import Playlist
import SlideComposition
import Testing
import Timing

/// Slides that would leave as soon as they come.
@Suite struct BeginningTests {
    private let tolerance = Duration.milliseconds(33)

    private func item(_ name: String) -> Item {
        Item(.picture(path: FilePath(name)), duration: .seconds(5))
    }

    private func timeline(_ names: String) -> Timeline { Timeline(ItemList(names.map { item("\($0)") })) }

    private func compose(
        _ player: inout SlidePlayer, at milliseconds: Int, of timeline: Timeline
    ) -> SlidePlayer.Composition {
        player.compose(at: .milliseconds(milliseconds), of: timeline, tolerance: tolerance) { slide in
            ReadySlide(slide)
        }
    }

    private func summary(_ composition: SlidePlayer.Composition) -> String {
        switch composition.content {
        case .nothing: "-"
        case .still(let slide, _): "\(slide.slide)"
        case .change(let from, _, let to, _, let progress): "\(from.slide)>\(to.slide) \(progress)"
        case .appearing(let slide, _, let progress): "->\(slide.slide) \(progress)"
        case .vanishing(let slide, _, let progress): "\(slide.slide)>- \(progress)"
        }
    }

    /// At 4.2 s the first has less time left than its transition takes.
    @Test func whatIsAllButOverDoesNotFlashUp() {
        var player = SlidePlayer()
        player.begin()
        #expect(player.needs(at: .milliseconds(4200), of: timeline("abc")).first?.slide.description == "b")
        let first = compose(&player, at: 4200, of: timeline("abc"))
        #expect(summary(first) == "b" && first.nextChange == .seconds(10))
        #expect(summary(compose(&player, at: 4900, of: timeline("abc"))) == "b")
        #expect(summary(compose(&player, at: 5500, of: timeline("abc"))) == "b", "it is there already")
        #expect(summary(compose(&player, at: 10_500, of: timeline("abc"))) == "b>c 0.5")
        var early = SlidePlayer()
        early.begin()
        #expect(summary(compose(&early, at: 3900, of: timeline("abc"))) == "a")
        var exported = SlidePlayer()
        #expect(summary(compose(&exported, at: 4200, of: timeline("abc"))) == "a", "a picture of a moment is exact")
    }

    @Test func norDoesItAtATakeOver() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 3000, of: timeline("ab"))) == "a")
        player.timelineJumped()
        let new = timeline("xyz")
        #expect(summary(compose(&player, at: 4400, of: new)) == "a>y 0.0")
        #expect(summary(compose(&player, at: 4900, of: new)) == "a>y 0.5")
        #expect(summary(compose(&player, at: 5200, of: new)) == "a>y 0.8")
        #expect(summary(compose(&player, at: 6000, of: new)) == "y")
        #expect(summary(compose(&player, at: 10_500, of: new)) == "y>z 0.5")
    }
}
