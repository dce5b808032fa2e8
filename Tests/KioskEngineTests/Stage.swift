import DisplayModel
import HeadlessDisplay
import Media
import Paths
import Playlist
import PlaylistReading
import Rendering
import SlideComposition
import Testing
import Timing

@testable import KioskEngine
@testable import MediaDecoding
@testable import Presentation
@testable import ScreenKeeping

/// Devices in the hands of an engine's slots, with the test as their clock and nothing drawn: what remains is the
/// connectors, the commits and the flips.
final class Stage {
    private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
    private(set) var seats: [Seat] = []
    private(set) var events: [EngineEvent] = []
    private let settings: EngineSettings
    let pictures: TinyPictures
    /// What the screens show. Lazily, since its reports go to ``events``.
    private(set) lazy var director = ContentDirector(
        Programme(show), settings.content, providers: [PictureProvider(pictures, PictureRevisions())] + providers,
        power: PowerTimes(settings.power, clock: clock), cacheSize: settings.cacheSize, shaders: shaders,
        report: { [unowned self] in events.append($0) })
    private let show: Show
    private let clock: WallClock
    private let shaders: ShaderQueue
    private let providers: [any MediaProvider]
    /// How often something was due.
    private(set) var wakeUps = 0
    private let threads = OtherThreads()
    /// Whether calls that make renderers are held back.
    var holdsJobs: Bool {
        get { threads.holdsRenderers }
        set { threads.holdsRenderers = newValue }
    }
    private(set) var isPaused = false
    /// Whether hot-plug events name their connector, as those of some drivers do.
    var namesHotPlugs = true

    /// A device, and what the engine makes of it.
    final class Seat {
        let index: UInt32
        let connectors: [HeadlessConnector]
        let crtcCount: Int?
        var device: HeadlessDevice
        var slot: DeviceSlot?
        /// What draws on the device now; the renderers before it must have let go of everything.
        var renderer = BlindRenderer()
        var renderers: [BlindRenderer] = []
        /// Whether no renderer can be made for it from now on.
        var hasBrokenGraphics = false
        var rendererTries = 0
        /// Jobs on another thread that have ended, and of which the keeper does not know yet.
        var endedJobs = 0
        /// When another thread is done with what it has begun of the kernel's calls.
        var threadIsBusyUntil = MonotonicTime.zero

        init(_ index: UInt32, _ connectors: [HeadlessConnector], crtcCount: Int?, now: MonotonicTime) throws {
            (self.index, self.connectors, self.crtcCount) = (index, connectors, crtcCount)
            device = try HeadlessDevice(connectors, crtcCount: crtcCount, clock: .manual(start: now), index: index)
        }
    }

    init(
        _ connectors: [HeadlessConnector], crtcCount: Int? = nil, settings: EngineSettings = EngineSettings(),
        show: Show = Show(pictures: [], duration: .seconds(5), transition: .seconds(1)),
        clock: WallClock = WallClock(origin: WallTime(seconds: 1_800_000_000)),
        providers: [any MediaProvider] = [], shaders: ShaderQueue? = nil,
        slow: (paths: Set<FilePath>, width: Int, time: Duration)? = nil,
        prepare: (HeadlessDevice) -> Void = { _ in }
    ) throws {
        self.settings = settings
        pictures = try TinyPictures()
        (self.show, self.providers, self.clock) = (show, providers, clock)
        self.shaders = try shaders ?? ShaderQueue { _, _, _ in .untried("there is nothing to try it with") }
        pictures.slow = slow
        try add(connectors, crtcCount: crtcCount, prepare: prepare)
    }

