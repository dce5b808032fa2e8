import CPNG
import DisplayModel
import Glibc
import LinuxEvents

/// Writes pictures as PNG files. The corresponding C interface is libpng's simplified one.
enum PNGFile {
    struct Failure: Error, CustomStringConvertible {
        var path: String
        var reason: String
        var description: String { "\(path): cannot write the picture: \(reason)" }
    }

    /// - Parameters:
    ///   - pixels: rows from the top, R, G, B, A.
    ///   - path: replaced whole or not at all; `-` is standard output.
    static func write(_ pixels: [UInt8], size: Size, to path: String) throws(Failure) {
        let encoded = try encode(pixels, size, path)
        do throws(SystemError) {
            if path == "-" {
                try writeAll(encoded, to: STDOUT_FILENO)
                return
            }
            let temporary = path + ".part"
            let file = try OwnedDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try writeAll(encoded, to: file.rawValue)
            try systemCall("rename") { unsafe rename(temporary, path) }
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

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try systemCall("write") {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
