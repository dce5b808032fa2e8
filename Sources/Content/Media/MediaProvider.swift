import DisplayModel
public import Timing

/// Makes the frames of one kind of media.
///
/// The work itself happens in another process or on another thread: a provider is the end of it on the engine's thread,
/// where all these calls are made, and none of them waits. What it makes goes to the ``MediaOutlet`` that it was opened
/// with. A provider has limits of its own for everything it waits for, and ends each medium with a frame, an end, or a
/// failure.
public protocol MediaProvider: AnyObject {
    /// Whether it is the provider for a medium's kind.
    func provides(_ medium: Medium) -> Bool

    /// Begins to make a medium's frames.
    /// - Parameter due: when the first one is needed: what is due earliest is made first.
    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet)

    /// An open medium is due at another time than was said before.
    func move(_ medium: Medium, due: MonotonicTime, now: MonotonicTime)

    /// Nobody wants the medium any more. Its outlet takes nothing from now on.
    func close(_ medium: Medium)

    /// Takes in what was made since the last call, and does what is due.
    func advance(now: MonotonicTime)

    /// When ``advance(now:)`` has something to do, if nothing happens before.
    var nextDeadline: MonotonicTime? { get }
}

extension MediaProvider {
    /// What does not move shows the same whenever it is due.
    public func move(_ medium: Medium, due: MonotonicTime, now: MonotonicTime) {}
}

/// Where a provider puts what it makes of one medium.
public final class MediaOutlet {
    /// Frames that are there and not over, in the order of their times.
    private(set) var samples: [MediaSample] = []
    private(set) var end: End?
    private let makeSlots: (Int, @escaping () -> Void) -> SlotPool
    private let onChange: () -> Void

    enum End {
        /// The last frame shows until this instant.
        case ended(MonotonicTime)
        case failed(MediaFailure)
    }

    init(makeSlots: @escaping (Int, @escaping () -> Void) -> SlotPool, onChange: @escaping () -> Void) {
        self.makeSlots = makeSlots
        self.onChange = onChange
    }

    /// Slots for this medium's frames.
    /// - Parameter onReturn: called when one is free that was not.
    public func slots(_ count: Int, onReturn: @escaping () -> Void = {}) -> SlotPool { makeSlots(count, onReturn) }

    /// The only frame of a medium, in memory of the provider's.
    public func publish(pixels: any PixelMemory, stride: Int, width: Int, height: Int) {
        guard let number = slots(1).take()?.slot else { return }
        publish(
            MediaSample(
                slot: number, pixels: .memory(pixels, stride: stride), size: Size(width: width, height: height),
                isOpaque: false))
    }

    /// A frame is there. Frames come in the order of their times.
    public func publish(_ sample: MediaSample) {
        guard end == nil else { return }
        samples.append(sample)
        onChange()
    }

    /// No frame comes after those that were published, the last of which shows until this instant.
    public func finish(at time: MonotonicTime) { close(.ended(time)) }

    /// The medium cannot be shown, or not any further.
    public func fail(_ failure: MediaFailure) { close(.failed(failure)) }

    /// When the first of the frames shows that are there and not over.
    public var firstFrame: MonotonicTime? { samples.first?.presentAt }

    /// All of it shows so much later.
    public func shift(by step: Duration) {
        for index in samples.indices { samples[index].presentAt = samples[index].presentAt.map { $0 + step } }
        if case .ended(let time) = end { end = .ended(time + step) }
        onChange()
    }

    /// Frames are made anew, from another place on: until they are there, the one that shows at an instant stays.
    public func restart(at instant: MonotonicTime) {
        prune(before: instant)
        samples = samples.prefix(1).map { sample in
            var sample = sample
            sample.presentAt = .zero
            return sample
        }
        end = nil
        onChange()
    }

    private func close(_ how: End) {
        guard end == nil else { return }
        end = how
        onChange()
    }

    /// Lets go of frames that a later one, due by then, has replaced.
    func prune(before time: MonotonicTime) {
        guard samples.count > 1 else { return }
        let current = samples.lastIndex { ($0.presentAt ?? .zero) <= time } ?? 0
        samples.removeFirst(current)
    }

    /// The pixels are where they are needed, and no other frame comes: the memory can go.
    func dropSamples() { samples = [] }
}
