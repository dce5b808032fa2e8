import Testing

@testable import Playlist

@Suite struct SlideshowTests {
    private let show = Slideshow(count: 3, duration: .seconds(5), transition: .seconds(1))

    @Test func slidesFollowOneAnother() throws {
        let start = try #require(show.moment(at: .zero))
        #expect(start.slide == 0)
        #expect(start.leaving == nil, "the first slide of all comes without a transition")
        #expect(start.upcoming == .init(slide: 1, begins: .seconds(5)))

        let fading = try #require(show.moment(at: .milliseconds(5250)))
        #expect(fading.slide == 1)
        #expect(fading.leaving == .init(slide: 0, progress: 0.25))

        let resting = try #require(show.moment(at: .milliseconds(6000)))
        #expect(resting.leaving == nil)

        let around = try #require(show.moment(at: .milliseconds(15500)))
        #expect(around.slide == 0)
        #expect(around.leaving == .init(slide: 2, progress: 0.5))
    }

    @Test func theTimeOfABrokenSlideGoesToTheNext() throws {
        var show = show
        show.broken = [1]
        let moment = try #require(show.moment(at: .milliseconds(10_500)))
        #expect(moment.slide == 2)
        #expect(moment.began == .seconds(5))
        #expect(moment.leaving == nil, "its transition was when the broken slide's would have been")
        #expect(moment.upcoming == .init(slide: 0, begins: .seconds(15)))
        #expect(show.moment(at: .milliseconds(5500))?.leaving == .init(slide: 0, progress: 0.5))
    }

    @Test func oneSlideAloneNeverChanges() {
        for moment in [Slideshow(count: 1, duration: .seconds(5), transition: .seconds(1)).moment(at: .seconds(7))] {
            #expect(moment == .init(slide: 0, began: .zero))
        }
        var show = show
        show.broken = [0, 2]
        #expect(show.moment(at: .seconds(1234)) == .init(slide: 1, began: .zero))
    }

    @Test func nothingPlayableIsNothing() {
        var show = show
        show.broken = [0, 1, 2]
        #expect(show.moment(at: .seconds(3)) == nil)
        #expect(Slideshow(count: 0, duration: .seconds(1), transition: .zero).moment(at: .zero) == nil)
    }

    @Test func aTransitionIsNeverLongerThanItsSlide() {
        #expect(Slideshow(count: 2, duration: .seconds(2), transition: .seconds(9)).transition == .seconds(2))
    }

    /// Whatever is broken: each moment's slide can be shown, the next change lies ahead, and right before it the same
    /// slide still shows.
    @Test(arguments: 1...6) func momentsAgreeWithOneAnother(count: Int) throws {
        for pattern in 0..<(1 << count) - 1 {
            var show = Slideshow(count: count, duration: .milliseconds(400), transition: .milliseconds(100))
            show.broken = Set((0..<count).filter { pattern & (1 << $0) != 0 })
            for step in 0..<(count * 12) {
                let elapsed = Duration.milliseconds(step * 50)
                let moment = try #require(show.moment(at: elapsed))
                #expect(!show.broken.contains(moment.slide))
                #expect(moment.began <= elapsed)
                guard let upcoming = moment.upcoming else { continue }
                #expect(upcoming.begins > elapsed)
                #expect(upcoming.slide != moment.slide)
                #expect(show.moment(at: upcoming.begins - .nanoseconds(1))?.slide == moment.slide)
                let next = try #require(show.moment(at: upcoming.begins))
                #expect(next.slide == upcoming.slide)
                #expect(next.began == upcoming.begins)
                #expect(next.leaving?.slide == moment.slide)
            }
        }
    }
}
