import Dispatch
import Glibc
import JSONCoding
import LinuxSystem
import MachineInspection
import Paths
import StatusFile
import Synchronization
import Timing

/// A screen that was lit, and is expected to be there.
struct FormerScreen: Hashable, Comparable {
    var connector: String
    /// The path of its device when it was seen last. It may be another one after a reboot.
    var device: String
    /// What its EDID calls it.
    var monitor: String?
    /// Since when it is gone. Nil while it is there.
    var gone: WallTime?

    static func < (a: FormerScreen, b: FormerScreen) -> Bool { (a.connector, a.device) < (b.connector, b.device) }
}

/// The screens that were lit, kept over restarts and reboots in the folder that the service manager gives for that
/// (`$STATE_DIRECTORY` of systemd.exec(5)). Without such a folder nothing is kept.
///
/// Who deletes the file has them forgotten at the next start.
final class FormerScreens: Sendable {
    static let fileName = "lit-screens"
    private let path: FilePath
    private let log: Log
    private let interval: Duration
    private let queue = DispatchQueue(label: "former screens")
    private let state = Mutex(State())

    private struct State {
        /// What is to be in the file.
        var wanted: [FormerScreen]?
        /// What is.
        var written: [FormerScreen]?
        var last: MonotonicTime?
        var isDue = false
    }

    /// Far more than a machine has.
    private static let most = 64
    private static let longestName = 128
    private static let mostBytes = 1 << 16

    /// Nil where nothing is kept.
    /// - Parameters:
    ///   - environment: the value of an environment variable.
    ///   - interval: between two writings, since a cable with a bad contact comes and goes for months.
    init?(environment: (String) -> String?, interval: Duration = .seconds(60), _ log: Log) {
        guard let folder = environment("STATE_DIRECTORY").flatMap({ $0.split(separator: ":").first }) else {
            return nil
        }
        path = FilePath("\(folder)").appending(FilePath(Self.fileName))
        self.interval = interval
        self.log = log
    }

    /// The screens as they were kept. Waits for the disk, for few seconds.
    func read() -> [FormerScreen] {
        let read = answer(within: .seconds(5)) { [path] () -> Result<[UInt8], FileReadingError> in
            do throws(FileReadingError) {
                return .success(try WholeFile.read(path, limit: Self.mostBytes))
            } catch {
                return .failure(error)
            }
        }
        let consequence = "so screens that were lit before are not missed"
        switch read {
        case nil: log(.warning, "\(path): no answer within 5 s, \(consequence)")
        case .failure(.system(let error)) where error.code == ENOENT: break
        case .failure(let error): log(.warning, "\(path): \(error), \(consequence)")
        case .success(let bytes):
            if let screens = Self.screens(bytes) {
                state.withLock { $0.written = screens }
                return screens
            }
            log(.warning, "\(path): damaged, \(consequence)")
        }
        return []
    }

    /// Keeps them, on another thread. What is kept already costs nothing.
    func keep(_ screens: [FormerScreen]) {
        let wait = state.withLock { state -> Duration? in
            guard screens != state.wanted ?? state.written ?? [] else { return nil }
            state.wanted = screens
            guard !state.isDue else { return nil }
            state.isDue = true
            return state.last.map { max(.zero, $0 + interval - EventLoop.now) } ?? .zero
        }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds))) { [self] in write() }
    }

    /// Waits until all that was to be kept is, for few seconds.
    func finish() {
        _ = answer(within: .seconds(2)) { [self] in queue.sync { write() } }
    }

    private func write() {
        let wanted = state.withLock { state -> [FormerScreen]? in
            (state.isDue, state.last) = (false, EventLoop.now)
            defer { state.wanted = nil }
            return state.wanted == state.written ? nil : state.wanted
        }
        guard let wanted else { return }
        do throws(SystemError) {
            try WholeFile.replace(
                path, with: Array(Self.text(wanted).utf8), permissions: 0o600, isDurable: true, followsLinks: false)
        } catch {
            log(.warning, "which screens were lit cannot be kept for the next start: \(error)")
        }
        // Also what could not be written is not tried again before it is something else.
        state.withLock { $0.written = wanted }
    }

    // MARK: The file

    static func text(_ screens: [FormerScreen]) -> String {
        // Of too many, those that are there and those that went last.
        let kept = screens.sorted { ($0.gone.map(\.seconds) ?? .max) > ($1.gone.map(\.seconds) ?? .max) }.prefix(most)
        func name(_ text: String) -> JSON { .string(String(text.prefix(longestName))) }
        return JSON.object([
            .init(name: "format", value: 1),
            .init(
                name: "screens",
                value: .array(
                    kept.sorted().map { screen in
                        [
                            "connector": name(screen.connector), "device": name(screen.device),
                            "monitor": JSON(screen.monitor) { name($0) }, "gone": JSON(screen.gone?.seconds),
                        ]
                    })),
        ]).text()
    }

    /// Nil for what is damaged or of another form.
    static func screens(_ bytes: [UInt8]) -> [FormerScreen]? {
        guard let root = try? JSONReader.value(of: bytes), root["format"]?.integer == 1,
            let elements = root["screens"]?.elements
        else { return nil }
        var screens: [FormerScreen] = []
        for element in elements.prefix(most) {
            guard let connector = element["connector"]?.text, let device = element["device"]?.text else { return nil }
            screens.append(
                FormerScreen(
                    connector: connector, device: device, monitor: element["monitor"]?.text,
                    gone: element["gone"]?.integer.map { WallTime(seconds: $0) }))
        }
        return screens.sorted()
    }
}
