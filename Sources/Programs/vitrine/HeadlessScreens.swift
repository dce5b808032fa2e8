import HeadlessDisplay
import SignPlayer

/// Which headless screens there are.
enum HeadlessScreens {
    /// One device with the screens of a list: `1920x1080@60,1280x720`.
    case list(String)
    /// The devices of a recording, with their connectors, modes and EDIDs, and what was plugged in.
    case recording(String)

    func devices(_ log: Log) throws -> [HeadlessDevice] {
        switch self {
        case .list(let text): [try HeadlessDevice(try HeadlessMonitor.list(text).map { HeadlessConnector($0) })]
        case .recording(let file): try RecordingFile.devices(file, log).map { try HeadlessDevice(recording: $0) }
        }
    }
}
