public import DisplayModel
public import Timing

/// What a test makes a pretended device do. Everything may be called while the device is in use.
extension HeadlessDevice {
    /// What can be made to fail.
    public enum Operation: Hashable, Sendable {
        case snapshot, makeBuffer, readEvents
        case commit(CommitKind)
    }

    /// Whether a change comes with a notification, as most drivers send one, or in silence, as some do.
    public enum Notice: Hashable, Sendable {
        case loud, silent
    }

    /// How vblanks are counted.
    public enum SequenceCounting: Hashable, Sendable {
        case everyVblank
        /// Always 0, and flips happen as soon as they are asked for, as by drivers without vblanks (virtio-gpu).
        case stuckAtZero
    }

    /// A framebuffer that became the one on screen.
    public struct Flip: Hashable, Sendable {
        public var time: MonotonicTime
        public var framebuffer: FramebufferID
    }

    // MARK: - Monitors

    /// Plugs a monitor in, in place of one that is there. The new state is known at once if the change is loud, the
    /// modes and the EDID after the next probe, as with the kernel.
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
        injected[operation, default: []] += Array(repeating: code, count: count)
    }

    /// Page flips happen, but the next `count` of their events never arrive.
    public func loseNextFlipEvents(_ count: Int) { script.lostEvents += count }

    /// The next `count` flip events arrive later than they say. The flips happen in time.
    public func delayNextFlipEvents(_ count: Int, by delay: Duration) {
        script.delays += Array(repeating: delay, count: count)
    }

    /// The next `count` flip events arrive twice.
    public func duplicateNextFlipEvents(_ count: Int) { script.duplicatedEvents += count }

    /// Takes the device away: from now on every call fails with `ENODEV`, and the event descriptor is readable.
    public func remove() {
        isRemoved = true
        rearm()
        onRemoval?()
    }

    /// What the kernel does when the last descriptor of a device is closed: framebuffers go, what showed them goes dark,
    /// events that were not read are forgotten. The next user finds the device so.
    public func wasClosed() {
        settle()
        routing = Routing()
        (grids, pending, buffers, shapes) = ([:], [:], [:], [:])
        forgetEvents()
    }

    /// The link to a lit monitor fails: `link-status` is bad until the next modeset, and the change is notified.
    public func breakLink(_ connector: ConnectorID) {
        guard routing.feeds[connector] != nil else { return }
        brokenLinks.insert(connector)
        onHotplug?(connector)
    }

    /// Another program becomes master and puts its own picture everywhere: commits fail with `EACCES`, flips that were
    /// under way are never reported.
    public func loseSession() {
        settle()
        isMaster = false
        routing = Routing()
        grids = [:]
        pending = [:]
    }

    /// The other program has left, and its screens dark.
    public func regainSession() { isMaster = true }

    // MARK: - What is on screen

    /// Whether a monitor is plugged in, known or not.
    public func isPlugged(_ connector: ConnectorID) -> Bool { monitor(connector) != nil }

    /// The buffer that a viewer in front of a connector's monitor sees. Nil where there is no picture, or nobody
    /// holds its buffer any more.
    public func buffer(on connector: ConnectorID) -> HeadlessBuffer? {
        settle()
        guard monitor(connector) != nil, let crtc = routing.feeds[connector],
            let framebuffer = routing.scanouts[crtc]?.framebuffer
        else { return nil }
        return buffers[framebuffer]?.value
    }

    /// The mode that a connector is driven with. Nil when it is off.
    public func mode(on connector: ConnectorID) -> Mode? {
        routing.feeds[connector].flatMap { routing.scanouts[$0]?.mode }
    }

    /// What a connector showed, oldest first: the last ``flipLogLimit`` framebuffers at least, with the instants from
    /// which they were scanned out.
    public func flips(on connector: ConnectorID) -> [Flip] {
        settle()
        return log[connector] ?? []
    }
}

/// The pending tricks of a script.
struct PendingTricks {
    var lostEvents = 0
    var duplicatedEvents = 0
    var delays: [Duration] = []
}
