import DisplayModel
import KMSDisplay
import KioskEngine
import LinuxSystem
import MachineInspection
public import SeatSession
import UdevMonitor

extension Player {
    /// Plays on the kernel's display devices until the loop is stopped, following those that come and go.
    /// - Parameters:
    ///   - paths: the devices to use; empty for all of this seat.
    ///   - preference: which session to open them through.
    ///   - hidesAtomic: whether to drive them as if their drivers had no atomic modesetting.
    public func playOnKMS(devices paths: [String], seat preference: SeatPreference, hidesAtomic: Bool) throws {
        service.devices.opener.hidesAtomic = hidesAtomic
        let session = try openSeatSession(
            preference, on: loop, comesForward: !service.isAway, keyboard: fallback == nil ? .on : .off
        ) { [log] in log($0) }
        // After the engine, which gives the screens back first.
        defer { session.end() }
        let monitor = try UdevMonitor()
        let engine = try makeEngine()
        defer {
            service.devices.forgetAll()
            engine.shutDown()
        }

        var lost: SystemError?
        session.onPause = { acknowledge in
            engine.pause()
            service.isAway = true
            acknowledge()
        }
        session.onResume = {
            service.isAway = false
            engine.resume()
        }
        session.onLost = { error in
            lost = error
            loop.stop()
        }
        if session.isActive { service.isAway = false } else { engine.pause() }
        let following = try follow(engine)
        defer { withExtendedLifetime(following) {} }

        func isWanted(_ id: DeviceID) -> Bool {
            // By number: a link of /dev/dri/by-path names the same device, and may come to name another one.
            paths.isEmpty || paths.contains { DeviceID(ofNode: $0) == id }
        }
        var nodes: [DeviceID: String] = [:]
        /// What each device holds in the kernel, for as long as it is open.
        var holdings: [String: () -> String?] = [:]
        func appeared(_ id: DeviceID, _ path: String) {
            guard isWanted(id) else { return }
            nodes[id] = path
            engine.deviceAppeared(id, path: path) { () throws(DisplayError) in
                guard session.isActive else { throw .away(path) }
                let device: any KernelDevice
                do throws(DisplayError) { device = try service.devices.open(id, path, in: session) } catch {
                    throw error.namingHolder(of: path)
                }
                if let legacy = device as? LegacyDevice {
                    log(
                        hidesAtomic ? .info : .warning,
                        "\(path): \(AtomicSwitch.lack(of: legacy.driver, isAsked: hidesAtomic))")
                }
                holdings[path] = { [weak device] in
                    device.map { "holds \($0.liveObjects.buffers) buffers, \($0.liveObjects.blobs) property blobs" }
                }
                if log.level == .trace { device.onTrace = { log(.trace, "\(path): \($0)") } }
                return device
            }
        }
        func lookForDevices() throws {
            for card in try monitor.cards().inStableOrder() { appeared(card.id, card.path) }
        }
        let watch = try loop.watch(monitor.eventDescriptor) {
            do {
                for event in try monitor.read() {
                    log(.debug, "udev: \(event)")
                    switch event {
                    case .added(let id, let path): appeared(id, path)
                    case .removed(let id):
                        engine.deviceVanished(id)
                        if let path = nodes.removeValue(forKey: id) { session.close(path) }
                        service.devices.forget(id)
                    case .changed(let id, .other): log(.debug, "\(id): a change that is no hot-plug")
                    case .changed(let id, .connector(let connector)): engine.connectorsChanged(id, .at(connector))
                    case .changed(let id, .hotPlug): engine.connectorsChanged(id, .somewhere)
                    case .changed(let id, .property): engine.connectorsChanged(id, nil)
                    case .overflowed:
                        try lookForDevices()
                        engine.connectorsChanged()
                    }
                }
            } catch {
                log(.error, "udev: \(error)")
            }
        }
        defer { watch.cancel() }

        try lookForDevices()
        service.devices.forgetUnused()
        if engine.deviceCount == 0 {
            let which = paths.isEmpty ? "no display device" : "no device \(paths.joined(separator: ", "))"
            log(.warning, "\(which) yet; waiting for one ('vitrine --list-connectors' shows what there is)")
        }
        startMonitoring(engine, session, following)
        try run(engine) { path in holdings[path]?() }
        if let lost { throw lost }
    }
}

extension DisplayError {
    /// With the name of the program that has the device, where that is the reason.
    fileprivate func namingHolder(of path: String) -> DisplayError {
        guard operation == "set master", code == Code.accessDenied else { return self }
        var error = self
        let holders = DeviceHolders().names(of: path)
        error.reason += (holders.map { "; it is open in \($0)" } ?? "") + "; 'sudo vitrine doctor' says how to end it"
        return error
    }

    fileprivate static func away(_ path: String) -> DisplayError {
        DisplayError(
            operation: "open", object: path, code: Code.accessDenied,
            reason: "another virtual terminal or session has the screens")
    }
}
