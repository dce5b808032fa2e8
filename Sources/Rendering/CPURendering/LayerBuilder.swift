import DisplayModel
import Rendering

/// Makes layers of the commands of a frame.
struct LayerBuilder {
    let placement: Placement
    let clip: Rectangle
    let pictures: [PictureID: StoredPicture]
    /// What is drawn in place of a transition: itself, or a cross-fade where only a GPU has it.
    let substitutions: Substitutions

    var map: Placement.AffineMap { placement.map }

    /// - Returns: nil where a command draws nothing on the clip.
    func layer(_ command: DrawCommand) throws(RenderingError) -> PlannedLayer? {
        switch command {
        case .clear(let color):
            return PlannedLayer(
                columns: clip.x..<clip.maxX, rows: clip.y..<clip.maxY, content: .fill(color.pixel))
        case .picture(let placed, let area, let opacity, let background):
            let picture = try picture(placed.picture)
            guard let (columns, rows) = pixels(area) else { return nil }
            let share = share(opacity)
            return PlannedLayer(
                columns: columns, rows: rows,
                content: .picture(
                    try pictureRows(picture, placed.frame, columns), share: share, background: background.pixel))
        case .crossFade(let first, let second, let area, let progress):
            let (from, to) = (try picture(first.picture), try picture(second.picture))
            guard let (columns, rows) = pixels(area) else { return nil }
            return PlannedLayer(
                columns: columns, rows: rows,
                content: .crossFade(
                    try pictureRows(from, first.frame, columns), try pictureRows(to, second.frame, columns),
                    share: share(progress)))
        case .surface(let surface, let area, let mask):
            return try surfaceLayer(surface, area, mask)
        case .transition(let shader, let from, let to, let area, let progress, let mask):
            // It ends with what comes after it, to the bit. A number that is none is its beginning.
            guard progress > 0 else { return try surfaceLayer(from, area, mask) }
            guard progress < 1 else { return try surfaceLayer(to, area, mask) }
            guard let place = SurfacePlace(area, self) else {
                _ = (try picture(of: from), try picture(of: to))
                return nil
            }
            let transition = try place.transition(substitutions.builtIn(shader), from, to, Double(progress), self)
            return PlannedLayer(
                columns: place.columns, rows: place.rows, content: .transition(transition, place.mask(mask, map)))
        }
    }

    private func surfaceLayer(
        _ surface: Surface, _ area: ContentRectangle, _ mask: Mask
    ) throws(RenderingError) -> PlannedLayer? {
        guard let place = SurfacePlace(area, self) else {
            _ = try picture(of: surface)
            return nil
        }
        let rows = try place.surface(surface, self)
        return PlannedLayer(
            columns: place.columns, rows: place.rows, content: .surface(rows, place.mask(mask, map)))
    }

    private func share(_ value: Float) -> UInt16 {
        value > 0 ? UInt16((min(Double(value), 1) * Double(AxisMap.one)).rounded()) : 0
    }

    /// Nil where no pixel of the clip is in it.
    private func pixels(_ area: ContentRectangle) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard let pixels = OutputArea(area, map)?.pixels(clip), !pixels.columns.isEmpty, !pixels.rows.isEmpty else {
            return nil
        }
        return pixels
    }

    // MARK: - Pictures

    func picture(_ id: PictureID) throws(RenderingError) -> StoredPicture {
        guard let picture = pictures[id] else {
            throw RenderingError(operation: "draw", reason: "picture \(id.rawValue) was not created")
        }
        return picture
    }

    func picture(of surface: Surface) throws(RenderingError) -> StoredPicture? {
        guard let placed = surface.picture else { return nil }
        return try picture(placed.picture)
    }

    /// A picture turned for the output, small enough for it, with how its axes lie there. Nil where its frame is none.
    func placed(
        _ picture: StoredPicture, _ frame: ContentRectangle, zoom: Double = 1
    ) throws(RenderingError) -> (pixels: PixelMemory, across: AxisMap, down: AxisMap)? {
        guard let whole = OutputArea(frame, map) else { return nil }
        let turned = placement.orientation.isTransposing ? picture.size.transposed : picture.size
        let area = whole.aligned(to: turned)
        guard
            let pixels = picture.pixels(
                placement.orientation, shown: (area.width * zoom, area.height * zoom))
        else {
            throw RenderingError(operation: "draw", reason: "no memory to turn a picture of \(picture.size)")
        }
        return (
            pixels, AxisMap(frame: area.across, count: pixels.size.width),
            AxisMap(frame: area.down, count: pixels.size.height)
        )
    }

    private func pictureRows(
        _ picture: StoredPicture, _ frame: ContentRectangle, _ columns: Range<Int>
    ) throws(RenderingError) -> PictureRows? {
        guard let (pixels, across, down) = try placed(picture, frame) else { return nil }
        return PictureRows(pixels, across: across, down: down, columns: columns)
    }
}

extension Color {
    /// 0xFFRRGGBB.
    var pixel: UInt32 {
        func byte(_ channel: Float) -> UInt32 { channel > 0 ? UInt32((min(channel, 1) * 255).rounded()) : 0 }
        return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
    }
}
