/// The shader files of this folder, embedded in the program so that it needs no file beside it.
public enum ShaderFile: String, CaseIterable, Sendable {
    case pictureVertex = "picture.vert"
    case ditherFragment = "dither.frag"
    case pictureFragment = "picture.frag"
    case crossFadeFragment = "crossfade.frag"
    case maskFragment = "mask.frag"
    case surfaceFragment = "surface.frag"
    case videoFragment = "video.frag"
    case transitionPrelude = "transition-prelude.frag"
    case circle = "transitions/circle.frag"
    case dissolve = "transitions/dissolve.frag"
    case fade = "transitions/fade.frag"
    case fadeBlack = "transitions/fade-black.frag"
    case fadeWhite = "transitions/fade-white.frag"
    case push = "transitions/push.frag"
    case slide = "transitions/slide.frag"
    case wipe = "transitions/wipe.frag"
    case zoom = "transitions/zoom.frag"

    /// A built-in transition by its name: that of its file.
    public static func transition(_ name: String) -> ShaderFile? { ShaderFile(rawValue: "transitions/\(name).frag") }

    /// The text of the file: GLSL ES 1.00, UTF-8.
    public var source: [UInt8] {
        switch self {
        case .pictureVertex: PackageResources.picture_vert
        case .ditherFragment: PackageResources.dither_frag
        case .pictureFragment: PackageResources.picture_frag
        case .crossFadeFragment: PackageResources.crossfade_frag
        case .maskFragment: PackageResources.mask_frag
        case .surfaceFragment: PackageResources.surface_frag
        case .videoFragment: PackageResources.video_frag
        case .transitionPrelude: PackageResources.transition_prelude_frag
        case .circle: PackageResources.circle_frag
        case .dissolve: PackageResources.dissolve_frag
        case .fade: PackageResources.fade_frag
        case .fadeBlack: PackageResources.fade_black_frag
        case .fadeWhite: PackageResources.fade_white_frag
        case .push: PackageResources.push_frag
        case .slide: PackageResources.slide_frag
        case .wipe: PackageResources.wipe_frag
        case .zoom: PackageResources.zoom_frag
        }
    }
}
