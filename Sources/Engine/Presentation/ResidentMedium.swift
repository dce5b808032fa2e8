import DisplayModel
import Media
import Rendering
import Timing

/// A medium's frames in a renderer's textures: one texture for each slot.
struct ResidentMedium {
    private struct Texture {
        var picture: ReadyPicture
        /// How much of the frame is uploaded.
        var rows = 0
    }

    private var slots: [SlotNumber: Texture] = [:]
    /// The frame that became ready last.
    private(set) var last: ReadyPicture?
    /// Whether it has one frame only, and that is here.
    var isComplete = false
    /// The renderer has no room for it: when it is tried again. Until then it does as if it could not be shown.
    var retryAt: MonotonicTime?

    var textures: [PictureID] { slots.values.map(\.picture.id) }
    var still: ReadyPicture? { isComplete ? last : nil }

    /// The frame, if all of it is in its texture.
    func picture(of sample: MediaSample) -> ReadyPicture? {
        guard let texture = slots[sample.slot], texture.picture.version == sample.version,
            texture.rows == sample.size.height
        else { return nil }
        return texture.picture
    }

    /// Uploads at most so many bytes of a frame, but at least a row.
    /// - Returns: whether all of it is there.
    mutating func upload(
        _ sample: MediaSample, atMost bytes: Int, _ renderer: any FrameRenderer
    ) throws(RenderingError) -> Bool {
        var texture = try texture(for: sample, renderer)
        let (memory, stride): (any PixelMemory, Int)
        switch sample.pixels {
        case .memory(let pixels, let bytes): (memory, stride) = (pixels, bytes)
        case .planar(let pixels, let frame):
            // All at once: its planes need no more than three eighths of what a picture of its size does.
            try unsafe pixels.withPixels { bytes throws(RenderingError) in
                try unsafe renderer.upload(texture.picture.id, frame: frame, pixels: bytes)
            }
            texture.rows = sample.size.height
            slots[sample.slot] = texture
            last = texture.picture
            return true
        case .dmaBuf:
            throw RenderingError(operation: "import a dma-buf", reason: "this renderer takes pixels in memory only")
        }
        let rows = texture.rows..<min(sample.size.height, texture.rows + max(1, bytes / stride))
        try unsafe memory.withPixels { pixels throws(RenderingError) in
            let part = unsafe pixels[rows.lowerBound * stride..<min(rows.upperBound * stride, pixels.count)]
            try unsafe renderer.upload(
                texture.picture.id, rows: rows, stride: stride, pixels: UnsafeRawBufferPointer(rebasing: part))
        }
        texture.rows = rows.upperBound
        slots[sample.slot] = texture
        guard texture.rows == sample.size.height else { return false }
        last = texture.picture
        return true
    }

    /// The slot's texture, made anew where the size is another one.
    private mutating func texture(
        for sample: MediaSample, _ renderer: any FrameRenderer
    ) throws(RenderingError) -> Texture {
        let id = PictureID(rawValue: sample.slot.rawValue)
        if var texture = slots[sample.slot], texture.picture.size == sample.size {
            if texture.picture.version != sample.version {
                if last?.id == id { last = nil }
                texture.picture.version = sample.version
                texture.rows = 0
                slots[sample.slot] = texture
            }
            return texture
        }
        if slots[sample.slot] != nil { renderer.discardPicture(id) }
        try renderer.createPicture(id, size: sample.size)
        let picture = ReadyPicture(
            id: id, size: sample.size, version: sample.version, pixelAspect: sample.pixelAspect)
        let texture = Texture(picture: picture)
        slots[sample.slot] = texture
        return texture
    }
}
