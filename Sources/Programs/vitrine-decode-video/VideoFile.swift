import CFFmpeg
import LinuxSystem
import MediaDecoding

/// A container and the one stream of video in it that plays.
@safe final class VideoFile {
    /// Containers that are opened, by FFmpeg's names.
    static let formats = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,avi,gif,apng"
    /// Codecs that are opened, by FFmpeg's names: what signs are made of, and nothing that hardware or a network does.
    static let codecs = "h264,hevc,vp8,vp9,libdav1d,mpeg1video,mpeg2video,mpeg4,mjpeg,prores,ffv1,gif,apng"
    /// More streams than any film has.
    private static let mostStreams = 64
    /// How much is read to find out what is in the file, in bytes, and how long a part of it that is, in microseconds.
    private static let probe = (bytes: 5_000_000, length: 5_000_000)

    private let input: FileInput
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let index: Int32
    private let packet: UnsafeMutablePointer<AVPacket>

    init(_ file: consuming OwnedDescriptor) throws(VideoFault) {
        input = try FileInput(file)
        guard let made = unsafe avformat_alloc_context(), let packet = unsafe av_packet_alloc() else {
            throw VideoFault(.outOfMemory, "needs memory")
        }
        unsafe made.pointee.pb = input.context
        unsafe cffmpeg_refuse_other_files(made)
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        for (name, value) in [
            ("format_whitelist", Self.formats), ("codec_whitelist", Self.codecs), ("protocol_whitelist", "none"),
            ("max_streams", "\(Self.mostStreams)"), ("probesize", "\(Self.probe.bytes)"),
            ("analyzeduration", "\(Self.probe.length)"), ("enable_drefs", "0"),
            // Of an animation: as browsers have it, that says nothing of its time or next to nothing.
            ("min_delay", "2"), ("default_delay", "10"), ("default_fps", "10"),
        ] {
            unsafe av_dict_set(&options, name, value, 0)
        }
        var opening: UnsafeMutablePointer<AVFormatContext>? = unsafe made
        let code = unsafe avformat_open_input(&opening, nil, nil, &options)
        guard code >= 0, let context = unsafe opening else {
            throw code == CFFMPEG_NO_MEMORY
                ? VideoFault(.outOfMemory, "needs more memory than there is")
                : VideoFault(.notAPicture, "is not a video file that is played (MP4, Matroska, WebM, MPEG, AVI)")
        }
        unsafe self.packet = unsafe packet
        unsafe self.context = unsafe context
        let found = unsafe avformat_find_stream_info(context, nil)
        index = found < 0 ? found : unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        if found < 0 { throw VideoFault(code: found, "cannot be read") }
        guard index >= 0, let stream = unsafe stream,
            unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else { throw VideoFault(.unsupported, "has no video in it") }
        for number in 0..<Int32(unsafe context.pointee.nb_streams) where number != index {
            unsafe context.pointee.streams[Int(number)]?.pointee.discard = AVDISCARD_ALL
        }
    }

    /// The stream that plays. Valid for as long as this lives.
    var stream: UnsafeMutablePointer<AVStream>? {
        guard let context = unsafe context, index >= 0 else { return nil }
        return unsafe context.pointee.streams[Int(index)]
    }

    /// Whether there is a stream of sound beside it.
    var hasSound: Bool {
        guard let context = unsafe context else { return false }
        return unsafe (0..<Int(context.pointee.nb_streams)).contains { number in
            unsafe context.pointee.streams[number]?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        }
    }

    /// How long the stream of video is in nanoseconds, as the file says: where it does not, how long all of the file is.
    var length: Int64? {
        guard let context = unsafe context, let stream = unsafe stream else { return nil }
        let own = unsafe stream.pointee.duration
        if own > 0 { return unsafe cffmpeg_nanoseconds(own, stream.pointee.time_base) }
        // Matroska has it as a text, of a stream that begins with the file.
        if let tag = unsafe av_dict_get(stream.pointee.metadata, "DURATION", nil, 0),
            let value = unsafe tag.pointee.value
        {
            var time: Int64 = 0
            if unsafe av_parse_time(&time, value, 1) >= 0, time > 0 {
                return time.multipliedReportingOverflow(by: 1000).overflow ? nil : time * 1000
            }
        }
        let whole = unsafe context.pointee.duration
        return whole > 0 ? cffmpeg_nanoseconds(whole, AVRational(num: 1, den: Int32(AV_TIME_BASE))) : nil
    }

    /// The next packet of the stream, valid until the next call; nil at the end, and where the file is cut off or cannot
    /// be read any further.
    func nextPacket() -> UnsafeMutablePointer<AVPacket>? {
        while true {
            unsafe av_packet_unref(packet)
            guard unsafe av_read_frame(context, packet) >= 0 else { return nil }
            if unsafe packet.pointee.stream_index == index { return unsafe packet }
        }
    }

    /// Goes to the last key frame that is not later than a time, in units of the stream; a little further back in files
    /// without an index, where a search by times may be off.
    /// - Parameter isStart: whether it is the file's beginning.
    func seek(to time: Int64, isStart: Bool) throws(VideoFault) {
        guard let context = unsafe context, let stream = unsafe stream else { return }
        let hasIndex = unsafe context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT == 0
        let base = unsafe stream.pointee.time_base
        let margin = hasIndex || base.num <= 0 ? 0 : 2 * Int64(base.den) / Int64(base.num)
        var code: Int32 = -1
        if hasIndex || !isStart {
            let (earlier, overflow) = time.subtractingReportingOverflow(margin)
            unsafe code = avformat_seek_file(context, index, .min, overflow ? time : earlier, time, 0)
        }
        if code < 0 { unsafe code = av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) }
        guard code >= 0 else { throw VideoFault(code: code, "cannot be begun anew") }
    }

    deinit {
        var last: UnsafeMutablePointer<AVPacket>? = unsafe packet
        unsafe av_packet_free(&last)
        unsafe avformat_close_input(&context)
    }
}
