import CVips
import Glibc
import LinuxEvents
import MediaDecoding

/// Makes pictures of files, with libvips.
enum PictureDecoder {
    /// The most pixels a picture may have. They are streamed, so this bounds time rather than memory.
    private static let mostPixels = 400_000_000
    private static let loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff"].map { "VipsForeignLoad\($0)" }

    /// Starts libvips. Nothing may run in parallel before.
    static func start() -> Bool {
        // libvips loads every module it finds below this folder, ImageMagick among them: most of its start-up time, for
        // formats that are not wanted.
        unsafe setenv("VIPSHOME", "/nonexistent", 1)
        cvips_silence()
        guard unsafe vips_init("vitrine-decode") == 0 else { return false }
        vips_concurrency_set(1)
        vips_vector_set_enabled(SystemCallFilter.canCompile() ? 1 : 0)
        // A cache would hold the descriptors and pixels of files that are not asked for again.
        vips_cache_set_max(0)
        // Only formats that signs are made of, and of those only loaders that libvips itself calls fit for any file.
        unsafe vips_operation_block_set("VipsForeignLoad", 1)
        for loader in loaders { unsafe vips_operation_block_set(loader, 0) }
        return true
    }

    /// Decodes a file as ordered, into sealed memory.
    static func decode(
        _ descriptor: borrowing OwnedDescriptor, _ order: DecodeOrder
    ) throws(PictureFault) -> SealedPicture {
        let file = try VipsFile(descriptor.rawValue)
        guard let loader = file.loader, loaders.contains(where: loader.hasPrefix) else {
            throw FileSignature.fault(of: descriptor)
        }
        let header = try file.open()
        let (width, height) = header.isTurned ? (header.height, header.width) : (header.width, header.height)
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= mostPixels else {
            throw PictureFault(.tooLarge, "has \(width)x\(height) pixels, and at most \(mostPixels) are decoded")
        }
        guard
            let place = PicturePlacement(
                pictureWidth: width, pictureHeight: height, boxWidth: order.boxWidth, boxHeight: order.boxHeight,
                fit: order.fit, focus: order.focus)
        else {
            throw PictureFault(.tooLarge, "has \(width)x\(height) pixels, too long and thin for its box")
        }
        // Without a profile a picture is sRGB. CMYK becomes sRGB by its own profile, or libvips's, before it is scaled.
        let profile = header.hasColorProfile && !header.isCMYK ? "srgb" : nil
        let scaled = try file.scaled(width: place.scaledWidth, height: place.scaledHeight, profile: profile)
        return try render(finish(scaled, place, order.background))
    }

    /// What is kept of a scaled picture: in sRGB, opaque, four bands of a byte.
    private static func finish(
        _ scaled: borrowing VipsPicture, _ place: PicturePlacement, _ background: PictureColor
    ) throws(PictureFault) -> VipsPicture {
        var picture = try scaled.cropped(left: place.left, top: place.top, width: place.width, height: place.height)
        picture = try picture.inSRGB()
        if picture.hasAlpha { picture = try picture.flattened(onto: background) }
        if picture.bands > 3 { picture = try picture.firstBands(3) }
        picture = try picture.addingOpaqueAlpha()
        guard picture.bands == 4, picture.hasBytes else {
            throw PictureFault(.unsupported, "has colours that cannot be shown: \(picture.bands) bands")
        }
        return picture
    }

    /// Computes a picture's pixels straight into the memory that is sent.
    private static func render(_ picture: borrowing VipsPicture) throws(PictureFault) -> SealedPicture {
        let (width, height) = (picture.width, picture.height)
        var fault: PictureFault?
        let memory: OwnedDescriptor
        do throws(SystemError) {
            memory = try unsafe SealedMemory.make(byteCount: 4 * width * height) { pixels in
                do throws(PictureFault) {
                    let target = try unsafe VipsPicture(over: pixels, width: width, height: height)
                    try picture.compute(into: target, rowsPerStep: 64)
                } catch {
                    fault = error
                }
            }
        } catch {
            throw PictureFault(.outOfMemory, "has no memory for its pixels: \(error)")
        }
        if let fault { throw fault }
        return SealedPicture(memory: memory, width: width, height: height)
    }
}

/// A finished picture: rows of four bytes a pixel, one after the other, in memory that cannot change any more.
struct SealedPicture: ~Copyable {
    var memory: OwnedDescriptor
    var width, height: Int
    var stride: Int { 4 * width }
}
