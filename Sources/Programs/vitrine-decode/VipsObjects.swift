import CVips
import MediaDecoding

/// A file as libvips reads it.
@safe struct VipsFile: ~Copyable {
    private let source: OpaquePointer

    /// The descriptor stays the caller's.
    init(_ descriptor: Int32) throws(PictureFault) {
        guard let source = unsafe vips_source_new_from_descriptor(descriptor) else { throw .reportedByVips() }
        unsafe self.source = source
    }

    /// The class of the loader that recognises it, `VipsForeignLoadPngSource`, or nil. It need not be an allowed one.
    var loader: String? {
        guard let name = unsafe vips_foreign_find_load_source(source) else {
            vips_error_clear()
            return nil
        }
        return unsafe String(cString: name)
    }

    /// The picture at its own size. Only its header is read, until pixels are asked for.
    func open() throws(PictureFault) -> VipsPicture {
        try unsafe VipsPicture(adopting: cvips_open(source))
    }

    /// The picture turned as its tag says and scaled to exactly a size, loaded no larger than that needs.
    ///
    /// - Parameter profile: The colours that it is converted to; nil to leave them alone.
    func scaled(width: Int, height: Int, profile: String?) throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_thumbnail(source, &result, Int32(width), Int32(height), profile)
        return try unsafe VipsPicture(adopting: result)
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(source)) }
}

/// An image of libvips with one owner: mostly a recipe, whose pixels are computed when they are asked for.
@safe struct VipsPicture: ~Copyable {
    fileprivate let image: OpaquePointer

    /// Takes over what an operation answered: null, if it failed.
    fileprivate init(adopting image: OpaquePointer?) throws(PictureFault) {
        guard let image = unsafe image else { throw .reportedByVips() }
        unsafe self.image = image
    }

    /// Pixels of four bytes that lie in memory, which the caller keeps there.
    init(over pixels: UnsafeMutableRawBufferPointer, width: Int, height: Int) throws(PictureFault) {
        let format = Int32(CVIPS_FORMAT_UCHAR)
        try unsafe self.init(
            adopting: vips_image_new_from_memory(
                pixels.baseAddress, pixels.count, Int32(width), Int32(height), 4, format))
    }

    var width: Int { unsafe Int(vips_image_get_width(image)) }
    var height: Int { unsafe Int(vips_image_get_height(image)) }
    var bands: Int { unsafe Int(vips_image_get_bands(image)) }
    var hasBytes: Bool { unsafe vips_image_get_format(image) == CVIPS_FORMAT_UCHAR }
    var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }
    /// Whether following the orientation tag exchanges width and height.
    var isTurned: Bool { unsafe vips_image_get_orientation_swap(image) != 0 }
    var hasColorProfile: Bool { unsafe vips_image_get_typeof(image, CVIPS_META_ICC_NAME) != 0 }
    var isCMYK: Bool { unsafe vips_image_get_interpretation(image) == CVIPS_INTERPRETATION_CMYK }

    func cropped(left: Int, top: Int, width: Int, height: Int) throws(PictureFault) -> VipsPicture {
        let area = CVipsRect(left: Int32(left), top: Int32(top), width: Int32(width), height: Int32(height))
        var result: OpaquePointer?
        unsafe _ = cvips_crop(image, &result, area)
        return try unsafe VipsPicture(adopting: result)
    }

    func inSRGB() throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_srgb(image, &result)
        return try unsafe VipsPicture(adopting: result)
    }

    func flattened(onto color: PictureColor) throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_flatten(image, &result, Double(color.red), Double(color.green), Double(color.blue))
        return try unsafe VipsPicture(adopting: result)
    }

    func firstBands(_ count: Int) throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_first_bands(image, &result, Int32(count))
        return try unsafe VipsPicture(adopting: result)
    }

    func addingOpaqueAlpha() throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_add_alpha(image, &result)
        return try unsafe VipsPicture(adopting: result)
    }

    /// The colours multiplied with alpha, each rounded to the nearest byte. Alpha is the last band.
    func premultiplied() throws(PictureFault) -> VipsPicture {
        var result: OpaquePointer?
        unsafe _ = cvips_premultiply(image, &result)
        let exact = try unsafe VipsPicture(adopting: result)
        // A cast alone would cut the fractions off.
        var (rounded, bytes): (OpaquePointer?, OpaquePointer?)
        unsafe _ = cvips_round(exact.image, &rounded)
        let whole = try unsafe VipsPicture(adopting: rounded)
        unsafe _ = cvips_bytes(whole.image, &bytes)
        return try unsafe VipsPicture(adopting: bytes)
    }

    /// Computes all pixels into a picture that lies in memory and is large enough, from a point of it on.
    func compute(
        into target: borrowing VipsPicture, left: Int, top: Int, rowsPerStep: Int
    ) throws(PictureFault) {
        guard let from = unsafe vips_region_new(image) else { throw .reportedByVips() }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(from)) }
        guard let into = unsafe vips_region_new(target.image) else { throw .reportedByVips() }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(into)) }
        for row in stride(from: 0, to: height, by: rowsPerStep) {
            let count = min(rowsPerStep, height - row)
            let rows = CVipsRect(left: 0, top: Int32(row), width: Int32(width), height: Int32(count))
            guard unsafe cvips_compute(from, into, rows, Int32(left), Int32(top + row)) == 0 else {
                throw .reportedByVips()
            }
        }
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(image)) }
}
