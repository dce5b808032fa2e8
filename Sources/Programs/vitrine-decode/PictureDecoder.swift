import CVips
import ConfinedProcess
import Glibc
import LinuxSystem
import MediaDecoding

/// Makes pictures of files, with libvips.
enum PictureDecoder {
    /// Starts libvips. Nothing may run in parallel before.
    static func start() -> Bool {
        // libvips loads every module it finds below this folder, ImageMagick among them: most of its start-up time, for
        // formats that are not wanted. Those that are wanted are loaded below, in some 10 ms.
        unsafe setenv("VIPSHOME", "/nonexistent", 1)
        cvips_silence()
        guard unsafe vips_init("vitrine-decode") == 0 else { return false }
        unsafe cvips_load_module("vips-heif.so")
        unsafe cvips_load_module("vips-jxl.so")
        vips_concurrency_set(1)
        vips_vector_set_enabled(SystemCallFilter.canCompile() ? 1 : 0)
        // A cache would hold the descriptors and pixels of files that are not asked for again.
        vips_cache_set_max(0)
        // Only formats that signs are made of, and of those only loaders that libvips itself calls fit for any file.
        unsafe vips_operation_block_set("VipsForeignLoad", 1)
        for format in PictureFormat.allCases { unsafe vips_operation_block_set(format.loader, 0) }
        return true
    }

    /// Decodes a file as ordered, into memory that has room for the order's box.
    /// - Parameter memoryLimit: how much memory of its own the process may use, in bytes.
    static func decode(
        _ descriptor: borrowing OwnedDescriptor, _ order: DecodeOrder, into memory: borrowing OwnedDescriptor,
        memoryLimit: UInt
    ) throws(PictureFault) -> PictureSize {
        let format = try FileSignature.format(of: descriptor)
        guard format.isThere else {
            throw PictureFault(.unsupported, "is \(format.name), which this machine's libvips does not decode")
        }
        if format == .svg { try DrawingContents(descriptor).check() }
        // What earlier files left there although they were decoded.
        vips_error_clear()
        let file = try VipsFile(descriptor.rawValue)
        // libvips looks for a loader itself, more than once: among them, the one that the first bytes call for is first.
        guard let loader = file.loader, loader.hasPrefix(format.loader) else {
            throw PictureFault(.damaged, "begins as \(format.name) and goes on as something else")
        }
        let header = try file.open()
        let (width, height) = header.isTurned ? (header.height, header.width) : (header.width, header.height)
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        let most = mostPixels(of: format, memory: memoryLimit)
        guard !overflow, count <= most else {
            throw PictureFault(.tooLarge, "has \(width)x\(height) pixels, and at most \(most) are decoded")
        }
        guard
            let place = PicturePlacement(
                pictureWidth: width, pictureHeight: height, boxWidth: order.boxWidth, boxHeight: order.boxHeight,
                layout: order.layout, fit: order.fit, focus: order.focus)
        else {
            throw PictureFault(.tooLarge, "has \(width)x\(height) pixels, too long and thin for its box")
        }
        // Without a profile a picture is sRGB. CMYK becomes sRGB by its own profile, or libvips's, before it is scaled.
        let profile = header.hasColorProfile && !header.isCMYK ? "srgb" : nil
        let scaled = try file.scaled(width: place.scaledWidth, height: place.scaledHeight, profile: profile)
        let kept = try scaled.cropped(left: place.left, top: place.top, width: place.width, height: place.height)
            .inSRGB()
        let box = (width: order.boxWidth, height: order.boxHeight)
        // Nothing shows of what an opaque picture that fills the box lies on.
        let hidesBackground = !kept.hasAlpha && (kept.width, kept.height) == box
        let picture = try finish(kept, order.background)
        guard order.background == .blurred, !hidesBackground else { return try render(picture, into: memory) }

        let area = PixelArea(
            left: (box.width - picture.width) / 2, top: (box.height - picture.height) / 2, width: picture.width,
            height: picture.height)
        let focus = (
            x: Double(place.scaledWidth) * Double(order.focus.x) - Double(place.left),
            y: Double(place.scaledHeight) * Double(order.focus.y) - Double(place.top)
        )
        return try render(picture, at: area, ofBox: box, into: memory) { pixels in
            BlurredCover(boxWidth: box.width, boxHeight: box.height, pixels: pixels, picture: area, focus: focus)
                .lay(under: &pixels)
        }
    }

    /// JPEG XL is decoded as a whole. Its library stops the process where memory does not suffice, so that is computed
    /// beforehand: so many bytes a pixel, measured with pictures without loss, which need most.
    private static func mostPixels(of format: PictureFormat, memory: UInt) -> Int {
        let all = PictureRequest.mostPicturePixels
        return format == .jpegXL ? min(Int(clamping: memory / jpegXLBytesAPixel), all) : all
    }

    private static let jpegXLBytesAPixel: UInt = 24

    /// A picture in sRGB as four bands of a byte: mixed with a colour, or multiplied with its alpha.
    private static func finish(
        _ kept: consuming VipsPicture, _ background: PictureBackground
    ) throws(PictureFault) -> VipsPicture {
        var picture = kept
        if picture.hasAlpha {
            switch background {
            case .color(let color):
                picture = try picture.flattened(onto: color)
            case .transparent, .blurred:
                if picture.bands == 4, picture.hasBytes { return try picture.premultiplied() }
                // A picture with further bands beside its alpha, as TIFF has them, becomes opaque.
                picture = try picture.flattened(onto: .black)
            }
        }
        if picture.bands > 3 { picture = try picture.firstBands(3) }
        picture = try picture.addingOpaqueAlpha()
        guard picture.bands == 4, picture.hasBytes else {
            throw PictureFault(.unsupported, "has colours that cannot be shown: \(picture.bands) bands")
        }
        return picture
    }

    /// Computes a picture's pixels straight into the memory.
    private static func render(
        _ picture: borrowing VipsPicture, into memory: borrowing OwnedDescriptor
    ) throws(PictureFault) -> PictureSize {
        let area = PixelArea(left: 0, top: 0, width: picture.width, height: picture.height)
        return try render(picture, at: area, ofBox: (area.width, area.height), into: memory) { _ in }
    }

    /// The same for a picture that is a part of what the memory gets. The rest is transparent black, until it is filled.
    private static func render(
        _ picture: borrowing VipsPicture, at area: PixelArea, ofBox box: (width: Int, height: Int),
        into memory: borrowing OwnedDescriptor, thenFill fill: (inout MutableSpan<UInt8>) -> Void
    ) throws(PictureFault) -> PictureSize {
        var fault: PictureFault?
        do throws(SystemError) {
            try unsafe SealedMemory.fill(memory, byteCount: 4 * box.width * box.height) { pixels in
                do throws(PictureFault) {
                    let target = try unsafe VipsPicture(over: pixels, width: box.width, height: box.height)
                    try picture.compute(into: target, left: area.left, top: area.top, rowsPerStep: 64)
                    var bytes = unsafe pixels.bindMemory(to: UInt8.self).mutableSpan
                    fill(&bytes)
                } catch {
                    fault = error
                }
            }
        } catch {
            throw PictureFault(.outOfMemory, "has no memory for its pixels: \(error)")
        }
        if let fault { throw fault }
        return PictureSize(width: box.width, height: box.height)
    }
}

/// The size of a finished picture, whose rows of four bytes a pixel lie one after the other.
struct PictureSize {
    var width, height: Int
    var stride: Int { 4 * width }
}
