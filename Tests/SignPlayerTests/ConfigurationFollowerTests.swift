import Foundation
import LinuxSystem
import Paths
import StatusFile
import Synchronization
import Testing

@testable import SignPlayer

/// The configuration's file, which changes, and which may be on a share that does not answer.
@Suite struct ConfigurationFollowerTests {
    @Test func anotherGoodConfigurationStartsAfresh() throws {
        let sign = try Sign()
        try sign.write("config.yaml", "first")
        let checks = Atomic(0)
        let changes = Atomic(0)
        let log = Log(level: .error) { _ in }
        let path = sign.path("config.yaml")
        let text: @Sendable () -> [UInt8]? = { FileManager.default.contents(atPath: path).map(Array.init) }
        let follower = try ConfigurationFollower(
            FilePath(path), known: Array("first".utf8), current: 1, on: sign.loop, log,
            reader: .init(
                text: text,
                load: {
                    checks.add(1, ordering: .relaxed)
                    if text() != Array("third".utf8) { throw FileProblem(lines: ["bad"], status: 78) }
                    return 3
                }),
            check: { #expect($0 == 3) },
            .init(
                onChange: { changes.add(1, ordering: .relaxed) },
                onMistakes: { lines in
                    #expect(lines == ["bad"])
                    sign.service?.configuration?.isBroken(by: lines)
                }, onDelay: { _ in }))
        try sign.write("menu.yaml", sign.red)
        sign.step("lit, with nothing wrong", when: { sign.status?.summary == "1 screen lit" }) {
            sign.service?.configuration = .init(path: path)
            try sign.write("config.yaml", "second")
        }
        sign.step("the bad one is told of", when: { sign.status?.configuration?.mode == .former }) {
            #expect(sign.status?.problems.contains("bad") == true)
            try sign.write("config.yaml", "third")
        }
        sign.step("the good one was read", when: { changes.load(ordering: .relaxed) == 1 })
        try sign.play("menu.yaml")
        withExtendedLifetime(follower) {}
        #expect(checks.load(ordering: .relaxed) == 2 && changes.load(ordering: .relaxed) == 1)
    }

    /// A time zone's rules, or holidays.
    @Test func anotherFileOfTheConfigurationStartsAfresh() throws {
        let sign = try Sign()
        try sign.write("config.yaml", "first")
        try sign.write("holidays.ics", "1")
        let loads = Atomic(0)
        let changes = Atomic(0)
        let holidays = sign.path("holidays.ics")
        let follower = try ConfigurationFollower(
            FilePath(sign.path("config.yaml")), known: Array("first".utf8), current: Array("1".utf8),
            others: [FilePath(holidays)], on: sign.loop, Log(level: .error) { _ in },
            reader: .init(
                text: { Array("first".utf8) },
                load: {
                    loads.add(1, ordering: .relaxed)
                    return FileManager.default.contents(atPath: holidays).map(Array.init) ?? []
                }),
            check: { _ in },
            .init(onChange: { changes.add(1, ordering: .relaxed) }, onMistakes: { _ in }, onDelay: { _ in }))
        try sign.write("menu.yaml", sign.red)
        sign.step("it was read once it was watched", when: { loads.load(ordering: .relaxed) >= 1 }) {
            #expect(changes.load(ordering: .relaxed) == 0)
            try sign.write("holidays.ics", "2")
        }
        sign.step("the other days were read", when: { changes.load(ordering: .relaxed) == 1 })
        try sign.play("menu.yaml")
        withExtendedLifetime(follower) {}
    }
    /// The thread that reads hangs as it does in the kernel's uninterruptible sleep.
    @Test func aShareThatHangsStopsNothingAndIsSaid() throws {
        let sign = try Sign()
        try sign.write("config.yaml", "first")
        let share = HangingShare()
        defer { share.comeBack() }
        let changes = Atomic(0)
        let path = sign.path("config.yaml")
        let follower = try ConfigurationFollower(
            FilePath(path), known: Array("first".utf8), current: 1, on: sign.loop, Log(level: .error) { _ in },
            patience: .milliseconds(200),
            reader: .init(
                text: {
                    share.wait()
                    return Array("second".utf8)
                }, load: { 2 }),
            check: { _ in },
            .init(
                onChange: { changes.add(1, ordering: .relaxed) }, onMistakes: { _ in },
                onDelay: { sign.service?.configurationDelay = $0 }))
        try sign.write("menu.yaml", sign.red)
        let isSaid = { sign.status?.problems.contains { $0.hasPrefix("\(path): no answer within") } == true }
        sign.step("lit", when: { sign.status?.summary == "1 screen lit" }) {
            sign.service?.configuration = .init(path: path)
        }
        sign.step("it is said", when: isSaid) {
            #expect(sign.status?.configuration?.mode == .current)
            // The loop goes on: a playlist is followed meanwhile.
            try sign.write("menu.yaml", sign.blue)
        }
        sign.step(untilLogged: "menu.yaml: changed; the new playlist plays") {
            #expect(isSaid() && changes.load(ordering: .relaxed) == 0)
            share.comeBack()
        }
        sign.step("what it says is taken", when: { changes.load(ordering: .relaxed) == 1 })
        sign.step("nothing is wrong any more", when: { sign.status?.problems == [] })
        try sign.play("menu.yaml")
        withExtendedLifetime(follower) {}
    }
}
