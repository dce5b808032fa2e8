import CLinux
import Glibc
import LinuxSystem

/// A decoded picture: pixels in memory that nobody can change or shrink any more.
///
/// Four bytes a pixel in the order red, green, blue, alpha, as GL takes them with `GL_RGBA` and `GL_UNSIGNED_BYTE`; the
/// top row first. Alpha is 255, unless the request's background was ``PictureBackground/transparent``: then it is how much
/// of the picture there is (0 to 255), and the colours are multiplied with it (`GL_ONE`, `GL_ONE_MINUS_SRC_ALPHA`). The
/// memory is given back when the last reference goes.
@safe public final class DecodedPicture {
    /// In pixels.
    public let width, height: Int
    /// The bytes from one row to the next.
    public let stride: Int
    private let pixels: UnsafeRawBufferPointer

    /// Why memory that a decoder sent is not taken for a picture.
    struct Refusal: Error, Hashable {
        var reason: String
    }

    /// Maps memory that a decoder sent, and trusts nothing it says: neither the sizes nor that the memory stays.
    init(memory: borrowing OwnedDescriptor, width: Int, height: Int, stride: Int) throws(Refusal) {
        let sides = 1...PictureRequest.longestSide
        guard sides.contains(width), sides.contains(height), stride == 4 * width else {
            throw Refusal(reason: "a picture of \(width)x\(height) pixels with rows of \(stride) bytes")
        }
        // Without these seals the sender could shrink the memory later, and reading it would be a bus error here.
        let seals = fcntl(memory.rawValue, Int32(CLINUX_GET_SEALS), 0)
        let wanted = SealedMemory.seals
        guard seals >= 0, seals & wanted == wanted else {
            throw Refusal(reason: "pixels in memory that is not sealed")
        }
        var status = stat()
        let size = stride * height
        guard unsafe fstat(memory.rawValue, &status) == 0, status.st_size >= size else {
            throw Refusal(reason: "fewer pixels than a picture of \(width)x\(height) has")
        }
        guard let base = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, memory.rawValue, 0), unsafe base != MAP_FAILED
        else {
            throw Refusal(reason: "pixels that cannot be mapped")
        }
        self.width = width
        self.height = height
        self.stride = stride
        unsafe pixels = UnsafeRawBufferPointer(start: base, count: size)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: pixels.baseAddress), pixels.count)
    }

    /// Calls a closure with the pixels: `stride * height` bytes, valid during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(pixels)
    }
}
