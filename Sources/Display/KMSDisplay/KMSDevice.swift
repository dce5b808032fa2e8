import CDRM
public import DisplayModel
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
    /// Whether a frame has come on screen since leftovers were freed last.
    private var hasFlipped = false

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
        try self.init(continuing: Card(adopting: descriptor, path: path))
    }

    /// The same of a card that is open.
    convenience init(continuing card: Card) throws(DisplayError) {
        guard card.isMaster, card.isPresent else {
            throw .notMaster(card.path, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
        }
        let leftovers = Leftovers(of: card)
        // A flip of the previous process may still be reported. Its commits have smaller numbers than the time.
        try self.init(card, after: UInt64(EventLoop.now.nanoseconds))
        self.leftovers = leftovers
    }

    /// - Parameter serial: no smaller than the number of any commit that was made through this open file before.
    init(_ card: Card, after serial: UInt64 = 0) throws(DisplayError) {
        self.card = card
        handles = GEMHandles(of: card)
        try card.becomeMaster()
        reader = try ResourceReader(card, capabilities: .required)
        gbm = GBMDevice(card, census: census)
        committer = Committer(card, reader, census: census, after: serial)
    }

    public var id: DeviceID { card.id }
    public var path: String { card.path }
    public var nativeDisplay: NativeDisplay { get throws(DisplayError) { unsafe try gbm.nativeDisplay } }
    public var renderNode: String? { RenderNode.path(ofCard: card.descriptor) }
    public var eventDescriptor: Int32 { card.descriptor }

    public var surveyor: (@Sendable (ProbeEffort) throws(DisplayError) -> DeviceSnapshot)? {
        { [reader] effort throws(DisplayError) in try reader.snapshot(effort) }
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

    public func modesetJob(_ update: DisplayUpdate) throws(DisplayError) -> ModesetJob? {
        let job = try committer.modesetJob(update)
        return ModesetJob(carryOut: job.carryOut) { [self] error in
            job.conclude(error)
            freeLeftovers()
        }
    }

    // MARK: Events

    public func readEvents() throws(DisplayError) -> [DisplayEvent] {
        let flips = try card.readVblankEvents().compactMap { event -> DisplayEvent? in
            guard committer.isAwaited(event) else { return nil }
            return .pageFlip(crtc: event.crtc, sequence: event.sequence, time: event.time)
        }
        if !flips.isEmpty { hasFlipped = true }
        freeLeftovers()
        return flips
    }

    /// Frees what the previous process has left and no plane shows any more. What planes show is known from this program's
    /// own commits: the kernel's state could only be read behind locks that others may hold for seconds.
    private func freeLeftovers() {
        guard hasFlipped, leftovers != nil, let shown = committer.shownFramebuffers else { return }
        hasFlipped = false
        leftovers?.free(keeping: shown)
        if leftovers?.isEmpty == true { leftovers = nil }
    }
}
