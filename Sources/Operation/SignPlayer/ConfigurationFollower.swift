import Dispatch
import FileWatching
public import LinuxSystem
public import Paths
import Timing

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

    /// What is called on the loop's thread.
    public struct Handlers {
        /// The settings are others and good.
        let onChange: () -> Void
        /// They are others and not good: what is wrong, a line each.
        let onMistakes: ([String]) -> Void
        /// The file does not answer, as a sentence for people; or it does again: nil.
        let onDelay: (String?) -> Void

        public init(
            onChange: @escaping () -> Void, onMistakes: @escaping ([String]) -> Void,
            onDelay: @escaping (String?) -> Void
        ) {
            self.onChange = onChange
            self.onMistakes = onMistakes
            self.onDelay = onDelay
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
    private let handlers: Handlers
    private var known: [UInt8]?
    private let current: Settings?
    private let others: Set<FilePath>
    private let queue = DispatchQueue(label: "configuration reader")
    private let readings: Mailbox<Reading>
    private var readingWatch: EventLoop.Watch?
    private var watch: BackgroundFileWatch?
    private var silence: Silence

    /// How long there has been no answer.
    private struct Silence {
        /// How long that may be before somebody is told.
        let patience: Duration
        var limit: EventLoop.Deadline?
        /// Readings that have not come back, and a look at whether files changed.
        var answersToCome = 0
        var isReported = false
    }

    /// - Parameters:
    ///   - known: the text that the program goes by; nil where there was none.
    ///   - current: what the program goes by; nil where the text has mistakes.
    ///   - others: files that belong to it.
    ///   - patience: how long an answer may take before somebody is told.
    ///   - check: throws what else is wrong with the settings.
    public init(
        _ path: FilePath, known: [UInt8]?, current: Settings?, others: Set<FilePath> = [], on loop: EventLoop,
        _ log: Log, patience: Duration = .seconds(20), reader: Reader,
        check: @escaping (Settings) throws -> Void, _ handlers: Handlers
    ) throws(SystemError) {
        self.path = path
        self.log = log
        self.known = known
        self.current = current
        self.others = others
        self.reader = reader
        self.check = check
        self.handlers = handlers
        silence = Silence(patience: patience)
        readings = try Mailbox()
        readingWatch = try loop.watch(readings.rawDescriptor) { [weak self, readings] in
            for reading in readings.take() { self?.take(reading) }
        }
        silence.limit = loop.makeTimer { [unowned self] in sayLate() }
        // On a share that hangs, watching takes for ever, too.
        silence.limit?.set(EventLoop.now + patience)
        watch = try BackgroundFileWatch(
            on: loop,
            .init(
                // It may have changed since it was read.
                onArmed: { [unowned self] _ in read() },
                onChange: { [unowned self] _ in read() },
                onLooking: { [unowned self] begins in if begins { waitForAnswer() } else { takeAnswer() } },
                onTrouble: { [log] in log(.warning, "\(path): \($0)") }))
        watch?.follow(others.union([path]), folders: [])
    }

    deinit {
        readingWatch?.cancel()
        silence.limit?.clear()
    }

    private func read() {
        waitForAnswer()
        queue.async { [readings, reader, known, isAlone = others.isEmpty] in
            let text = reader.text()
            let isKnown = isAlone && text == known
            readings.post(Reading(text: text, settings: isKnown ? nil : Result { try reader.load() }))
        }
    }

    private func waitForAnswer() {
        silence.answersToCome += 1
        if silence.answersToCome == 1, !silence.isReported { silence.limit?.set(EventLoop.now + silence.patience) }
    }

    private func takeAnswer() {
        silence.answersToCome -= 1
        if silence.answersToCome == 0 { silence.limit?.clear() }
        guard silence.isReported else { return }
        silence.isReported = false
        log(.info, "\(path): answers again")
        handlers.onDelay(nil)
    }

    private func sayLate() {
        silence.isReported = true
        let text =
            "\(path): no answer within \(silence.patience.components.seconds) s, what it said before counts; "
            + "is it on a disk or share that is gone?"
        log(.warning, text)
        handlers.onDelay(text)
    }

    private func take(_ reading: Reading) {
        takeAnswer()
        guard let settings = reading.settings else { return }
        if reading.text == known {
            // A time zone, or a file of holidays.
            guard let current, let new = try? settings.get(), new != current else { return }
        }
        known = reading.text
        do {
            try check(settings.get())
            log(.info, "\(path): changed; starting afresh with it")
            handlers.onChange()
        } catch {
            log(error)
            log(.error, "\(path): changed, but the configuration stays as it was")
            handlers.onMistakes(FileProblem.lines(of: error))
        }
    }
}
