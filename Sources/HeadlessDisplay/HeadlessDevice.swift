import CLinux
public import DisplayModel
import Glibc
public import LinuxEvents
public import Timing

/// A display device without hardware, as strict as the kernel's: a commit that KMS would refuse fails with the same
/// `errno`, flips happen at the vblanks of the mode and each reports one event.
///
/// It serves programs that render to memory and tests, which plug, unplug and fail its parts by script
/// (`HeadlessScript.swift`). Connectors are called Virtual-1, Virtual-2 and so on.
public final class HeadlessDevice: DisplayDevice {
    public let id: DeviceID
    public let path: String
    public var nativeDisplay: NativeDisplay { unsafe .surfaceless }
    public var eventDescriptor: Int32 { timer.rawValue }
    public var prober: (@Sendable () throws(DisplayError) -> Void)? { nil }

    /// What drives the vblanks.
    public enum Clock: Hashable, Sendable {
        /// The machine's `CLOCK_MONOTONIC`.
        case monotonic
        /// Time stands still until ``HeadlessDevice/advance(to:)``; the event descriptor never becomes readable.
        case manual(start: MonotonicTime)
    }

    /// Called when a change of a connector is notified, with the connector. The moment is that of the script's call.
    public var onHotplug: ((ConnectorID) -> Void)?
    /// Called when the device is removed.
    public var onRemoval: (() -> Void)?

    public var sequenceCounting = SequenceCounting.everyVblank
    /// What a caller did that the kernel would punish, such as freeing a buffer that is on screen. Empty in a program
    /// that is right.
    public internal(set) var violations: [String] = []
    /// How many pixels a second the device can send in all. A set of modes that needs more is refused with `ENOSPC`.
    public var bandwidth: Double?
    /// Whether this program may commit. Others may meanwhile, see ``loseSession()``.
    public internal(set) var isMaster = true
    /// Connectors whose link failed since their mode was set.
    var brokenLinks: Set<ConnectorID> = []
    /// How many flips of each connector are remembered at least; up to twice as many are.
    public static let flipLogLimit = 4096

    public var connectorIDs: [ConnectorID] { connectors.map(\.id) }
    public var crtcIDs: [CRTCID] { topology.crtcs }

    /// What is plugged in, and what of it the last probe or notification told.
    struct Connector {
        /// What does not come and go with monitors.
        let socket: ConnectorSnapshot
        var monitor: HeadlessMonitor?
        var known: HeadlessMonitor?
        var knownStatus: ConnectorSnapshot.Status

        var id: ConnectorID { socket.id }

        init(_ socket: ConnectorSnapshot, _ monitor: HeadlessMonitor?) {
            self.socket = socket
            self.monitor = monitor
            known = monitor
            knownStatus = monitor == nil ? .disconnected : .connected
        }
    }

    /// A flip that waits for its vblank.
    struct PendingFlip {
        var scanout: Routing.Scanout
        var sequence: UInt32
        var due: MonotonicTime
        var serial: UInt64
    }

    struct WeakBuffer {
        weak var value: HeadlessBuffer?
        let shape: HeadlessBuffer.Shape
    }

    private let timer: OwnedDescriptor
    private var manualTime: MonotonicTime?
    var connectors: [Connector]
    let topology: Topology
    var routing = Routing()
    var grids: [CRTCID: VblankGrid] = [:]
    var pending: [CRTCID: PendingFlip] = [:]
    /// Which commit each CRTC is to report. The kernel's events carry such a number too: a late one of an earlier commit
    /// says nothing about the last.
    var awaited: [CRTCID: UInt64] = [:]
    private var lastSerial: UInt64 = 0
    private var queue: [(due: MonotonicTime, serial: UInt64, event: DisplayEvent)] = []
    var buffers: [FramebufferID: WeakBuffer] = [:]
    var shapes: [FramebufferID: HeadlessBuffer.Shape] = [:]
    private var nextFramebuffer: UInt32 = 1000
    private(set) var log: [ConnectorID: [Flip]] = [:]
    var script = PendingTricks()
    var injected: [Operation: [Int32]] = [:]
    public internal(set) var isRemoved = false

    static let sizeLimits = 1...16384

