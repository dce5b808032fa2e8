public import Media
public import Rendering
public import Timing

/// The media that one device's renderer holds: uploaded bit by bit between frames, and kept for as long as a screen
/// wants them, or there is room.
///
/// A medium is ready when its frame is in a texture here, one texture for each of its slots. What has a single frame is
/// let go by the store as soon as it is uploaded.
public final class ResidentMedia {
    private let store: MediaStore
    private let reader: MediaStore.Reader
    /// How many bytes of pixels to keep beyond what is urgent.
    private let budget: Int
    private var demands = DemandBook()
    private var entries: [Medium: ResidentMedium] = [:]
    /// Media that nobody wants at present, the one wanted last at the end.
    private var spare: [Medium] = []
    /// The store's count of changes, and whether there was something to upload then.
    private var lastLook: (changes: UInt64, hasUploads: Bool)?

    /// What holds the textures. Media are asked for before it is there, since making it takes long.
    public var renderer: (any FrameRenderer)? {
        didSet { lastLook = nil }
    }
    private var refusals: [(Medium, RenderingError)] = []
    /// The renderer's context was lost while uploading: its owner replaces the renderer.
    public private(set) var lostContext: RenderingError?

    public init(_ store: MediaStore, budget: Int) {
        self.store = store
        self.budget = budget
        reader = store.makeReader()
    }

    deinit {
        for (medium, entry) in entries { drop(medium, entry) }
    }

    // MARK: What is wanted

    /// Replaces what an owner needs from now on. What nobody needs any more is dropped unless there is room for it.
    public func demand(_ list: [MediaDemand], by owner: AnyObject, now: MonotonicTime) {
        guard demands.set(list, of: ObjectIdentifier(owner)) else { return }
        lastLook = nil
        let accepted = demands.accepted(budget: budget)
        let needed = Set(accepted.map(\.medium))
        spare.removeAll { needed.contains($0) || entries[$0] == nil }
        for (medium, entry) in entries where !needed.contains(medium) {
            // What is half made is not worth keeping, and what moves goes on only for those who watch.
            if entry.isComplete {
                if !spare.contains(medium) { spare.append(medium) }
            } else {
                forget(medium)
            }
        }
        keepSpare(beside: needed.reduce(0) { $0 + $1.frameBytes })
        // What others said of a medium before is not news.
        let own = Dictionary(list.map { ($0.medium, $0.due) }, uniquingKeysWith: { first, _ in first })
        for demand in accepted {
            let due = own[demand.medium]
            if let entry = entries[demand.medium] {
                if !entry.isComplete, let due { store.move(demand.medium, due: due, now: now) }
            } else {
                entries[demand.medium] = ResidentMedium()
                store.open(demand.medium, for: reader, due: due ?? demand.due, now: now)
            }
        }
    }

    /// Of what nobody wants, as much as there is room for stays, the latest first.
    private func keepSpare(beside needed: Int) {
        var held = needed
        var kept: [Medium] = []
        for medium in spare.reversed() {
            if held + medium.frameBytes <= budget {
                held += medium.frameBytes
                kept.append(medium)
            } else {
                forget(medium)
            }
        }
        spare = kept.reversed()
    }

    private func forget(_ medium: Medium) {
        guard let entry = entries.removeValue(forKey: medium) else { return }
        drop(medium, entry)
    }

    private func drop(_ medium: Medium, _ entry: ResidentMedium) {
        for id in entry.textures { renderer?.discardPicture(id) }
        store.close(medium, for: reader)
    }

    // MARK: What is ready

    public enum Readiness {
        case ready(ReadyPicture)
        case notYet
        /// It is over; its last frame, where that is still here.
        case ended(ReadyPicture?)
        /// Its last frame, where that is still here.
        case failed(ReadyPicture?)
    }

    /// What a medium shows at an instant: the frame for it, or the latest before it that is here.
    public func readiness(of medium: Medium, at time: MonotonicTime) -> Readiness {
        guard let entry = entries[medium] else { return .notYet }
        if entry.retryAt != nil { return .failed(nil) }
        if let still = entry.still { return .ready(still) }
        switch store.state(of: medium, at: time) {
        case .failed: return .failed(entry.last)
        case .ended: return .ended(entry.last)
        case .notYet:
            // Before its time it stands with its first frame.
            let first = store.samples(of: medium).first.flatMap { entry.picture(of: $0) }
            return (first ?? entry.last).map { .ready($0) } ?? .notYet
        case .sample(let sample):
            if let picture = entry.picture(of: sample) { return .ready(picture) }
            let earlier = store.samples(of: medium).last { sample in
                (sample.presentAt ?? .zero) <= time && entry.picture(of: sample) != nil
            }
            return (earlier.flatMap(entry.picture(of:)) ?? entry.last).map { .ready($0) } ?? .notYet
        }
    }

