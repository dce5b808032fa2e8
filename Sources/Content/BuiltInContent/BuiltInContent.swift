/// What Vitrine shows when nothing else can be shown. It is part of the program, so no disk can take it away.
public enum BuiltInContent {
    /// A PNG with transparent surroundings, drawn by `scripts/make-built-in-picture`.
    public static var picture: [UInt8] { PackageResources.picture_png }

    /// An MP4 of two frames of H.264, to see whether films can be decoded. Made by `scripts/make-built-in-film`.
    public static var film: [UInt8] { PackageResources.film_mp4 }
}
