import DisplayModel
import HeadlessDisplay
import LinuxSystem
import Testing

/// Buffers that are imported or written by the processor.
struct BufferTests {
    private let size = Size(width: 64, height: 32)

    /// A file that stands for a dma-buf with a picture in NV12: luma, then chroma.
    private func planes(_ file: borrowing OwnedDescriptor) -> [DMABufPlane] {
        [
            DMABufPlane(descriptor: file.rawValue, offset: 0, stride: 64),
            DMABufPlane(descriptor: file.rawValue, offset: 64 * 32, stride: 64),
        ]
    }

    private func file(bytes: Int = 64 * 48) throws -> OwnedDescriptor {
        try OwnedDescriptor.inMemory([UInt8](repeating: 0, count: bytes), name: "frame")
    }

    @Test func anImportedBufferIsShownOnAPlaneThatHasItsFormat() throws {
        let bench = try Bench(overlayCount: 1)
        var output = try bench.lit(bench.light())
        let overlay = try #require(try bench.device.snapshot(.known).planes.first { $0.kind == .overlay })
        var buffer: (any ScanoutBuffer)?
        do {
            let file = try file()
            buffer = try bench.device.importBuffer(planes: planes(file), size: size, format: .nv12, modifier: .linear)
        }
        let imported = try #require(buffer as? HeadlessBuffer)
        #expect(imported.planes.map(\.offset) == [0, UInt32(64 * 32)])
        output.layers.append(
            DisplayUpdate.Layer(
                plane: overlay.id, framebuffer: imported.framebuffer, source: Rectangle(size),
                destination: Rectangle(size)))
        try bench.commit(.flip, output)
        bench.advance(by: .milliseconds(20))
        #expect(bench.device.layers(on: output.connector).last?.framebuffer == imported.framebuffer)

        var wrong = output
        wrong.layers[0].framebuffer = imported.framebuffer
        #expect(try bench.code { try bench.commit(.test(.flip), wrong) } == DisplayError.Code.invalid)
        #expect(bench.device.violations == [])
    }

    @Test func importedBuffersGoWithTheLastReference() throws {
        let bench = try Bench(overlayCount: 1)
        let file = try file()
        for _ in 0..<3 {
            let first = try bench.device.importBuffer(
                planes: planes(file), size: size, format: .nv12, modifier: .linear)
            let second = try bench.device.importBuffer(
                planes: planes(file), size: size, format: .nv12, modifier: .implicit)
            #expect(bench.device.framebuffers.count == 2)
            #expect(first.framebuffer != second.framebuffer)
            withExtendedLifetime((first, second)) {}
        }
        #expect(bench.device.framebuffers.isEmpty)
    }

    @Test func geometryThatDoesNotFitIsRefused() throws {
        let device = try Bench(overlayCount: 1).device
        let file = try file()
        func code(
            _ format: PixelFormat = .nv12, modifier: FormatModifier = .linear,
            _ change: (inout [DMABufPlane]) -> Void = { _ in }
        ) -> Int32? {
            var planes = planes(file)
            change(&planes)
            do {
                _ = try device.importBuffer(planes: planes, size: size, format: format, modifier: modifier)
                return nil
            } catch { return error.code }
        }
        let invalid = DisplayError.Code.invalid
        #expect(code() == nil)
        #expect(code { $0[1].stride = 63 } == invalid)
        #expect(code { $0[1].offset += 1 } == invalid, "the last row ends behind the memory")
        #expect(code { $0.removeLast() } == invalid)
        #expect(code { $0[0].descriptor = -1 } == invalid)
        #expect(code(modifier: FormatModifier(rawValue: 0x0100_0000_0000_0001)) == invalid)
        #expect(code(.xrgb8888) == invalid, "that is one plane")
        device.inject(DisplayError.Code.noMemory, for: .importBuffer)
        #expect(code() == DisplayError.Code.noMemory)
        #expect(device.framebuffers.isEmpty)
    }

    @Test func aDumbBufferIsMappedAndBlack() throws {
        let bench = try Bench("100x50@60")
        let mode = try bench.mode()
        let buffer = try bench.device.makeDumbBuffer(size: mode.size, format: .xrgb8888)
        guard case .mapped(let pixels, let stride) = unsafe buffer.memory else {
            Issue.record("not mapped")
            return
        }
        #expect(stride >= mode.size.width * 4)
        #expect(pixels.count >= stride * mode.size.height)
        #expect(unsafe pixels.allSatisfy { $0 == 0 })
        unsafe pixels[stride * (mode.size.height - 1)] = 255
        try bench.commit(.modeset, bench.lit(buffer))
        #expect(bench.device.buffer(on: bench.device.connectorIDs[0]) === buffer)
        #expect(throws: DisplayError.self) { try bench.device.makeDumbBuffer(size: mode.size, format: .nv12) }
        withExtendedLifetime(buffer) {}
    }
}
