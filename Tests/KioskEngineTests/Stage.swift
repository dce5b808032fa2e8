import DisplayModel
import HeadlessDisplay
import Playlist
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import MediaDecoding

/// Devices in the hands of an engine's slots, with the test as their clock and nothing drawn: what remains is the
/// connectors, the commits and the flips.
final class Stage {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private(set) var seats: [Seat] = []
    private(set) var events: [EngineEvent] = []
    private let settings: EngineSettings
    let programme: Programme
    private let pictures: TinyPictures
    private(set) var isPaused = false

    /// A device, and what the engine makes of it.
    final class Seat {
        let index: UInt32
        let connectors: [HeadlessConnector]
        let crtcCount: Int?
        var device: HeadlessDevice
        var slot: DeviceSlot?
        /// Of the device that is there now; those before it must have let go of everything.
        var renderer = BlindRenderer()

        init(_ index: UInt32, _ connectors: [HeadlessConnector], crtcCount: Int?, now: MonotonicTime) throws {
            (self.index, self.connectors, self.crtcCount) = (index, connectors, crtcCount)
            device = try HeadlessDevice(connectors, crtcCount: crtcCount, clock: .manual(start: now), index: index)
        }
    }

    init(
        _ connectors: [HeadlessConnector], crtcCount: Int? = nil, settings: EngineSettings = EngineSettings(),
        show: Show = Show(pictures: [], duration: .seconds(5), transition: .seconds(1)),
        prepare: (HeadlessDevice) -> Void = { _ in }
    ) throws {
        self.settings = settings
        programme = Programme(show)
        pictures = try TinyPictures()
        try add(connectors, crtcCount: crtcCount, prepare: prepare)
    }

    /// The first device, which most tests are about.
    var device: HeadlessDevice { seats[0].device }
    var controller: DeviceController? { seats[0].slot?.controller }
    var renderer: BlindRenderer { seats[0].renderer }

    func add(
        _ connectors: [HeadlessConnector], crtcCount: Int? = nil, prepare: (HeadlessDevice) -> Void = { _ in }
    ) throws {
        let seat = try Seat(UInt32(seats.count), connectors, crtcCount: crtcCount, now: now)
        prepare(seat.device)
        seats.append(seat)
        appear(seat)
    }

    /// The kernel tells of a device.
    private func appear(_ seat: Seat) {
        let slot = DeviceSlot(
            id: seat.device.id, path: seat.device.path,
            open: { () throws(DisplayError) in
                guard !seat.device.isRemoved else {
                    throw DisplayError(
                        operation: "open", object: seat.device.path, code: DisplayError.Code.noDevice,
                        reason: "no such device")
                }
                seat.renderer = BlindRenderer()
                return seat.device
            },
            makeController: { [unowned self] device in
                try DeviceController(
                    device: device, programme: programme, settings: settings, service: pictures,
                    makeRenderer: { _ in seat.renderer }, runElsewhere: { $0() }, clock: { [unowned self] in now },
                    report: { [unowned self] in events.append($0) })
            },
            report: { [unowned self] in events.append($0) })
        slot.onChange = { [device = seat.device] controller in if controller == nil { device.wasClosed() } }
        seat.slot = slot
        seat.device.onHotplug = { [unowned self] _ in slot.controller?.connectorsChanged(now: now) }
        if isPaused { slot.pause() }
        slot.start(now: now)
        slot.advance(now: now)
    }

    /// The device is pulled out; with a loud notice the kernel tells of it at once.
    func remove(_ seat: Seat, _ notice: HeadlessDevice.Notice) {
        seat.device.remove()
        if notice == .loud {
            seat.slot?.release()
            seat.slot = nil
        }
    }

    /// The device is back, as a new one.
    func bringBack(_ seat: Seat) throws {
        guard seat.device.isRemoved else { return }
        seat.slot?.release()
        seat.slot = nil
        seat.device.onHotplug = nil
        seat.device = try HeadlessDevice(
            seat.connectors, crtcCount: seat.crtcCount, clock: .manual(start: now), index: seat.index)
        if isPaused { seat.device.loseSession() }
        appear(seat)
    }

    /// Another program gets the screens, or gives them back.
    func switchSession(away: Bool) {
        guard away != isPaused else { return }
        isPaused = away
        if away {
            for seat in seats { seat.slot?.pause() }
            for seat in seats { seat.device.loseSession() }
        } else {
            for seat in seats { seat.device.regainSession() }
            for seat in seats { seat.slot?.resume(now: now) }
        }
    }

    /// More than a screen's worth of flips for any time that a test lets pass.
    private static let manyTurns = 200_000

