import Playlist

@testable import SlideComposition

extension SlideMedium {
    var picture: PictureSpec? { if case .picture(let spec) = self { spec } else { nil } }
}

extension SlideLayout {
    func spec(for slide: Slide) -> PictureSpec? { medium(for: slide)?.picture }
}

extension ScenePlayer.Need {
    var picture: PictureSpec? { medium.picture }
}
