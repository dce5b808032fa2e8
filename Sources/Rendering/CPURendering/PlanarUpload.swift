public import DisplayModel
public import Rendering

extension CPURenderer {
    public func upload(
        _ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        try id.check(frame, of: pictures[id]?.size, byteCount: pixels.count)
        guard let picture = pictures[id], unsafe picture.upload(frame, pixels) else {
            throw RenderingError(
                operation: "upload a frame to picture \(id.rawValue)",
                reason: "no memory to turn a frame of \(frame.layout.size)")
        }
    }
}