    /// When a medium shows another frame than at an instant. Nil: when something happens, or never.
    public func nextChange(of medium: Medium, after time: MonotonicTime) -> MonotonicTime? {
        entries[medium]?.isComplete == true ? nil : store.nextChange(of: medium, after: time)
    }

    /// Whether what ``readiness(of:at:)`` tells of an instant is the very frame for it, and not one before it.
    public func isSettled(_ medium: Medium, at time: MonotonicTime) -> Bool {
        guard let entry = entries[medium] else { return false }
        if entry.isComplete { return true }
        let hasLater = store.nextChange(of: medium, after: time) != nil
        switch store.state(of: medium, at: time) {
        case .failed: return true
        case .notYet: return entry.last != nil && hasLater
        case .ended: return store.samples(of: medium).last.map { entry.picture(of: $0) != nil } ?? true
        case .sample(let sample): return entry.picture(of: sample) != nil && hasLater
        }
    }

    // MARK: Uploading

    /// Whether ``upload(atMost:)`` has something to do.
    public var hasUploads: Bool {
        guard renderer != nil, lostContext == nil else { return false }
        if let lastLook, lastLook.changes == store.changes { return lastLook.hasUploads }
        let hasUploads = nextUpload != nil
        lastLook = (store.changes, hasUploads)
        return hasUploads
    }

    /// Uploads at most so many bytes (but at least a row), of the frame that is due first.
    /// - Returns: whether a frame became ready, or is not to come for now.
    public func upload(atMost bytes: Int, now: MonotonicTime) -> Bool {
        lastLook = nil
        guard let renderer, let (medium, sample) = nextUpload, var entry = entries[medium] else { return false }
        do throws(RenderingError) {
            let isReady = try entry.upload(sample, atMost: bytes, renderer)
            if isReady, sample.presentAt == nil {
                entry.isComplete = true
                store.close(medium, for: reader)
            }
            entries[medium] = entry
            return isReady
        } catch {
            for id in entry.textures { renderer.discardPicture(id) }
            entry = ResidentMedium()
            entries[medium] = entry
            if error.isContextLost {
                lostContext = error
                return false
            }
            // It is never the medium's fault. There may be room without what nobody wants at present.
            guard spare.isEmpty else {
                for medium in spare { forget(medium) }
                spare = []
                return false
            }
            entries[medium]?.retryAt = now + Self.retryInterval
            refusals.append((medium, error))
            return true
        }
    }

    /// Media that the renderer has no room for are tried again after so long.
    private static let retryInterval = Duration.seconds(10)

    /// The media that the renderer had no room for, and why. Each try is returned once.
    public func takeRefusals() -> [(Medium, RenderingError)] {
        defer { refusals = [] }
        return refusals
    }

    /// When ``retry(now:)`` has something to do.
    public var nextRetry: MonotonicTime? { entries.values.compactMap(\.retryAt).min() }

    /// Tries again what there was no room for.
    public func retry(now: MonotonicTime) {
        for (medium, entry) in entries where entry.retryAt.map({ $0 <= now }) == true {
            entries[medium]?.retryAt = nil
            lastLook = nil
        }
    }

    private var nextUpload: (Medium, MediaSample)? {
        for demand in demands.all {
            guard let entry = entries[demand.medium], !entry.isComplete, entry.retryAt == nil else { continue }
            for sample in store.samples(of: demand.medium) where entry.picture(of: sample) == nil {
                return (demand.medium, sample)
            }
        }
        return nil
    }

    /// Forgets every texture, because the renderer that held them is gone, and asks for all media again.
    public func rendererLost(now: MonotonicTime) {
        renderer = nil
        lostContext = nil
        for medium in entries.keys { store.close(medium, for: reader) }
        entries = [:]
        spare = []
        for demand in demands.accepted(budget: budget) where entries[demand.medium] == nil {
            entries[demand.medium] = ResidentMedium()
            store.open(demand.medium, for: reader, due: demand.due, now: now)
        }
    }
}
