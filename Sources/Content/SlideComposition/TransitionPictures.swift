public import Playlist
import Rendering

extension Slide {
    /// One look for the pictures of transitions: over all of the zone, as their coordinates run.
    private static let transitionPictureStyle: Style = {
        var look = Look()
        look.fit = .stretch
        return Style(look, .cut)
    }()

    /// The pictures that the transition needs which brings it in, each made ready as a slide's is; by the names of its
    /// uniforms.
    var transitionPictures: [(name: String, slide: Slide)] {
        guard case .custom(_, let pictures) = style.transition.kind else { return [] }
        return pictures.sorted { $0.key < $1.key }.map { name, path in
            (name, Slide(.picture(path: path), style: Self.transitionPictureStyle))
        }
    }

    /// Whether it is never shown itself, but is what others are mixed with.
    public var isTransitionPicture: Bool { style === Self.transitionPictureStyle }
}

extension ReadySlide {
    /// With the pictures of its transition, if all of them are ready.
    func withTransitionPictures(_ ready: (Slide) -> ReadySlide?) -> ReadySlide {
        let wanted = slide.transitionPictures
        guard !wanted.isEmpty else { return self }
        var result = self
        for (name, slide) in wanted {
            guard let picture = ready(slide)?.picture else { return self }
            result.transitionPictures[name] = picture.id
        }
        return result
    }

    /// How it comes: by a cross-fade as long as its transition lacks pictures.
    var transitionKind: Transition.Kind {
        let kind = slide.style.transition.kind
        guard case .custom(_, let pictures) = kind, pictures.count != transitionPictures.count else { return kind }
        return .crossFade
    }
}
