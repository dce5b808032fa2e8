import CEGL
import DisplayModel
import Rendering
import Synchronization

/// An initialised `EGLDisplay`. Connections to the same native display share one, which is terminated with the last.
@safe final class EGLDisplayConnection {
    let handle: EGLDisplay
    /// The display's extensions, without the client's.
    let extensions: ExtensionList

    /// How many connections each `EGLDisplay` has, by its address: EGL itself does not count, and would pull the
    /// display away from under the others.
    private static let users = Mutex<[UInt: Int]>([:])

    init(_ native: NativeDisplay) throws(RenderingError) {
        let client = unsafe ExtensionList(eglQueryString(nil, EGL_EXTENSIONS))
        let possible: EGLDisplay?
        switch unsafe native {
        case .gbm(let device):
            guard client.contains("EGL_KHR_platform_gbm") || client.contains("EGL_MESA_platform_gbm") else {
                throw RenderingError(
                    operation: "eglGetPlatformDisplay", reason: "EGL has no GBM platform: install Mesa's libegl-mesa0")
            }
            unsafe possible = Self.platformDisplay(EGLenum(EGL_PLATFORM_GBM_KHR), UnsafeMutableRawPointer(device))
        case .surfaceless:
            guard client.contains("EGL_MESA_platform_surfaceless") else {
                throw RenderingError(
                    operation: "eglGetPlatformDisplay",
                    reason: "EGL has no surfaceless platform: install Mesa's libegl-mesa0")
            }
            unsafe possible = Self.platformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil)
        }
        guard let display = unsafe possible else { throw .egl("eglGetPlatformDisplay") }
        let key = UInt(bitPattern: display)
        let isInitialised = Self.users.withLock { users in
            guard unsafe eglInitialize(display, nil, nil) == EGLBoolean(EGL_TRUE) else { return false }
            users[key, default: 0] += 1
            return true
        }
        guard isInitialised else {
            throw .egl("eglInitialize", "Mesa has no driver that works here: install libgl1-mesa-dri")
        }
        unsafe handle = display
        extensions = unsafe ExtensionList(eglQueryString(display, EGL_EXTENSIONS))
    }

    deinit {
        Self.users.withLock { users in
            let key = unsafe UInt(bitPattern: handle)
            let others = users[key, default: 1] - 1
            users[key] = others > 0 ? others : nil
            if others == 0 { unsafe eglTerminate(handle) }
        }
    }

    /// From EGL 1.5, or from the extension that came before it: libraries of version 1.4 have only that.
    private static func platformDisplay(_ platform: EGLenum, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
        guard let function = unsafe eglGetProcAddress("eglGetPlatformDisplayEXT") else {
            return unsafe eglGetPlatformDisplay(platform, native, nil)
        }
        let getPlatformDisplay = unsafe unsafeBitCast(function, to: PFNEGLGETPLATFORMDISPLAYEXTPROC?.self)
        return unsafe getPlatformDisplay?(platform, native, nil)
    }
}

/// The names in an extension string.
struct ExtensionList {
    private let names: Set<Substring>

    init(_ text: UnsafePointer<CChar>?) {
        names = if let text = unsafe text { Set(unsafe String(cString: text).split(separator: " ")) } else { [] }
    }

    func contains(_ name: String) -> Bool { names.contains(name[...]) }
}
