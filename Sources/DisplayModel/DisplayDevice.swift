/// A display device: real (KMS) or pretended (headless). One of the two protocols at the hardware's border; the other
/// is the renderer.
///
/// Everything is called from one thread. The device owns its buffers' memory and every id that it hands out.
public protocol DisplayDevice: AnyObject {
    var id: DeviceID { get }
    /// The node's path, or a name for a device that has none. For messages.
    var path: String { get }
    /// What a renderer connects to.
    var nativeDisplay: NativeDisplay { get }
    /// Becomes readable when ``readEvents()`` has something to tell. The device closes it.
    var eventDescriptor: Int32 { get }

    func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot

    /// Asks the monitors, so that a snapshot of what is ``ProbeEffort/known`` is up to date afterwards. It may run on
    /// another thread, for it takes long. Nil where asking costs nothing.
    var prober: (@Sendable () throws(DisplayError) -> Void)? { get }

    /// Memory that the device can scan out, with its framebuffer.
    /// - Parameter modifiers: the layouts that the renderer and the plane have in common; empty leaves the choice to
    ///   the driver.
    func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer

    /// Carries an update out, whole or not at all. After a failure nothing was queued and no event will come.
    /// A modeset stands in for a flip that was pending on its CRTC: one event comes, the modeset's.
    func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError)

    /// What happened since the last call. Does not wait. Of each CRTC's commits only the last one is reported, and once:
    /// an event of an earlier commit that comes late says nothing about it.
    func readEvents() throws(DisplayError) -> [DisplayEvent]
}

/// How hard to look when taking a snapshot.
public enum ProbeEffort: Hashable, Sendable {
    /// What the kernel knows already. Cheap, disturbs nothing (`drmModeGetConnectorCurrent`).
    case known
    /// Ask the monitors. Tens to hundreds of milliseconds for each (`drmModeGetConnector`).
    case probe
}

/// What a renderer makes its display connection from.
@unsafe public enum NativeDisplay {
    /// A `struct gbm_device *`, owned by the display device and valid for as long as that lives.
    case gbm(OpaquePointer)
    /// No display hardware: render to memory.
    case surfaceless
}

/// A framebuffer and its memory. Freed when the last reference goes; the holder sees to it that it is not on screen
/// then (the kernel would switch the CRTC off).
public protocol ScanoutBuffer: AnyObject {
    var framebuffer: FramebufferID { get }
    var size: Size { get }
    var format: PixelFormat { get }
    var modifier: FormatModifier { get }
    var memory: BufferMemory { get }
}

/// How a renderer gets at a buffer.
@unsafe public enum BufferMemory {
    /// A `struct gbm_bo *`, borrowed from the buffer, with the descriptors of its planes.
    case gbm(bufferObject: OpaquePointer, planes: [DMABufPlane])
    /// None outside the renderer, which keeps the pixels itself: a pretended display.
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
