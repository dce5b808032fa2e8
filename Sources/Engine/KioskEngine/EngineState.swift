import LinuxSystem
public import Paths
public import Playlist
public import ScreenKeeping

/// What an engine says of itself.
extension Engine {
    /// How many devices are in use or waited for.
    public var deviceCount: Int { displays.count }

    /// Without GPUs that have no screens.
    private var displays: [DeviceSlot] { slots.filter { !$0.drawsOnly } }

    /// What plays for each playlist: the name of its show.
    public var playing: [(path: PlaylistPath, name: String)] {
        director.programme.names.sorted { "\($0.path)" < "\($1.path)" }
    }

    /// The pictures of a playlist that are skipped since they cannot be shown, each with the reason: a sentence that
    /// begins with the picture's path.
    public func failures(of path: PlaylistPath) -> [FilePath: String] { director.programme.failures(of: path) }

    /// The shaders of a playlist's own that are not used, each with the reason: a sentence without the path.
    public func refusedShaders(of path: PlaylistPath) -> [FilePath: String] {
        var faults = director.programme[path]?.shadersWithoutPicture ?? [:]
        for (path, source) in director.programme[path]?.shaders ?? [:] {
            if let fault = director.shaders.fault(of: path, source) { faults[path] = fault }
        }
        return faults
    }

    /// Whether pictures of a playlist are skipped for causes that may pass without a file changing.
    public func mayRecover(_ path: PlaylistPath) -> Bool { director.programme.mayRecover(path) }

    /// What each lit screen of a device shows. Empty for a device that is not in use.
    /// - Parameter path: the device's, as ``status`` has it.
    public func showing(onDevice path: String) -> [ScreenShowing] {
        guard let contents = slots.first(where: { $0.path == path })?.player?.contents else { return [] }
        let now = EventLoop.now
        var screens = director.showing(on: contents, now: now)
        for screen in screens.indices {
            for zone in screens[screen].zones.indices {
                guard let slide = screens[screen].zones[zone].slide else { continue }
                screens[screen].zones[zone].video = filmProvider.playback(of: slide, now: now)
            }
        }
        return screens
    }

    /// Whether a frame of ours has come on a screen that is lit now.
    public var hasFrameOnScreen: Bool {
        slots.contains { $0.keeper?.hasFrameOnScreen == true }
    }

    /// Each device and each of its connectors: wanted or not, lit or not, and why.
    public var status: [DeviceStatus] { displays.map(\.status) }
}
