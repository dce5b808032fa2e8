import FileWatching
import KioskEngine
import LinuxSystem
import Paths
import StatusFile
import TextLayout
import Timing

/// Follows the file by which `vitrine identify` asks a playing sign which screen is which.
final class IdentifyRequests {
    private let folder: RuntimeFolder
    private let engine: Engine
    private let log: Log
    private let watch: FileWatch

    /// Somebody waits in front of the screens.
    private static let settleTime = Duration.milliseconds(50)

    /// Nil where no supervisor has given the program a folder.
    init?(in folder: RuntimeFolder, on loop: EventLoop, _ engine: Engine, _ log: Log) throws(SystemError) {
        guard let path = folder.path(of: IdentifyRequest.fileName) else { return nil }
        (self.folder, self.engine, self.log) = (folder, engine, log)
        var settings = FileWatch.Settings()
        settings.settleTime = Self.settleTime
        let owner = Owner()
        watch = try FileWatch(
            on: loop, settings: settings, onChange: { _ in owner.requests?.take() },
            onTrouble: { log(.warning, "\(path): \($0)") })
        owner.requests = self
        watch.follow([path], folders: [])
        // It may have been asked for while the program was started afresh.
        take()
    }

    private final class Owner {
        weak var requests: IdentifyRequests?
    }

    /// Does what is asked for, and removes the file: that is the answer.
    private func take() {
        guard let bytes = folder.bytes(IdentifyRequest.fileName) else { return }
        folder.remove(IdentifyRequest.fileName)
        let now = EventLoop.now
        do throws(IdentifyRequest.Fault) {
            let request = try IdentifyRequest(bytes, now: now)
            engine.identify(until: request.until)
            let length = (request.until - now).inSeconds
            if length > 0 {
                log(.info, "each screen says which one it is, for \(Int(length.rounded(.up))) s")
            }
        } catch {
            log(.warning, "\(IdentifyRequest.fileName): ignored: \(error)")
        }
    }
}
