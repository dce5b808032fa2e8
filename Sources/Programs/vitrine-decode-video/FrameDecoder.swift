import CFFmpeg
import MediaDecoding

/// Makes frames of packets.
@safe final class FrameDecoder {
    private let file: VideoFile
    private var context: UnsafeMutablePointer<AVCodecContext>?
    /// The frame that came last. Valid until the next one is asked for.
    let frame: UnsafeMutablePointer<AVFrame>
    /// Whether the file has been read to its end, and the decoder gives what it still holds.
    private var isDraining = false
    private var badInARow = 0

    /// So many packets in a row of which no frame comes are the end of a file's chances.
    private static let mostBadInARow = 300

    init(_ file: VideoFile, threads: Int) throws(VideoFault) {
        guard let stream = unsafe file.stream, let parameters = unsafe stream.pointee.codecpar else {
            throw VideoFault(.unsupported, "has no video in it")
        }
        guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = unsafe avcodec_get_name(parameters.pointee.codec_id).map { unsafe String(cString: $0) } ?? "?"
            throw VideoFault(.unsupported, "is in the codec \(name), which is not played")
        }
        guard let frame = unsafe av_frame_alloc(), let made = unsafe avcodec_alloc_context3(codec) else {
            throw VideoFault(.outOfMemory, "needs memory")
        }
        self.file = file
        unsafe self.frame = unsafe frame
        unsafe context = made
        let code = unsafe avcodec_parameters_to_context(made, parameters)
        guard code >= 0 else { throw VideoFault(code: code, "cannot be decoded") }
        unsafe made.pointee.pkt_timebase = stream.pointee.time_base
        unsafe made.pointee.thread_count = Int32(threads)
        unsafe made.pointee.max_pixels = Int64(VideoDescription.mostPixels)
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        unsafe av_dict_set(&options, "codec_whitelist", VideoFile.codecs, 0)
        let opened = unsafe avcodec_open2(made, codec, &options)
        guard opened >= 0 else {
            let name = unsafe String(cString: codec.pointee.name)
            throw opened == CFFMPEG_NO_MEMORY
                ? VideoFault(.outOfMemory, "needs more memory than there is")
                : VideoFault(.unsupported, "is in the codec \(name), which is not played")
        }
    }

    /// FFmpeg's name of the codec.
    var codecName: String {
        guard let name = unsafe context?.pointee.codec?.pointee.name else { return "?" }
        return unsafe String(cString: name)
    }

    /// Has the next frame made; false where there is none any more.
    func next() throws(VideoFault) -> Bool {
        while true {
            let code = unsafe avcodec_receive_frame(context, frame)
            if code >= 0 {
                badInARow = 0
                return true
            }
            if code == CFFMPEG_END { return false }
            if code != CFFMPEG_AGAIN { try countBad(code) }
            guard !isDraining else {
                if code == CFFMPEG_AGAIN { return false }
                continue
            }
            let packet = unsafe file.nextPacket()
            isDraining = unsafe packet == nil
            // Reordering holds frames back: without a packet they come out.
            let sent = unsafe avcodec_send_packet(context, packet)
            if sent < 0, sent != CFFMPEG_END { try countBad(sent) }
        }
    }

    private func countBad(_ code: Int32) throws(VideoFault) {
        badInARow += 1
        if code == CFFMPEG_NO_MEMORY { throw VideoFault(.outOfMemory, "needs more memory than the decoder may have") }
        if badInARow > Self.mostBadInARow { throw VideoFault(code: code, "is damaged") }
    }

    /// Goes on from another place of the file.
    /// - Parameter isStart: whether it is the file's beginning.
    func seek(to time: Int64, isStart: Bool) throws(VideoFault) {
        try file.seek(to: time, isStart: isStart)
        unsafe avcodec_flush_buffers(context)
        isDraining = false
        badInARow = 0
    }

    deinit {
        var last: UnsafeMutablePointer<AVFrame>? = unsafe frame
        unsafe av_frame_free(&last)
        unsafe avcodec_free_context(&context)
    }
}
