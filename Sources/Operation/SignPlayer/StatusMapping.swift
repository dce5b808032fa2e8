import DisplayModel
import DisplayPlanning
import KioskEngine
import LinuxSystem
import MediaDecoding
import PlaylistReading
import ScreenKeeping
import StatusFile
import Timing

// From what the engine knows to what `status.json` says.

extension RunningStatus.Device {
    /// - Parameter showing: what its lit screens show.
    init(_ status: DeviceStatus, showing: [ScreenShowing]) {
        self.init(
            path: status.path, driver: status.driver, renderer: status.renderer, waiting: status.waiting,
            screens: status.screens.map { screen in
                .init(
                    screen, showing: showing.first { $0.connector == screen.screen.connector },
                    renderer: status.renderer)
            })
    }
}

extension RunningStatus.Screen {
    init(_ status: ScreenStatus, showing: ScreenShowing?, renderer: String?) {
        self.init(connector: status.screen.connector, monitor: status.screen.monitor, tried: status.rejectedAttempts)
        shortfall = status.shortfall
        switch status.state {
        case .lit(let lit, _):
            (state, mode) = (.lit, "\(lit)")
            zones = showing?.zones.map { .init($0, renderer: renderer) } ?? []
        case .dark(let why, _): (state, reason) = (.dark, why)
        case .disconnected: (state, reason) = (.disconnected, "no monitor")
        case .asleep(let off): (state, reason, until) = (.off, off.reason, off.until?.localText)
        case .notWanted(let why): (state, reason) = (.notWanted, why)
        }
    }
}

extension RunningStatus.Zone {
    fileprivate init(_ zone: ZoneShowing, renderer: String?) {
        self.init(
            name: zone.name, shows: zone.slide, since: zone.since.localText, isUnscheduled: zone.isUnscheduled,
            next: zone.next.map { Next(shows: $0.slide, at: $0.at.localText) })
        video = zone.video.map { Video($0, renderer: renderer) }
    }
}

extension RunningStatus.Zone.Video {
    fileprivate init(_ video: VideoPlayback, renderer: String?) {
        let description = video.description
        self.init(
            codec: description.codec, size: "\(description.layout.size)", rate: description.frameRate?.text,
            decoder: "software", path: renderer?.hasPrefix("CPU") == true ? "cpu" : "gl", shown: video.frames.shown,
            late: video.frames.late, dropped: video.frames.dropped)
    }
}

extension RunningStatus.Playlist.Skipped {
    /// - Parameter sentence: one that begins with the path.
    init(path: String, sentence: String) {
        self.init(
            path: path, reason: sentence.hasPrefix("\(path): ") ? String(sentence.dropFirst(path.count + 2)) : sentence)
    }
}

extension RunningStatus {
    /// Whether there is a screen that is to be lit, or a device that may have one.
    var hasWantedScreen: Bool {
        devices.contains { device in
            device.waiting != nil || device.screens.contains { $0.state == .lit || $0.state == .dark }
        }
    }
}

extension Duration {
    /// How long after a change of what shows the file is to say so: the frame has to come on the screen.
    static var reportDelay: Duration { .milliseconds(250) }
}

extension ScreenShowing {
    /// When something else is to show.
    var nextChange: WallTime? { zones.compactMap { $0.next?.at }.min() }
}
