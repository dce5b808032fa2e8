public import DisplayModel
import DisplayPlanning

extension ScreenKeeper {
    /// Gives the screens back as they were found, as far as that is possible, and lets go of everything.
    public func shutDown() {
        guard lost == nil else { return }
        for screen in screens { report(.trace(about: "\(screen.name)", text: "\(screen.frames) frames shown")) }
        // While the session is away the screens are another program's. Where they cannot be given back, what is on them
        // stays until the device is closed.
        if fate.isPaused || giveBack() { letGo() }
    }

    /// Leaves the screens as they are to the device that is opened in the place of this one. Their last frames stay on
    /// them until ``letGo()``.
    public func relinquish() { device.relinquish() }

    /// Lets go of all buffers, after ``relinquish()``.
    public func letGo() {
        screens = []
        retired = [:]
    }

    // MARK: CRTCs of a device that is reopened

    /// The CRTCs that one of our buffers is or may be on.
    public var crtcsInUse: Set<CRTCID> {
        Set(screens.filter(\.wasCommitted).flatMap(\.crtcs)).union(retired.keys)
    }

    /// The CRTCs on which a frame of ours has come.
    public var litCRTCs: Set<CRTCID> {
        Set(screens.filter { $0.phase == .lit && $0.frames > 0 }.flatMap(\.crtcs))
    }

    /// The CRTCs that were on when the device was last looked at.
    public var activeCRTCs: Set<CRTCID> { Set(snapshot.crtcs.filter(\.isActive).map(\.id)) }

    /// Switches CRTCs off, as far as they are on.
    public func switchOff(_ crtcs: Set<CRTCID>) throws(DisplayError) {
        try switchOff(crtcs, in: try device.snapshot(.known))
    }

    private func switchOff(_ crtcs: Set<CRTCID>, in current: DeviceSnapshot) throws(DisplayError) {
        let active = current.crtcs.filter { crtcs.contains($0.id) && $0.isActive }
        guard !active.isEmpty else { return }
        memory.used(active.map(\.id))
        try device.commit(
            DisplayUpdate(disabled: active.map { .init(crtc: $0.id, connectors: current.connectors(on: $0.id)) }),
            .modeset)
    }

    private func giveBack() -> Bool {
        do throws(DisplayError) {
            let current = try device.snapshot(.known)
            let used = memory.usedCRTCs
            do throws(DisplayError) {
                try device.commit(
                    DisplayUpdate(restoring: sight.original, usedCRTCs: used, from: current), .modeset)
            } catch {
                // The framebuffer that was there may be gone with its owner. Dark is better than our last frame.
                try switchOff(used, in: current)
            }
            return true
        } catch {
            report(.warning(about: device.path, text: "the screens could not be given back: \(error)"))
            return false
        }
    }
}
