public import DisplayModel

/// A picture that is ready to be drawn.
public struct ReadyPicture: Hashable, Sendable {
    public var id: PictureID
    /// In pixels, as it was uploaded.
    public var size: Size
    /// Counts what was uploaded under the id: the same id and version are the same pixels.
    public var version: UInt64
    /// A pixel's width by its height.
    public var pixelAspect: Double

    public init(id: PictureID, size: Size, version: UInt64 = 0, pixelAspect: Double = 1) {
        self.id = id
        self.size = size
        self.version = version
        self.pixelAspect = pixelAspect
    }
}
