public import DisplayModel
public import DisplayPlanning
import Presentation
public import ScreenKeeping
public import Timing

/// Something that happened to a screen, a device or a picture: what logs, and later control and reports, are made of.
public enum EngineEvent: Sendable {
    case deviceOpened(path: String, driver: String, renderer: String)
    /// The device cannot be driven for now. Said once for each reason; it is tried again.
    case deviceWaiting(path: String, reason: String)
    case deviceLost(path: String, reason: String)
    /// A device's renderer was replaced by another one.
    case rendererReplaced(path: String, renderer: String, loss: String?)
    case connected(screen: Screen)
    case disconnected(screen: Screen)
    /// The screen shows its content.
    case lit(screen: Screen, mode: Mode, placement: String)
    /// A lit screen has another mode.
    case modeChanged(screen: Screen, from: Mode, to: Mode)
    /// Page flips do not come; this is done about it.
    case recovering(screen: Screen, step: FlipWatchdog.Step, reason: String)
    /// The session went to another program, or came back.
    case sessionPaused
    case sessionResumed
    /// The screen is wanted and stays dark, for now at least.
    case dark(screen: Screen, reason: String)
    /// The screen is off by its schedule.
    case asleep(screen: Screen, ScreenPower.Off)
    /// A slide came on screen, at the time of its first flip; it was due at the other.
    case shown(screen: Screen, zone: String?, slide: String, due: MonotonicTime, flipped: MonotonicTime)
    /// The slide's transition is over: it shows alone.
    case settled(screen: Screen, zone: String?, slide: String)
    /// A playlist that changed has taken over, or was not taken because of what is wrong with it.
    case playlistReplaced(path: String)
    case playlistKept(path: String, reason: String)
    /// A picture is left out from now on. The reason is a sentence that begins with its path.
    case pictureFailed(path: String, reason: String)
    case warning(about: String, text: String)
    /// For those who look for a fault.
    case trace(about: String, text: String)

    public typealias Screen = ScreenName

    public enum Severity: Hashable, Sendable {
        case debug, info, warning
    }

    public var severity: Severity {
        switch self {
        case .deviceOpened, .connected, .lit, .modeChanged, .sessionPaused, .sessionResumed,
            .playlistReplaced, .rendererReplaced(_, _, loss: nil), .asleep:
            .info
        case .deviceWaiting, .deviceLost, .disconnected, .rendererReplaced, .dark, .pictureFailed, .recovering,
            .warning,
            .playlistKept:
            .warning
        case .shown, .settled, .trace: .debug
        }
    }
}

extension EngineEvent: CustomStringConvertible {
    /// One line for people, naming first what it is about.
    public var description: String {
        switch self {
        case .deviceOpened(let path, let driver, let renderer): "\(path): driving \(driver), drawing with \(renderer)"
        case .deviceWaiting(let path, let reason): "\(path): waiting: \(reason)"
        case .deviceLost(let path, let reason): "\(path): lost: \(reason)"
        case .rendererReplaced(let path, let renderer, nil): "\(path): drawing with a new renderer, \(renderer)"
        case .rendererReplaced(let path, let renderer, let reason?):
            "\(path): drawing with a new renderer, \(renderer), since the old one was lost: \(reason)"
        case .connected(let screen): "\(screen): connected"
        case .disconnected(let screen): "\(screen): disconnected"
        case .lit(let screen, let mode, let placement): "\(screen): lit at \(mode)\(placement)"
        case .modeChanged(let screen, let old, let new): "\(screen): mode changed from \(old) to \(new)"
        case .recovering(let screen, let step, let reason): "\(screen): \(reason); \(step)"
        case .sessionPaused: "session: given to another program; nothing is drawn until it comes back"
        case .sessionResumed: "session: back; setting all screens again"
        case .dark(let screen, let reason): "\(screen): dark: \(reason)"
        case .asleep(let screen, let off): "\(screen): \(off.reason)"
        case .shown(let screen, let zone, let slide, let due, let flipped):
            "\(screen)\(Self.suffix(zone)): shows \(slide), \((flipped - due).nanoseconds / 1000) us after its time"
        case .settled(let screen, let zone, let slide): "\(screen)\(Self.suffix(zone)): \(slide) shows alone"
        case .playlistReplaced(let path): "\(path): changed; the new playlist plays"
        case .playlistKept(let path, let reason): "\(path): changed, but the playlist plays on as it was: \(reason)"
        case .pictureFailed(_, let reason): "\(reason); skipped"
        case .warning(let about, let text), .trace(let about, let text): "\(about): \(text)"
        }
    }

    private static func suffix(_ zone: String?) -> String { zone.map { ", \($0)" } ?? "" }
}

extension EngineEvent {
    init(_ event: KeeperEvent) {
        self =
            switch event {
            case .deviceOpened(let path, let driver, let renderer):
                .deviceOpened(path: path, driver: driver, renderer: renderer)
            case .connected(let screen): .connected(screen: screen)
            case .disconnected(let screen): .disconnected(screen: screen)
            case .lit(let screen, let mode, let placement): .lit(screen: screen, mode: mode, placement: placement)
            case .modeChanged(let screen, let old, let new): .modeChanged(screen: screen, from: old, to: new)
            case .recovering(let screen, let step, let reason):
                .recovering(screen: screen, step: step, reason: reason)
            case .dark(let screen, let reason): .dark(screen: screen, reason: reason)
            case .asleep(let screen, let off): .asleep(screen: screen, off)
            case .rendererReplaced(let path, let renderer, let loss):
                .rendererReplaced(path: path, renderer: renderer, loss: loss)
            case .warning(let about, let text): .warning(about: about, text: text)
            case .trace(let about, let text): .trace(about: about, text: text)
            }
    }

    init(_ event: ContentEvent) {
        self =
            switch event {
            case .shown(let screen, let place, let title, let due, let flipped):
                .shown(screen: screen, zone: place, slide: title, due: due, flipped: flipped)
            case .settled(let screen, let place, let title): .settled(screen: screen, zone: place, slide: title)
            case .warning(let about, let text): .warning(about: about, text: text)
            case .trace(let about, let text): .trace(about: about, text: text)
            }
    }
}
