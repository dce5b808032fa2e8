public import Timing

/// All media that are wanted on any device: opens each once, at the provider that knows its kind, for as long as
/// anybody wants it, and finds the frame of a refresh.
///
/// It outlives devices and renderers. Nothing in it waits.
public final class MediaStore {
    /// Somebody that wants media: a device's renderer, or an export.
    public struct Reader: Hashable {
        let number: UInt64
    }

    private final class Entry {
        let provider: any MediaProvider
        let outlet: MediaOutlet
        var readers: Set<Reader> = []

        init(_ provider: any MediaProvider, _ outlet: MediaOutlet) {
            self.provider = provider
            self.outlet = outlet
        }
    }

    private let providers: [any MediaProvider]
    private let onFailure: (Medium, MediaFailure) -> Void
    private var entries: [Medium: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// Counts what came: whoever waits for a medium looks again when it is another number than before.
    public private(set) var changes: UInt64 = 0

    /// - Parameters:
    ///   - providers: the first that knows a medium's kind makes its frames.
    ///   - onFailure: called when a medium cannot be shown.
    public init(_ providers: [any MediaProvider], onFailure: @escaping (Medium, MediaFailure) -> Void) {
        self.providers = providers
        self.onFailure = onFailure
    }

    public func makeReader() -> Reader { Reader(number: nextNumber()) }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Has a medium's frames made for a reader, until ``close(_:for:)``.
    public func open(_ medium: Medium, for reader: Reader, due: MonotonicTime, now: MonotonicTime) {
        if let entry = entries[medium], !(entry.outlet.isSpent) {
            entry.readers.insert(reader)
            return
        }
        guard let provider = providers.first(where: { $0.provides(medium) }) else {
            onFailure(medium, MediaFailure("nothing here can show \(medium)"))
            return
        }
        let readers = entries[medium]?.readers ?? []
        let outlet = MediaOutlet(
            makeSlots: { [unowned self] count, onReturn in
                SlotPool((0..<count).map { _ in SlotNumber(rawValue: nextNumber()) }, onReturn: onReturn)
            },
            onChange: { [unowned self] in changed(medium) })
        let entry = Entry(provider, outlet)
        entry.readers = readers.union([reader])
        entries[medium] = entry
        provider.open(medium, due: due, now: now, outlet: outlet)
    }

    /// A medium that is open is due at another time than was said before.
    public func move(_ medium: Medium, due: MonotonicTime, now: MonotonicTime) {
        entries[medium]?.provider.move(medium, due: due, now: now)
    }

    /// The reader has no use for the medium any more.
    public func close(_ medium: Medium, for reader: Reader) {
        guard let entry = entries[medium], entry.readers.remove(reader) != nil, entry.readers.isEmpty else { return }
        entries[medium] = nil
        entry.provider.close(medium)
    }

    /// What a medium shows at an instant. Asking changes nothing.
    public func state(of medium: Medium, at time: MonotonicTime) -> MediaState {
        guard let outlet = entries[medium]?.outlet else { return .notYet }
        if case .failed(let failure) = outlet.end { return .failed(failure) }
        if case .ended(let end) = outlet.end, end <= time { return .ended }
        return outlet.samples.last { ($0.presentAt ?? .zero) <= time }.map { .sample($0) } ?? .notYet
    }

    /// The frames that are there, those to come included: what a renderer takes in ahead of their times.
    public func samples(of medium: Medium) -> [MediaSample] { entries[medium]?.outlet.samples ?? [] }

    /// When a medium shows another frame than at an instant, of those that are there.
    public func nextChange(of medium: Medium, after time: MonotonicTime) -> MonotonicTime? {
        guard let outlet = entries[medium]?.outlet else { return nil }
        if let next = outlet.samples.lazy.compactMap(\.presentAt).first(where: { $0 > time }) { return next }
        if case .ended(let end) = outlet.end, end > time { return end }
        return nil
    }

    /// Lets go of frames whose time is over for every screen.
    public func prune(before time: MonotonicTime) {
        for entry in entries.values { entry.outlet.prune(before: time) }
    }

    /// Takes in what the providers have made.
    public func advance(now: MonotonicTime) {
        for provider in providers { provider.advance(now: now) }
    }

    public var nextDeadline: MonotonicTime? { providers.compactMap(\.nextDeadline).min() }

    private func changed(_ medium: Medium) {
        changes += 1
        if case .failed(let failure) = entries[medium]?.outlet.end { onFailure(medium, failure) }
    }
}

extension MediaOutlet {
    /// Whether nothing is to be had of it any more, so that a new reader needs it opened anew.
    var isSpent: Bool {
        guard let end else { return false }
        if case .failed = end { return true }
        return samples.isEmpty
    }
}
