import CEGL
import DisplayModel
import Rendering

/// An area of the content on its way to an output.
struct SurfaceArea {
    let area: ContentRectangle
    let placement: Placement
    let map: Placement.AffineMap
    /// Output pixels to a content pixel, along the content's axes.
    let scale: (x: Double, y: Double)
    let depth: Program.Depth

    init(
        _ area: ContentRectangle, _ placement: Placement, _ map: Placement.AffineMap, _ depth: Program.Depth = .wide
    ) {
        self.area = area
        self.depth = depth
        self.placement = placement
        self.map = map
        // One of the two is 0: content is turned by quarters only.
        scale = (abs(map.xColumn.x) + abs(map.xColumn.y), abs(map.yColumn.x) + abs(map.yColumn.y))
    }

    /// The size of a rectangle in output pixels, along the content's axes.
    func extent(_ rectangle: ContentRectangle) -> (x: Double, y: Double) {
        (rectangle.width * scale.x, rectangle.height * scale.y)
    }

    /// Of the corners of what is seen of a surface's picture, in output pixels. One of less than half a pixel rounds
    /// nothing.
    func radius(_ surface: Surface) -> Double {
        guard surface.cornerRadius > 0, let picture = surface.picture else { return 0 }
        let extent = extent(picture.frame.intersection(area))
        let radius = min(Double(surface.cornerRadius) * min(scale.x, scale.y), extent.x / 2, extent.y / 2)
        return radius >= 0.5 ? radius : 0
    }

    /// What `mask_` is in `shaders/mask.frag`, without the least alpha.
    func coverage(_ mask: Mask) -> (radius: Double, middle: Double) {
        let extent = extent(area)
        let radius = min(Double(mask.cornerRadius) * min(scale.x, scale.y), extent.x / 2, extent.y / 2)
        // A corner of less than half a pixel rounds nothing.
        return radius >= 0.5 ? (radius, radius + 0.5) : (0, 1)
    }
}

extension GLESRenderer {
    func draw(_ surface: Surface, _ place: SurfaceArea, _ mask: Mask) throws(RenderingError) {
        let picture = try picture(of: surface)
        let program = try surfaces.surface(for: place.depth)
        try use(program, place.placement, place.map, place.area)
        let frame = surface.picture?.frame ?? place.area
        program.set(.frame, frame.x, frame.y, 1 / frame.width, 1 / frame.height)
        program.set(.frameExtent, place.extent(frame))
        let isExact = place.placement.showsPixelForPixel(frame, picture.texels, place.map)
        picture.bind(unit: 0, isExact ? .exact : .interpolated)
        program.set(.backdrop, surface.background)
        glUniform1f(program.location(.rounding), Float(place.radius(surface)))
        drawMasked([surface], program, place, mask)
    }

    func draw(
        _ shader: TransitionShader, _ from: Surface, _ to: Surface, _ progress: Float, _ place: SurfaceArea,
        _ mask: Mask
    ) throws(RenderingError) {
        let (fromPicture, toPicture) = (try picture(of: from), try picture(of: to))
        var transition = try surfaces.transitionOrCrossFade(shader.name)
        var further: [Picture] = []
        for name in transition.samplers {
            if let id = shader.pictures[name] { further.append(try picture(id)) }
        }
        if further.count < transition.samplers.count { transition = try surfaces.transition("fade") }
        let program = try transition.program(for: place.depth)
        try use(program, place.placement, place.map, place.area)
        let extent = place.extent(place.area)
        glUniform1f(program.location(.progress), progress)
        glUniform1f(program.location(.ratio), Float(extent.x / extent.y))
        program.set(.margin, (0.5 / extent.x, 0.5 / extent.y))
        if let direction = shader.direction.vector ?? transition.direction { program.set(.direction, direction) }

        // Whatever a transition does with them, its pictures rarely land texel on pixel.
        fromPicture.bind(unit: 0, .interpolated)
        toPicture.bind(unit: 1, .interpolated)
        for (index, picture) in further.enumerated() where index < transition.samplers.count {
            picture.bind(unit: Program.firstSampler + GLenum(index), .interpolated)
        }
        program.set(.fromFrame, .fromExtent, from, place)
        program.set(.fromBackdrop, from.background)
        program.set(.toFrame, .toExtent, to, place)
        program.set(.toBackdrop, to.background)
        program.set(.pairRounding, (place.radius(from), place.radius(to)))
        drawMasked([from, to], program, place, mask)
    }

    private func drawMasked(_ surfaces: [Surface], _ program: Program, _ place: SurfaceArea, _ mask: Mask) {
        let isOpaque = surfaces.allSatisfy { $0.background != nil }
        let coverage = place.coverage(mask)
        program.set(.extent, place.extent(place.area))
        program.set(
            .mask, coverage.radius, coverage.middle, Double(min(max(mask.opacity, 0), 1)), isOpaque ? 1 : 0)
        // Blending reads the buffer back, which costs as much again as writing it.
        let isBlended = !isOpaque || mask.opacity < 1 || coverage.radius > 0
        if isBlended { glEnable(GLenum(GL_BLEND)) }
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        if isBlended { glDisable(GLenum(GL_BLEND)) }
    }

    private func picture(of surface: Surface) throws(RenderingError) -> Picture {
        guard let placed = surface.picture else { return surfaces.nothing() }
        return try picture(placed.picture)
    }
}

extension TransitionShader.Direction {
    /// A unit vector, y upwards.
    fileprivate var vector: (x: Double, y: Double)? {
        switch self {
        case .none: nil
        case .left: (-1, 0)
        case .right: (1, 0)
        case .up: (0, 1)
        case .down: (0, -1)
        }
    }
}

extension Program {
    fileprivate func set(_ uniform: Uniform, _ value: (x: Double, y: Double)) {
        glUniform2f(location(uniform), Float(value.x), Float(value.y))
    }

    fileprivate func set(_ uniform: Uniform, _ x: Double, _ y: Double, _ z: Double, _ w: Double) {
        glUniform4f(location(uniform), Float(x), Float(y), Float(z), Float(w))
    }

    /// A background, premultiplied.
    fileprivate func set(_ uniform: Uniform, _ color: Color?) {
        if let color {
            glUniform4f(location(uniform), color.red, color.green, color.blue, 1)
        } else {
            glUniform4f(location(uniform), 0, 0, 0, 0)
        }
    }

    /// Where a transition finds a surface's picture: the step from positions in the area, 0 to 1 from the bottom left, to
    /// texels, 0 to 1 from the top left; and how large the picture is.
    fileprivate func set(_ step: Uniform, _ extent: Uniform, _ surface: Surface, _ place: SurfaceArea) {
        let area = place.area
        let frame = surface.picture?.frame ?? area
        set(
            step, area.width / frame.width, -area.height / frame.height, (area.x - frame.x) / frame.width,
            (area.y + area.height - frame.y) / frame.height)
        set(extent, place.extent(frame))
    }
}