    /// The first device, which most tests are about.
    var device: HeadlessDevice { seats[0].device }
    var keeper: ScreenKeeper? { seats[0].slot?.keeper }
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
            surroundings: .init(
                open: { () throws(DisplayError) in
                    guard !seat.device.isRemoved else {
                        throw DisplayError(
                            operation: "open", object: seat.device.path, code: DisplayError.Code.noDevice,
                            reason: "no such device")
                    }
                    return seat.device
                },
                makePlayer: { [unowned self] in makePlayer($0, seat, seen: $1, original: $2) },
                runElsewhere: { [unowned self] call, job in threads.begin(call, seat, job, now: now) },
                onChange: { _ in }, onClose: { [device = seat.device] in device.wasClosed() },
                report: { [unowned self] in events.append($0) }))
        seat.slot = slot
        seat.device.onHotplug = { [unowned self] connector in
            slot.connectorsChanged(namesHotPlugs ? .at(connector) : .somewhere, now: now)
        }
        seat.device.onWait = { [unowned self] time in letTimePass(until: time) }
        if isPaused { slot.pause() }
        slot.start(now: now)
        slot.advance(now: now)
    }

    private func makePlayer(
        _ device: any DisplayDevice, _ seat: Seat, seen: DeviceSnapshot, original: DeviceSnapshot?
    ) -> DevicePlayer {
        let contents = director.makeContents(renderNode: device.renderNode)
        let renderers = RendererBox(seat)
        let keeper = ScreenKeeper(
            device: device, seen: seen, original: original, settings: settings.keeper, contents: contents,
            surroundings: .init(
                clock: { [unowned self] in now }, report: { [unowned self] in events.append(EngineEvent($0)) },
                makeRenderer: { _ in try renderers.make() },
                runElsewhere: { [unowned self] call, job in threads.begin(call, seat, job, now: now) },
                finishCalls: { [unowned self] in finishCalls(seat) }))
        return DevicePlayer(keeper, contents)
    }

    // MARK: Other threads

    private func finishCalls(_ seat: Seat) {
        if let end = threads.end(of: seat) { letTimePass(until: end) }
        threads.run(endedBy: now)
    }

    /// The engine's thread waits.
    private func letTimePass(until time: MonotonicTime) {
        now = max(now, time)
        for seat in seats where !seat.device.isRemoved { seat.device.advance(to: now) }
    }

    /// Makes a seat's renderers. The stage has one thread, whatever the keeper thinks of jobs.
    private struct RendererBox: @unchecked Sendable {
        let seat: Seat

        init(_ seat: Seat) {
            self.seat = seat
        }

        func make() throws -> BlindRenderer {
            seat.rendererTries += 1
            if seat.hasBrokenGraphics {
                throw RenderingError(operation: "eglInitialize", reason: "EGL_NOT_INITIALIZED")
            }
            let renderer = BlindRenderer()
            seat.renderer = renderer
            seat.renderers.append(renderer)
            return renderer
        }
    }

    /// Lets jobs go on that were held back.
    func runHeldJobs() {
        threads.letGo(now: now)
    }

    /// The device is pulled out; with a loud notice the kernel tells of it at once.
    func remove(_ seat: Seat, _ notice: HeadlessDevice.Notice) {
        seat.device.remove()
        if notice == .loud {
            seat.slot?.release(now: now)
            seat.slot = nil
        }
    }

    /// The device is back, as a new one.
    func bringBack(_ seat: Seat) throws {
        guard seat.device.isRemoved else { return }
        seat.slot?.release(now: now)
        seat.slot = nil
        seat.device.onHotplug = nil
        let isAtomic = seat.device.hardware.isAtomic
        seat.threadIsBusyUntil = .zero
        seat.device = try HeadlessDevice(
            seat.connectors, crtcCount: seat.crtcCount, clock: .manual(start: now), index: seat.index)
        seat.device.hardware.isAtomic = isAtomic
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
                [
                    seat.slot?.nextDeadline, isHeard(seat) ? seat.device.nextDeadline : nil,
                    seat.endedJobs > 0 ? now : nil,
                ]
            }
            guard let next = (due + [director.nextDeadline, threads.nextEnd]).compactMap(\.self).min(), next <= end
            else { break }
            now = max(now, next)
            turn()
            turns += 1
        }
        if turns == Self.manyTurns {
            let screens = seats.compactMap(\.slot?.keeper).flatMap(\.screens)
            Issue.record(
                """
                it turns without end at \(now.nanoseconds): the slots wait for \
                \(seats.map { $0.slot?.nextDeadline as Any }), the devices for \(seats.map { $0.device.nextDeadline as Any }); \
                \(screens.map { "\($0.phase) \($0.flips) \($0.content.nextDeadline)" })
                \(story)
                """)
        }
        now = end
        turn()
    }

    /// Whether anybody reads the device's events.
    private func isHeard(_ seat: Seat) -> Bool { !seat.device.isRemoved && seat.slot?.keeper != nil }

    private func turn() {
        wakeUps += 1
        director.advance(now: now)
        for seat in seats where !seat.device.isRemoved { seat.device.advance(to: now) }
        threads.run(endedBy: now)
        for seat in seats {
            // A descriptor is read when it is readable.
            if isHeard(seat), let due = seat.device.nextDeadline, due <= now {
                seat.slot?.keeper?.eventsArrived(now: now)
            }
            if seat.endedJobs > 0 {
                seat.endedJobs = 0
                seat.slot?.jobEnded(now: now)
            }
            seat.slot?.advance(now: now)
        }
    }

    /// The end: screens given back, buffers let go.
    func close() {
        for seat in seats {
            seat.slot?.keeper?.shutDown()
            seat.slot?.release(now: now)
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
