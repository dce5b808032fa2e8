import Foundation
import LinuxSystem
import Testing

@testable import SeatSession

/// The program with each kind of session that needs no display device, and the signals that its manual documents.
@Suite struct SignalTests {
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case none, seat, headless

        var options: [String] {
            switch self {
            case .none: ["--seat", "none", "--device", "/dev/dri/nothing"]
            case .seat: ["--seat", "libseat", "--device", "/dev/dri/nothing"]
            case .headless: ["--backend", "headless", "--outputs", "64x64@60"]
            }
        }
        /// What it says when it plays.
        var sign: String { self == .headless ? "shows" : "waiting for one" }
        var testDescription: String { "\(self)" }
    }

    /// A child that is killed when the test ends.
    private final class Player {
        private let process = Process()
        private let messages = Pipe()
        private let daemon: ScriptedSeatd?
        private(set) var log = ""
        private static let picture = URL(filePath: #filePath)
            .appending(path: "../../../Sources/Content/BuiltInContent/picture.png").standardized

        init(_ kind: Kind, _ options: String...) throws {
            daemon = kind == .seat ? try ScriptedSeatd(greeting: [.seatOpened, .enableSeat], isAnnounced: false) : nil
            let programs = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            process.executableURL = URL(filePath: programs).deletingLastPathComponent().appending(path: "vitrine")
            process.arguments = kind.options + options + ["--log-level", "trace", Self.picture.path]
            var environment = ProcessInfo.processInfo.environment
            environment["LIBSEAT_BACKEND"] = "seatd"
            environment["SEATD_SOCK"] = daemon?.path
            process.environment = environment
            process.standardError = messages
            try process.run()
        }

        var identifier: Int32 { process.processIdentifier }

        /// Reads its messages until one contains a text, or it ends.
        func wait(for text: String) -> Bool {
            while !log.contains(text) {
                let bytes = messages.fileHandleForReading.availableData
                if bytes.isEmpty { return false }
                log += String(decoding: bytes, as: UTF8.self)
            }
            return true
        }

        /// How it ended: the exit status, or a signal as a negative number.
        func end() -> Int32 {
            process.waitUntilExit()
            daemon?.stop()
            return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    }

    /// Of each thread, the signals that it blocks.
    private func masks(of process: Int32) throws -> [UInt64] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").map { thread in
            let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
            return try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
        }
    }

    @Test(arguments: Kind.allCases) func everyThreadBlocksEverySignalThatIsHandled(kind: Kind) throws {
        let player = try Player(kind)
        try #require(player.wait(for: kind.sign), "\(player.log)")
        let masks = try masks(of: player.identifier)
        #expect(kind != .seat || masks.count >= 2)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] + seatSignals {
            #expect(masks.allSatisfy { $0 & 1 << UInt64(number - 1) != 0 }, "signal \(number) is open: \(masks)")
        }
        kill(player.identifier, SIGTERM)
        #expect(player.end() == 0)
    }

    @Test(arguments: Kind.allCases) func aQuestionForTheStateDoesNotEndIt(kind: Kind) throws {
        let player = try Player(kind)
        try #require(player.wait(for: kind.sign), "\(player.log)")
        for _ in 0..<10 { kill(player.identifier, SIGUSR1) }
        kill(player.identifier, SIGTERM)
        #expect(player.end() == 0, "\(player.log)")
    }

    @Test(arguments: Kind.allCases, [SIGTERM, SIGINT, SIGHUP]) func itEndsInPeace(kind: Kind, number: Int32) throws {
        let player = try Player(kind)
        try #require(player.wait(for: kind.sign), "\(player.log)")
        kill(player.identifier, number)
        #expect(player.end() == 0, "\(player.log)")
    }

    @Test func theFirstLinesSayWhatPlaysAndHowToStop() throws {
        let player = try Player(.none)
        try #require(player.wait(for: "waiting for one"))
        let lines = player.log.split(separator: "\n").prefix(2)
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("vitrine: plays ") && lines[0].hasSuffix(" (1 picture)"), "\(lines[0])")
        #expect(
            lines[1].hasPrefix("vitrine: to stop: ") && lines[1].hasSuffix("'kill \(player.identifier)'"), "\(lines[1])"
        )
        kill(player.identifier, SIGTERM)
        #expect(player.end() == 0)
    }

    @Test func unattendedIgnoresInterrupts() throws {
        let player = try Player(.none, "--unattended")
        try #require(player.wait(for: "waiting for one"), "\(player.log)")
        for number in [SIGINT, SIGQUIT, SIGTSTP] { kill(player.identifier, number) }
        kill(player.identifier, SIGTERM)
        #expect(player.end() == 0, "\(player.log)")
        #expect(!player.log.contains("to stop"))
    }
}
