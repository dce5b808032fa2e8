public import Fonts
public import LinuxSystem
public import Timing

/// Has texts drawn, in confined processes: one for each set of fonts, which it has open from its start.
///
/// As with ``DecoderClient`` nothing here waits, and whatever happens in a process costs the text that it drew.
public final class TextDrawers {
    /// What was asked for, of all that was.
    public struct ID: Hashable, Sendable {
        package let drawer: UInt64
        package let request: DecodingID

        package init(drawer: UInt64, request: DecodingID) {
            (self.drawer, self.request) = (drawer, request)
        }
    }

    /// Called from ``advance(now:)`` with what is for the log.
    public var onNotice: ((DecoderNotice) -> Void)?

    private struct Drawer {
        let number: UInt64
        let fonts: FontSet
        let client: DecoderClient
        /// What it is asked for and has not answered.
        var waiting: Set<DecodingID> = []
        var lastUse: UInt64
    }

    private var drawers: [Drawer] = []
    private var count: UInt64 = 0
    private let events: DecoderEvents
    private let settings: DecoderClient.Settings
    private let executable: String?
    private var confinement: DecoderConfinement?

    /// So many processes stay for what may come; those of fonts that were used longest ago end first.
    private static let mostIdle = 2

    /// - Parameter executable: the path of `vitrine-draw-text`; nil to look for it.
    public init(executable: String? = nil, settings: DecoderClient.Settings = .init()) throws(SystemError) {
        self.executable = executable
        var settings = settings
        // A page of text is a matter of milliseconds.
        (settings.firstTimeLimit, settings.timeLimit) = (.seconds(2), .seconds(5))
        // What fonts and surfaces take; fonts are files that are mapped.
        settings.memoryLimit = min(settings.memoryLimit, 256)
        settings.mayStartLater = true
        // Its cache of glyphs grows with each size.
        settings.filesPerProcess = 20_000
        self.settings = settings
        events = try DecoderEvents()
    }

    /// Readable when ``advance(now:)`` has something to do. It stays the same.
    public var descriptor: Int32 { events.descriptor }

    /// Asks for a text's picture. One outcome comes of it, unless it is cancelled.
    public func submit(
        _ request: PictureRequest, _ fonts: FontSet, due: MonotonicTime, now: MonotonicTime
    ) throws(DecodingFailure) -> ID {
        let index = try drawer(of: fonts, now)
        count += 1
        let id = drawers[index].client.submit(request, due: due, now: now)
        drawers[index].waiting.insert(id)
        drawers[index].lastUse = count
        return ID(drawer: drawers[index].number, request: id)
    }

    /// No outcome comes of a request any more.
    public func cancel(_ id: ID) {
        guard let index = drawers.firstIndex(where: { $0.number == id.drawer }) else { return }
        drawers[index].client.cancel(id.request)
        drawers[index].waiting.remove(id.request)
    }

    /// When ``advance(now:)`` has something to do even if ``descriptor`` stays silent; nil if never.
    public var nextDeadline: MonotonicTime? { drawers.compactMap(\.client.nextDeadline).min() }

    /// Takes in what was drawn.
    public func advance(now: MonotonicTime) -> [(ID, DecodingOutcome)] {
        var outcomes: [(ID, DecodingOutcome)] = []
        for index in drawers.indices {
            for outcome in drawers[index].client.advance(now: now) {
                drawers[index].waiting.remove(outcome.id)
                outcomes.append((ID(drawer: drawers[index].number, request: outcome.id), outcome))
            }
        }
        endIdle()
        return outcomes
    }

    private func endIdle() {
        let idle = drawers.filter(\.waiting.isEmpty).sorted { $0.lastUse > $1.lastUse }
        let ending = Set(idle.dropFirst(Self.mostIdle).map(\.number))
        if !ending.isEmpty { drawers.removeAll { ending.contains($0.number) } }
    }

    private func drawer(of fonts: FontSet, _ now: MonotonicTime) throws(DecodingFailure) -> Int {
        if let index = drawers.firstIndex(where: { $0.fonts == fonts }) { return index }
        let (settings, executable) = (settings, executable)
        do throws(SystemError) {
            let client = try DecoderClient(settings: settings, now: now) { () throws(SystemError) in
                try DecoderProcess(
                    starting: executable ?? DecoderExecutable.expected(DecoderExecutable.textName),
                    memoryLimit: settings.memoryLimit, isInBackground: settings.isInBackground,
                    allowsUnconfined: settings.allowsUnconfined, with: fonts.files.map(\.number))
            }
            client.onNotice = { [unowned self] in tell($0) }
            try events.watch(client.descriptor)
            count += 1
            drawers.append(Drawer(number: count, fonts: fonts, client: client, lastUse: count))
        } catch {
            throw DecodingFailure(.decoderUnavailable, "texts cannot be drawn: \(error)")
        }
        return drawers.count - 1
    }

    private func tell(_ notice: DecoderNotice) {
        if case .confined(let now) = notice {
            guard now != confinement else { return }
            confinement = now
        }
        onNotice?(notice)
    }
}
