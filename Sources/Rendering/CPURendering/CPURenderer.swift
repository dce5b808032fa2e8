public import DisplayModel
import Glibc
public import Rendering

/// Draws frames with the processor, into mapped buffers of a display device or into memory of its own.
///
/// A frame is mixed row by row in memory that the processor's cache holds, and each row is written once: what a buffer is
/// mapped to is often slow to read. Rows are shared out over the processor's cores where there are many pixels.
public final class CPURenderer: FrameRenderer {
    public let targetFormats: [FormatSupport]
    public var targetMemory: TargetMemory { .mapped }
    public var runsShaders: Bool { false }

    var pictures: [PictureID: StoredPicture] = [:]
    private let pool = MemoryPool()
    /// By the framebuffer's id, which is unique on a device.
    private var targets: [FramebufferID: PixelTarget] = [:]
    private let substitutions = Substitutions()
    /// How many threads draw one frame at most.
    let threads: Int

    /// What one more thread has to have to draw to be worth waking it.
    private let pixelsForThread: Int

    /// - Parameter threads: how many may draw one frame; nil for one on each core.
    public convenience init(threads: Int? = nil) {
        // A quarter of 1080p: some 0.2 ms of a cross-fade.
        self.init(threads: threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), pixelsForThread: 1 << 19)
    }

    init(threads: Int, pixelsForThread: Int) {
        (self.threads, self.pixelsForThread) = (max(1, threads), max(1, pixelsForThread))
        targetFormats = PixelTarget.formats.map { FormatSupport(format: $0, modifiers: []) }
    }

    public var summary: String { "CPU (\(threads == 1 ? "1 thread" : "\(threads) threads"))" }

    // MARK: - Pictures

    public func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {
        guard !size.isEmpty else {
            throw RenderingError(operation: "create a picture", reason: "\(size) is empty")
        }
        pictures[id] = nil
        guard let picture = StoredPicture(size, pool) else {
            throw RenderingError(operation: "create a picture", reason: "no memory for \(size) pixels")
        }
        pictures[id] = picture
    }

    public func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        let start = try unsafe id.checkedRows(rows, of: pictures[id]?.size, stride: stride, pixels: pixels)
        guard let picture = pictures[id], let start = unsafe start else { return }
        unsafe picture.upload(rows: rows, stride: stride, from: start)
    }

    public func discardPicture(_ id: PictureID) { pictures[id] = nil }

    // MARK: - Transitions

    /// Keeps the name: a processor runs no shaders, so a cross-fade takes the transition's place.
    /// - Throws: where the name is one of ``TransitionShader/builtIns``.
    public func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) {
        guard !Substitutions.isBuiltIn(name) else {
            throw RenderingError(
                operation: "compile \(name)", reason: "a built-in transition has this name: choose another")
        }
        substitutions.add(name)
    }

    public func withholdTransition(_ name: String) { substitutions.withhold(name) }

    public func prepare(_ transition: TransitionShader) throws(RenderingError) {
        if let reason = substitutions.lack(of: transition.name) {
            throw RenderingError(operation: "draw", reason: reason)
        }
    }

    public func takeSubstitutions() -> [TransitionSubstitution] { substitutions.take() }

    // MARK: - Buffers

    public func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) {
        targets[buffer.framebuffer] = try PixelTarget(buffer)
    }

    public func forget(_ buffer: any ScanoutBuffer) { targets[buffer.framebuffer] = nil }

    private func target(_ buffer: any ScanoutBuffer, for operation: String) throws(RenderingError) -> PixelTarget {
        guard let target = targets[buffer.framebuffer] else {
            throw RenderingError(
                operation: operation, reason: "framebuffer \(buffer.framebuffer) was not adopted by this renderer")
        }
        return target
    }

    public func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] {
        try target(buffer, for: "read pixels").readPixels()
    }

    /// There is nothing that could be lost.
    public func verify() throws(RenderingError) {}

    // MARK: - Drawing

    public func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32? {
        let target = try target(buffer, for: "draw")
        let areas: [Rectangle] =
            switch damage {
            case .nothing: []
            case .rectangles(let rectangles): rectangles
            case .whole: [Rectangle(target.size)]
            }
        let seen = damage == .whole ? Rectangle(target.size) : frame.placement.visible.bounded
        let parts = areas.map { $0.bounded.intersection(seen).intersection(Rectangle(target.size)) }
            .filter { !$0.isEmpty }
        guard let first = parts.first else { return nil }
        let clip = parts.dropFirst().reduce(first) { $0.joined(with: $1) }
        let plan = try FramePlan(
            frame, clip: clip, output: target.size, pictures: pictures, substitutions: substitutions)
        for part in parts {
            try FrameDrawing(plan: plan, target: target, part: part)
                .draw(threads: min(threads, part.size.area / pixelsForThread))
        }
        // Drawn before it is handed on.
        return nil
    }
}

extension Rectangle {
    /// The least rectangle that both lie in, neither of them empty.
    fileprivate func joined(with other: Rectangle) -> Rectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rectangle(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
