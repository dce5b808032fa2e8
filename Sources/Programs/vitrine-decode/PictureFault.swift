import CVips
import MediaDecoding

/// Why a file gives no picture. The message completes a sentence that begins with the file's name.
struct PictureFault: Error {
    var kind: DecodingFailure.Kind
    var message: String

    init(_ kind: DecodingFailure.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// What libvips says of the operation that just failed.
    static func reportedByVips() -> PictureFault {
        let detail = takeVipsMessage()
        // libvips's own words, and those of the libraries below it.
        if ["out of memory", "insufficient memory", "cannot allocate"].contains(where: detail.lowercased().contains) {
            return PictureFault(.outOfMemory, "needs more memory to decode than the decoder may have: \(detail)")
        }
        return PictureFault(.damaged, "is damaged or cut short: \(detail)")
    }

    /// Empties libvips's error buffer; the first line says what happened, the rest how it came to be noticed.
    static func takeVipsMessage() -> String {
        guard let text = unsafe vips_error_buffer_copy() else { return "" }
        defer {
            unsafe g_free(text)
            vips_error_clear()
        }
        return unsafe String(cString: text).split(separator: "\n").first.map(String.init) ?? "no reason given"
    }
}
