public import DisplayModel
import DisplayPlanning
public import Timing

extension ScreenKeeper {
    /// Gives the screens back as they were found, as far as that is possible, and lets go of everything.
    public func shutDown() {
        guard lost == nil else { return }
        finishModeset()
        for screen in screens { report(.trace(about: "\(screen.name)", text: "\(screen.frames) frames shown")) }
        // While the session is away the screens are another program's. Where they cannot be given back, what is on them
        // stays until the device is closed.
        if fate.isPaused || giveBack() { letGo() }
    }

    /// Leaves the screens as they are to the device that is opened in the place of this one. Their last frames stay on
    /// them until ``letGo()``.
    public func relinquish() {
        finishModeset()
        device.relinquish()
    }

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

    /// Whether the kernel has not answered a call yet, and takes no other one meanwhile.
    public var isBusy: Bool { work.isBusy }

    /// Switches CRTCs off, as far as they are on, while it is not ``isBusy``.
    /// - Parameter ended: called when they are, or with the reason why not.
    public func switchOff(
        _ crtcs: Set<CRTCID>, now: MonotonicTime, ended: @escaping (Result<Void, DisplayError>) -> Void
    ) {
        guard !work.isBusy else {
            let reason = "something else is under way on the device"
            return ended(
                .failure(
                    .init(operation: "switch off", object: device.path, code: DisplayError.Code.busy, reason: reason)))
        }
        survey(.known, now: now) { [unowned self] result, now in
            do throws(DisplayError) {
                guard let update = turningOff(crtcs, in: try result.get()) else { return ended(.success(())) }
                setModes(update, now: now) { error, _ in ended(error.map { .failure($0) } ?? .success(())) }
            } catch {
                ended(.failure(error))
            }
        }
    }

    /// Nil where none of them is on.
    private func turningOff(_ crtcs: Set<CRTCID>, in current: DeviceSnapshot) -> DisplayUpdate? {
        let active = current.crtcs.filter { crtcs.contains($0.id) && $0.isActive }
        guard !active.isEmpty else { return nil }
        memory.used(active.map(\.id))
        return DisplayUpdate(disabled: active.map { .init(crtc: $0.id, connectors: current.connectors(on: $0.id)) })
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
                if let update = turningOff(used, in: current) { try device.commit(update, .modeset) }
            }
            return true
        } catch {
            report(.warning(about: device.path, text: "the screens could not be given back: \(error)"))
            return false
        }
    }
}
