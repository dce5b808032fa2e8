import DisplayModel
import Glibc
import KioskEngine
import LinuxSystem
import Paths
import Rendering
import Synchronization

/// Faults that a test asks for while the program plays: words in a named pipe, one a line.
final class TestOrders: Sendable {
    enum Order: String {
        /// Another renderer takes the place of each device's.
        case handOver = "hand-over"
        /// Every renderer that was made so far fails from now on, as after a reset of the GPU.
        case loseContext = "lose-context"
        case reopen
    }

    /// How often contexts were lost. A renderer that was made at a smaller count fails.
    private let losses = Atomic(0)

    /// Follows the orders in a pipe for as long as the returned value lives.
    func follow(
        _ path: String, on loop: EventLoop, _ engine: Engine, _ log: Log
    ) throws(SystemError) -> Following {
        // Also for writing: otherwise the pipe is at its end whenever no test has it open.
        let pipe = try OwnedDescriptor(opening: FilePath(path), O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let descriptor = pipe.rawValue
        let watch = try loop.watch(descriptor) { [self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(descriptor, &bytes, bytes.count)
            for line in String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n") {
                guard let order = Order(rawValue: String(line)) else {
                    log(.error, "\(path): '\(line)' is not an order")
                    continue
                }
                carryOut(order, engine)
            }
        }
        return Following(pipe, watch)
    }

    final class Following {
        private let pipe: OwnedDescriptor
        private let watch: EventLoop.Watch

        fileprivate init(_ pipe: consuming OwnedDescriptor, _ watch: EventLoop.Watch) {
            self.pipe = pipe
            self.watch = watch
        }
    }

    private func carryOut(_ order: Order, _ engine: Engine) {
        switch order {
        case .handOver: engine.replaceRenderers()
        case .loseContext: losses.add(1, ordering: .relaxed)
        case .reopen: engine.reopenDevices()
        }
    }

    /// A renderer that fails when its context is to be lost.
    func losable(_ renderer: any FrameRenderer) -> any FrameRenderer {
        LosableRenderer(renderer, self, made: losses.load(ordering: .relaxed))
    }

    fileprivate func isLost(madeAt count: Int) -> Bool { losses.load(ordering: .relaxed) > count }
}

/// Draws by another renderer until a test has its context lost.
private final class LosableRenderer: FrameRenderer {
    private let renderer: any FrameRenderer
    private let orders: TestOrders
    /// How many contexts had been lost when it was made.
    private let madeAt: Int

    init(_ renderer: any FrameRenderer, _ orders: TestOrders, made count: Int) {
        self.renderer = renderer
        self.orders = orders
        madeAt = count
    }

    private func check(_ operation: String) throws(RenderingError) {
        guard orders.isLost(madeAt: madeAt) else { return }
        throw RenderingError(operation: operation, reason: "a test has the context lost", isContextLost: true)
    }

    var summary: String { renderer.summary }
    var targetFormats: [FormatSupport] { renderer.targetFormats }
    var targetMemory: TargetMemory { renderer.targetMemory }
    var runsShaders: Bool { renderer.runsShaders }

    func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {
        try check("create a picture")
        try renderer.createPicture(id, size: size)
    }

    func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {
        try check("upload a picture")
        try unsafe renderer.upload(id, rows: rows, stride: stride, pixels: pixels)
    }

    func upload(_ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer) throws(RenderingError) {
        try check("upload a frame")
        try unsafe renderer.upload(id, frame: frame, pixels: pixels)
    }

    func discardPicture(_ id: PictureID) { renderer.discardPicture(id) }

    func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) {
        try renderer.addTransition(name, source: source)
    }

    func withholdTransition(_ name: String) { renderer.withholdTransition(name) }
    func prepare(_ transition: TransitionShader) throws(RenderingError) { try renderer.prepare(transition) }
    func takeSubstitutions() -> [TransitionSubstitution] { renderer.takeSubstitutions() }
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) { try renderer.adopt(buffer) }
    func forget(_ buffer: any ScanoutBuffer) { renderer.forget(buffer) }

    func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32? {
        try check("draw")
        return try renderer.draw(frame, into: buffer, damage: damage)
    }

    func verify() throws(RenderingError) {
        try check("verify the context")
        try renderer.verify()
    }

    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] {
        try renderer.readPixels(of: buffer)
    }
}