    /// Lets time pass; the devices and the slots do what is due, in order.
    func run(for length: Duration) {
        let end = now + length
        var turns = 0
        while turns < Self.manyTurns {
            let due = seats.flatMap { seat in
                [seat.slot?.nextDeadline, isHeard(seat) ? seat.device.nextDeadline : nil]
            }
            guard let next = (due + [pictures.nextDeadline]).compactMap(\.self).min(), next <= end else { break }
            now = max(now, next)
            turn()
            turns += 1
        }
        if turns == Self.manyTurns {
            let outputs = seats.compactMap(\.slot?.controller).flatMap(\.outputs)
            Issue.record(
                """
                it turns without end at \(now.nanoseconds): the slots wait for \
                \(seats.map { $0.slot?.nextDeadline as Any }), the devices for \(seats.map { $0.device.nextDeadline as Any }); \
                \(outputs.map { "\($0.phase) \($0.flips) \($0.nextFrame)" })
                \(story)
                """)
        }
        now = end
        turn()
    }

    /// Whether anybody reads the device's events.
    private func isHeard(_ seat: Seat) -> Bool { !seat.device.isRemoved && seat.slot?.controller != nil }

    private func turn() {
        pictures.deliver(now)
        for seat in seats where !seat.device.isRemoved { seat.device.advance(to: now) }
        for seat in seats {
            // A descriptor is read when it is readable.
            if isHeard(seat), let due = seat.device.nextDeadline, due <= now {
                seat.slot?.controller?.eventsArrived(now: now)
            }
            seat.slot?.advance(now: now)
        }
    }

    /// The end: screens given back, buffers let go.
    func close() {
        for seat in seats {
            seat.slot?.controller?.shutDown()
            seat.slot?.release()
            seat.slot = nil
            seat.device.onHotplug = nil
        }
    }

    var litConnectors: Set<ConnectorID> { litConnectors(seats[0]) }

    func litConnectors(_ seat: Seat) -> Set<ConnectorID> {
        Set(seat.device.connectorIDs.filter { seat.device.buffer(on: $0) != nil })
    }

    /// How many pictures were asked for so far.
    var decodedPictures: UInt64 { pictures.lastID }

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
    /// The placement of the last frame that went into each buffer.
    private(set) var placements: [FramebufferID: Placement] = [:]

    func createPicture(_ id: PictureID, size: Size) throws(RenderingError) {}
    func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {}
    func discardPicture(_ id: PictureID) {}
    func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) {}
    func prepare(_ transition: TransitionShader) throws(RenderingError) {}
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) { adopted.insert(buffer.framebuffer) }
    func forget(_ buffer: any ScanoutBuffer) { adopted.remove(buffer.framebuffer) }
    func draw(_ frame: FrameDescription, into buffer: any ScanoutBuffer) throws(RenderingError) -> Int32? {
        guard adopted.contains(buffer.framebuffer) else {
            throw RenderingError(operation: "draw", reason: "into a buffer that was not adopted")
        }
        frames += 1
        placements[buffer.framebuffer] = frame.placement
        return nil
    }
    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] { [] }
}

/// Decodes every picture within a few milliseconds, to a few pixels.
final class TinyPictures: PictureSource {
    private let picture: DecodedPicture
    private(set) var lastID: UInt64 = 0
    private var waiting:
        [(id: DecodingID, at: MonotonicTime, completion: (Result<DecodedPicture, DecodingFailure>) -> Void)] = []

    init() throws {
        let memory = try unsafe SealedMemory.make(byteCount: 4 * 4 * 3) { _ in }
        picture = try DecodedPicture(memory: memory, width: 4, height: 3, stride: 16)
    }

    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (Result<DecodedPicture, DecodingFailure>) -> Void
    ) -> DecodingID {
        lastID += 1
        waiting.append((DecodingID(rawValue: lastID), now + .milliseconds(3), completion))
        return DecodingID(rawValue: lastID)
    }

    func cancel(_ id: DecodingID) { waiting.removeAll { $0.id == id } }

    var nextDeadline: MonotonicTime? { waiting.map(\.at).min() }

    func deliver(_ now: MonotonicTime) {
        let due = waiting.filter { $0.at <= now }
        waiting.removeAll { $0.at <= now }
        for request in due { request.completion(.success(picture)) }
    }
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

extension Show {
    /// Pictures that follow one another, from the moment when the first screen is lit.
    convenience init(pictures: [String], duration: Duration, transition: Duration) {
        let style = Style(Look(), transition == .zero ? .cut : Transition(.crossFade, duration: transition))
        let item = Item(.pictures(paths: pictures, .listed), duration: duration, style: style)
        self.init(
            Playlist(zones: [Zone(content: ItemList([item]))], sync: .start),
            clock: WallClock(origin: .seconds(1_800_000_000)), now: MonotonicTime(nanoseconds: 1_000_000_000))
    }
}
