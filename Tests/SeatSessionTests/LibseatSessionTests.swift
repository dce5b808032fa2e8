import Foundation
import LinuxSystem
import Testing

@testable import SeatSession

/// The real libseat with a scripted daemon; opening devices is tested in the rig, with the real one. One test at a time,
/// because libseat is told of its daemon by the environment.
@Suite(.serialized) struct LibseatSessionTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    private func session(limit: Duration = .seconds(20)) throws -> LibseatSession {
        try LibseatSession(backend: "seatd", limit: limit, on: loop) { _ in }
    }

    /// Turns the loop until something has come to pass, or fails.
    private func turn(until isDone: () -> Bool) throws {
        for _ in 0..<20 where !isDone() { try loop.turn(waitingAtMost: .seconds(5)) }
        #expect(isDone())
    }

    @Test func isActiveWhenTheSeatSaysSo() throws {
        let daemon = try ScriptedSeatd(greeting: [.seatOpened])
        let session = try session()
        #expect(session.name == "libseat seat0")
        #expect(!session.isActive)
        #expect(throws: SystemError("open", "/dev/dri/card0", code: EACCES)) { _ = try session.open("/dev/dri/card0") }
        daemon.send(.enableSeat)
        try turn { session.isActive }
        daemon.stop()
        session.end()
    }

    @Test func acknowledgesWhenTheOwnerHasStoppedAndNotBefore() throws {
        let daemon = try ScriptedSeatd(greeting: [.seatOpened, .enableSeat])
        let session = try session()
        var acknowledge: (() -> Void)?
        var resumed = 0
        session.onPause = { acknowledge = $0 }
        session.onResume = { resumed += 1 }
        try turn { session.isActive }
        daemon.send(.disableSeat)
        try turn { acknowledge != nil }
        #expect(!session.isActive && !daemon.hasMessage)
        acknowledge?()
        #expect(daemon.receive() == .disableSeat)
        let before = resumed
        daemon.send(.enableSeat)
        try turn { session.isActive }
        #expect(resumed == before + 1)
        daemon.stop()
        session.end()
    }

    @Test func isLostWhenTheDaemonGoes() throws {
        let daemon = try ScriptedSeatd(greeting: [.seatOpened, .enableSeat])
        let session = try session()
        var lost: [SystemError] = []
        session.onLost = { lost.append($0) }
        try turn { session.isActive }
        daemon.stop()
        try turn { !lost.isEmpty }
        #expect(lost.count == 1 && !session.isActive)
        session.end()
        #expect(lost.count == 1)
    }

    @Test func isLostWhenTheDaemonHangs() throws {
        let daemon = try ScriptedSeatd(greeting: [.seatOpened, .enableSeat])
        defer { daemon.stop() }
        // Long enough for the daemon's thread to greet on a busy machine; opening the device takes all of it.
        let session = try session(limit: .seconds(5))
        var lost: [SystemError] = []
        session.onLost = { lost.append($0) }
        try turn { session.isActive }
        let late = SystemError("libseat_open_device", "/dev/dri/card0", code: ETIMEDOUT)
        #expect(throws: late) { _ = try session.open("/dev/dri/card0") }
        #expect(lost == [late] && !session.isActive)
        session.end()
    }

    @Test func doesNotWaitForADaemonThatDoesNotAnswer() throws {
        let daemon = try ScriptedSeatd(greeting: [])
        defer { daemon.stop() }
        #expect(throws: SeatRefusal(SystemError("libseat_open_seat", code: ETIMEDOUT))) {
            _ = try session(limit: .milliseconds(20))
        }
    }

    @Test func saysWhyThereIsNone() {
        unsafe setenv("SEATD_SOCK", "/nowhere/seatd.sock", 1)
        defer { unsafe unsetenv("SEATD_SOCK") }
        #expect(throws: SeatRefusal(SystemError("libseat_open_seat", code: ENOENT))) { _ = try session() }
        #expect(ProcessInfo.processInfo.environment[Libseat.variable] == nil)
    }
}
