import CDRM
public import DisplayModel
import Glibc
public import LinuxEvents
import Timing

/// A display device of the kernel, driven with atomic modesetting (KMS) and buffers from GBM.
///
/// It is DRM master from its making until ``dropMaster()``. The corresponding C libraries are libdrm and libgbm.
public final class KMSDevice: DisplayDevice {
    private let card: Card
    private let reader: ResourceReader
    private let gbm: GBMDevice
    private let census = Census()

    /// What this device put on each CRTC that it lit.
    private var shown: [CRTCID: DisplayUpdate.Lit] = [:]
    /// The blob of the mode that each lit CRTC runs.
    private var modeBlobs: [CRTCID: ModeBlob] = [:]
    /// The commit whose page flip is to be reported for a CRTC. Events of others are the kernel's by-products: it also
    /// reports CRTCs that were switched off.
    private var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64 = 0
    private var leftovers: Leftovers?

    /// Gets each commit as one line, with its outcome: for debugging. Nothing is put together while it is nil.
    public var onTrace: ((String) -> Void)?

    /// Opens a card to drive it.
    /// - Throws: an error whose recovery is `waitForSession` where it may not be opened or another program is DRM
    ///   master; `notSupported` as its code where the driver has no atomic modesetting.
    public convenience init(opening path: String) throws(DisplayError) {
        try self.init(Card(opening: path))
    }

    /// Opens a card in a seat's way, which may make it DRM master already.
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

    /// Goes on with a card that a former life of the program has opened and left open, with its last picture still on the
    /// screens: it stays there until another one takes its place.
    /// - Throws: where that file is not DRM master any more.
    public convenience init(continuing descriptor: consuming OwnedDescriptor, path: String) throws(DisplayError) {
        let card = try Card(adopting: descriptor, path: path)
        guard card.isMaster, card.isPresent else {
            throw .notMaster(path, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
        }
        let leftovers = Leftovers(of: card)
        try self.init(card)
        self.leftovers = leftovers
        // A flip of the former life may still be reported. Its commits were numbered from less.
        lastSerial = UInt64(EventLoop.now.nanoseconds)
    }

    private init(_ card: Card) throws(DisplayError) {
        self.card = card
        try card.becomeMaster()
        reader = try ResourceReader(card, capabilities: .required)
        gbm = try GBMDevice(card, census: census)
        // Learns the names and property ids that commits are made of.
        _ = try reader.kernelState()
    }

    public var id: DeviceID { card.id }
    public var path: String { card.path }
    public var nativeDisplay: NativeDisplay { unsafe .gbm(gbm.pointer) }
    public var eventDescriptor: Int32 { card.descriptor }

    public var prober: (@Sendable () throws(DisplayError) -> Void)? {
        let prober = ConnectorProber(card)
        return { () throws(DisplayError) in try prober.probe() }
    }

    /// How many buffers and mode blobs of this device are alive in the kernel: what a leak would be seen by.
    public var liveObjects: (buffers: Int, modeBlobs: Int) { (census.buffers, census.modeBlobs) }

    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        try reader.snapshot(effort)
    }

    // MARK: Session

    /// Becomes DRM master again. What is on screen is somebody else's then, until the first modeset.
    public func becomeMaster() throws(DisplayError) { try card.becomeMaster() }

    /// Gives up DRM master. Flips are refused from now on, until a modeset after ``becomeMaster()``.
    public func dropMaster() {
        shown = [:]
        awaited = [:]
        card.dropMaster()
    }

    // MARK: Buffers

    public func makeBuffer(size: Size, format: PixelFormat, modifiers: [FormatModifier]) throws(DisplayError)
        -> any ScanoutBuffer
    {
        guard (1...65535).contains(size.width), (1...65535).contains(size.height) else {
            throw DisplayError(
                operation: "allocate \(size) \(format) buffer", object: path, code: DisplayError.Code.invalid,
                reason: "no buffer has that size")
        }
        let named = modifiers.filter { $0 != .implicit }
        if !named.isEmpty, reader.capabilities.contains(.modifiers),
            let buffer = try? GBMBuffer(on: gbm, size: size, format: format, layout: .modifiers(named))
        {
            return buffer
        }
        // Drivers that know modifiers only for some formats or sizes take the buffer without.
        return try GBMBuffer(on: gbm, size: size, format: format, layout: .implicit)
    }

    // MARK: Commits

