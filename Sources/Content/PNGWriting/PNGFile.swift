import CPNG
public import DisplayModel
import Glibc
import LinuxSystem
import Paths

/// Writes pictures as PNG files. The corresponding C interface is libpng's simplified one.
public enum PNGFile {
    public struct Failure: Error, CustomStringConvertible {
        public var path: String
        public var reason: String
        public var description: String { "\(path): cannot write the picture: \(reason)" }
    }

    /// - Parameters:
    ///   - pixels: rows from the top, R, G, B, A.
    ///   - path: replaced whole or not at all; `-` is standard output.
    public static func write(_ pixels: [UInt8], size: Size, to path: String) throws(Failure) {
        let encoded = try encode(pixels, size, path)
        do throws(SystemError) {
            if path == "-" {
                try WholeFile.write(encoded, to: STDOUT_FILENO, "standard output")
            } else {
                // Not waited for: there may be many, and after a power cut they are drawn again.
                try WholeFile.replace(FilePath(path), with: encoded, permissions: 0o644, isDurable: false)
            }
        } catch {
            throw Failure(path: path, reason: error.reason)
        }
    }

    private static func encode(_ pixels: [UInt8], _ size: Size, _ path: String) throws(Failure) -> [UInt8] {
        var image = unsafe png_image()
        unsafe image.version = png_uint_32(CPNG_IMAGE_VERSION)
        unsafe image.width = png_uint_32(size.width)
        unsafe image.height = png_uint_32(size.height)
        unsafe image.format = png_uint_32(CPNG_FORMAT_RGBA)
        // Room for the worst case: what does not compress is stored, with some bytes for each row and block.
        var length = pixels.count + size.height * 8 + 4096
        var encoded = [UInt8](repeating: 0, count: length)
        guard unsafe png_image_write_to_memory(&image, &encoded, &length, 0, pixels, 0, nil) != 0 else {
            throw Failure(path: path, reason: "libpng refuses a picture of \(size)")
        }
        return Array(encoded.prefix(length))
    }
}
