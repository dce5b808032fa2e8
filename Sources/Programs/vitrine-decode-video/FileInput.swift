import CFFmpeg
import Glibc
import LinuxSystem
import MediaDecoding

/// A file as FFmpeg reads it: by its descriptor, so that nothing is opened.
@safe final class FileInput {
    private let file: OwnedDescriptor
    private var offset: Int64 = 0
    private let size: Int64
    /// FFmpeg's side of it. Valid for as long as this lives.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    /// How much is read at once, in bytes.
    private static let bufferSize = 1 << 16

    init(_ file: consuming OwnedDescriptor) throws(VideoFault) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw VideoFault(.decoderFault, "cannot be looked at") }
        size = Int64(status.st_size)
        self.file = file
        guard let buffer = unsafe av_malloc(Self.bufferSize) else { throw VideoFault(.outOfMemory, "needs memory") }
        unsafe context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0,
            Unmanaged.passUnretained(self).toOpaque(),
            { input, buffer, count in
                guard let input = unsafe input, let buffer = unsafe buffer else { return CFFMPEG_READ_ERROR }
                return unsafe Unmanaged<FileInput>.fromOpaque(input).takeUnretainedValue().read(buffer, Int(count))
            }, nil,
            { input, offset, whence in
                guard let input = unsafe input else { return -1 }
                return unsafe Unmanaged<FileInput>.fromOpaque(input).takeUnretainedValue().seek(offset, whence)
            })
        guard unsafe context != nil else { throw VideoFault(.outOfMemory, "needs memory") }
    }

    private func read(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
        let result = unsafe pread(file.rawValue, buffer, count, off_t(offset))
        guard result > 0 else { return result == 0 ? CFFMPEG_END : CFFMPEG_READ_ERROR }
        offset += Int64(result)
        return Int32(result)
    }

    private func seek(_ target: Int64, _ whence: Int32) -> Int64 {
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return size
        case SEEK_SET: base = 0
        case SEEK_CUR: base = offset
        case SEEK_END: base = size
        default: return -1
        }
        let (sum, overflow) = base.addingReportingOverflow(target)
        guard !overflow, sum >= 0 else { return -1 }
        offset = sum
        return sum
    }

    deinit {
        // FFmpeg may have replaced the buffer.
        if let pointer = unsafe context { unsafe av_freep(&pointer.pointee.buffer) }
        unsafe avio_context_free(&context)
    }
}
