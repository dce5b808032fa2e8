public import DisplayModel

/// The buffer formats to try for an output, best first: what its plane can show and the renderer can draw.
public enum FormatChoice {
    /// Eight bits a channel before fewer, and formats without alpha first, because nothing is below a primary plane.
    private static let preference: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]

    /// What to try in turn when a device refuses a set of outputs: the best layouts, then the driver's own choice of
    /// layout, then a format with half the memory bandwidth.
    public static func levels(plane: [FormatSupport], renderer: [FormatSupport]) -> [[FormatSupport]] {
        let best = candidates(plane: plane, renderer: renderer)
        let implicit = best.filter(\.modifiers.isEmpty)
        let narrow = implicit.filter { $0.format == .rgb565 }
        var levels: [[FormatSupport]] = []
        for level in [best, implicit, narrow] where !level.isEmpty && level != levels.last { levels.append(level) }
        return levels
    }

    /// For each format first its common modifiers, for the driver to choose among, then none, which leaves the layout
    /// to it: some drivers refuse at commit what they offered.
    public static func candidates(plane: [FormatSupport], renderer: [FormatSupport]) -> [FormatSupport] {
        preference.flatMap { format -> [FormatSupport] in
            guard let shown = plane.first(where: { $0.format == format }),
                let drawn = renderer.first(where: { $0.format == format })
            else { return [] }
            let common = drawn.modifiers.filter { shown.modifiers.contains($0) && $0 != .implicit }
            let implicit = FormatSupport(format: format, modifiers: [])
            return common.isEmpty ? [implicit] : [FormatSupport(format: format, modifiers: common), implicit]
        }
    }
}
