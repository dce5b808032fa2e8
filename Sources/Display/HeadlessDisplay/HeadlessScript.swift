public import DisplayModel
public import Timing

/// How tests control a headless device. Everything may be called while the device is in use.
extension HeadlessDevice {
    /// What can be made to fail.
    public enum Operation: Hashable, Sendable {
        case snapshot, makeBuffer, importBuffer, readEvents
        case commit(CommitKind)
    }

    /// Whether a change is notified, as by most drivers, or not, as by some.
    public enum Notice: Hashable, Sendable {
        case loud, silent
    }

    /// A framebuffer that became the one on screen.
    public struct Flip: Hashable, Sendable {
        public var time: MonotonicTime
        /// From bottom to top. A fence or damage is not kept.
        public var layers: [DisplayUpdate.Layer]
        /// That of the bottom layer.
        public var framebuffer: FramebufferID { layers[0].framebuffer }
    }

    // MARK: - Monitors

    /// Plugs a monitor in, in place of any other. As with the kernel, a loud change makes the status known at once, and the
    /// modes and the EDID are known after the next probe.
    public func plug(_ connector: ConnectorID, _ monitor: HeadlessMonitor, _ notice: Notice = .loud) {
        change(connector, notice) { $0 = monitor }
    }

    public func unplug(_ connector: ConnectorID, _ notice: Notice = .loud) {
        change(connector, notice) { $0 = nil }
    }

    /// Gives the monitor other modes. Does nothing where none is plugged in.
    public func setModes(_ connector: ConnectorID, _ modes: [Mode], _ notice: Notice = .loud) {
        change(connector, notice) { $0?.modes = modes }
    }

    /// Gives the monitor another EDID. Does nothing where none is plugged in.
    public func setEDID(_ connector: ConnectorID, _ edid: [UInt8]?, _ notice: Notice = .loud) {
        change(connector, notice) { $0?.edid = edid }
    }

    // MARK: - Failures

    /// Makes the next calls of a kind fail with an `errno` value, in the order of the calls to this.
    public func inject(_ code: Int32, for operation: Operation, count: Int = 1) {
        faults.injected[operation, default: []] += Array(repeating: code, count: count)
    }

    /// Page flips happen, but the next `count` of their events never arrive.
    public func loseNextFlipEvents(_ count: Int) { faults.lostEvents += count }

    /// The next `count` flip events arrive late. The flips happen in time, and the events have their times.
    public func delayNextFlipEvents(_ count: Int, by delay: Duration) {
        faults.delays += Array(repeating: delay, count: count)
    }

    /// The next `count` flip events arrive twice.
    public func duplicateNextFlipEvents(_ count: Int) { faults.duplicatedEvents += count }

    /// Removes the device: from now on every call fails with `ENODEV`, and the event descriptor is readable.
    public func remove() {
        isRemoved = true
        rearm()
        onRemoval?()
    }

    /// Does what the kernel does when the last descriptor of a device is closed: frees the framebuffers, switches the CRTCs
    /// off that show them, and drops unread events.
    public func wasClosed() {
        settle()
        pipeline = Pipeline()
        framebufferTable.removeAll()
    }

    /// The link to a monitor fails: `link-status` is bad until the next modeset.
    public func breakLink(_ connector: ConnectorID, _ notice: Notice = .loud) {
        guard pipeline.routing.feeds[connector] != nil, let index = connectors.firstIndex(where: { $0.id == connector })
        else {
            return
        }
        connectors[index].isLinkBroken = true
        if notice == .loud { onHotplug?(connector) }
    }

    /// Another program becomes master and shows its own picture on all screens. Commits fail with `EACCES`; pending flips are
    /// never reported.
    public func loseSession() {
        settle()
        isMaster = false
        pipeline.routing = Routing()
        pipeline.pipes = [:]
    }

    /// The other program gives up master. All screens are dark.
    public func regainSession() { isMaster = true }

    // MARK: - What is on screen

    /// Whether a monitor is plugged in, known or not.
    public func isPlugged(_ connector: ConnectorID) -> Bool { monitor(connector) != nil }

    /// What a viewer in front of a connector's monitor sees, from bottom to top. Empty where there is no picture.
    public func layers(on connector: ConnectorID) -> [DisplayUpdate.Layer] {
        settle()
        guard monitor(connector) != nil, let crtc = pipeline.routing.feeds[connector] else { return [] }
        return pipeline.routing.scanouts[crtc]?.layers ?? []
    }

    /// The buffer of the bottom layer that a viewer sees. Nil where there is no picture, or nobody holds its buffer any
    /// more.
    public func buffer(on connector: ConnectorID) -> HeadlessBuffer? {
        layers(on: connector).first.flatMap { framebufferTable[$0.framebuffer] }
    }

    /// The mode that a connector is driven with. Nil when it is off.
    public func mode(on connector: ConnectorID) -> Mode? {
        pipeline.routing.feeds[connector].flatMap { pipeline.routing.scanouts[$0]?.mode }
    }

    /// What a connector showed, oldest first: the last ``flipLogLimit`` framebuffers at least, with the instants from
    /// which they were scanned out.
    public func flips(on connector: ConnectorID) -> [Flip] {
        settle()
        return record.flips[connector] ?? []
    }
}

/// What the hardware of a headless device is like.
public struct HeadlessHardware: Hashable, Sendable {
    public var vblanks = Vblanks.counted
    /// How many pixels a second the device can send in all. Modes that need more together are refused with `ENOSPC`.
    public var bandwidth: Double?
    /// How many bytes the buffers have room in, all together. More are refused with `ENOMEM`.
    public var memory: Int?
    /// The layouts of memory that its planes list. A buffer that may have one of them has the first; its memory is the same.
    public var modifiers: [FormatModifier] = []
    /// How many planes the device can have on at once. More are refused with `ENOSPC`.
    public var layerLimit: Int?
    /// Whether it has atomic modesetting. Without it nothing is tested, a CRTC shows one layer, and a frame has to be
    /// drawn before it is committed.
    public var isAtomic = true
    /// Whether planes scale. Where they do not, a layer that asks for it is refused with `ERANGE`.
    public var canScale = false
    /// How long a modeset takes. Nil: no time, so that it needs no other thread. With a time the device is for tests that
    /// move its clock, see ``HeadlessDevice/onWait``.
    public var modesetTime: Duration?
    /// How long the monitors take to answer. Nil: no time.
    public var probeTime: Duration?

    /// When flips happen, and which sequence number their events have.
    public enum Vblanks: Hashable, Sendable {
        /// At vblanks, with the vblank's number.
        case counted
        /// At vblanks, always with 0, as by NVIDIA's driver.
        case uncounted
        /// As soon as they are asked for, always with 0, as by drivers without vblanks (virtio-gpu).
        case none
    }
}

/// The faults that a script has asked for and that have not happened yet.
struct PendingFaults {
    var lostEvents = 0
    var duplicatedEvents = 0
    var delays: [Duration] = []
    /// `errno` values, for each operation in the order of its calls.
    var injected: [HeadlessDevice.Operation: [Int32]] = [:]
}
