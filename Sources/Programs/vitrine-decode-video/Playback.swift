import CFFmpeg
import DisplayModel
import MediaDecoding
import Timing

/// A passage of a file, turn after turn: its frames go to the engine with their times on the stream's clock.
///
/// A loop begins anew in here, so that nobody sees where: the codec gives what it holds back, goes on from the passage's
/// beginning, and the times go on.
@safe final class Playback {
    private let file: VideoFile
    private let decoder: FrameDecoder
    private let slots: SlotWriter
    private let passage: VideoPassage
    private let format: FrameFormat
    private var times: FrameTimes
    /// In nanoseconds on the stream's clock: when the present turn began.
    private var turnStart: Int64 = 0
    private var turnLength: Int64?
    /// In nanoseconds: what lies before it in the present turn is left out.
    private var entry: Int64
    /// The last of the frames that were left out for that, until one is sent: if none is, it is what stays.
    private let leftOut: UnsafeMutablePointer<AVFrame>
    /// How many were over before they were decoded, since the last one that was sent.
    private var overCount = 0

    /// Describes a film, and waits for memory.
    init(_ film: OpenFilm, _ passage: VideoPassage, _ slots: SlotWriter) throws {
        (file, decoder, format, times) = (film.file, film.decoder, film.format, film.times)
        self.slots = slots
        self.passage = passage
        entry = passage.entry.nanoseconds
        guard let frame = unsafe av_frame_alloc() else { throw VideoFault(.outOfMemory, "needs memory") }
        unsafe leftOut = frame
        try slots.send(.described(film.description))
        try slots.takeSlots(of: format.layout.byteCount)
    }

    /// Plays until the passage is over, which for a loop it never is.
    func run() throws {
        // A loop that is joined late: its turns are counted, not played.
        if passage.loops, entry > 0 {
            try setTurnLength(try measure())
            skipTurns(until: entry)
            entry -= turnStart
        }
        // One that is over by then has its last frame.
        let first = min(passage.start.nanoseconds + entry, (passage.end?.nanoseconds ?? .max) - 1)
        // The first frame is decoded already, and is the one to begin with unless the passage begins later.
        var hasFrame = first == 0 && turnLength == nil
        if !hasFrame { try decoder.seek(to: times.stamp(of: first), isStart: first == 0) }
        while true {
            let end = try playTurn(hasFrame: &hasFrame)
            if turnLength == nil { try setTurnLength(end) }
            turnStart += turnLength ?? end
            entry = 0
            guard passage.loops else { return try slots.send(.ended(.nanoseconds(turnStart))) }
            // Nor is it played through where the engine has gone on without it.
            skipTurns(until: slots.playhead)
            try decoder.seek(to: times.stamp(of: passage.start.nanoseconds), isStart: passage.start == .zero)
        }
    }

    private func setTurnLength(_ length: Int64) throws {
        turnLength = length
        try slots.send(.turn(.nanoseconds(length)))
    }

    /// Leaves out whole turns that are over by then.
    private func skipTurns(until time: Int64) {
        guard let turnLength, time > turnStart else { return }
        turnStart += (time - turnStart) / turnLength * turnLength
    }

    /// Of a file so much is read to find its end, in nanoseconds, if it says about where that is.
    private static let tail: Int64 = 10_000_000_000

    /// How long a turn is, from what the packets say, without decoding them: as ``playTurn(hasFrame:)`` finds it.
    private func measure() throws -> Int64 {
        let (start, limit) = (passage.start.nanoseconds, passage.end?.nanoseconds ?? .max)
        // Reading all of a large file takes long.
        let begin = min(file.length ?? 0, limit) - Self.tail
        let end = try begin > start ? lastEnd(from: begin, needsTimes: true) : nil
        guard let end = try end ?? lastEnd(from: start, needsTimes: false), end > start else {
            throw VideoFault(.damaged, "has no frame between its start and its end")
        }
        return end - start
    }

    /// When the last frame of the passage ends that comes in the file from about a time on; nil where there is none.
    /// - Parameter needsTimes: whether it is nil too if packets do not say when they are: then they are to be counted.
    private func lastEnd(from begin: Int64, needsTimes: Bool) throws -> Int64? {
        let limit = passage.end?.nanoseconds ?? .max
        try file.seek(to: times.stamp(of: begin), isStart: begin == 0)
        var (previous, end): (Int64?, Int64?)
        while let packet = unsafe file.nextPacket() {
            if unsafe packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 { continue }
            let stamp = unsafe [packet.pointee.pts, packet.pointee.dts].first { $0 != CFFMPEG_NO_TIME }
            if needsTimes, stamp == nil { return nil }
            let time = times.time(of: stamp, after: previous)
            previous = time
            // Packets are not in the order of their times: one beyond the limit is not the last.
            if time >= limit { continue }
            end = unsafe max(end ?? 0, min(time + times.length(of: packet.pointee.duration), limit))
        }
        return end
    }

    /// - Parameter hasFrame: whether the decoder's frame is the first one; false afterwards.
    /// - Returns: where the turn ends, in nanoseconds from its beginning.
    private func playTurn(hasFrame: inout Bool) throws -> Int64 {
        let start = passage.start.nanoseconds
        let limit = passage.end?.nanoseconds ?? .max
        var previous: Int64?
        var (end, sent): (Int64, Int64) = (0, 0)
        while try hasFrame ? true : decoder.next() {
            hasFrame = false
            let frame = unsafe decoder.frame
            let stamp = unsafe frame.pointee.best_effort_timestamp
            let time = times.time(of: stamp == CFFMPEG_NO_TIME ? nil : stamp, after: previous)
            if time >= limit { break }
            previous = time
            let over = unsafe min(time + times.length(of: cffmpeg_duration(frame)), limit) - start
            // What lies before the beginning: a key frame to begin from, or what an edit list leaves out.
            if over <= 0 { continue }
            end = max(end, over)
            // Times of a broken file may go back; frames do not.
            let begin = max(time - start, sent)
            guard over > entry else {
                unsafe av_frame_unref(leftOut)
                unsafe av_frame_ref(leftOut, frame)
                continue
            }
            guard turnLength.map({ begin < $0 }) != false else { continue }
            try slots.update()
            // Late: nobody would see it.
            if turnStart + over <= slots.playhead {
                overCount += 1
                continue
            }
            sent = begin
            try unsafe send(frame, begin, over)
        }
        // It was over when it was joined: its last frame stays.
        if !passage.loops, unsafe leftOut.pointee.format >= 0 { try unsafe send(leftOut, min(sent, end), end) }
        guard end > 0 else { throw VideoFault(.damaged, "has no frame between its start and its end") }
        return end
    }

    /// - Parameters:
    ///   - begin: when it shows, in nanoseconds from the turn's beginning.
    ///   - over: until when.
    private func send(_ frame: UnsafeMutablePointer<AVFrame>, _ begin: Int64, _ over: Int64) throws {
        guard try unsafe FrameFormat(frame) == format else {
            let now = unsafe "\(frame.pointee.width)x\(frame.pointee.height)"
            throw VideoFault(.unsupported, "changes from \(format.layout.size) pixels to \(now), or their format")
        }
        try unsafe slots.send(start: turnStart + begin, length: max(over - begin, 0), leftOut: overCount) { slot in
            unsafe format.copy(frame, onto: passage.matte, into: slot)
        }
        overCount = 0
        unsafe av_frame_unref(leftOut)
    }

    deinit {
        var last: UnsafeMutablePointer<AVFrame>? = unsafe leftOut
        unsafe av_frame_free(&last)
    }
}
