import CEGL
public import DisplayModel
public import Rendering

/// Frames of video become pictures when they are uploaded: their planes go to textures, from which one pass draws the
/// picture's own, upright and in the screen's colours. What draws pictures, transitions among it, need not know of video.
struct FrameConversion {
    private var made: Program?
    private var framebuffer: GLuint = 0
    /// Two sets of planes in turn, so that one is filled while the GPU may still read the other.
    private var sets: [PlaneTextures] = []
    private var next = 0

    mutating func program() throws(RenderingError) -> Program {
        if let made { return made }
        let program = try Program(.video)
        made = program
        return program
    }

    /// The textures for the next frame, filled with its planes and bound to the first units.
    mutating func upload(
        _ layout: PlanarLayout, _ pixels: UnsafeRawBufferPointer, _ rowLength: Picture.RowLength
    ) throws(RenderingError) {
        if sets.first.map({ $0.sizes != layout.planes.map(\.size) }) != false {
            for set in sets { set.delete() }
            sets = []
            for _ in 0..<2 { sets.append(try PlaneTextures(layout)) }
        }
        next = 1 - next
        unsafe sets[next].upload(layout, pixels, rowLength)
        try RenderingError.check("upload the planes of a frame")
    }

    /// Has everything drawn into a picture's texture.
    mutating func begin(_ picture: Picture) throws(RenderingError) {
        if framebuffer == 0 { unsafe glGenFramebuffers(1, &framebuffer) }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), picture.texture, 0)
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw RenderingError(
                operation: "glCheckFramebufferStatus",
                reason: "cannot draw a frame of video into a picture: \(RenderingError.name(ofGLError: status))")
        }
        glViewport(0, 0, GLsizei(picture.texels.width), GLsizei(picture.texels.height))
    }

    /// Lets go of the picture's texture, which may be deleted then.
    func end() {
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), 0, 0)
    }
}

/// Textures of one channel for the three planes of a frame.
private struct PlaneTextures {
    let sizes: [Size]
    private let names: [GLuint]

    init(_ layout: PlanarLayout) throws(RenderingError) {
        sizes = layout.planes.map(\.size)
        var names = [GLuint](repeating: 0, count: sizes.count)
        unsafe glGenTextures(GLsizei(names.count), &names)
        self.names = names
        let target = GLenum(GL_TEXTURE_2D)
        glActiveTexture(GLenum(GL_TEXTURE0))
        for (name, size) in zip(names, sizes) {
            glBindTexture(target, name)
            glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
            glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
            glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
            glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
            glTexImage2D(
                target, 0, GL_LUMINANCE, GLsizei(size.width), GLsizei(size.height), 0, GLenum(GL_LUMINANCE),
                GLenum(GL_UNSIGNED_BYTE), nil)
        }
        do throws(RenderingError) {
            try RenderingError.check("glTexImage2D for a frame of \(layout.size)")
        } catch {
            delete()
            throw error
        }
    }

    func upload(_ layout: PlanarLayout, _ pixels: UnsafeRawBufferPointer, _ rowLength: Picture.RowLength) {
        guard let start = pixels.baseAddress else { return }
        let target = GLenum(GL_TEXTURE_2D)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        for (unit, (name, plane)) in zip(names, layout.planes).enumerated() {
            glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            glBindTexture(target, name)
            func replace(_ rows: Range<Int>) {
                unsafe glTexSubImage2D(
                    target, 0, 0, GLint(rows.lowerBound), GLsizei(plane.size.width), GLsizei(rows.count),
                    GLenum(GL_LUMINANCE), GLenum(GL_UNSIGNED_BYTE),
                    start + plane.offset + rows.lowerBound * plane.stride)
            }
            if plane.stride == plane.size.width {
                replace(0..<plane.size.height)
            } else if rowLength == .settable {
                glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), GLint(plane.stride))
                replace(0..<plane.size.height)
                glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH_EXT), 0)
            } else {
                for row in 0..<plane.size.height { replace(row..<row + 1) }
            }
        }
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    }

    func delete() {
        unsafe glDeleteTextures(GLsizei(names.count), names)
    }
}

extension GLESRenderer {
    public func upload(
        _ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        try id.check(frame, of: pictures[id]?.size, byteCount: pixels.count)
        guard let picture = pictures[id] else { return }
        try guarded { () throws(RenderingError) in
            let program = try video.program()
            try unsafe video.upload(frame.layout, pixels, extensions.hasUnpackRowLength ? .settable : .fixed)
            try video.begin(picture)
            defer { video.end() }
            let placement = Placement(
                output: picture.texels, visible: Rectangle(picture.texels), content: frame.layout.size,
                orientation: frame.orientation)
            try use(program, placement, placement.map, ContentRectangle(frame.layout.size))
            let (width, height) = (Float(frame.layout.size.width), Float(frame.layout.size.height))
            glUniform4f(program.location(.frame), 0, 0, 1 / width, 1 / height)
            let chroma = frame.chromaFrame
            glUniform4f(
                program.location(.secondFrame), Float(chroma.x), Float(chroma.y), Float(1 / chroma.width),
                Float(1 / chroma.height))
            let conversion = SampleConversion(frame.encoding)
            let values = conversion.columns.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
            unsafe glUniformMatrix3fv(program.location(.conversion), 1, GLboolean(GL_FALSE), values)
            let zero = conversion.zero
            glUniform3f(program.location(.zero), Float(zero.x), Float(zero.y), Float(zero.z))
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
            try RenderingError.check("convert a frame")
        }
    }
}

extension PlanarPicture {
    /// Where the planes of chroma lie, in pixels of the frame: beside luma by what they are sited aside, and beyond its
    /// edges where a last sample is for less than its share of pixels.
    var chromaFrame: ContentRectangle {
        let across = Double(1 << layout.chromaShift.x)
        let down = Double(1 << layout.chromaShift.y)
        let size = layout.planes[1].size
        return ContentRectangle(
            x: encoding.siting.isFirstColumn ? (1 - across) / 2 : 0,
            y: (encoding.siting.row - 0.5) * (down - 1), width: across * Double(size.width),
            height: down * Double(size.height))
    }
}
