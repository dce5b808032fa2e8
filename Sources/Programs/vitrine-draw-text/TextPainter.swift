import CPango
import Glibc
import LinuxSystem
import MediaDecoding

/// Why there is no picture of a text.
enum PaintingFault: Error {
    case system(SystemError)
    /// A sentence's end that begins with the text's name.
    case failed(DecodingFailure.Kind, String)
}

/// Lays texts out and draws them, with the fonts that it was made with and no others.
@safe final class TextPainter {
    private let context: OpaquePointer

    /// - Parameter fonts: descriptors of font files.
    init?(fonts: [Int32]) {
        cpango_silence()
        // No file of the system says anything about fonts: the same text is the same picture everywhere.
        guard let configuration = unsafe FcConfigCreate(),
            unsafe FcConfigParseAndLoadFromMemory(configuration, "<fontconfig/>", 0) != 0
        else { return nil }
        for font in fonts {
            // One that fontconfig makes nothing of is not there.
            unsafe _ = FcConfigAppFontAddFile(configuration, "\(FontDescriptors.folder)\(font)")
        }
        // Before there is a font map, which would load the system's configuration otherwise.
        guard unsafe FcConfigSetCurrent(configuration) != 0,
            let map = unsafe pango_cairo_font_map_new_for_font_type(UInt32(CPANGO_CAIRO_FONT_TYPE_FT))
        else { return nil }
        // One point is one pixel.
        unsafe pango_cairo_font_map_set_resolution(map, 72)
        guard let context = unsafe pango_font_map_create_context(map) else { return nil }
        unsafe self.context = context
        // Gray edges, since the order of a screen's subpixels is not known and changes when it is turned; glyphs on whole
        // pixels.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, UInt32(CPANGO_CAIRO_ANTIALIAS_GRAY))
        unsafe cairo_font_options_set_hint_style(options, UInt32(CPANGO_CAIRO_HINT_STYLE_SLIGHT))
        unsafe cairo_font_options_set_hint_metrics(options, UInt32(CPANGO_CAIRO_HINT_METRICS_ON))
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        warmUp()
    }

    /// Has everything opened that is opened by a name when it is needed first: Thai has a dictionary.
    private func warmUp() {
        var order = TextOrder("a \u{0E01}\u{0E34}\u{0E19}\u{0E02}\u{0E49}\u{0E32}\u{0E27}")
        order.language = "th"
        let layout = unsafe LaidOutText(order, in: context, width: 100, height: 100)
        layout.setSize(16)
        _ = layout.size
    }

    /// Draws a text into memory that has room for the box.
    /// - Returns: what is not as it was asked for; empty where all is.
    func paint(
        _ text: TextOrder, _ order: DecodeOrder, into memory: borrowing OwnedDescriptor
    ) throws(PaintingFault) -> String {
        let padding = text.padding
        let (width, height) = (
            order.boxWidth - padding.left - padding.right, order.boxHeight - padding.top - padding.bottom
        )
        guard width > 0, height > 0 else {
            throw .failed(
                .unsupported, "has no room beside its padding, in \(order.boxWidth)x\(order.boxHeight) pixels")
        }
        let layout = unsafe LaidOutText(text, in: context, width: width, height: height)
        let fitted = FittedSize(text, layout, largest: min(Double(height), TextOrder.largestSize))
        layout.finish()
        let size = layout.size
        let free = height - size.height
        let below =
            switch text.verticalAlignment {
            case .top: 0
            // What does not fit shows its beginning.
            case .middle: max(0, free / 2)
            case .bottom: free < 0 ? 0 : free
            }
        var isDrawn = false
        do throws(SystemError) {
            try unsafe SealedMemory.fill(memory, byteCount: 4 * order.boxWidth * order.boxHeight) { pixels in
                isDrawn = unsafe draw(layout, text, order, at: (padding.left, padding.top + below), pixels)
            }
        } catch { throw .system(error) }
        guard isDrawn else { throw .failed(.decoderFault, "could not be drawn by Cairo") }
        return [layout.missingGlyphs, fitted.overhang ?? layout.overhang].compactMap(\.self).joined(separator: "; ")
    }

    /// - Returns: whether Cairo had nothing against it.
    private func draw(
        _ layout: LaidOutText, _ text: TextOrder, _ order: DecodeOrder, at place: (x: Int, y: Int),
        _ pixels: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let bytes = unsafe pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let surface = unsafe cairo_image_surface_create_for_data(
            bytes, Int32(CPANGO_CAIRO_FORMAT_ARGB32), Int32(order.boxWidth), Int32(order.boxHeight),
            Int32(4 * order.boxWidth))
        let cairo = unsafe cairo_create(surface)
        // The memory is transparent black.
        if case .color(let color) = order.background {
            unsafe setColor(cairo, color)
            unsafe cairo_paint(cairo)
        }
        unsafe setColor(cairo, text.color)
        unsafe cairo_move_to(cairo, Double(place.x), Double(place.y))
        unsafe layout.show(cairo)
        let isGood = unsafe cairo_status(cairo) == UInt32(CPANGO_CAIRO_STATUS_SUCCESS)
        unsafe cairo_destroy(cairo)
        unsafe cairo_surface_flush(surface)
        unsafe cairo_surface_destroy(surface)
        unsafe cpango_swap_red_and_blue(bytes, order.boxWidth * order.boxHeight)
        return isGood
    }

    private func setColor(_ cairo: OpaquePointer?, _ color: PictureColor) {
        unsafe cairo_set_source_rgb(
            cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    }
}
