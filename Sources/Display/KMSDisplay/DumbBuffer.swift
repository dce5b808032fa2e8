import CDRM
import DisplayModel
import Glibc
import LinuxSystem

/// Memory that the processor writes, with a framebuffer on it. Framebuffer, mapping and memory go with the last
/// reference.
@safe final class DumbBuffer: ScanoutBuffer {
    let size: Size
    let format: PixelFormat
    var modifier: FormatModifier { .linear }
    var framebuffer: FramebufferID { kernelFramebuffer.id }
    @unsafe let memory: BufferMemory
    private let kernelFramebuffer: Framebuffer
    private let mapping: Mapping
    private let census: Census

    init(
        on card: Card, size: Size, format: PixelFormat, bytesPerPixel: Int, census: Census
    ) throws(SystemError) {
        mapping = try Mapping(on: card, size: size, bytesPerPixel: bytesPerPixel)
        kernelFramebuffer = try Framebuffer(
            on: card, planes: [Framebuffer.Plane(handle: mapping.handle, offset: 0, stride: mapping.stride)],
            size: size, format: format, modifier: nil)
        unsafe memory = .mapped(pixels: mapping.bytes, stride: Int(mapping.stride))
        (self.size, self.format, self.census) = (size, format, census)
        census.buffers += 1
    }

    deinit { census.buffers -= 1 }

    /// The memory itself, mapped.
    @safe struct Mapping: ~Copyable {
        let handle: UInt32
        let stride: UInt32
        @unsafe let bytes: UnsafeMutableRawBufferPointer
        private let card: Card

        /// The corresponding C functions are `drmModeCreateDumbBuffer`, `drmModeMapDumbBuffer` and `mmap`. The kernel
        /// clears the memory.
        init(on card: Card, size: Size, bytesPerPixel: Int) throws(SystemError) {
            var (handle, stride, length) = (UInt32(0), UInt32(0), UInt64(0))
            try negativeErrnoCall("drmModeCreateDumbBuffer", card.path) {
                unsafe drmModeCreateDumbBuffer(
                    card.descriptor, UInt32(size.width), UInt32(size.height), UInt32(bytesPerPixel * 8), 0, &handle,
                    &stride, &length)
            }
            do throws(SystemError) {
                var offset: UInt64 = 0
                try negativeErrnoCall("drmModeMapDumbBuffer", card.path) {
                    unsafe drmModeMapDumbBuffer(card.descriptor, handle, &offset)
                }
                let start = unsafe mmap(
                    nil, Int(length), PROT_READ | PROT_WRITE, MAP_SHARED, card.descriptor, off_t(offset))
                guard let start = unsafe start, unsafe start != MAP_FAILED else {
                    throw SystemError("mmap", card.path, code: errno)
                }
                unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: Int(length))
            } catch {
                _ = drmModeDestroyDumbBuffer(card.descriptor, handle)
                throw error
            }
            (self.handle, self.stride, self.card) = (handle, stride, card)
        }

        deinit {
            _ = unsafe munmap(bytes.baseAddress, bytes.count)
            _ = drmModeDestroyDumbBuffer(card.descriptor, handle)
        }
    }
}
