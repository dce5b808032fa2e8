import Glibc
import Synchronization

/// A GPU that has less than the one at hand, or fails: for the thread that asks for it. Like ``GLCalls`` it stands in front
/// of libGLESv2 and libEGL, and behaves as the specification has it: an error stays until it is asked for.
struct WeakGPU {
    /// The longest side of a texture.
    var longestSide: Int32 = .max
    /// How many more textures there is memory for.
    var textures = Int.max
    /// What the driver says of a reset: one of `GL_GUILTY_CONTEXT_RESET_EXT` and its siblings, or 0.
    var resetStatus: UInt32 = 0
    /// What it calls itself: `GL_RENDERER` and `GL_VERSION`. Nil for the names of the one at hand.
    var names: (renderer: StaticString, version: StaticString)?
    /// How often it was waited for.
    private(set) var finishes = 0
    /// How often it was told that what a buffer held is not needed.
    private(set) var discards = 0
    private var error: UInt32 = 0

    init(
        longestSide: Int32 = .max, textures: Int = .max, resetStatus: UInt32 = 0,
        names: (renderer: StaticString, version: StaticString)? = nil
    ) {
        (self.longestSide, self.textures, self.resetStatus) = (longestSide, textures, resetStatus)
        self.names = names
    }

    private static let all = Mutex<[pthread_t: WeakGPU]>([:])

    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = pthread_self()
        Self.all.withLock { $0[thread] = self }
        defer { Self.all.withLock { $0[thread] = nil } }
        return try body()
    }

    /// Changes the GPU that the thread has at present.
    static func change(_ body: (inout WeakGPU) -> Void) { _ = use { body(&$0) } }

    fileprivate static var names: (renderer: StaticString, version: StaticString)? {
        all.withLock { $0[pthread_self()]?.names }
    }

    @discardableResult
    fileprivate static func use<Result: Sendable>(_ body: (inout WeakGPU) -> Result) -> Result? {
        let thread = pthread_self()
        return all.withLock { gpus in
            guard var gpu = gpus[thread] else { return nil }
            defer { gpus[thread] = gpu }
            return body(&gpu)
        }
    }

    /// - Returns: whether the texture may be made; otherwise an error waits.
    fileprivate mutating func admits(_ width: Int32, _ height: Int32) -> Bool {
        let (invalidValue, outOfMemory): (UInt32, UInt32) = (0x0501, 0x0505)
        if max(width, height) > longestSide {
            error = invalidValue
            return false
        }
        textures -= 1
        if textures < 0 { error = outOfMemory }
        return textures >= 0
    }

    /// How often it is told so in the course of something.
    static func discards(during body: () throws -> Void) rethrows -> Int {
        let before = use(\.discards) ?? 0
        try body()
        return (use(\.discards) ?? 0) - before
    }

    /// How often it is waited for in the course of something.
    static func finishes(during body: () throws -> Void) rethrows -> Int {
        let before = use(\.finishes) ?? 0
        try body()
        return (use(\.finishes) ?? 0) - before
    }

    fileprivate mutating func discarded() { discards += 1 }
    fileprivate mutating func finished() { finishes += 1 }

    fileprivate mutating func takeError() -> UInt32 {
        defer { error = 0 }
        return error
    }
}

private let nextGetIntegerv = unsafe next(
    "glGetIntegerv", as: (@convention(c) (UInt32, UnsafeMutablePointer<Int32>?) -> Void).self)
private let nextGetError = next("glGetError", as: (@convention(c) () -> UInt32).self)
private let nextTexImage = unsafe next(
    "glTexImage2D",
    as: (@convention(c) (UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?) -> Void).self)
private let nextGetProcAddress = unsafe next(
    "eglGetProcAddress", as: (@convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?).self)

@_cdecl("glGetIntegerv")
public func weakGetIntegerv(_ name: UInt32, _ value: UnsafeMutablePointer<Int32>?) {
    unsafe nextGetIntegerv(name, value)
    let maxTextureSize: UInt32 = 0x0D33
    guard name == maxTextureSize, let value = unsafe value, let limit = WeakGPU.use(\.longestSide) else { return }
    unsafe value.pointee = min(value.pointee, limit)
}

private let nextGetString = unsafe next(
    "glGetString", as: (@convention(c) (UInt32) -> UnsafePointer<UInt8>?).self)
private let nextFinish = next("glFinish", as: (@convention(c) () -> Void).self)

@_cdecl("glGetString")
public func weakGetString(_ name: UInt32) -> UnsafePointer<UInt8>? {
    let (renderer, version): (UInt32, UInt32) = (0x1F01, 0x1F02)
    if name == renderer || name == version, let names = WeakGPU.names {
        return unsafe name == renderer ? names.renderer.utf8Start : names.version.utf8Start
    }
    return unsafe nextGetString(name)
}

@_cdecl("glFinish")
public func weakFinish() {
    WeakGPU.use { $0.finished() }
    nextFinish()
}

@_cdecl("glGetError")
public func weakGetError() -> UInt32 {
    let own = WeakGPU.use { $0.takeError() } ?? 0
    return own != 0 ? own : nextGetError()
}

@_cdecl("glTexImage2D")
public func weakTexImage(
    _ target: UInt32, _ level: Int32, _ inner: Int32, _ width: Int32, _ height: Int32, _ border: Int32,
    _ format: UInt32,
    _ type: UInt32, _ pixels: UnsafeRawPointer?
) {
    guard WeakGPU.use({ $0.admits(width, height) }) ?? true else { return }
    unsafe nextTexImage(target, level, inner, width, height, border, format, type, pixels)
}

private let weakResetStatus: @convention(c) () -> UInt32 = { WeakGPU.use(\.resetStatus) ?? 0 }

private typealias Discard = @convention(c) (UInt32, Int32, UnsafePointer<UInt32>?) -> Void

private let weakDiscard: Discard = { target, count, attachments in
    WeakGPU.use { $0.discarded() }
    guard let discard = unsafe nextGetProcAddress("glDiscardFramebufferEXT") else { return }
    unsafe unsafeBitCast(discard, to: Discard.self)(target, count, attachments)
}

@_cdecl("eglGetProcAddress")
public func weakGetProcAddress(_ name: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    if let name = unsafe name, unsafe String(cString: name).hasPrefix("glGetGraphicsResetStatus") {
        return unsafe unsafeBitCast(weakResetStatus, to: UnsafeMutableRawPointer.self)
    }
    if let name = unsafe name, unsafe String(cString: name) == "glDiscardFramebufferEXT" {
        return unsafe unsafeBitCast(weakDiscard, to: UnsafeMutableRawPointer.self)
    }
    return unsafe nextGetProcAddress(name)
}
