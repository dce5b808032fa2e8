public import DisplayModel

/// The buffer formats to try for an output, best first: what its plane can show and the renderer can draw.
public enum FormatChoice {
    /// Eight bits a channel before fewer, without alpha before with: the plane lies at the very bottom.
    private static let preference: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]

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
