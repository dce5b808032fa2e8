import DisplayModel
import HeadlessDisplay
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import MediaDecoding

/// A device controller on a headless device, with the test as their clock and nothing to show but black: what remains
/// is the connectors, the commits and the flips.
final class Stage {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    let device: HeadlessDevice
    private(set) var controller: DeviceController?
    private(set) var events: [EngineEvent] = []
    let renderer = BlindRenderer()

    init(_ connectors: [HeadlessConnector], crtcCount: Int? = nil, settings: EngineSettings = EngineSettings()) throws {
        device = try HeadlessDevice(connectors, crtcCount: crtcCount, clock: .manual(start: now))
        let controller = try DeviceController(
            device: device, show: Show(pictures: [], duration: .seconds(5), transition: .seconds(1)),
            settings: settings, service: NoPictures(), makeRenderer: { [renderer] _ in renderer },
            runElsewhere: { $0() }, clock: { [unowned self] in now }, report: { [unowned self] in events.append($0) })
        self.controller = controller
        device.onHotplug = { [unowned self] _ in controller.connectorsChanged(now: now) }
        try controller.start(now: now)
        controller.advance(now: now)
    }

    /// More than a screen's worth of flips for any time that a test lets pass.
    private static let manyTurns = 10_000

    /// Lets time pass; the device and the controller do what is due, in order.
    func run(for length: Duration) {
        let end = now + length
        var turns = 0
        while turns < Self.manyTurns {
            guard let next = [controller?.nextDeadline, device.nextDeadline].compactMap(\.self).min(), next <= end
            else { break }
            now = max(now, next)
            turn()
            turns += 1
        }
        #expect(
            turns < Self.manyTurns,
            """
            it turns without end at \(now.nanoseconds): the controller waits for \(controller?.nextDeadline as Any), \
            the device for \(device.nextDeadline as Any); \
            \(controller?.outputs.map { "\($0.phase) \($0.flips) \($0.nextFrame)" } as Any)
            \(story)
            """)
        now = end
        turn()
    }

    private func turn() {
        device.advance(to: now)
        controller?.eventsArrived(now: now)
        controller?.advance(now: now)
    }

    /// The end: screens given back, buffers let go.
    func close() {
        controller?.shutDown()
        controller = nil
        device.onHotplug = nil
    }

    var litConnectors: Set<ConnectorID> {
        Set(device.connectorIDs.filter { device.buffer(on: $0) != nil })
    }

    /// The texts of what was told, one a line.
    var story: String { events.map(\.description).joined(separator: "\n") }
}

/// Draws nothing, and knows which buffers it was given.
final class BlindRenderer: FrameRenderer {
    let summary = "nothing"
    let targetFormats = [FormatSupport(format: .xrgb8888, modifiers: [])]
    let largestPictureSide = 16384
    private(set) var adopted: Set<FramebufferID> = []
    private(set) var frames = 0

    func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {}
    func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {}
    func discardPicture(_ id: PictureID) {}
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) { adopted.insert(buffer.framebuffer) }
    func forget(_ buffer: any ScanoutBuffer) { adopted.remove(buffer.framebuffer) }
    func draw(_ frame: FrameDescription, into buffer: any ScanoutBuffer) throws(RenderingError) -> Int32? {
        guard adopted.contains(buffer.framebuffer) else {
            throw RenderingError(operation: "draw", reason: "into a buffer that was not adopted")
        }
        frames += 1
        return nil
    }
    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] { [] }
}

final class NoPictures: PictureSource {
    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (Result<DecodedPicture, DecodingFailure>) -> Void
    ) -> DecodingID {
        DecodingID(rawValue: 0)
    }

    func cancel(_ id: DecodingID) {}
}

/// A small generator with a seed, so that a failure can be seen again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
