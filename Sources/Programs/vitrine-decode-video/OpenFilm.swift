import CFFmpeg
import DisplayModel
import LinuxSystem
import MediaDecoding
import Timing

/// A file with its first frame decoded: only then is it known what the frames are like, and that there are any.
@safe struct OpenFilm {
    let file: VideoFile
    /// It has the first frame.
    let decoder: FrameDecoder
    let format: FrameFormat
    let times: FrameTimes
    let description: VideoDescription

    init(_ descriptor: consuming OwnedDescriptor, threads: Int) throws {
        file = try VideoFile(descriptor)
        decoder = try FrameDecoder(file, threads: threads)
        guard let context = unsafe file.stream else { throw VideoFault(.unsupported, "has no video in it") }
        guard try decoder.next() else { throw VideoFault(.damaged, "has no frame that can be decoded") }
        let frame = unsafe decoder.frame
        format = try unsafe FrameFormat(frame)
        let stream = unsafe context.pointee
        let rate = unsafe stream.avg_frame_rate.num > 0 ? stream.avg_frame_rate : stream.r_frame_rate
        let start = unsafe stream.start_time
        times = unsafe FrameTimes(
            base: stream.time_base, origin: start == CFFMPEG_NO_TIME ? nil : start, rate: rate)
        let aspect =
            unsafe frame.pointee.sample_aspect_ratio.num > 0
            ? frame.pointee.sample_aspect_ratio : stream.sample_aspect_ratio
        let matrix = unsafe cffmpeg_display_matrix(context)
        description = unsafe VideoDescription(
            layout: format.layout, pixelAspect: VideoDescription.Ratio(Int(aspect.num), Int(aspect.den)) ?? .one,
            orientation: matrix.map { unsafe orientation($0) } ?? .normal,
            color: format.color(of: frame), frameRate: VideoDescription.Ratio(Int(rate.num), Int(rate.den)),
            length: file.length.map { .nanoseconds($0) }, codec: decoder.codecName,
            hasSound: file.hasSound)
    }
}
