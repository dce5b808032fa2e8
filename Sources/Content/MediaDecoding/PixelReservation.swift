import LinuxSystem

/// The memory that the pixels of one request are put into.
final class PixelReservation {
    let descriptor: OwnedDescriptor

    init(for request: PictureRequest) throws(DecodingFailure) {
        do throws(SystemError) {
            descriptor = try SealedMemory.reserve(byteCount: 4 * request.boxWidth * request.boxHeight)
        } catch { throw DecodingFailure(.outOfMemory, "\(request.path): there is no memory for its pixels: \(error)") }
    }
}
