import DisplayModel
import Glibc
import Synchronization

/// How often the thread that asks has called what costs a pass over the screen.
///
/// The functions below stand in front of the ones of libGLESv2: the linker finds them first, and they pass each call on.
/// A GL context belongs to a thread, so a test sees its own calls however many run beside it.
struct GLCalls: Equatable {
    var draws = 0
    var clears = 0
    var framebufferBinds = 0
    /// How often blending, which reads back what is drawn on, was enabled.
    var blends = 0

    private static let all = Mutex<[pthread_t: GLCalls]>([:])

    static func during(_ body: () throws -> Void) rethrows -> GLCalls {
        let thread = pthread_self()
        all.withLock { $0[thread] = GLCalls() }
        try body()
        return all.withLock { $0.removeValue(forKey: thread) } ?? GLCalls()
    }

    fileprivate static func count(_ call: WritableKeyPath<GLCalls, Int>) {
        let thread = pthread_self()
        all.withLock { $0[thread]?[keyPath: call] += 1 }
    }
}

/// The next function of this name after ours: `dlsym` with RTLD_NEXT, which is -1.
func next<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
        fatalError("libGLESv2 has no \(name)")
    }
    return unsafe unsafeBitCast(address, to: type)
}

private let nextDrawArrays = next("glDrawArrays", as: (@convention(c) (UInt32, Int32, Int32) -> Void).self)
private let nextClear = next("glClear", as: (@convention(c) (UInt32) -> Void).self)
private let nextBindFramebuffer = next("glBindFramebuffer", as: (@convention(c) (UInt32, UInt32) -> Void).self)
private let nextEnable = next("glEnable", as: (@convention(c) (UInt32) -> Void).self)

@_cdecl("glDrawArrays")
public func countedDrawArrays(_ mode: UInt32, _ first: Int32, _ count: Int32) {
    GLCalls.count(\.draws)
    nextDrawArrays(mode, first, count)
}

@_cdecl("glClear")
public func countedClear(_ mask: UInt32) {
    GLCalls.count(\.clears)
    nextClear(mask)
}

@_cdecl("glBindFramebuffer")
public func countedBindFramebuffer(_ target: UInt32, _ framebuffer: UInt32) {
    GLCalls.count(\.framebufferBinds)
    nextBindFramebuffer(target, framebuffer)
}

@_cdecl("glEnable")
public func countedEnable(_ capability: UInt32) {
    let blending: UInt32 = 0x0BE2  // GL_BLEND
    if capability == blending { GLCalls.count(\.blends) }
    nextEnable(capability)
}