    /// - Parameters:
    ///   - connectors: in the order of their names.
    ///   - crtcCount: how many connectors can be lit with pictures of their own. Nil for one each.
    ///   - index: tells several pretended devices apart.
    public convenience init(
        _ connectors: [HeadlessConnector], crtcCount: Int? = nil, clock: Clock = .monotonic, index: UInt32 = 0
    ) throws(SystemError) {
        let crtcs = (0..<UInt32(crtcCount ?? connectors.count)).map { CRTCID(rawValue: 40 + $0) }
        let sockets = connectors.enumerated().map { index, connector in
            ConnectorSnapshot(
                id: ConnectorID(rawValue: 60 + UInt32(index)), type: ConnectorType(rawValue: 15),
                typeIndex: UInt32(index) + 1, status: .disconnected,
                possibleCRTCs: connector.possibleCRTCs?.filter(crtcs.indices.contains).map { crtcs[$0] } ?? crtcs)
        }
        try self.init(
            id: DeviceID(major: 0, minor: index), path: "headless\(index)",
            connectors: zip(sockets, connectors).map { Connector($0, $1.monitor) }, crtcs: crtcs,
            planes: crtcs.map { (PlaneID(rawValue: $0.rawValue - 20), [$0], [.xrgb8888, .argb8888]) }, clock: clock)
    }

