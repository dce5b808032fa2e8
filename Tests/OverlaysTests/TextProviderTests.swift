import DisplayModel
import Glibc
import Media
import Testing
import TextDrawing
import Timing

@testable import Overlays

@Suite struct TextProviderTests {
    private let now = MonotonicTime(nanoseconds: 1)
    private let line = TextLine(text: "HDMI-A-1", height: 20)

    /// The pixels of a line, once they are there.
    private func pixels(_ store: MediaStore) -> [UInt8]? {
        guard case .sample(let sample) = store.state(of: Medium(line), at: now),
            case .memory(let memory, let stride) = sample.pixels
        else { return nil }
        #expect(stride == line.size.width * 4 && sample.size == line.size)
        var pixels: [UInt8] = []
        unsafe memory.withPixels { pixels = unsafe Array($0) }
        return pixels
    }

    @Test func drawsAtOnce() {
        let store = MediaStore([TextProvider.atOnce()]) { Issue.record("\($0): \($1)") }
        store.open(Medium(line), for: store.makeReader(), due: now, now: now)
        #expect(pixels(store) == DrawnText("HDMI-A-1", height: 20).whitePixels)
    }

    @Test func drawsOnAnotherThread() throws {
        let provider = try TextProvider.inBackground()
        let store = MediaStore([provider]) { Issue.record("\($0): \($1)") }
        let reader = store.makeReader()
        store.open(Medium(line), for: reader, due: now, now: now)
        #expect(pixels(store) == nil)
        var poll = pollfd(fd: try #require(provider.descriptor), events: Int16(POLLIN), revents: 0)
        #expect(unsafe Glibc.poll(&poll, 1, 60_000) == 1)
        store.advance(now: now)
        #expect(pixels(store) == DrawnText("HDMI-A-1", height: 20).whitePixels)

        // Nobody wants it any more when it comes.
        store.close(Medium(line), for: reader)
        store.open(Medium(line), for: reader, due: now, now: now)
        store.close(Medium(line), for: reader)
        #expect(unsafe Glibc.poll(&poll, 1, 60_000) == 1)
        store.advance(now: now)
        #expect(pixels(store) == nil)
    }
}
