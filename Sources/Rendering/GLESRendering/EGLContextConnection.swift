import CEGL
import DisplayModel
import Rendering

/// A GLES2 context that draws into framebuffer objects only: it has no surface, and no configuration where EGL can
/// do without one.
@safe final class EGLContextConnection {
    let display: EGLDisplayConnection
    private let handle: EGLContext

    init(_ native: NativeDisplay) throws(RenderingError) {
        display = try unsafe EGLDisplayConnection(native)
        guard display.extensions.contains("EGL_KHR_surfaceless_context") else {
            throw RenderingError(
                operation: "eglCreateContext",
                reason: "EGL has no EGL_KHR_surfaceless_context, so the driver cannot draw without a window")
        }
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else { throw .egl("eglBindAPI") }

        var attributes = [EGL_CONTEXT_CLIENT_VERSION, 2]
        if display.extensions.contains("EGL_EXT_create_context_robustness") {
            // After a GPU reset every call fails from then on, instead of drawing who knows what.
            attributes += [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
        }
        attributes.append(EGL_NONE)
        let configuration = try unsafe Self.configuration(of: display)
        guard let context = unsafe eglCreateContext(display.handle, configuration, nil, attributes) else {
            throw .egl("eglCreateContext")
        }
        unsafe handle = context
    }

    deinit {
        // Also frees the context's textures, renderbuffers, framebuffer objects and programs: it shares none.
        if unsafe eglGetCurrentContext() == handle { unsafe eglMakeCurrent(display.handle, nil, nil, nil) }
        unsafe eglDestroyContext(display.handle, handle)
    }

    /// Makes it the calling thread's context. Costs nothing where it is that already.
    func makeCurrent() throws(RenderingError) {
        if unsafe eglGetCurrentContext() == handle { return }
        // The API is bound for each thread.
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else { throw .egl("eglBindAPI") }
        guard unsafe eglMakeCurrent(display.handle, nil, nil, handle) == EGLBoolean(EGL_TRUE) else {
            throw .egl("eglMakeCurrent")
        }
    }

    /// The calling thread has no context any more, so that another one can take this.
    func release() { _ = unsafe eglMakeCurrent(display.handle, nil, nil, nil) }

    private static func configuration(of display: EGLDisplayConnection) throws(RenderingError) -> EGLConfig? {
        if display.extensions.contains("EGL_KHR_no_config_context") { return nil }
        let wanted = [
            EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, 0, EGL_RED_SIZE, 8, EGL_GREEN_SIZE,
            8, EGL_BLUE_SIZE, 8, EGL_NONE,
        ]
        var configuration: EGLConfig?
        var count: EGLint = 0
        guard unsafe eglChooseConfig(display.handle, wanted, &configuration, 1, &count) == EGLBoolean(EGL_TRUE),
            count > 0
        else { throw .egl("eglChooseConfig", "no configuration for GLES2 with 8 bits a channel") }
        return unsafe configuration
    }
}
