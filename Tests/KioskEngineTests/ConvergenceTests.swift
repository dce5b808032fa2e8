import DisplayModel
import DisplayPlanning
import Foundation
import HeadlessDisplay
import Paths
import Scheduling
import SeededRandom
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// Whatever happens, in whatever order: when it has stopped every connected screen is lit or its reason is on record
/// with another try to come, and nothing has leaked.
///
/// A failure prints its seed and the script of what happened. `VITRINE_SEEDS=4711` plays one seed again, and
/// `VITRINE_SEEDS=0..<100000` the hundred thousand that `scripts/test` plays.
@Suite struct ConvergenceTests {
    @Test(arguments: Self.parts) func everyScreenIsLitInTheEnd(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var story = try Story(seed)
            try story.play()
        }
    }

    /// The seeds in parts that can be played side by side.
    private static let parts: [Range<UInt64>] = {
        let text = ProcessInfo.processInfo.environment["VITRINE_SEEDS"] ?? "0..<2000"
        let numbers = text.split(separator: "..<").compactMap { UInt64($0) }
        let range = numbers.count == 2 ? numbers[0]..<numbers[1] : (numbers.first ?? 0)..<(numbers.first ?? 0) + 1
        return stride(from: range.lowerBound, to: range.upperBound, by: 250).map {
            $0..<min($0 + 250, range.upperBound)
        }
    }()
}

/// A random sequence of things that happen to one or two devices.
private struct Story {
    private let seed: UInt64
    private var random: SplitMix64
    private let stage: Stage
    private let isMoving: Bool
    private var script: [String] = []

    /// With what refusals are injected, by the names of errno(3).
    private static let codes: [(name: String, code: Int32)] = [
        ("EBUSY", 16), ("EINVAL", 22), ("ENOSPC", 28), ("ERANGE", 34), ("E2BIG", 7), ("ENOMEM", 12), ("EACCES", 13),
        ("ENODEV", 19), ("EAGAIN", 11),
    ]
    private static let modes = ["1920x1080@60", "1280x720@50", "3840x2160@30", "3840x2160@60", "800x600@75"]

    init(_ seed: UInt64) throws {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        // In some there is always something to draw, so that flips are under way when things happen.
        isMoving = Int.random(in: 0..<40, using: &random) == 0
        let moving = Show(pictures: ["a", "b"], duration: .milliseconds(400), transition: .milliseconds(300))
        let still = Show(pictures: ["a"], duration: .seconds(5), transition: .seconds(1))
        let connectors = Self.connectors(&random)
        stage = try Stage(
            connectors, crtcCount: Int.random(in: 1...4, using: &random), settings: Self.settings(&random),
            show: isMoving ? moving : still, clock: Self.day, prepare: Self.hardware(&random))
        if Bool.random(using: &random) {
            try stage.add(
                Self.connectors(&random), crtcCount: Int.random(in: 1...4, using: &random),
                prepare: Self.hardware(&random))
        }
        self.random = random
    }

