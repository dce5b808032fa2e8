import CDRM
public import DisplayModel
import Glibc
public import LinuxSystem
import Timing

/// A display device of the kernel, driven with atomic modesetting (KMS) and buffers from GBM.
///
/// It is DRM master from its creation until ``dropMaster()``. The corresponding C libraries are libdrm and libgbm.
public final class KMSDevice: DisplayDevice {
    let card: Card
    let reader: ResourceReader
    let gbm: GBMDevice
    let census = Census()
    let handles: GEMHandles

    private let committer: Committer
    private var leftovers: Leftovers?

    /// Called with each commit as one line, with its outcome, for debugging. Lines are only composed while it is set.
    public var onTrace: ((String) -> Void)? {
        get { committer.onTrace }
        set { committer.onTrace = newValue }
    }

    /// Opens a card to drive it.
    /// - Throws: an error whose recovery is `waitForSession` where it may not be opened or another program is DRM
    ///   master; `notSupported` as its code where the driver has no atomic modesetting.
    public convenience init(opening path: String) throws(DisplayError) {
        try self.init(Card(opening: path))
    }

    /// Opens a card through a seat, which may make it DRM master already.
    /// - Throws: the same.
    public convenience init(
        opening path: String, by open: (String) throws(SystemError) -> OwnedDescriptor
    ) throws(DisplayError) {
        try self.init(Card(opening: path, by: open))
    }

    /// Drives a card that is open already.
    public convenience init(adopting descriptor: consuming OwnedDescriptor, path: String) throws(DisplayError) {
        try self.init(Card(adopting: descriptor, path: path))
    }

    /// Takes over the open card of the previous process, whose last picture is still on the screens. It stays there until
    /// another one replaces it.
    /// - Throws: where that file is no longer DRM master.
    public convenience init(continuing descriptor: consuming OwnedDescriptor, path: String) throws(DisplayError) {
        let card = try Card(adopting: descriptor, path: path)
        guard card.isMaster, card.isPresent else {
            throw .notMaster(path, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
        }
        let leftovers = Leftovers(of: card)
        // A flip of the previous process may still be reported. Its commits have smaller numbers than the time.
        try self.init(card, after: UInt64(EventLoop.now.nanoseconds))
        self.leftovers = leftovers
    }

    /// - Parameter serial: no smaller than the number of any commit that was made through this open file before.
    private init(_ card: Card, after serial: UInt64 = 0) throws(DisplayError) {
        self.card = card
        handles = GEMHandles(of: card)
        try card.becomeMaster()
        reader = try ResourceReader(card, capabilities: .required)
        gbm = try GBMDevice(card, census: census)
        committer = Committer(card, reader, census: census, after: serial)
        // Reads the names and property ids that commits need.
        _ = try reader.kernelState()
    }

    public var id: DeviceID { card.id }
    public var path: String { card.path }
    public var nativeDisplay: NativeDisplay { unsafe .gbm(gbm.pointer) }
    public var renderNode: String? { RenderNode.path(ofCard: card.descriptor) }
    public var eventDescriptor: Int32 { card.descriptor }

    public var prober: (@Sendable () throws(DisplayError) -> Void)? {
        let prober = ConnectorProber(card)
        return { () throws(DisplayError) in try prober.probe() }
    }

    /// The number of this device's buffers and property blobs in the kernel, for finding leaks.
    public var liveObjects: (buffers: Int, blobs: Int) { (census.buffers, census.blobs) }

    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        try reader.snapshot(effort)
    }

    // MARK: Session

    /// Becomes DRM master again. Until the first modeset the screens show another program's picture.
    public func becomeMaster() throws(DisplayError) { try card.becomeMaster() }

    /// Gives up DRM master. Flips are refused from now on, until a modeset after ``becomeMaster()``.
    public func dropMaster() {
        committer.forget()
        card.dropMaster()
    }

    public func relinquish() { dropMaster() }

    // MARK: Commits

    public func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        try committer.commit(update, kind)
    }

    // MARK: Events

    public func readEvents() throws(DisplayError) -> [DisplayEvent] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        do {
            let count = try systemCall("read", path) { unsafe read(card.descriptor, &bytes, bytes.count) }
            bytes.removeLast(bytes.count - count)
        } catch {
            if error.code == EAGAIN { return [] }
            throw DisplayError(error, operation: "read events", object: path)
        }
        let flips = VblankEvent.decode(bytes).compactMap { event -> DisplayEvent? in
            guard committer.isAwaited(event) else { return nil }
            return .pageFlip(crtc: event.crtc, sequence: event.sequence, time: event.time)
        }
        if !flips.isEmpty { try freeLeftovers() }
        return flips
    }

    private func freeLeftovers() throws(DisplayError) {
        guard leftovers != nil else { return }
        leftovers?.free(keeping: try reader.kernelState().framebuffers)
        if leftovers?.isEmpty == true { leftovers = nil }
    }
}
