import DisplayModel
import DisplayPlanning
import SlideComposition

extension OutputWish {
    /// Where the content goes on a screen of a size.
    func placement(on output: Size) -> Placement {
        overscan.placement(on: output, orientation: orientation ?? .normal)
    }
}
