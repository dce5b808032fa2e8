public import DisplayModel

/// What draws frames into a device's buffers: the second of the two protocols at the hardware's border.
///
/// One renderer serves one device. Everything is called from one thread. Pictures live in the renderer from
/// ``createPicture(_:size:)`` to ``discardPicture(_:)``, buffers from ``adopt(_:)`` to ``forget(_:)``.
public protocol FrameRenderer: AnyObject {
    /// What drew, for the log and for reports: `llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6`.
    var summary: String { get }
    /// The formats and layouts that it can draw into. Modifiers are empty where the driver does not name them.
    var targetFormats: [FormatSupport] { get }
    /// Where its buffers come from.
    var targetMemory: TargetMemory { get }
    /// Whether it can draw playlists' own transitions. Otherwise a cross-fade always takes their place.
    var runsShaders: Bool { get }

    /// Makes room for a picture of any size; its pixels are undefined until they are uploaded. What is larger than the
    /// GPU's textures may be is made smaller as it is uploaded, and drawn as large as it was to be.
    /// - Throws: where the GPU has no memory for it; that is no fault of the picture.
    func createPicture(_ id: PictureID, size: Size) throws(RenderingError)

    /// Uploads rows of a picture, from the first to the last, or all of them anew: 8 bits a channel, in memory R, G, B, A, premultiplied; `stride` bytes from row to
    /// row. Only ``DrawCommand/surface(_:area:mask:)`` and
    /// ``DrawCommand/transition(_:from:to:area:progress:mask:)`` heed A; for the other commands it has to be 255.
    /// `pixels` starts at the first row of `rows`. A large picture is uploaded in several calls between frames.
    func upload(_ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer) throws(RenderingError)

    /// Puts a frame of video into a picture that was created in the frame's upright size: converted to red, green and blue,
    /// and turned. All of it at once; `pixels` begins with the first plane's memory.
    func upload(_ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer) throws(RenderingError)

    func discardPicture(_ id: PictureID)

    /// Makes a playlist's own transition known by a name, in place of one that had the name before, and compiles it.
    ///
    /// The source is GLSL ES 1.00 in the form of the GL Transitions specification (https://gl-transitions.com): it
    /// defines `vec4 transition(vec2 uv)` from `getFromColor(uv)`, `getToColor(uv)`, `progress` and `ratio`, and a
    /// parameter `uniform float size; // = 0.2` has the value in its comment. `uniform vec2 direction` is set to the
    /// direction that a ``TransitionShader`` names, as a unit vector with y upwards, and has its default otherwise. A
    /// `uniform sampler2D map` is one of the pictures that a ``TransitionShader`` has; `texture2D` finds its lower left
    /// corner at 0, 0.
    ///
    /// What is more than a compiler can be trusted with is refused, and so are loops whose rounds the text does not tell.
    /// Whether the driver itself copes with a source is to be tried in another process first. A shader that takes longer
    /// than a refresh makes the transition stutter.
    /// - Parameters:
    ///   - name: the file's path. Not one of ``TransitionShader/builtIns``.
    ///   - source: ASCII, and UTF-8 in comments; at most 64 KiB.
    /// - Throws: what is wrong with the source, in the driver's words where its compiler found it, with the line in the
    ///   source. A transition that had the name before stays; without one a cross-fade takes its place.
    func addTransition(_ name: String, source: [UInt8]) throws(RenderingError)

    /// Has a cross-fade take a transition's place, without a word, until it is added. One that had the name before stays.
    func withholdTransition(_ name: String)

    /// Compiles a transition now, so that its first frame does not have to wait for it. Costs nothing the second time.
    /// - Throws: why the renderer lacks the transition.
    func prepare(_ transition: TransitionShader) throws(RenderingError)

    /// The transitions that a cross-fade took the place of in ``draw(_:into:damage:)``, because the renderer lacks them.
    /// Each is returned once. What ``addTransition(_:source:)`` refused is not among them: its error said so.
    func takeSubstitutions() -> [TransitionSubstitution]

    /// Prepares to draw into a buffer. The buffer stays its device's; the renderer keeps no reference to it.
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError)

    func forget(_ buffer: any ScanoutBuffer)

    /// Draws a frame into an adopted buffer.
    ///
    /// Where a transition was added in the meantime under a name that the frame draws with, only ``Damage/whole`` is
    /// right: a description names its transitions, and does not hold them.
    /// - Parameter damage: where the frame differs from the last one that was drawn into this buffer
    ///   (``FrameDescription/changes(since:)``). A renderer may draw more than that, and draws all of the frame where it
    ///   is ``Damage/whole``, as for a buffer that nothing was drawn into.
    /// - Returns: the descriptor of a sync file that signals when the drawing is done; it stays the renderer's and is
    ///   valid until the next frame is drawn into this buffer. Nil where drawing is done already, or where the kernel
    ///   synchronises by itself.
    func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32?

    /// Asks whether the context is still there: a picture that stands still is not drawn, so nothing else would tell.
    /// - Throws: where it is lost, as after a reset of the GPU.
    func verify() throws(RenderingError)

    /// Reads an adopted buffer back: rows from the top, R, G, B, 255, without padding.
    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8]
}

/// Where a renderer's buffers come from.
public enum TargetMemory: Hashable, Sendable {
    /// Memory that a GPU draws into: ``DisplayDevice/makeBuffer(size:format:modifiers:)``.
    case drawable
    /// Memory that the processor writes: ``DisplayDevice/makeDumbBuffer(size:format:)``.
    case mapped
}

extension FrameRenderer {
    public var targetMemory: TargetMemory { .drawable }
    public var runsShaders: Bool { true }

    /// Allocates a buffer that this renderer can draw into; the device owns its memory.
    /// - Parameter modifiers: layouts that the renderer and the plane have in common, which mapped memory has no choice of.
    public func makeBuffer(
        on device: any DisplayDevice, size: Size, format: PixelFormat, modifiers: [FormatModifier]
    ) throws(DisplayError) -> any ScanoutBuffer {
        switch targetMemory {
        case .drawable: try device.makeBuffer(size: size, format: format, modifiers: modifiers)
        case .mapped: try device.makeDumbBuffer(size: size, format: format)
        }
    }

    /// Draws all of a frame, whatever the buffer holds.
    public func draw(_ frame: FrameDescription, into buffer: any ScanoutBuffer) throws(RenderingError) -> Int32? {
        try draw(frame, into: buffer, damage: .whole)
    }
}

/// A transition that a renderer lacks and cross-fades instead.
public struct TransitionSubstitution: Hashable, Sendable {
    /// As ``TransitionShader`` names it.
    public var name: String
    /// Why the renderer does not have it.
    public var reason: String

    public init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
