import CDRM
import CGBM
public import DisplayModel
import Glibc
import LinuxSystem
import Paths

/// A GPU's node for drawing alone, without its screens.
@safe public final class RenderNode {
    private let file: OwnedDescriptor
    @unsafe private let pointer: OpaquePointer

    /// - Throws: where it may not be opened, or has no driver here.
    public init(opening path: String) throws(DisplayError) {
        do throws(SystemError) {
            let file = try OwnedDescriptor(opening: FilePath(path), O_RDWR)
            unsafe pointer = try nonNullCall("gbm_create_device", path) { unsafe gbm_create_device(file.rawValue) }
            self.file = file
        } catch {
            throw DisplayError(operation: "open", object: path, code: error.code, reason: error.reason)
        }
    }

    deinit { unsafe gbm_device_destroy(pointer) }

    /// Valid for as long as this object lives.
    public var nativeDisplay: NativeDisplay { unsafe .gbm(pointer) }

    /// The render node of an open card. The corresponding C function is `drmGetRenderDeviceNameFromFd`.
    static func path(ofCard descriptor: Int32) -> String? {
        guard let name = unsafe drmGetRenderDeviceNameFromFd(descriptor) else { return nil }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }
}
