import CPango
import MediaDecoding

/// A text in lines.
@safe final class LaidOutText {
    private let layout: OpaquePointer
    private let description: OpaquePointer
    private let order: TextOrder
    /// In bytes; longer ones are not broken.
    private static let longestWord = 2000
    /// The room that there is.
    let width, height: Int

    init(_ order: TextOrder, in context: OpaquePointer, width: Int, height: Int) {
        (self.order, self.width, self.height) = (order, width, height)
        unsafe pango_context_set_language(
            context,
            order.language.isEmpty ? pango_language_from_string("und") : pango_language_from_string(order.language))
        unsafe layout = pango_layout_new(context)
        unsafe description = pango_font_description_new()
        unsafe pango_font_description_set_family(description, order.families.joined(separator: ","))
        unsafe pango_font_description_set_weight(description, UInt32(order.weight))
        unsafe pango_font_description_set_style(
            description, UInt32(order.isItalic ? CPANGO_STYLE_ITALIC : CPANGO_STYLE_NORMAL))
        unsafe pango_layout_set_text(layout, order.text, Int32(order.text.utf8.count))
        unsafe pango_layout_set_width(layout, Int32(width) * Int32(CPANGO_SCALE))
        let alignment =
            switch order.alignment {
            case .start, .justify: CPANGO_ALIGN_LEFT
            case .center: CPANGO_ALIGN_CENTER
            case .end: CPANGO_ALIGN_RIGHT
            }
        unsafe pango_layout_set_alignment(layout, UInt32(alignment))
        if order.alignment == .justify { unsafe pango_layout_set_justify(layout, 1) }
        if order.lineHeight > 0 { unsafe pango_layout_set_line_spacing(layout, Float(order.lineHeight)) }
        // Whole words only, so that a size at which one does not fit is seen.
        unsafe pango_layout_set_wrap(layout, UInt32(CPANGO_WRAP_WORD))
        if !order.wraps { unsafe pango_layout_set_width(layout, -1) }
        if order.hasTabularFigures {
            let attributes = unsafe pango_attr_list_new()
            unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
            unsafe pango_layout_set_attributes(layout, attributes)
            unsafe pango_attr_list_unref(attributes)
        }
    }

    deinit {
        unsafe pango_font_description_free(description)
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// - Parameter pixels: of an em.
    func setSize(_ pixels: Double) {
        unsafe pango_font_description_set_absolute_size(description, pixels * Double(CPANGO_SCALE))
        unsafe pango_layout_set_font_description(layout, description)
    }

    /// The size is what it is: a word that is too long is broken, and what does not fit is left out if that is wanted.
    func finish() {
        switch order.overflow {
        case .ellipsis:
            // Of lines that are not broken one for each paragraph.
            unsafe pango_layout_set_width(layout, Int32(width) * Int32(CPANGO_SCALE))
            unsafe pango_layout_set_height(layout, order.wraps ? Int32(height) * Int32(CPANGO_SCALE) : -1)
            unsafe pango_layout_set_ellipsize(layout, UInt32(CPANGO_ELLIPSIZE_END))
        case .clip, .shrink:
            // Lines that are not broken are aligned by the room that there is, if they fit.
            if !order.wraps, size.width > width { return }
            unsafe pango_layout_set_width(layout, Int32(width) * Int32(CPANGO_SCALE))
        }
        // Each break in a word costs as much as all of it is long.
        let longest = order.text.split(whereSeparator: \.isWhitespace).lazy.map(\.utf8.count).max() ?? 0
        if longest <= Self.longestWord { unsafe pango_layout_set_wrap(layout, UInt32(CPANGO_WRAP_WORD_CHAR)) }
    }

    /// In pixels, of the lines and not of the ink.
    var size: (width: Int, height: Int) {
        let logical = unsafe cpango_logical_pixels(layout)
        return (Int(logical.width), Int(logical.height))
    }

    var fits: Bool {
        let size = size
        return size.width <= width && size.height <= height
    }

    /// What does not fit, as the end of a sentence.
    var overhang: String? {
        if unsafe pango_layout_is_ellipsized(layout) != 0 { return "does not fit; its end is left out" }
        let size = size
        guard size.width > width || size.height > height else { return nil }
        return "does not fit: it takes \(size.width)x\(size.height) pixels, and has \(width)x\(height)"
    }

    /// The characters for which no font has a glyph, as the end of a sentence.
    var missingGlyphs: String? {
        guard unsafe pango_layout_get_unknown_glyphs_count(layout) > 0 else { return nil }
        var missing: [String] = []
        let iterator = unsafe pango_layout_get_iter(layout)
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            // At a line's end there is none.
            guard let run = unsafe cpango_run(iterator), let glyphs = unsafe run.pointee.glyphs else { continue }
            for index in 0..<Int(unsafe glyphs.pointee.count) where missing.count < 8 {
                let glyph = unsafe glyphs.pointee.glyphs[index].glyph
                guard glyph & UInt32(CPANGO_UNKNOWN_GLYPH) != 0,
                    let scalar = Unicode.Scalar(glyph & ~UInt32(CPANGO_UNKNOWN_GLYPH))
                else { continue }
                let name = "\(scalar) (U+\(String(scalar.value, radix: 16, uppercase: true)))"
                if !missing.contains(name) { missing.append(name) }
            }
        } while unsafe pango_layout_iter_next_run(iterator) != 0
        return missing.isEmpty ? nil : "no font here has \(missing.joined(separator: ", "))"
    }

    /// Draws it at the current point.
    func show(_ cairo: OpaquePointer?) { unsafe pango_cairo_show_layout(cairo, layout) }
}

/// Finds the size of a text that is to fit.
struct FittedSize {
    /// Of an em, in pixels.
    let pixels: Double
    /// What does not fit at the smallest size, as the end of a sentence.
    private(set) var overhang: String?

    /// What is smaller is nothing that anybody reads.
    private static let smallest = 4.0

    /// - Parameter largest: an em as high as all of the room.
    init(_ order: TextOrder, _ layout: LaidOutText, largest: Double) {
        func fits(_ pixels: Double) -> Bool {
            layout.setSize(pixels)
            return layout.fits
        }
        var most: Double
        switch (order.size, order.overflow) {
        case (.pixels(let size), .clip), (.pixels(let size), .ellipsis):
            pixels = size
            layout.setSize(size)
            return
        case (.pixels(let size), .shrink):
            if fits(size) {
                pixels = size
                return
            }
            most = size.rounded(.up)
        case (.fit, _): most = largest.rounded(.down) + 1
        }
        // Whole pixels, so that a text that changes keeps its size. What breaks in other places may be higher at a smaller
        // size, so only sizes count at which it was seen to fit.
        var least = min(Self.smallest, most)
        let isHopeless = !fits(least)
        while !isHopeless, most - least > 1 {
            let middle = ((least + most) / 2).rounded(.down)
            if fits(middle) { least = middle } else { most = middle }
        }
        pixels = least
        layout.setSize(least)
        if isHopeless { overhang = "does not fit, however small it is drawn" }
    }
}
