import DisplayModel
import Rendering

/// Draws nothing, and knows which buffers it was given.
final class BlindRenderer: FrameRenderer {
    let summary = "nothing"
    /// Some layout of memory that is not linear: Intel's X tiles.
    static let tiled = FormatModifier(rawValue: 1 << 56 | 1)
    let targetFormats = [PixelFormat.xrgb8888, .rgb565].map { FormatSupport(format: $0, modifiers: [tiled, .linear]) }
    private(set) var adopted: Set<FramebufferID> = []
    private(set) var frames = 0
    /// The placement of the last frame that went into each buffer.
    private(set) var placements: [FramebufferID: Placement] = [:]
    /// The last frame that went into each buffer.
    private(set) var drawn: [FramebufferID: FrameDescription] = [:]
    /// The pictures that it holds, each with what was uploaded last, and everything that was, by its version: the tests'
    /// pictures are uploaded in one piece each.
    private(set) var pictures: [PictureID: [UInt8]] = [:]
    private(set) var uploads: [PictureID: [UInt64: [UInt8]]] = [:]
    /// What every call fails with.
    private var loss: RenderingError?
    /// How many of the next calls fail without the context being lost.
    private var failures: [Call: Int] = [:]

    enum Call { case createPicture, draw, adopt }

    /// How many of the next calls are let through before the context is lost in the one after them.
    private var losingAfter: [Call: Int] = [:]

    /// The GPU is reset during a call.
    func loseContext(during call: Call, after count: Int) { losingAfter[call] = count }

    /// The next calls fail: the driver is out of order, or has no memory.
    func fail(_ call: Call, count: Int) { failures[call] = count }

    private func check(_ call: Call) throws(RenderingError) {
        if let left = losingAfter[call] {
            losingAfter[call] = left - 1
            if left == 0 { loseContext() }
        }
        if let loss { throw loss }
        guard let left = failures[call], left > 0 else { return }
        failures[call] = left - 1
        throw RenderingError(operation: "\(call)", reason: "GL_OUT_OF_MEMORY")
    }

    /// The GPU was reset: nothing can be drawn any more.
    func loseContext() {
        loss = RenderingError(operation: "draw", reason: "the GPU was reset", isContextLost: true)
    }

    func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {
        try check(.createPicture)
        pictures[id] = []
    }

    func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        if let loss { throw loss }
        uploads[id, default: [:]][(uploads[id]?.keys.max() ?? 0) + 1] = unsafe Array(pixels.prefix(4))
        guard pictures[id] != nil else { throw RenderingError(operation: "upload", reason: "there is no \(id)") }
        pictures[id] = unsafe Array(pixels.prefix(4))
    }

    func upload(_ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer) throws(RenderingError) {
        try unsafe upload(id, rows: 0..<1, stride: 4, pixels: pixels)
    }

    func discardPicture(_ id: PictureID) { pictures[id] = nil }
    /// The transitions that it knows, and those that it was to cross-fade.
    private(set) var transitions: [String: [UInt8]] = [:]
    private(set) var withheld: Set<String> = []
    func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) { transitions[name] = source }
    func withholdTransition(_ name: String) { withheld.insert(name) }
    func prepare(_ transition: TransitionShader) throws(RenderingError) {}
    func takeSubstitutions() -> [TransitionSubstitution] { [] }
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) {
        try check(.adopt)
        adopted.insert(buffer.framebuffer)
    }
    func forget(_ buffer: any ScanoutBuffer) { adopted.remove(buffer.framebuffer) }
    func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32? {
        try check(.draw)
        guard adopted.contains(buffer.framebuffer) else {
            throw RenderingError(operation: "draw", reason: "into a buffer that was not adopted")
        }
        frames += 1
        placements[buffer.framebuffer] = frame.placement
        drawn[buffer.framebuffer] = frame
        return nil
    }
    func verify() throws(RenderingError) { if let loss { throw loss } }
    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] { [] }
}
