import DisplayModel
public import HeadlessDisplay
import KioskEngine
import Rendering
import ScreenKeeping
import SeatSession

extension Player {
    /// Plays on headless screens until the loop is stopped.
    /// - Parameter folder: where to write what the screens show; nil for nowhere.
    public func playHeadless(_ devices: [HeadlessDevice], saveFrames folder: String?) throws {
        let maker = rendererMaker
        var renderers: [DeviceID: any FrameRenderer] = [:]
        for device in devices { renderers[device.id] = try maker.make(for: device) }
        let recorder = try folder.map { folder in
            try FrameRecorder(
                folder: folder, devices.compactMap { device in renderers[device.id].map { (device, $0) } }, log: log)
        }
        let engine = try makeEngine { [renderers] device in
            try renderers[device.id] ?? maker.make(for: device)
        } onEvent: { event in
            if case .settled(let screen, _, let slide) = event { recorder?.record(screen.connector, showing: slide) }
        }
        defer { engine.shutDown() }
        let session = try openSeatSession(.none, on: loop) { [log] in log($0) }
        let following = try follow(engine)
        defer { withExtendedLifetime(following) {} }
        for device in devices {
            device.onHotplug = { [id = device.id] in engine.connectorsChanged(id, .at($0)) }
            engine.deviceAppeared(device.id, path: device.path) { device }
        }
        startMonitoring(engine, session, following)
        try run(engine)
        recorder?.reportResult()
    }
}
