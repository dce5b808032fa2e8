import CFFmpeg
import MediaDecoding

/// Why there are no frames, or no more of them.
struct VideoFault: Error {
    var kind: DecodingFailure.Kind
    /// Completes a sentence that begins with the file's name.
    var message: String

    init(_ kind: DecodingFailure.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// From what one of FFmpeg's functions answered.
    init(code: Int32, _ story: String) {
        let isMemory = code == CFFMPEG_NO_MEMORY
        var text = [CChar](repeating: 0, count: 128)
        _ = unsafe av_strerror(code, &text, text.count)
        let reason = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.init(isMemory ? .outOfMemory : .damaged, "\(story): \(reason)")
    }
}