    public func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        switch kind {
        case .test, .modeset: try configure(update, kind)
        case .flip: try flip(update)
        }
    }

    private func configure(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        let blobs = try prepareModeBlobs(update)
        let plan = CommitPlan.modeset(update, from: try reader.kernelState(), modeBlobs: blobs.mapValues(\.id))
        // The plan names the blobs by number only; without this they could be destroyed before it is submitted.
        defer { withExtendedLifetime(blobs) {} }
        if kind == .test {
            return try submit(
                plan.clearing + plan.assignments, update, kind,
                flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET)
        }
        try submit(plan.clearing, update, kind, flags: DRM_MODE_ATOMIC_ALLOW_MODESET)
        // The kernel refuses to promise an event where nothing is lit.
        let event = update.lit.isEmpty ? 0 : DRM_MODE_PAGE_FLIP_EVENT
        try submit(plan.assignments, update, kind, flags: DRM_MODE_ATOMIC_ALLOW_MODESET | event)
        for crtc in plan.dark {
            shown[crtc] = nil
            awaited[crtc] = nil
            modeBlobs[crtc] = nil
        }
        for output in update.lit {
            shown[output.route.crtc] = output
            awaited[output.route.crtc] = lastSerial
            modeBlobs[output.route.crtc] = blobs[output.route.crtc]
        }
    }

    private func flip(_ update: DisplayUpdate) throws(DisplayError) {
        guard update.dark.isEmpty else {
            throw .refused(.flip, objectName(update), "switching off takes a modeset")
        }
        for output in update.lit where shown[output.route.crtc]?.route != output.route {
            let connector = reader.name(of: output.route.connector)
            guard card.isMaster else {
                throw .committing(.flip, connector, SystemError("drmIsMaster", code: DisplayError.Code.accessDenied))
            }
            throw .refused(.flip, connector, "no modeset has lit it; that comes first")
        }
        let plan = CommitPlan.flip(update, shown: shown)
        try submit(plan.assignments, update, .flip, flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT)
        for output in update.lit {
            shown[output.route.crtc] = output
            awaited[output.route.crtc] = lastSerial
        }
    }

    /// The blobs of the modes that an update sets: those in use where the mode stays, new ones else.
    private func prepareModeBlobs(_ update: DisplayUpdate) throws(DisplayError) -> [CRTCID: ModeBlob] {
        var blobs: [CRTCID: ModeBlob] = [:]
        for output in update.lit {
            let crtc = output.route.crtc
            if let current = modeBlobs[crtc], current.mode == output.mode {
                blobs[crtc] = current
                continue
            }
            do { blobs[crtc] = try ModeBlob(output.mode, on: card, census: census) } catch {
                throw DisplayError(
                    error, operation: "create mode \(output.mode)", object: reader.name(of: output.route.connector))
            }
        }
        return blobs
    }

    private func submit(
        _ assignments: [AtomicAssignment], _ update: DisplayUpdate, _ kind: CommitKind, flags: Int32
    ) throws(DisplayError) {
        guard !assignments.isEmpty else { return }
        do {
            let request = try AtomicRequest()
            for assignment in assignments {
                guard let property = reader.propertyID(assignment.property, of: assignment.object) else {
                    throw DisplayError.refused(
                        kind, name(of: assignment.object), "it has no property \(assignment.property.rawValue)")
                }
                try request.set(property, of: assignment.object.rawValue, to: assignment.value)
            }
            lastSerial += 1
            try request.commit(to: card, flags: flags, serial: lastSerial)
            onTrace?("\(kind.operation): \(describe(assignments)): done")
        } catch let error as SystemError {
            onTrace?("\(kind.operation): \(describe(assignments)): \(error.reason)")
            let told = card.isPresent ? error : SystemError(error.operation, code: DisplayError.Code.noDevice)
            throw DisplayError.committing(kind, objectName(update), told)
        } catch let error as DisplayError {
            throw error
        } catch {
            throw DisplayError.refused(kind, objectName(update), "\(error)")
        }
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
            guard awaited[event.crtc] == event.serial else { return nil }
            awaited[event.crtc] = nil
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

    // MARK: Names

    /// The connectors that an update is about; the device where it names none.
    private func objectName(_ update: DisplayUpdate) -> String {
        let connectors = update.lit.map(\.route.connector) + update.dark.flatMap(\.connectors)
        return connectors.isEmpty ? path : connectors.map { reader.name(of: $0) }.joined(separator: ", ")
    }

    private func name(of object: KMSObject) -> String {
        switch object {
        case .connector(let id): reader.name(of: id)
        case .crtc(let id): "crtc-\(id)"
        case .plane(let id): "plane-\(id)"
        }
    }

    /// `HDMI-A-1 CRTC_ID=36; crtc-36 MODE_ID=58 ACTIVE=1; …`
    private func describe(_ assignments: [AtomicAssignment]) -> String {
        var text = ""
        var last: KMSObject?
        for assignment in assignments {
            if assignment.object != last { text += "\(last == nil ? "" : "; ")\(name(of: assignment.object))" }
            last = assignment.object
            text += " \(assignment.property.rawValue)=\(Int64(bitPattern: assignment.value))"
        }
        return text
    }
}
