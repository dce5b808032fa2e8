/// The shader files of this folder, embedded in the program so that it needs no file beside it.
public enum ShaderFile: String, CaseIterable, Sendable {
    case pictureVertex = "picture.vert"
    case pictureFragment = "picture.frag"
    case crossFadeFragment = "crossfade.frag"

    /// The text of the file: GLSL ES 1.00, UTF-8.
    public var source: [UInt8] {
        switch self {
        case .pictureVertex: PackageResources.picture_vert
        case .pictureFragment: PackageResources.picture_frag
        case .crossFadeFragment: PackageResources.crossfade_frag
        }
    }
}
