import CEGL
import Rendering

/// The functions beyond core EGL and GLES2 that drawing into a device's buffers takes, looked up once.
@safe struct Extensions {
    let createImage: PFNEGLCREATEIMAGEKHRPROC?
    let destroyImage: PFNEGLDESTROYIMAGEKHRPROC?
    let imageToRenderbuffer: PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC?
    let createSync: PFNEGLCREATESYNCKHRPROC?
    let destroySync: PFNEGLDESTROYSYNCKHRPROC?
    let duplicateFence: PFNEGLDUPNATIVEFENCEFDANDROIDPROC?
    let queryFormats: PFNEGLQUERYDMABUFFORMATSEXTPROC?
    let queryModifiers: PFNEGLQUERYDMABUFMODIFIERSEXTPROC?

    private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSEXTPROC?
    /// Telling the driver that what a buffer held is not needed, so that a GPU that draws in tiles does not fetch it.
    let discardFramebuffer: PFNGLDISCARDFRAMEBUFFEREXTPROC?

    /// EGL images from dma-bufs, and whether their layout can be named.
    let importsDMABufs: Bool
    let importsModifiers: Bool
    /// EGL images from `gbm_bo` pointers.
    let importsPixmaps: Bool
    /// Sync files that the kernel can wait on before it shows a buffer.
    let hasNativeFences: Bool
    /// Uploading rows that are longer in memory than in the picture.
    let hasUnpackRowLength: Bool

    /// Needs a current context.
    init(_ egl: ExtensionList) throws(RenderingError) {
        let gl = unsafe ExtensionList(
            UnsafeRawPointer(glGetString(GLenum(GL_EXTENSIONS)))?.assumingMemoryBound(to: CChar.self))
        // Without it there is no RGBA renderbuffer in GLES2.
        guard gl.contains("GL_OES_rgb8_rgba8") else {
            throw RenderingError(operation: "GLES2", reason: "the driver has no GL_OES_rgb8_rgba8")
        }
        let hasImages = egl.contains("EGL_KHR_image_base") && gl.contains("GL_OES_EGL_image")
        importsDMABufs = hasImages && egl.contains("EGL_EXT_image_dma_buf_import")
        importsModifiers = importsDMABufs && egl.contains("EGL_EXT_image_dma_buf_import_modifiers")
        importsPixmaps = hasImages && egl.contains("EGL_KHR_image_pixmap")
        hasNativeFences = egl.contains("EGL_ANDROID_native_fence_sync") && egl.contains("EGL_KHR_fence_sync")
        hasUnpackRowLength = gl.contains("GL_EXT_unpack_subimage")

        let resetName =
            if gl.contains("GL_KHR_robustness") {
                "glGetGraphicsResetStatusKHR"
            } else if gl.contains("GL_EXT_robustness") {
                "glGetGraphicsResetStatusEXT"
            } else {
                ""
            }
        unsafe resetStatus =
            resetName.isEmpty
            ? nil : unsafeBitCast(eglGetProcAddress(resetName), to: PFNGLGETGRAPHICSRESETSTATUSEXTPROC?.self)
        unsafe discardFramebuffer =
            gl.contains("GL_EXT_discard_framebuffer")
            ? unsafeBitCast(eglGetProcAddress("glDiscardFramebufferEXT"), to: PFNGLDISCARDFRAMEBUFFEREXTPROC?.self)
            : nil

        // A name that the library does not know gives a null pointer, which these types have room for.
        unsafe createImage = unsafeBitCast(eglGetProcAddress("eglCreateImageKHR"), to: PFNEGLCREATEIMAGEKHRPROC?.self)
        unsafe destroyImage = unsafeBitCast(
            eglGetProcAddress("eglDestroyImageKHR"), to: PFNEGLDESTROYIMAGEKHRPROC?.self)
        unsafe imageToRenderbuffer = unsafeBitCast(
            eglGetProcAddress("glEGLImageTargetRenderbufferStorageOES"),
            to: PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC?.self)
        unsafe createSync = unsafeBitCast(eglGetProcAddress("eglCreateSyncKHR"), to: PFNEGLCREATESYNCKHRPROC?.self)
        unsafe destroySync = unsafeBitCast(eglGetProcAddress("eglDestroySyncKHR"), to: PFNEGLDESTROYSYNCKHRPROC?.self)
        unsafe duplicateFence = unsafeBitCast(
            eglGetProcAddress("eglDupNativeFenceFDANDROID"), to: PFNEGLDUPNATIVEFENCEFDANDROIDPROC?.self)
        unsafe queryFormats = unsafeBitCast(
            eglGetProcAddress("eglQueryDmaBufFormatsEXT"), to: PFNEGLQUERYDMABUFFORMATSEXTPROC?.self)
        unsafe queryModifiers = unsafeBitCast(
            eglGetProcAddress("eglQueryDmaBufModifiersEXT"), to: PFNEGLQUERYDMABUFMODIFIERSEXTPROC?.self)
    }

    /// What the driver says of a reset of the GPU that took the current context along. Nil where there was none, or where
    /// it cannot tell.
    func reset() -> RenderingError? {
        guard let resetStatus else { return nil }
        let status = Int32(bitPattern: resetStatus())
        guard status != GL_NO_ERROR else { return nil }
        let reason =
            switch status {
            case GL_GUILTY_CONTEXT_RESET_EXT: "the GPU was reset because of what this program drew"
            case GL_INNOCENT_CONTEXT_RESET_EXT: "the GPU was reset because of another program"
            default: "the GPU was reset"
            }
        return RenderingError(operation: "glGetGraphicsResetStatus", reason: reason, isContextLost: true)
    }
}
