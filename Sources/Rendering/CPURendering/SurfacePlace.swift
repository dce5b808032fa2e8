import DisplayModel
import Rendering

/// The area of a surface or a transition on the output.
struct SurfacePlace {
    let area: OutputArea
    let columns: Range<Int>
    let rows: Range<Int>

    /// Nil where no pixel of the clip is in it.
    init?(_ area: ContentRectangle, _ builder: LayerBuilder) {
        guard let place = OutputArea(area, builder.map) else { return nil }
        let (columns, rows) = place.pixels(builder.clip)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        (self.area, self.columns, self.rows) = (place, columns, rows)
    }

    /// Output pixels to a content pixel, the smaller of both directions.
    private func scale(_ map: Placement.AffineMap) -> Double {
        // One of the two is 0: content is turned by quarters only.
        min(abs(map.xColumn.x) + abs(map.xColumn.y), abs(map.yColumn.x) + abs(map.yColumn.y))
    }

    /// A corner of less than half a pixel rounds nothing.
    private func corner(_ radius: Float, _ width: Double, _ height: Double, _ map: Placement.AffineMap) -> Corner? {
        guard radius > 0 else { return nil }
        let radius = min(Double(radius) * scale(map), width / 2, height / 2)
        return radius >= 0.5 ? Corner(radius: radius) : nil
    }

    func mask(_ mask: Mask, _ map: Placement.AffineMap) -> MaskRows {
        MaskRows(
            across: area.across, down: area.down, opacity: mask.opacity > 0 ? min(Double(mask.opacity), 1) : 0,
            corner: corner(mask.cornerRadius, area.width, area.height, map))
    }

    /// How a transition sees a surface: from other places than those of the pixels.
    struct View {
        var scale = 1.0
        /// What is added to a place across and down, in output pixels.
        var shift = (across: 0.0, down: 0.0)
    }

    /// - Parameter view: nil for a surface by itself, which is seen as it lies.
    func surface(
        _ surface: Surface, _ builder: LayerBuilder, view: View? = nil
    ) throws(RenderingError) -> SurfaceRows {
        SurfaceRows(
            content: try content(surface, builder, view), backdrop: surface.background?.pixel, across: area.across,
            down: area.down)
    }

    private func content(
        _ surface: Surface, _ builder: LayerBuilder, _ view: View?
    ) throws(RenderingError) -> SurfaceRows.Content? {
        guard let placed = surface.picture, let picture = try builder.picture(of: surface),
            let lying = try builder.placed(picture, placed.frame, zoom: 1 / (view?.scale ?? 1))
        else { return nil }
        var (across, down) = (lying.across, lying.down)
        if let view {
            func see(_ axis: inout AxisMap, _ span: (start: Double, end: Double), _ shift: Double) {
                let middle = (span.start + span.end) / 2
                axis.scale = view.scale
                axis.offset = middle * (1 - view.scale) + shift
                let ends = (span.start + 0.5, span.end - 0.5)
                axis.limits = ends.0 <= ends.1 ? ends.0...ends.1 : middle...middle
            }
            see(&across, area.across, view.shift.across)
            see(&down, area.down, view.shift.down)
        }
        let seen = Self.columns(columns) { across.coverage(at: across.place(of: $0)) > 0 }
        let whole = Self.columns(seen) { across.coverage(at: across.place(of: $0)) == UInt16(AxisMap.one) }
        let frame = (
            width: min(across.frame.end, area.across.end) - max(across.frame.start, area.across.start),
            height: min(down.frame.end, area.down.end) - max(down.frame.start, area.down.start)
        )
        return SurfaceRows.Content(
            picture: PictureRows(lying.pixels, across: across, down: down, columns: seen), isOpaque: picture.isOpaque,
            across: across, down: down, seen: seen, whole: whole,
            corner: corner(surface.cornerRadius, frame.width, frame.height, builder.map))
    }

    /// The columns of which something holds: those between the first and the last.
    private static func columns(_ range: Range<Int>, where isTrue: (Int) -> Bool) -> Range<Int> {
        guard let first = range.first(where: isTrue), let last = range.last(where: isTrue) else {
            return range.lowerBound..<range.lowerBound
        }
        return first..<last + 1
    }
}
