public import DisplayModel
import LinuxSystem

/// A display device of the kernel whose driver has no atomic modesetting (radeon, nouveau as it comes, amdgpu without DC,
/// gma500), driven with the calls from before it: one plane for each CRTC, modes that are set one after the other, and no
/// commits for a test.
///
/// It is DRM master from its creation until ``dropMaster()``. The corresponding C libraries are libdrm and libgbm.
public final class LegacyDevice: KernelDevice {
    private let card: Card
    private let reader: ResourceReader
    private let buffers: CardBuffers
    private let committer: LegacyCommitter
    private var leftovers: Leftovers?
    /// The driver's name.
    public let driver: String

    /// Called with each commit as one line, with its outcome, for debugging.
    public var onTrace: ((String) -> Void)? {
        get { committer.onTrace }
        set { committer.onTrace = newValue }
    }

    /// - Parameters:
    ///   - serial: no smaller than the number of any commit that was made through this open file before.
    ///   - leftovers: what a previous process has left in it.
    init(_ card: Card, after serial: UInt64 = 0, leftovers: Leftovers? = nil) throws(DisplayError) {
        self.card = card
        self.leftovers = leftovers
        try card.becomeMaster()
        reader = try ResourceReader(card, capabilities: .hidden)
        do { driver = try card.driver.name } catch {
            throw DisplayError(error, operation: "read driver", object: card.path)
        }
        buffers = CardBuffers(
            card: card, capabilities: reader.capabilities, gbm: GBMDevice(card, census: Census()),
            handles: GEMHandles(of: card))
        committer = LegacyCommitter(card, reader, after: serial)
        // Reads the names and property ids that commits need.
        _ = try reader.kernelState()
    }

    public var id: DeviceID { card.id }
    public var path: String { card.path }
    public var nativeDisplay: NativeDisplay { get throws(DisplayError) { unsafe try buffers.gbm.nativeDisplay } }
    public var renderNode: String? { RenderNode.path(ofCard: card.descriptor) }
    public var eventDescriptor: Int32 { card.descriptor }
    public var testsCommits: Bool { false }

    public var prober: (@Sendable () throws(DisplayError) -> Void)? {
        let prober = ConnectorProber(card)
        return { () throws(DisplayError) in try prober.probe() }
    }

    public var liveObjects: (buffers: Int, blobs: Int) { (buffers.gbm.census.buffers, 0) }

    /// With what each CRTC shows, which no plane's properties tell here.
    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        var snapshot = try reader.snapshot(effort)
        for crtc in snapshot.crtcs where crtc.isActive {
            let primary = snapshot.planes.indices.filter { snapshot.planes[$0].kind == .primary }
            // Each CRTC has a primary plane of its own; where the kernel does not say which is in use, the first one is.
            let index =
                primary.first { snapshot.planes[$0].scanout?.crtc == crtc.id }
                ?? primary.first { snapshot.planes[$0].possibleCRTCs == [crtc.id] }
            do {
                guard let index, let picture = try card.picture(of: crtc.id) else { continue }
                let size = picture.mode.size
                snapshot.planes[index].scanout = PlaneSnapshot.Scanout(
                    crtc: crtc.id, framebuffer: picture.framebuffer,
                    source: Rectangle(x: picture.x, y: picture.y, width: size.width, height: size.height),
                    destination: Rectangle(size))
            } catch { throw DisplayError(error, operation: "read resources", object: path) }
        }
        return snapshot
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

    // MARK: Buffers

    public func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer
    {
        own(try buffers.makeBuffer(size: size, format: format, modifiers: modifiers))
    }

    public func importBuffer(
        planes: [DMABufPlane], size: Size, format: PixelFormat, modifier: FormatModifier
    ) throws(DisplayError) -> any ScanoutBuffer {
        own(try buffers.importBuffer(planes: planes, size: size, format: format, modifier: modifier))
    }

    public func makeDumbBuffer(size: Size, format: PixelFormat) throws(DisplayError) -> any ScanoutBuffer {
        own(try buffers.makeDumbBuffer(size: size, format: format))
    }

    private func own(_ buffer: any ScanoutBuffer) -> any ScanoutBuffer {
        committer.ownFramebuffers.insert(buffer.framebuffer)
        return buffer
    }

    // MARK: Commits and events

    public func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        try committer.commit(update, kind, on: try device(for: kind))
    }

    /// A flip looks at what does not change: reading all properties takes too long for each refresh.
    private func device(for kind: CommitKind) throws(DisplayError) -> DeviceSnapshot {
        if kind.change == .flip, let known { return known }
        let current = try snapshot(.known)
        known = current
        return current
    }

    private var known: DeviceSnapshot?

    public func readEvents() throws(DisplayError) -> [DisplayEvent] {
        let flips = try card.readVblankEvents().compactMap { event -> DisplayEvent? in
            guard committer.isAwaited(event) else { return nil }
            return .pageFlip(crtc: event.crtc, sequence: event.sequence, time: event.time)
        }
        if !flips.isEmpty, leftovers != nil {
            let shown = try snapshot(.known).planes.compactMap(\.scanout?.framebuffer.rawValue)
            leftovers?.free(keeping: Set(shown))
            if leftovers?.isEmpty == true { leftovers = nil }
        }
        return flips
    }
}
