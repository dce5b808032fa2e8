import CFFmpeg

/// When a file's frames show, in nanoseconds from its first one on.
struct FrameTimes {
    private let base: AVRational
    /// The stream's own beginning, in its units: it may be anywhere.
    private var origin: Int64?
    /// Of a frame where the file says nothing, in nanoseconds.
    private let usualLength: Int64
    private let rate: AVRational

    /// Half of what Matroska's milliseconds and their sums are off by, in nanoseconds: nearer than that to a place in an
    /// even rate, a frame is meant to be there.
    private static let rounding: Int64 = 1_500_000
    /// An hour: no frame is longer, whatever a broken file says.
    private static let longest: Int64 = 3_600_000_000_000

    init(base: AVRational, origin: Int64?, rate: AVRational) {
        self.base = base
        self.origin = origin
        let isKnown = rate.num > 0 && rate.den > 0
        self.rate = isKnown ? rate : AVRational(num: 0, den: 1)
        let length = isKnown ? cffmpeg_nanoseconds(1, AVRational(num: rate.den, den: rate.num)) : 40_000_000
        usualLength = min(max(length, 1), Self.longest)
    }

    /// - Parameters:
    ///   - stamp: in the stream's units; nil where the file has none.
    ///   - previous: the time of the frame before it.
    mutating func time(of stamp: Int64?, after previous: Int64?) -> Int64 {
        guard let stamp else { return previous.map { $0 + usualLength } ?? 0 }
        let origin = origin ?? stamp
        self.origin = origin
        let (units, overflow) = stamp.subtractingReportingOverflow(origin)
        return overflow ? previous ?? 0 : evened(cffmpeg_nanoseconds(units, base))
    }

    /// - Parameter units: in the stream's; 0 where the file says nothing.
    func length(of units: Int64) -> Int64 {
        guard units > 0 else { return usualLength }
        let length = cffmpeg_nanoseconds(units, base)
        return abs(length - usualLength) < Self.rounding ? usualLength : min(length, Self.longest)
    }

    /// In the stream's units, where one seeks to for a time.
    func stamp(of time: Int64) -> Int64 {
        let nanosecond = AVRational(num: 1, den: 1_000_000_000)
        return (origin ?? 0) &+ av_rescale_q_rnd(time, nanosecond, base, AV_ROUND_DOWN)
    }

    /// The place in an even rate, where a container rounds its times to milliseconds.
    private func evened(_ time: Int64) -> Int64 {
        guard rate.num > 0, base.num > 0, Int64(base.den) <= 1000 * Int64(base.num) else { return time }
        let step = AVRational(num: rate.den, den: rate.num)
        let number = av_rescale_q_rnd(time, AVRational(num: 1, den: 1_000_000_000), step, AV_ROUND_NEAR_INF)
        let even = cffmpeg_nanoseconds(number, step)
        return abs(even - time) <= Self.rounding ? even : time
    }
}
