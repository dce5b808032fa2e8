import CEGL
public import DisplayModel
public import Rendering

extension GLESRenderer {
    public func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32? {
        let target = try target(buffer, for: "draw")
        let placement = frame.placement
        // Whatever a command asks for, what the viewer does not see stays black.
        let clip = damage.bounds(on: placement.output).intersection(placement.visible)
        if damage != .whole, clip.isEmpty { return target.fence }
        return try guarded { () throws(RenderingError) in
            try draw(frame, on: target, damage: damage, clip)
        }
    }

    private func draw(
        _ frame: FrameDescription, on target: RenderTarget, damage: Damage, _ clip: Rectangle
    ) throws(RenderingError) -> Int32? {
        let placement = frame.placement
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
        glViewport(0, 0, GLsizei(placement.output.width), GLsizei(placement.output.height))

        let isWhole = clip.contains(Rectangle(placement.output))
        if !isWhole {
            glScissor(GLint(clip.x), GLint(clip.y), GLsizei(clip.width), GLsizei(clip.height))
            glEnable(GLenum(GL_SCISSOR_TEST))
        }
        defer { if !isWhole { glDisable(GLenum(GL_SCISSOR_TEST)) } }
        if isWhole { discard() }
        let depth = target.depth

        let map = placement.map
        for command in frame.commands {
            switch command {
            case .clear(let color):
                let isBlackOutside = damage != .whole
                if !isWhole, !isBlackOutside { clearOutside() }
                if isWhole || isBlackOutside || color != .black { Self.clear(color) }
            case .picture(let placed, let area, let opacity, let background):
                let program = try programs.picture(for: depth)
                try use(program, placement, map, area)
                try bind(placed, unit: 0, program.location(.frame), placement, map)
                glUniform1f(program.location(.opacity), opacity)
                glUniform3f(
                    program.location(.background), background.red, background.green, background.blue)
                glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
            case .crossFade(let first, let second, let area, let progress):
                let program = try programs.crossFade(for: depth)
                try use(program, placement, map, area)
                try bind(first, unit: 0, program.location(.frame), placement, map)
                try bind(second, unit: 1, program.location(.secondFrame), placement, map)
                glUniform1f(program.location(.progress), progress)
                glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
            case .surface(let surface, let area, let mask):
                try draw(surface, SurfaceArea(area, placement, map, depth), mask)
            // A transition ends with what comes after it, to the bit, whatever its shader has to say.
            case .transition(_, let surface, _, let area, ...0, let mask),
                .transition(_, _, let surface, let area, 1..., let mask):
                try draw(surface, SurfaceArea(area, placement, map, depth), mask)
            case .transition(let shader, let from, let to, let area, let progress, let mask):
                try draw(shader, from, to, progress, SurfaceArea(area, placement, map, depth), mask)
            }
        }
        let fence = try finish(target)
        try RenderingError.check("draw a frame")
        return fence
    }

    /// All of the bound framebuffer will be drawn: GPUs that draw in tiles need not fetch what it holds.
    private func discard() {
        let attachments = [GLenum(GL_COLOR_ATTACHMENT0)]
        unsafe extensions.discardFramebuffer?(GLenum(GL_FRAMEBUFFER), 1, attachments)
    }

    private static func clear(_ color: Color) {
        glClearColor(color.red, color.green, color.blue, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    }

    /// Clears the whole output to black, past the scissor.
    private func clearOutside() {
        glDisable(GLenum(GL_SCISSOR_TEST))
        Self.clear(.black)
        glEnable(GLenum(GL_SCISSOR_TEST))
    }

    /// Sets a program up to draw an area of an output.
    func use(
        _ program: Program, _ placement: Placement, _ map: Placement.AffineMap, _ area: ContentRectangle
    ) throws(RenderingError) {
        glUseProgram(program.name)
        // Output pixels run from 0 to the size, clip space from -1 to 1.
        let x = 2 / Double(placement.output.width)
        let y = 2 / Double(placement.output.height)
        glUniform2f(program.location(.xColumn), Float(map.xColumn.x * x), Float(map.xColumn.y * y))
        glUniform2f(program.location(.yColumn), Float(map.yColumn.x * x), Float(map.yColumn.y * y))
        glUniform2f(program.location(.offset), Float(map.offset.x * x - 1), Float(map.offset.y * y - 1))
        glUniform4f(program.location(.area), Float(area.x), Float(area.y), Float(area.width), Float(area.height))
    }

    /// Binds a picture to a texture unit and tells the program in use where it lies.
    private func bind(
        _ placed: PlacedPicture, unit: GLenum, _ location: GLint, _ placement: Placement, _ map: Placement.AffineMap
    ) throws(RenderingError) {
        let picture = try picture(placed.picture)
        let frame = placed.frame
        glUniform4f(location, Float(frame.x), Float(frame.y), Float(1 / frame.width), Float(1 / frame.height))
        let isExact = placement.showsPixelForPixel(frame, picture.texels, map)
        picture.bind(unit: unit, isExact ? .exact : .interpolated)
    }

    func picture(_ id: PictureID) throws(RenderingError) -> Picture {
        guard let picture = pictures[id] else {
            throw RenderingError(operation: "draw", reason: "picture \(id.rawValue) was not created")
        }
        return picture
    }

    /// Sees to it that the screen does not get the frame before it is drawn.
    private func finish(_ target: RenderTarget) throws(RenderingError) -> Int32? {
        switch completion {
        case .fence: return try target.makeFence()
        case .implicit: glFlush()
        case .finished: glFinish()
        }
        return nil
    }
}

extension Placement {
    /// Whether a picture that fills a rectangle of the content lands with each texel on one pixel of the output. Then
    /// the texel itself is what the pixel shows, and sampling it without a filter is both exact and cheapest.
    func showsPixelForPixel(_ frame: ContentRectangle, _ picture: Size, _ map: AffineMap) -> Bool {
        let (a, b) = (map(frame.x, frame.y), map(frame.x + frame.width, frame.y + frame.height))
        let shown = orientation.isTransposing ? picture.transposed : picture
        // Less than what shifts a sample to the next texel, more than what arithmetic leaves of a whole number.
        let tolerance = 1.0 / 64
        func isWhole(_ x: Double) -> Bool { abs(x - x.rounded()) < tolerance }
        return abs(abs(b.x - a.x) - Double(shown.width)) < tolerance
            && abs(abs(b.y - a.y) - Double(shown.height)) < tolerance && isWhole(a.x) && isWhole(a.y)
    }
}