    private static func connectors(_ random: inout SplitMix64) -> [HeadlessConnector] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            // Half of them may have signals that are scrambled.
            HeadlessConnector(type: Bool.random(using: &random) ? .hdmiA : .virtual)
        }
    }

    /// A quarter of the devices have no atomic modesetting.
    private static func hardware(_ random: inout SplitMix64) -> (HeadlessDevice) -> Void {
        let isAtomic = Int.random(in: 0..<4, using: &random) != 0
        return { $0.hardware.isAtomic = isAtomic }
    }

    private static let day = WallClock(origin: WallTime(seconds: 1_800_000_000))
    private static let night = WallClock(origin: WallTime(seconds: 1_800_000_000 + 16 * 3600))

    /// Half of the time some screens are off at night.
    private static func settings(_ random: inout SplitMix64) -> EngineSettings {
        var output = OutputConfiguration()
        output.power = 0
        let pattern = ["*", "*-1", "none", "none"][Int.random(in: 0..<4, using: &random)]
        let rule = OutputConfigurations.Rule(OutputMatch(connector: TextPattern(pattern)), output)
        var settings = EngineSettings(configurations: OutputConfigurations(rules: [rule]))
        let times = [DailyWindow(text: "7:00-22:00")].compactMap(\.self)
        settings.power = [PowerRule([Schedule(times: times, zone: .utc)])]
        return settings
    }

    mutating func play() throws {
        for _ in 0..<Int.random(in: 5...40, using: &random) { script.append(try step()) }
        script.append("then it stops")
        stage.switchSession(away: false)
        stage.director.clockSet(Self.day, now: stage.now)
        for seat in stage.seats {
            try stage.bringBack(seat)
            seat.device.hardware.memory = nil
            // Monitors that gave no EDID are asked many times.
            if seat.device.hardware.probeTime != nil { seat.device.hardware.probeTime = .milliseconds(300) }
            // Whatever changed without a word is told of at last.
            seat.slot?.connectorsChanged(now: stage.now)
        }
        // Refusals that are still to come each cost a try, and tries become rarer.
        stage.run(for: .seconds(isMoving ? 60 : 240))
        for seat in stage.seats { try check(seat) }
        stage.close()
        for seat in stage.seats { #expect(seat.renderer.adopted.isEmpty, note) }
    }

    private var note: Comment {
        let devices = stage.seats.map { seat in
            "\(seat.device.connectorIDs.count) connectors, \(seat.device.crtcIDs.count) CRTCs"
                + (seat.device.hardware.isAtomic ? "" : ", not atomic")
        }
        return "VITRINE_SEEDS=\(seed) plays it again: \(devices)\n\(script.joined(separator: "\n"))\n\(stage.story)"
    }

    private func check(_ seat: Stage.Seat) throws {
        let device = seat.device
        let connected = Set(device.connectorIDs.filter(device.isPlugged))
        let lit = stage.litConnectors(seat)
        #expect(lit.isSubset(of: connected), note)
        #expect(device.violations == [], note)
        guard let keeper = seat.slot?.keeper else {
            // Not to be had for now; that is on record, and it is tried again.
            #expect(seat.slot?.attempts.waiting != nil && seat.slot?.nextDeadline != nil, note)
            return
        }
        #expect(lit.count == min(connected.count, device.crtcIDs.count), note)
        #expect(seat.renderer.adopted.count == lit.count * SwapChain.count, note)
        for renderer in seat.renderers.dropLast() { #expect(renderer.adopted.isEmpty, note) }
        #expect(keeper.screens.allSatisfy { $0.phase == .lit && (isMoving || $0.flips.pending == nil) }, note)
        #expect(keeper.retired.isEmpty, note)
        for status in keeper.status {
            if case .dark(let reason, _) = status.state { #expect(!reason.isEmpty, note) }
        }
    }

    /// Does one thing, and says what.
    private mutating func step() throws -> String {
        let seat = stage.seats[Int.random(in: 0..<stage.seats.count, using: &random)]
        let device = seat.device
        let connector = device.connectorIDs[Int.random(in: 0..<device.connectorIDs.count, using: &random)]
        let notice: HeadlessDevice.Notice = Int.random(in: 0..<4, using: &random) == 0 ? .silent : .loud
        let place = "\(device.path) \(connector)\(notice == .silent ? " silently" : "")"
        switch Int.random(in: 0..<34, using: &random) {
        case 0...3:
            let text = pick(Self.modes)
            device.plug(connector, try HeadlessMonitor(text), notice)
            return "plug \(place) \(text)"
        case 4, 5:
            device.unplug(connector, notice)
            return "unplug \(place)"
        case 6:
            let texts = [pick(Self.modes), pick(Self.modes)]
            device.setModes(connector, try texts.flatMap { try HeadlessMonitor($0).modes }, notice)
            return "modes \(place) \(texts)"
        case 7:
            let edid = [UInt8](repeating: UInt8.random(in: 0...3, using: &random), count: pick([0, 1, 128]))
            device.setEDID(connector, edid, notice)
            return "EDID \(place) of \(edid.count) bytes"
        case 8...10:
            let error = pick(Self.codes)
            let operations: [(String, HeadlessDevice.Operation)] = [
                ("test", .commit(.test(.modeset))), ("modeset", .commit(.modeset)), ("flip", .commit(.flip)),
                ("snapshot", .snapshot), ("makeBuffer", .makeBuffer), ("readEvents", .readEvents),
            ]
            let operation = pick(operations)
            let times = Int.random(in: 1...3, using: &random)
            device.inject(error.code, for: operation.1, count: times)
            return "inject \(error.name) \(times) times into \(operation.0) of \(device.path)"
        case 11:
            device.loseNextFlipEvents(Int.random(in: 1...2, using: &random))
            return "lose flip events of \(device.path)"
        case 12:
            device.duplicateNextFlipEvents(1)
            return "duplicate a flip event of \(device.path)"
        case 13:
            device.delayNextFlipEvents(1, by: .milliseconds(Int.random(in: 1...1500, using: &random)))
            return "delay a flip event of \(device.path)"
        case 14:
            device.breakLink(connector)
            return "break the link of \(place)"
        case 15:
            stage.switchSession(away: !stage.isPaused)
            return "session \(stage.isPaused ? "away" : "back")"
        case 16:
            if device.isRemoved {
                try stage.bringBack(seat)
                return "\(device.path) is back"
            }
            stage.remove(seat, notice)
            return "\(device.path) is removed\(notice == .silent ? " silently" : "")"
        case 17:
            seat.renderer.loseContext()
            return "the GPU of \(device.path) is reset"
        case 18:
            stage.pictures.broken.formSymmetricDifference([pick(["a", "b"])])
            return "broken from now on: \(stage.pictures.broken.sorted())"
        case 19:
            stage.pictures.endless.formSymmetricDifference([pick(["a", "b"])])
            return "endless from now on: \(stage.pictures.endless.sorted())"
        case 20, 21:
            let isNight = Bool.random(using: &random)
            stage.director.clockSet(isNight ? Self.night : Self.day, now: stage.now)
            return isNight ? "night" : "day"
        case 22:
            let call = pick([BlindRenderer.Call.createPicture, .draw, .adopt])
            let times = Int.random(in: 1...8, using: &random)
            seat.renderer.fail(call, count: times)
            return "\(call) fails \(times) times on \(device.path)"
        case 23:
            device.hardware.memory = pick([nil, 2, 8, 20, 70]).map { $0 << 20 }
            return "memory of \(device.path): \(device.hardware.memory.map(String.init) ?? "enough")"
        case 24, 25:
            let times: [Duration?] = [nil, .zero, .milliseconds(70), .seconds(2)]
            device.hardware.modesetTime = pick(times)
            return "modesets of \(device.path) take \(device.hardware.modesetTime.map { "\($0)" } ?? "no time")"
        case 26:
            let times: [Duration?] = [nil, .milliseconds(300), .seconds(30)]
            device.hardware.probeTime = pick(times)
            return "probes of \(device.path) take \(device.hardware.probeTime.map { "\($0)" } ?? "no time")"
        case 27:
            // To a screen that had just this monitor it is a pulse.
            stage.namesHotPlugs = Bool.random(using: &random)
            device.unplug(connector)
            device.plug(connector, try HeadlessMonitor("3840x2160@60"))
            return "pulse \(place)"
        default:
            let milliseconds = Int.random(in: 1...900, using: &random)
            stage.run(for: .milliseconds(milliseconds))
            return "wait \(milliseconds) ms"
        }
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }
}
