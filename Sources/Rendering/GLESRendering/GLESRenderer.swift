import CEGL
public import DisplayModel
public import Rendering

/// Draws frames with GLES2, into the buffers of a display device or into memory.
///
/// It has a context of its own without any window: a buffer is drawn into through a framebuffer object over an EGL
/// image of its memory. It may be made on any thread; from then on everything is called and freed on one.
public final class GLESRenderer: FrameRenderer {
    public let summary: String
    public let targetFormats: [FormatSupport]
    /// Whether the driver draws with the processor, as llvmpipe does.
    public let isSoftware: Bool

    let context: EGLContextConnection
    let extensions: Extensions
    var programs: PicturePrograms
    /// Compiled when they are first used: a sign of one picture after the other has no use for them.
    var surfaces = SurfacePrograms()
    /// Its program likewise.
    var video = FrameConversion()
    /// How the screen learns that a frame is done.
    let completion: Completion
    var pictures: PictureStore
    /// By the framebuffer's id, which is unique on a device.
    private var targets: [FramebufferID: RenderTarget] = [:]

    /// - Parameter native: where to draw; a GBM device has to live longer than the renderer.
    public init(_ native: NativeDisplay) throws(RenderingError) {
        context = try unsafe EGLContextConnection(native)
        try context.makeCurrent()
        extensions = try Extensions(context.display.extensions)
        let renderer = Self.string(GL_RENDERER)
        summary = "\(renderer), \(Self.string(GL_VERSION))"
        isSoftware = Completion.isSoftware(renderer)
        targetFormats = extensions.targetFormats(of: context.display)
        var side: GLint = 0
        unsafe glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
        pictures = PictureStore(longestSide: max(1, Int(side)))
        completion =
            extensions.hasNativeFences ? .fence : Completion(renderer: renderer, version: Self.string(GL_VERSION))
        programs = try PicturePrograms()
        Self.prepareCorners()
        // Mixing happens in the shaders; dithering would make two pictures of one description differ.
        glDisable(GLenum(GL_DITHER))
        // Colours are premultiplied. Blending is enabled by what needs it.
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
        try RenderingError.check("set up GLES2")
        // It may be made on another thread than it is used on.
        context.release()
    }

    deinit {
        // What belongs to the context goes with it; the targets' images and fences belong to the display.
        _ = try? context.makeCurrent()
        targets.removeAll()
    }

    private static func string(_ name: Int32) -> String {
        guard let text = unsafe glGetString(GLenum(name)) else { return "unknown" }
        return unsafe String(cString: text)
    }

    /// The unit square, the only geometry there is. It stays bound for good.
    private static func prepareCorners() {
        let corners: [GLfloat] = [0, 0, 1, 0, 0, 1, 1, 1]
        var buffer: GLuint = 0
        unsafe glGenBuffers(1, &buffer)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
        unsafe glBufferData(
            GLenum(GL_ARRAY_BUFFER), MemoryLayout<GLfloat>.stride * corners.count, corners, GLenum(GL_STATIC_DRAW))
        glEnableVertexAttribArray(Program.corner)
        glVertexAttribPointer(Program.corner, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, nil)
    }

    // MARK: - Pictures

    public func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {
        guard !size.isEmpty else {
            throw RenderingError(operation: "create a picture", reason: "\(size) is empty")
        }
        try guarded { () throws(RenderingError) in
            do throws(RenderingError) {
                try pictures.create(id, size)
            } catch {
                // There may be room without what is kept for later.
                guard !error.isContextLost, pictures.forgetSpare() else { throw error }
                try pictures.create(id, size)
            }
        }
    }

    public func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        let start = try unsafe id.checkedRows(rows, of: pictures[id]?.size, stride: stride, pixels: pixels)
        guard let picture = pictures[id], let start = unsafe start else { return }
        guard picture.takesRow(rows.lowerBound) else {
            throw RenderingError(
                operation: "upload picture \(id.rawValue)", reason: "rows \(rows) are not the next ones")
        }
        try guarded { () throws(RenderingError) in
            glActiveTexture(GLenum(GL_TEXTURE0))
            glBindTexture(GLenum(GL_TEXTURE_2D), picture.texture)
            unsafe picture.upload(
                rows: rows, stride: stride, from: start, rowLength: extensions.hasUnpackRowLength ? .settable : .fixed)
            try RenderingError.check("glTexSubImage2D")
        }
    }

    public func discardPicture(_ id: PictureID) {
        guard (try? context.makeCurrent()) != nil else { return }
        pictures.discard(id)
    }

    // MARK: - Transitions

    public func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) {
        try guarded { () throws(RenderingError) in try surfaces.add(name, source) }
    }

    public func withholdTransition(_ name: String) { surfaces.withhold(name) }

    public func prepare(_ transition: TransitionShader) throws(RenderingError) {
        try guarded { () throws(RenderingError) in
            _ = try surfaces.surface()
            _ = try surfaces.transition(transition.name)
        }
    }

    public func takeSubstitutions() -> [TransitionSubstitution] { surfaces.takeSubstitutions() }

    // MARK: - Buffers

    public func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) {
        try guarded { () throws(RenderingError) in
            targets[buffer.framebuffer] = try RenderTarget(buffer, display: context.display, extensions: extensions)
        }
    }

    public func forget(_ buffer: any ScanoutBuffer) {
        _ = try? context.makeCurrent()
        targets[buffer.framebuffer] = nil
    }

    func target(_ buffer: any ScanoutBuffer, for operation: String) throws(RenderingError) -> RenderTarget {
        guard let target = targets[buffer.framebuffer] else {
            throw RenderingError(
                operation: operation, reason: "framebuffer \(buffer.framebuffer) was not adopted by this renderer")
        }
        return target
    }

    public func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] {
        let target = try target(buffer, for: "read pixels")
        try context.makeCurrent()
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.framebuffer)
        let count = target.size.area * 4
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
            unsafe glReadPixels(
                0, 0, GLsizei(target.size.width), GLsizei(target.size.height), GLenum(GL_RGBA),
                GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
            used = count
        }
        try RenderingError.check("glReadPixels")
        return pixels
    }

    // MARK: - The context

    public func verify() throws(RenderingError) {
        try guarded { () throws(RenderingError) in try RenderingError.check("verify the context") }
    }

    /// Does something with the context current. Whatever comes of it, the driver is asked whether the GPU was reset: after
    /// a reset some calls fail for reasons of their own, and some drivers go on as if nothing had happened until they are
    /// asked. The corresponding C function is `glGetGraphicsResetStatus`.
    func guarded<Result>(_ body: () throws(RenderingError) -> Result) throws(RenderingError) -> Result {
        let result: Result
        do throws(RenderingError) {
            try context.makeCurrent()
            result = try body()
        } catch {
            if !error.isContextLost, let reset = extensions.reset() { throw reset }
            throw error
        }
        if let reset = extensions.reset() { throw reset }
        return result
    }
}