    init(
        id: DeviceID, path: String, connectors: [Connector], crtcs: [CRTCID],
        planes: [(id: PlaneID, possibleCRTCs: [CRTCID], formats: [PixelFormat])], clock: Clock
    ) throws(SystemError) {
        timer = OwnedDescriptor(
            adopting: try systemCall("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
        (self.id, self.path, self.connectors) = (id, path, connectors)
        if case .manual(let start) = clock { manualTime = start }
        topology = Topology(
            connectors: Dictionary(
                connectors.map { ($0.id, ($0.socket.name, $0.socket.possibleCRTCs)) }, uniquingKeysWith: { $1 }),
            crtcs: crtcs, planes: planes)
    }

    // MARK: - Time

    /// Now, by the device's clock.
    public var now: MonotonicTime {
        if let manualTime { return manualTime }
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Moves a manual clock forward. Vblanks on the way happen; their events wait to be read.
    public func advance(to time: MonotonicTime) {
        precondition(manualTime != nil, "only a manual clock is moved by hand")
        manualTime = max(time, now)
        settle()
    }

    /// The next instant at which something happens by itself: a vblank that is waited for, or an event's arrival. Nil
    /// when nothing will.
    public var nextDeadline: MonotonicTime? {
        let flip = pending.values.lazy.map(\.due).min()
        let event = queue.lazy.map(\.due).min()
        guard let flip, let event else { return flip ?? event }
        return min(flip, event)
    }

    /// Carries out the flips whose vblank has come.
    func settle() {
        let now = now
        let due = pending.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        for (crtc, flip) in due {
            pending[crtc] = nil
            complete(crtc, flip.scanout, flip.sequence, flip.due, serial: flip.serial)
        }
    }

    /// Sets the timer to the next deadline, on the absolute clock.
    func rearm() {
        guard manualTime == nil else { return }
        var setting = itimerspec()
        let deadline = isRemoved ? MonotonicTime(nanoseconds: 1) : nextDeadline
        if let deadline {
            // Zero would switch the timer off.
            let nanoseconds = max(1, deadline.nanoseconds)
            setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
            setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        }
        let number = timer.rawValue
        // It fails for a bad descriptor or a bad time only, and this has neither.
        _ = unsafe timerfd_settime(number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// A framebuffer is on a CRTC from an instant on: into the log, and an event unless the script has other plans.
    func complete(
        _ crtc: CRTCID, _ scanout: Routing.Scanout, _ sequence: UInt32, _ time: MonotonicTime, serial: UInt64
    ) {
        routing.scanouts[crtc] = scanout
        for connector in routing.connectors(on: crtc) {
            log[connector, default: []].append(Flip(time: time, framebuffer: scanout.framebuffer))
            if let count = log[connector]?.count, count > 2 * Self.flipLogLimit {
                log[connector]?.removeFirst(count - Self.flipLogLimit)
            }
        }
        if script.lostEvents > 0 {
            script.lostEvents -= 1
            return
        }
        let event = DisplayEvent.pageFlip(
            crtc: crtc, sequence: sequenceCounting == .everyVblank ? sequence : 0, time: time)
        let arrival = script.delays.isEmpty ? time : time + script.delays.removeFirst()
        queue.append((arrival, serial, event))
        if script.duplicatedEvents > 0 {
            script.duplicatedEvents -= 1
            queue.append((arrival, serial, event))
        }
    }

    // MARK: - DisplayDevice

    public func snapshot(_ effort: ProbeEffort) throws(DisplayError) -> DeviceSnapshot {
        try begin(.snapshot, "get resources")
        if effort == .probe {
            for index in connectors.indices {
                connectors[index].known = connectors[index].monitor
                connectors[index].knownStatus = connectors[index].monitor == nil ? .disconnected : .connected
            }
        }
        return state
    }

    public func makeBuffer(
        size: Size, format: PixelFormat, modifiers: [FormatModifier]
    ) throws(DisplayError) -> any ScanoutBuffer {
        try begin(.makeBuffer, "make a buffer")
        guard Self.sizeLimits.contains(size.width), Self.sizeLimits.contains(size.height),
            topology.planes.contains(where: { $0.formats.contains(format) })
        else {
            throw DisplayError(
                operation: "make a buffer", object: path, code: DisplayError.Code.invalid,
                reason: "\(size) in \(format) is more than the device has")
        }
        let framebuffer = FramebufferID(rawValue: nextFramebuffer)
        nextFramebuffer += 1
        let shape = HeadlessBuffer.Shape(size: size, format: format)
        let buffer = HeadlessBuffer(framebuffer, shape, device: self)
        buffers[framebuffer] = WeakBuffer(value: buffer, shape: shape)
        shapes[framebuffer] = shape
        return buffer
    }

    public func commit(_ update: DisplayUpdate, _ kind: CommitKind) throws(DisplayError) {
        try begin(.commit(kind), Self.name(of: kind))
        guard isMaster else {
            throw DisplayError(
                operation: Self.name(of: kind), object: path, code: DisplayError.Code.accessDenied,
                reason: "another program is master of the device")
        }
        do throws(Refusal) {
            switch kind {
            case .test: _ = try affordable(routing.applying(update, topology, shapes))
            case .modeset: set(try affordable(routing.applying(update, topology, shapes)), update)
            case .flip: try flip(update)
            }
        } catch {
            throw DisplayError(
                operation: Self.name(of: kind), object: error.object, code: error.code, reason: error.reason)
        }
        rearm()
    }

    public func readEvents() throws(DisplayError) -> [DisplayEvent] {
        try begin(.readEvents, "read events")
        let now = now
        // What has arrived, in the order of arrival; a stable sort keeps the order of the queue otherwise.
        let arrived = queue.enumerated().filter { $0.element.due <= now }
            .sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }
        queue.removeAll { $0.due <= now }
        rearm()
        return arrived.map(\.element).compactMap { arrival in
            guard case .pageFlip(let crtc, _, _) = arrival.event, awaited[crtc] == arrival.serial else { return nil }
            awaited[crtc] = nil
            return arrival.event
        }
    }

    func forgetEvents() { (queue, awaited) = ([], [:]) }

    /// The number of a commit that is carried out now.
    func nextSerial() -> UInt64 {
        lastSerial += 1
        return lastSerial
    }

    private func affordable(_ next: Routing) throws(Refusal) -> Routing {
        let needed = next.scanouts.values.map { Double($0.mode.size.area) * $0.mode.refresh.hertz }.reduce(0, +)
        if let bandwidth, needed > bandwidth {
            throw Refusal(
                code: DisplayError.Code.noSpace, object: path,
                reason: "\(Int(needed)) pixels a second are more than the \(Int(bandwidth)) that it can send")
        }
        return next
    }

    private static func name(of kind: CommitKind) -> String {
        switch kind {
        case .test: "atomic test"
        case .modeset: "atomic modeset"
        case .flip: "page flip"
        }
    }

    /// What every call starts with: time passes, and the script may make it fail.
    private func begin(_ operation: Operation, _ name: String) throws(DisplayError) {
        if isRemoved {
            throw DisplayError(
                operation: name, object: path, code: DisplayError.Code.noDevice, reason: "the device was removed")
        }
        settle()
        if let code = injected[operation]?.first {
            injected[operation]?.removeFirst()
            let reason = SystemError(name, code: code).reason
            throw DisplayError(operation: name, object: path, code: code, reason: reason)
        }
    }

    // MARK: - Monitors

    func monitor(_ connector: ConnectorID) -> HeadlessMonitor? {
        connectors.first { $0.id == connector }?.monitor
    }

    func change(_ id: ConnectorID, _ notice: Notice, _ body: (inout HeadlessMonitor?) -> Void) {
        guard let index = connectors.firstIndex(where: { $0.id == id }) else { return }
        body(&connectors[index].monitor)
        guard notice == .loud else { return }
        connectors[index].knownStatus = connectors[index].monitor == nil ? .disconnected : .connected
        onHotplug?(id)
    }
}
