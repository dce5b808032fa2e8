import DisplayModel
import Media
import Rendering
import Timing

@testable import Presentation

/// A medium of the tests: a counter that is another picture so many times a second.
struct Counter: MediaSpecification {
    var frameBytes: Int { 16 }
}

/// Makes a counter's frames, a little ahead of their times, each with its number in its first bytes. It waits while
/// every slot is being read, and can be made late, to end and to fail.
final class MovingCounter: MediaProvider {
    private let length: Duration
    private let begin: MonotonicTime
    /// How far ahead of its time a frame is made.
    private let lead = Duration.milliseconds(60)
    private var outlet: MediaOutlet?
    private var pool: SlotPool?
    private(set) var made: UInt64 = 0
    /// Frames are made by so much later than they should be.
    var lateness = Duration.zero
    /// The number of the frame that is not made any more, and how.
    var stop: (frame: UInt64, failure: MediaFailure?)?

    init(framesPerSecond: Int, begin: MonotonicTime) {
        length = .nanoseconds(1_000_000_000 / Int64(framesPerSecond))
        self.begin = begin
    }

    func time(of frame: UInt64) -> MonotonicTime { begin + length * Int(frame) }

    func provides(_ medium: Medium) -> Bool { medium.specification(as: Counter.self) != nil }

    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        self.outlet = outlet
        pool = outlet.slots(4)
    }

    func close(_ medium: Medium) { (outlet, pool) = (nil, nil) }

    func advance(now: MonotonicTime) {
        while let outlet, let next = nextMaking, next <= now {
            if let stop, made >= stop.frame {
                if let failure = stop.failure { outlet.fail(failure) } else { outlet.finish(at: time(of: made)) }
                self.outlet = nil
                return
            }
            guard let (slot, version, lease) = pool?.take() else { return }
            outlet.publish(
                MediaSample(
                    slot: slot, version: version, pixels: .memory(Pixels(made), stride: 8),
                    size: Size(width: 2, height: 2), presentAt: time(of: made), lease: lease))
            made += 1
        }
    }

    private var nextMaking: MonotonicTime? { outlet == nil ? nil : time(of: made) - lead + lateness }

    var nextDeadline: MonotonicTime? { pool?.freeCount == 0 ? nil : nextMaking }

    private final class Pixels: PixelMemory {
        private let bytes: [UInt8]

        init(_ number: UInt64) {
            bytes = [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] + [UInt8](repeating: 0, count: 14)
        }

        func withPixels<Failure: Error>(
            _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
        ) throws(Failure) {
            var outcome: Result<Void, Failure> = .success(())
            unsafe bytes.withUnsafeBytes { bytes in
                outcome = Result { () throws(Failure) in try unsafe body(bytes) }
            }
            try outcome.get()
        }
    }
}
