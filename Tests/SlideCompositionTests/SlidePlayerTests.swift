import DisplayModel
import Playlist
import SlideComposition
import Testing

@Suite struct SlidePlayerTests {
    private let placement = Placement(output: Size(width: 100, height: 100))
    private let show = Slideshow(count: 3, duration: .seconds(5), transition: .seconds(1))
    private let tolerance = Duration.milliseconds(33)

    private func picture(_ slide: Int) -> ReadyPicture {
        ReadyPicture(id: PictureID(rawValue: UInt64(slide)), size: placement.output)
    }

    private func compose(
        _ player: inout SlidePlayer, at milliseconds: Int, without missing: Set<Int> = []
    ) -> SlidePlayer.Composition {
        player.compose(at: .milliseconds(milliseconds), of: show, in: placement, tolerance: tolerance) {
            missing.contains($0) ? nil : picture($0)
        }
    }

    /// What a frame shows, in short: `1`, or `0>1 0.25`.
    private func summary(_ frame: FrameDescription) -> String {
        switch frame.commands.last {
        case .picture(let placed, _, _, _): "\(placed.picture.rawValue)"
        case .crossFade(let from, let to, _, let progress):
            "\(from.picture.rawValue)>\(to.picture.rawValue) \(progress)"
        case .clear, nil: "-"
        }
    }

    @Test func withEverythingReadyAFrameDependsOnTheMomentAlone() {
        var playing = SlidePlayer()
        for milliseconds in stride(from: 0, through: 40_000, by: 370) {
            var fresh = SlidePlayer()
            let (a, b) = (compose(&playing, at: milliseconds), compose(&fresh, at: milliseconds))
            #expect(summary(a.frame) == summary(b.frame), "at \(milliseconds) ms")
            #expect(a.frame == b.frame)
        }
    }

    @Test func theOldSlideStaysUntilTheNewOneIsThere() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 4_990).frame) == "0")
        let held = compose(&player, at: 5_200, without: [1])
        #expect(summary(held.frame) == "0")
        #expect(held.missing == 1)
        // It comes 1.5 s late: its transition begins then, from what is on screen.
        let arrives = compose(&player, at: 6_500)
        #expect(summary(arrives.frame) == "0")
        #expect(arrives.nextChange == .milliseconds(6_500))
        #expect(summary(compose(&player, at: 6_750).frame) == "0>1 0.25")
        #expect(summary(compose(&player, at: 7_500).frame) == "1")
        // The next slide is on time again.
        #expect(summary(compose(&player, at: 10_500).frame) == "1>2 0.5")
    }

    /// One picture takes longer to decode than it would show, and the decoder does one after another, always the one
    /// that is needed most.
    @Test func whereDecodingCannotKeepUpSlidesChangeWhenTheyCan() {
        var player = SlidePlayer()
        var ready: Set<Int> = []
        var decoding: (slide: Int, done: Int)?
        var shown: [Int] = []
        for milliseconds in stride(from: 0, to: 120_000, by: 100) {
            if let job = decoding, job.done <= milliseconds {
                ready.insert(job.slide)
                decoding = nil
            }
            let composition = compose(&player, at: milliseconds, without: Set(0..<3).subtracting(ready))
            if let slide = composition.slide, shown.last != slide { shown.append(slide) }
            let needs = player.needs(at: .milliseconds(milliseconds), of: show).map(\.slide)
            ready.formIntersection(needs)
            if let job = decoding, !needs.contains(job.slide) { decoding = nil }
            if decoding == nil, let next = needs.first(where: { !ready.contains($0) }) {
                decoding = (next, milliseconds + 12_000)
            }
        }
        #expect(shown.count >= 6, "\(shown)")
        #expect(Set(shown) == [0, 1, 2], "\(shown)")
    }

    @Test func aScreenThatJoinsInTheMiddleOfATransitionShowsThatMoment() {
        var player = SlidePlayer()
        #expect(summary(compose(&player, at: 5_500).frame) == "0>1 0.5")
        var without = SlidePlayer()
        #expect(summary(compose(&without, at: 5_500, without: [0]).frame) == "1")
    }

    @Test func nothingReadyIsBlack() {
        var player = SlidePlayer()
        let composition = compose(&player, at: 0, without: [0, 1, 2])
        #expect(composition.frame == .empty(placement))
        #expect(composition.missing == 0)
    }

    @Test func itNeedsWhatShowsAndWhatComes() {
        var player = SlidePlayer()
        func slides(at milliseconds: Int) -> [Int] {
            player.needs(at: .milliseconds(milliseconds), of: show).map(\.slide)
        }
        #expect(slides(at: 0) == [0, 1])
        _ = compose(&player, at: 5_500)
        #expect(slides(at: 5_500) == [1, 0, 2])
        #expect(slides(at: 6_500) == [1, 2], "what has left is let go")
    }
}
