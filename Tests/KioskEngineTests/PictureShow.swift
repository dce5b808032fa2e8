import Paths
import Playlist
import SlideComposition
import Timing

@testable import KioskEngine

extension Show {
    /// Pictures that follow one another, from the moment when the first screen is lit.
    convenience init(pictures: [FilePath], duration: Duration, transition: Duration) {
        let style = Style(Look(), transition == .zero ? .cut : Transition(.crossFade, duration: transition))
        let item = Item(.pictures(paths: pictures, .listed), duration: duration, style: style)
        self.init(
            Playlist(zones: [Zone(content: ItemList([item]))], sync: .start),
            clock: WallClock(origin: WallTime(seconds: 1_800_000_000)), now: MonotonicTime(nanoseconds: 1_000_000_000))
    }
}
