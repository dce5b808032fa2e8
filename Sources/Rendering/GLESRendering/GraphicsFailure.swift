import CEGL
import Rendering

extension RenderingError {
    /// An EGL call that failed, with what `eglGetError` says of it.
    static func egl(_ call: String, _ advice: String? = nil) -> RenderingError {
        let code = eglGetError()
        let reason = [name(ofEGLError: code), advice].compactMap(\.self).joined(separator: ": ")
        return RenderingError(operation: call, reason: reason, isContextLost: code == EGL_CONTEXT_LOST)
    }

    /// Throws what `glGetError` has to tell. Call it after the GL calls that `operation` sums up.
    static func check(_ operation: String) throws(RenderingError) {
        let code = glGetError()
        if code != GLenum(GL_NO_ERROR) {
            throw RenderingError(
                operation: operation, reason: name(ofGLError: code), isContextLost: code == GLenum(GL_CONTEXT_LOST_KHR))
        }
    }

    static func name(ofEGLError code: EGLint) -> String {
        switch code {
        case EGL_SUCCESS: "EGL gives no reason"
        case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
        case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
        case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
        case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
        case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
        case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
        case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
        case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
        case EGL_BAD_MATCH: "EGL_BAD_MATCH"
        case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
        case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
        case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
        case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
        case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
        default: "EGL error 0x\(String(code, radix: 16))"
        }
    }

    static func name(ofGLError code: GLenum) -> String {
        switch Int32(bitPattern: code) {
        case GL_INVALID_ENUM: "GL_INVALID_ENUM"
        case GL_INVALID_VALUE: "GL_INVALID_VALUE"
        case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
        case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
        case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
        case GL_CONTEXT_LOST_KHR: "GL_CONTEXT_LOST"
        case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT"
        case GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS: "GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS"
        case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT: "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"
        case GL_FRAMEBUFFER_UNSUPPORTED: "GL_FRAMEBUFFER_UNSUPPORTED"
        default: "GL error 0x\(String(code, radix: 16))"
        }
    }
}
