import CEGL
import DisplayModel
import Glibc
import Rendering

/// A buffer to draw into: a framebuffer object over the buffer's memory, or over the renderer's own where the buffer
/// has none.
@safe final class RenderTarget {
    let size: Size
    /// With fewer than eight bits a channel soft shades are dithered by the shaders: many drivers do not.
    let depth: Program.Depth
    let framebuffer: GLuint
    private let renderbuffer: GLuint
    /// The buffer's memory as EGL knows it. Nil for memory of the renderer's own.
    private let image: EGLImageKHR?
    private let display: EGLDisplayConnection
    private let extensions: Extensions
    /// Signals when the last frame drawn into it is done: a sync file's descriptor, closed with the next.
    private(set) var fence: Int32?

    /// Needs the context to be current; leaves the framebuffer object bound.
    init(
        _ buffer: any ScanoutBuffer, display: EGLDisplayConnection, extensions: Extensions
    ) throws(RenderingError) {
        size = buffer.size
        depth = buffer.format == .rgb565 ? .narrow : .wide
        self.display = display
        self.extensions = extensions
        let memory = unsafe buffer.memory
        switch unsafe memory {
        case .gbm(let bufferObject, let planes):
            unsafe image = try unsafe Self.importImage(buffer, bufferObject, planes, display, extensions)
        case .rendererOwned:
            unsafe image = nil
        case .mapped, .imported:
            throw RenderingError(
                operation: "adopt a buffer", reason: "the GPU cannot draw into mapped or imported memory")
        }
        var name: GLuint = 0
        unsafe glGenRenderbuffers(1, &name)
        renderbuffer = name
        unsafe glGenFramebuffers(1, &name)
        framebuffer = name

        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        if let image = unsafe image {
            unsafe extensions.imageToRenderbuffer?(GLenum(GL_RENDERBUFFER), image)
        } else {
            glRenderbufferStorage(
                GLenum(GL_RENDERBUFFER), GLenum(depth == .narrow ? GL_RGB565 : GL_RGBA8_OES), GLsizei(size.width),
                GLsizei(size.height))
        }
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        try RenderingError.check("framebuffer object for a buffer of \(size) in \(buffer.format)")
        let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
        guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw RenderingError(
                operation: "glCheckFramebufferStatus",
                reason:
                    "cannot draw into a buffer of \(size) in \(buffer.format): \(RenderingError.name(ofGLError: status))"
            )
        }
    }

    /// Needs the context to be current.
    deinit {
        if let fence { close(fence) }
        var name = framebuffer
        unsafe glDeleteFramebuffers(1, &name)
        name = renderbuffer
        unsafe glDeleteRenderbuffers(1, &name)
        if let image = unsafe image { _ = unsafe extensions.destroyImage?(display.handle, image) }
    }

    /// Asks for a sync file that signals when what was drawn so far is done. The corresponding extension is
    /// `EGL_ANDROID_native_fence_sync`.
    func makeFence() throws(RenderingError) -> Int32 {
        if let fence { close(fence) }
        fence = nil
        guard let sync = unsafe extensions.createSync?(display.handle, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), nil)
        else { throw .egl("eglCreateSyncKHR") }
        defer { _ = unsafe extensions.destroySync?(display.handle, sync) }
        // The fence has no descriptor before the commands in front of it are on their way.
        glFlush()
        guard let descriptor = unsafe extensions.duplicateFence?(display.handle, sync),
            descriptor != EGL_NO_NATIVE_FENCE_FD_ANDROID
        else { throw .egl("eglDupNativeFenceFDANDROID") }
        fence = descriptor
        return descriptor
    }

    // MARK: - Importing

    private static func importImage(
        _ buffer: any ScanoutBuffer, _ bufferObject: OpaquePointer, _ planes: [DMABufPlane],
        _ display: EGLDisplayConnection, _ extensions: Extensions
    ) throws(RenderingError) -> EGLImageKHR {
        if extensions.importsDMABufs, !planes.isEmpty {
            let attributes = attributes(buffer, planes, extensions)
            if let image = unsafe extensions.createImage?(
                display.handle, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
            {
                return unsafe image
            }
            if !extensions.importsPixmaps {
                throw .egl("eglCreateImageKHR", "cannot import a dma-buf of \(buffer.size) in \(buffer.format)")
            }
        }
        guard extensions.importsPixmaps else {
            throw RenderingError(
                operation: "eglCreateImageKHR",
                reason: "EGL can import neither dma-bufs (EGL_EXT_image_dma_buf_import) nor GBM buffers "
                    + "(EGL_KHR_image_pixmap): install Mesa's libegl-mesa0")
        }
        let image = unsafe extensions.createImage?(
            display.handle, nil, EGLenum(EGL_NATIVE_PIXMAP_KHR), EGLClientBuffer(bufferObject), nil)
        guard let image = unsafe image else {
            throw .egl("eglCreateImageKHR", "cannot import a GBM buffer of \(buffer.size) in \(buffer.format)")
        }
        return unsafe image
    }

    private static func attributes(
        _ buffer: any ScanoutBuffer, _ planes: [DMABufPlane], _ extensions: Extensions
    ) -> [EGLint] {
        let planeNames: [(descriptor: EGLint, offset: EGLint, pitch: EGLint, low: EGLint, high: EGLint)] = [
            (
                EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT,
                EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT,
                EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT,
                EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT
            ),
            (
                EGL_DMA_BUF_PLANE3_FD_EXT, EGL_DMA_BUF_PLANE3_OFFSET_EXT, EGL_DMA_BUF_PLANE3_PITCH_EXT,
                EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT
            ),
        ]
        var attributes = [
            EGL_WIDTH, EGLint(buffer.size.width), EGL_HEIGHT, EGLint(buffer.size.height), EGL_LINUX_DRM_FOURCC_EXT,
            EGLint(bitPattern: buffer.format.rawValue),
        ]
        for (plane, name) in zip(planes, planeNames) {
            attributes += [
                name.descriptor, plane.descriptor, name.offset, EGLint(plane.offset), name.pitch, EGLint(plane.stride),
            ]
            if extensions.importsModifiers, buffer.modifier != .implicit {
                let modifier = buffer.modifier.rawValue
                attributes += [
                    name.low, EGLint(truncatingIfNeeded: modifier), name.high,
                    EGLint(truncatingIfNeeded: modifier >> 32),
                ]
            }
        }
        return attributes + [EGL_NONE]
    }
}
