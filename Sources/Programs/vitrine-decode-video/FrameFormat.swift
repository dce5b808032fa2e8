import CFFmpeg
import DisplayModel
import MediaDecoding

/// What a frame's samples are, and how they get into a slot: three planes of bytes, whatever FFmpeg decoded.
@safe struct FrameFormat: Equatable {
    let layout: PlanarLayout
    private let code: Int32
    private let descriptor: UnsafePointer<AVPixFmtDescriptor>

    static func == (a: FrameFormat, b: FrameFormat) -> Bool { a.layout == b.layout && a.code == b.code }

    init(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoFault) {
        let size = unsafe Size(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        code = unsafe frame.pointee.format
        guard let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(code)),
            unsafe cffmpeg_is_copyable(descriptor) != 0
        else {
            let name = unsafe av_get_pix_fmt_name(AVPixelFormat(code)).map { unsafe String(cString: $0) } ?? "unknown"
            throw VideoFault(.unsupported, "has pixels of the format \(name), which is not played")
        }
        unsafe self.descriptor = unsafe descriptor
        let isGrey = unsafe descriptor.pointee.nb_components < 3
        let shift =
            unsafe isGrey
            ? (x: 1, y: 1) : (x: Int(descriptor.pointee.log2_chroma_w), y: Int(descriptor.pointee.log2_chroma_h))
        guard VideoDescription.accepts(size: size, chromaShift: shift) else {
            throw VideoFault(.tooLarge, "has frames of \(size) pixels; up to 8192x4352 are played")
        }
        layout = PlanarLayout(size: size, chromaShift: shift)
    }

    var isRGB: Bool { unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }

    /// Whether the name itself says that the range is full: `yuvj420p`, and grey.
    private var isFullByName: Bool {
        guard let name = unsafe descriptor.pointee.name else { return false }
        let text = unsafe String(cString: name)
        return text.hasPrefix("yuvj") || text.hasPrefix("gray") || text.hasPrefix("ya8")
    }

    /// Copies a frame into a slot.
    /// - Parameter matte: what shows where it is transparent.
    func copy(
        _ frame: UnsafeMutablePointer<AVFrame>, onto matte: PictureColor, into slot: UnsafeMutableRawBufferPointer
    ) {
        guard let start = slot.baseAddress, slot.count >= layout.byteCount else { return }
        // Green, blue and red, which are the descriptor's second, third and first; luma and the two chromas.
        let components: [Int32] = isRGB ? [1, 2, 0] : [0, 1, 2]
        for (plane, component) in zip(layout.planes, components) {
            let target = unsafe start.advanced(by: plane.offset).assumingMemoryBound(to: UInt8.self)
            guard unsafe component < Int32(descriptor.pointee.nb_components), !isGrey || component == 0 else {
                // Grey has no colour.
                unsafe target.update(repeating: 128, count: plane.stride * plane.size.height)
                continue
            }
            let (width, height) = (Int32(plane.size.width), Int32(plane.size.height))
            unsafe hasAlphaBesideColors
                ? cffmpeg_copy_plane_onto(
                    frame, descriptor, component, value(of: matte, component), target, plane.stride, width, height)
                : cffmpeg_copy_plane(frame, descriptor, component, target, plane.stride, width, height)
        }
    }

    /// Whether alpha lies beside the colours, in bytes, as animations of pictures have it. Of films it is left out.
    private var hasAlphaBesideColors: Bool {
        let hasAlpha = unsafe descriptor.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        guard hasAlpha, isRGB || isGrey else { return false }
        return unsafe cffmpeg_has_packed_alpha(descriptor) != 0
    }

    private func value(of matte: PictureColor, _ component: Int32) -> UInt8 {
        if isGrey {
            // Its luma, by BT.601.
            let luma: Int = 299 * Int(matte.red) + 587 * Int(matte.green) + 114 * Int(matte.blue)
            return UInt8(luma / 1000)
        }
        return [matte.red, matte.green, matte.blue][Int(component)]
    }

    private var isGrey: Bool { unsafe descriptor.pointee.nb_components < 3 }

    /// What the frame says of its colours.
    func color(of frame: UnsafeMutablePointer<AVFrame>) -> VideoColor {
        let range: ColorRange? =
            switch unsafe frame.pointee.color_range {
            case AVCOL_RANGE_JPEG: .full
            case AVCOL_RANGE_MPEG: .limited
            default: isFullByName ? .full : nil
            }
        let siting: ChromaSiting? =
            switch unsafe frame.pointee.chroma_location {
            case AVCHROMA_LOC_LEFT: .left
            case AVCHROMA_LOC_CENTER: .center
            case AVCHROMA_LOC_TOPLEFT: .topLeft
            case AVCHROMA_LOC_TOP: .top
            case AVCHROMA_LOC_BOTTOMLEFT: .bottomLeft
            case AVCHROMA_LOC_BOTTOM: .bottom
            default: nil
            }
        return unsafe VideoColor(
            matrix: UInt8(clamping: frame.pointee.colorspace.rawValue),
            transfer: UInt8(clamping: frame.pointee.color_trc.rawValue), range: range, siting: siting, isRGB: isRGB)
    }
}

/// How a display matrix (of MP4's track header) turns a frame.
func orientation(_ matrix: UnsafePointer<Int32>) -> Orientation {
    let (a, b, c, d) = unsafe (matrix[0], matrix[1], matrix[3], matrix[4])
    if abs(Int64(a)) + abs(Int64(d)) >= abs(Int64(b)) + abs(Int64(c)) {
        return switch (a < 0, d < 0) {
        case (false, false): .normal
        case (true, true): .clockwise180
        case (true, false): .flipped
        case (false, true): .flipped180
        }
    }
    return switch (b < 0, c < 0) {
    case (false, true): .clockwise90
    case (true, false): .clockwise270
    case (true, true): .flipped90
    case (false, false): .flipped270
    }
}
