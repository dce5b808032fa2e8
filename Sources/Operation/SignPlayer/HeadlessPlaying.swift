import DisplayModel
import GLESRendering
public import HeadlessDisplay
import KioskEngine
import ScreenKeeping
import SeatSession

extension Player {
    /// Plays on headless screens until the loop is stopped.
    /// - Parameter folder: where to write what the screens show; nil for nowhere.
    public func playHeadless(_ devices: [HeadlessDevice], saveFrames folder: String?) throws {
        var renderers: [DeviceID: GLESRenderer] = [:]
        for device in devices { renderers[device.id] = try unsafe GLESRenderer(device.nativeDisplay) }
        let recorder = try folder.map { folder in
            try FrameRecorder(
                folder: folder, devices.compactMap { device in renderers[device.id].map { (device, $0) } }, log: log)
        }
        let engine = try makeEngine { [renderers] device in
            guard let renderer = renderers[device.id] else { return try unsafe GLESRenderer(device.nativeDisplay) }
            return renderer
        } onEvent: { event in
            if case .settled(let screen, _, let slide) = event { recorder?.record(screen.connector, showing: slide) }
        }
        defer { engine.shutDown() }
        let session = try openSeatSession(.none, on: loop) { [log] in log($0) }
        let following = try follow(engine)
        defer { withExtendedLifetime(following) {} }
        for device in devices {
            device.onHotplug = { [id = device.id] _ in engine.connectorsChanged(id) }
            engine.deviceAppeared(device.id, path: device.path) { device }
        }
        startMonitoring(engine, session, following)
        try run(engine)
        recorder?.reportResult()
    }
}
