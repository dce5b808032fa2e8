/// A display device: real (KMS) or headless. One of the two protocols at the hardware's border; the other
/// is the renderer.
///
/// Everything is called from one thread, but for ``surveyor`` and ``ModesetJob/carryOut``. The device owns its buffers' memory and every id that it hands out.
public protocol DisplayDevice: AnyObject {
    var id: DeviceID { get }
    /// The node's path, or a name for a device that has none. For messages.
    var path: String { get }
    /// What a renderer connects to. Asking for it may load the driver of GL.
    /// - Throws: where GL has no driver for the device.
    var nativeDisplay: NativeDisplay { get throws(DisplayError) }
    /// The path of the node by which other processes can draw with the same GPU. Nil where there is no such node: then the
    /// processor draws, or a GPU that has no screens, which drivers find by themselves.
    var renderNode: String? { get }
    /// Becomes readable when ``readEvents()`` has events to return. The device closes it.
    var eventDescriptor: Int32 { get }

    func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot

    /// Takes snapshots on any thread. Monitors may take long to answer, and the kernel's locks keep who reads its state
    /// waiting meanwhile. Nil where ``snapshot(_:)`` takes no time.
    var surveyor: (@Sendable (ProbeEffort) throws(DisplayError) -> DeviceSnapshot)? { get }

    /// Allocates memory that the device can scan out, with a framebuffer.
    /// - Parameter modifiers: the layouts that the renderer and the plane have in common; empty leaves the choice to
    ///   the driver.
    func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer

    /// Makes a framebuffer over existing memory, such as a decoded video frame. The memory is kept for as long as the
    /// buffer lives. When its pixels may be overwritten is for the caller to arrange with the memory's owner.
    /// - Parameters:
    ///   - planes: in the order of the format; several may name one dma-buf. The descriptors are borrowed for the call.
    ///   - modifier: the layout of all planes. A device that knows no modifiers takes linear ones as its own.
    /// - Throws: an error with the code `EINVAL` where the device cannot scan out such memory.
    func importBuffer(planes: [DMABufPlane], size: Size, format: PixelFormat, modifier: FormatModifier)
        throws(DisplayError) -> any ScanoutBuffer

    /// Allocates memory that the processor writes and the device can scan out, without a GPU. It stays mapped
    /// (``BufferMemory/mapped(pixels:stride:)``) for the buffer's life, and is black at first.
    /// - Throws: an error with the code `EINVAL` for formats that are not in one plane with whole bytes for each pixel.
    func makeDumbBuffer(size: Size, format: PixelFormat) throws(DisplayError) -> any ScanoutBuffer

    /// Carries out an update, completely or not at all. After a failure nothing was queued and no event will come.
    /// A modeset replaces a flip that was pending on its CRTC: only the modeset's event comes.
    func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError)

    /// Makes ready a modeset that is carried out on another thread, while flips of other CRTCs are committed on this one.
    /// - Returns: nil where a modeset takes no time: then ``commit(_:_:)`` carries it out.
    /// - Throws: where the update contradicts itself, or the kernel has no memory for it. Nothing is queued then.
    func modesetJob(_ update: DisplayUpdate) throws(DisplayError) -> ModesetJob?

    /// Leaves the device to another open file of it, without a blink: nothing can be committed any more, and what is on
    /// the screens stays for as long as this one and its buffers live.
    func relinquish()

    /// Whether ``CommitKind/test(_:)`` asks the driver. Where it does not, a test passes that a commit may not: only
    /// trying tells.
    var testsCommits: Bool { get }

    /// The events since the last call. Does not wait. Only the last commit of each CRTC is reported, and only once: late
    /// events of earlier commits are dropped.
    func readEvents() throws(DisplayError) -> [DisplayEvent]
}

extension DisplayDevice {
    public var testsCommits: Bool { true }
    public var surveyor: (@Sendable (ProbeEffort) throws(DisplayError) -> DeviceSnapshot)? { nil }
    public func modesetJob(_ update: DisplayUpdate) throws(DisplayError) -> ModesetJob? { nil }
}

/// A modeset that is to be carried out on another thread.
public struct ModesetJob {
    /// Waits until the kernel has done it, which takes seconds on some hardware. To be called once, on any thread.
    /// - Returns: why it was refused. Nil where it is done.
    public let carryOut: @Sendable () -> DisplayError?
    /// To be called on the device's thread with what ``carryOut`` has returned, before another modeset is made ready.
    /// Events of the commit may come before.
    public let conclude: (DisplayError?) -> Void

    public init(carryOut: @escaping @Sendable () -> DisplayError?, conclude: @escaping (DisplayError?) -> Void) {
        (self.carryOut, self.conclude) = (carryOut, conclude)
    }
}

/// How a snapshot is taken.
public enum ProbeEffort: Hashable, Sendable {
    /// Read what the kernel knows already. Cheap, and disturbs nothing (`drmModeGetConnectorCurrent`).
    case known
    /// Probe the connectors, which takes tens to hundreds of milliseconds for each (`drmModeGetConnector`).
    case probe
}

/// What a renderer makes its display connection from.
@unsafe public enum NativeDisplay {
    /// A `struct gbm_device *`, owned by the display device and valid for as long as that lives.
    case gbm(OpaquePointer)
    /// No display hardware: render to memory.
    case surfaceless
}

/// A framebuffer and its memory, freed with the last reference. The holder must not let go of it while it is on screen
/// (the kernel would switch the plane or the CRTC off).
public protocol ScanoutBuffer: AnyObject {
    var framebuffer: FramebufferID { get }
    var size: Size { get }
    var format: PixelFormat { get }
    var modifier: FormatModifier { get }
    var memory: BufferMemory { get }
}

/// How a buffer's pixels are accessed.
@unsafe public enum BufferMemory {
    /// A `struct gbm_bo *`, borrowed from the buffer, with the descriptors of its planes.
    case gbm(bufferObject: OpaquePointer, planes: [DMABufPlane])
    /// Mapped into this process: rows from the top, each `stride` bytes after the one before. Valid for the buffer's life.
    case mapped(pixels: UnsafeMutableRawBufferPointer, stride: Int)
    /// Imported memory, into which nothing is drawn here.
    case imported
    /// None outside the renderer, which keeps the pixels itself, as for a headless device.
    case rendererOwned
}

/// One plane of a buffer as a dma-buf. The descriptor belongs to the buffer.
public struct DMABufPlane: Hashable, Sendable {
    public var descriptor: Int32
    /// In bytes, from the start of the dma-buf.
    public var offset: UInt32
    /// From one row to the next, in bytes.
    public var stride: UInt32

    public init(descriptor: Int32, offset: UInt32, stride: UInt32) {
        self.descriptor = descriptor
        self.offset = offset
        self.stride = stride
    }
}
