import Dispatch
import FileWatching
public import LinuxSystem
public import Paths

/// Has the program started afresh when its configuration changes to another one that is good: its text, or one of the
/// files that its schedules go by.
///
/// The file is read on another thread: on a disk or share that is gone that takes for ever.
public final class ConfigurationFollower<Settings: Equatable & Sendable> {
    /// How the file is read. Called on another thread.
    public struct Reader: Sendable {
        /// The text as it is; nil where there is none.
        let text: @Sendable () -> [UInt8]?
        /// What it says. Throws what is wrong with it.
        let load: @Sendable () throws -> Settings

        public init(text: @escaping @Sendable () -> [UInt8]?, load: @escaping @Sendable () throws -> Settings) {
            self.text = text
            self.load = load
        }
    }

    private struct Reading: Sendable {
        var text: [UInt8]?
        /// Nil where the text is the one that is known, and all that there is.
        var settings: Result<Settings, any Error>?
    }

    private let path: FilePath
    private let log: Log
    private let reader: Reader
    private let check: (Settings) throws -> Void
    private let onChange: () -> Void
    private let onMistakes: ([String]) -> Void
    private var known: [UInt8]?
    private let current: Settings?
    private let others: Set<FilePath>
    private let queue = DispatchQueue(label: "configuration reader")
    private let readings: Mailbox<Reading>
    private var readingWatch: EventLoop.Watch?
    private var watch: BackgroundFileWatch?

    /// - Parameters:
    ///   - known: the text that the program goes by; nil where there was none.
    ///   - current: what the program goes by; nil where the text has mistakes.
    ///   - others: files that belong to it.
    ///   - check: throws what else is wrong with the settings.
    ///   - onChange: called when they are others and good.
    ///   - onMistakes: called when they are others and not, with what is wrong, a line each.
    public init(
        _ path: FilePath, known: [UInt8]?, current: Settings?, others: Set<FilePath> = [], on loop: EventLoop,
        _ log: Log, reader: Reader,
        check: @escaping (Settings) throws -> Void, onChange: @escaping () -> Void,
        onMistakes: @escaping ([String]) -> Void
    ) throws(SystemError) {
        self.path = path
        self.log = log
        self.known = known
        self.current = current
        self.others = others
        self.reader = reader
        self.check = check
        self.onChange = onChange
        self.onMistakes = onMistakes
        readings = try Mailbox()
        readingWatch = try loop.watch(readings.rawDescriptor) { [weak self, readings] in
            for reading in readings.take() { self?.take(reading) }
        }
        watch = try BackgroundFileWatch(
            on: loop,
            .init(
                // It may have changed since it was read.
                onArmed: { [unowned self] _ in read() },
                onChange: { [unowned self] _ in read() },
                onTrouble: { [log] in log(.warning, "\(path): \($0)") }))
        watch?.follow(others.union([path]), folders: [])
    }

    deinit {
        readingWatch?.cancel()
    }

    private func read() {
        queue.async { [readings, reader, known, isAlone = others.isEmpty] in
            let text = reader.text()
            let isKnown = isAlone && text == known
            readings.post(Reading(text: text, settings: isKnown ? nil : Result { try reader.load() }))
        }
    }

    private func take(_ reading: Reading) {
        guard let settings = reading.settings else { return }
        if reading.text == known {
            // A time zone, or a file of holidays.
            guard let current, let new = try? settings.get(), new != current else { return }
        }
        known = reading.text
        do {
            try check(settings.get())
            log(.info, "\(path): changed; starting afresh with it")
            onChange()
        } catch {
            log(error)
            log(.error, "\(path): changed, but the configuration stays as it was")
            onMistakes(FileProblem.lines(of: error))
        }
    }
}
