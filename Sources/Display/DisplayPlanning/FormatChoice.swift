public import DisplayModel

/// How much is asked of a device's buffers.
public enum FormatLevel: Int, Hashable, Sendable, CaseIterable {
    /// Eight bits a channel, in the best layouts that plane and renderer have in common.
    case best
    /// Eight bits a channel, in the layout that the driver chooses by itself.
    case implicit
    /// Sixteen bits a pixel (RGB565): half the memory and half the bandwidth, with steps in soft shades that are seen.
    case narrow
}

/// The buffer formats to try for an output: what its plane can show and the renderer can draw.
public enum FormatChoice {
    /// Formats without alpha first, because nothing is below a primary plane.
    private static let wide: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888]
    private static let narrow: [PixelFormat] = [.rgb565]

    /// The levels that differ from those before them: what there is to try in turn when a device refuses a set of outputs.
    public static func levels(plane: [FormatSupport], renderer: [FormatSupport]) -> [FormatLevel] {
        var tried: [[FormatSupport]] = []
        return FormatLevel.allCases.filter { level in
            let formats = candidates(level, plane: plane, renderer: renderer)
            guard !formats.isEmpty, !tried.contains(formats) else { return false }
            tried.append(formats)
            return true
        }
    }

    /// The formats of a level, best first: at ``FormatLevel/best`` for each first its common modifiers, for the driver to
    /// choose among, then none, which leaves the layout to it: some drivers refuse at commit what they offered.
    ///
    /// Where plane and renderer have narrow formats only in common, or wide ones only, those are the formats of every
    /// level. Empty where they have nothing in common.
    public static func candidates(
        _ level: FormatLevel, plane: [FormatSupport], renderer: [FormatSupport]
    ) -> [FormatSupport] {
        let (wide, narrow) = (common(wide, plane, renderer), common(narrow, plane, renderer))
        let formats = (level == .narrow || wide.isEmpty) && !narrow.isEmpty ? narrow : wide
        return level == .best ? formats : formats.filter(\.modifiers.isEmpty)
    }

    private static func common(
        _ formats: [PixelFormat], _ plane: [FormatSupport], _ renderer: [FormatSupport]
    ) -> [FormatSupport] {
        formats.flatMap { format -> [FormatSupport] in
            guard let shown = plane.first(where: { $0.format == format }),
                let drawn = renderer.first(where: { $0.format == format })
            else { return [] }
            let common = drawn.modifiers.filter { shown.modifiers.contains($0) && $0 != .implicit }
            let implicit = FormatSupport(format: format, modifiers: [])
            return common.isEmpty ? [implicit] : [FormatSupport(format: format, modifiers: common), implicit]
        }
    }
}
