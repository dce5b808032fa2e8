import Foundation
import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import MediaDecoding

/// What the client does when the process does not do what it should.
@Suite struct DecoderClientTests {
    private func request(_ name: String = "quarters.png") throws -> PictureRequest {
        try PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24)
    }

    @Test("the process is confined, and says so")
    func confinement() throws {
        let bench = try Bench()
        let process = try bench.ready()
        #expect([.systemCallFilter, .systemCallFilterAndLandlock].contains(bench.client.confinement))
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            let file = "/proc/\(process)/task/\(thread)/status"
            let status = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(status.contains("Seccomp:\t2"))
            #expect(status.contains("NoNewPrivs:\t1"))
        }
        let score = try String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
        #expect(Int(score.trimmingCharacters(in: .newlines)) == 900)
        #expect(getpriority(Int32(PRIO_PROCESS.rawValue), id_t(process)) == 19)
        #expect(getpgid(process) == process)
    }

    @Test(
        "a process that dies costs what it was decoding, and nothing else",
        arguments: [
            (SIGSEGV, "crashed with SIGSEGV"), (SIGKILL, "was killed by SIGKILL (out of memory?)"),
            (SIGSYS, "was stopped by its system call filter (SIGSYS)"),
        ])
    func death(signal: Int32, story: String) throws {
        let bench = try Bench()
        let process = try bench.ready()
        kill(process, SIGSTOP)
        let first = try bench.submit(request())
        let second = try bench.submit(request("quarters.webp"))
        kill(process, signal)
        kill(process, SIGCONT)
        let outcomes = try bench.run { $0.count == 2 }
        #expect(outcomes.map(\.id) == [first, second])
        let path = try fixture("quarters.png")
        let failure = DecodingFailure(.decoderEnded, "\(path): the decoder \(story) while decoding it")
        #expect(throws: failure) { try outcomes[0].result.get() }
        #expect(try outcomes[1].result.get().quarters == [.red, .green, .blue, .white])
        #expect(bench.client.processIdentifier != process)
    }

    @Test("a process that dies while it has nothing to do is replaced")
    func idleDeath() throws {
        let bench = try Bench()
        _ = try bench.picture(request())
        let process = try bench.ready()
        kill(process, SIGKILL)
        _ = try bench.run { _ in bench.client.processIdentifier.map { $0 != process } ?? false }
        #expect(try bench.picture(request()).width == 32)
    }

    @Test("a process that hangs costs the others four seconds; its file is tried again after them, with more time")
    func hang() throws {
        let bench = try Bench()
        let process = try bench.ready()
        kill(process, SIGSTOP)
        let start = MonotonicTime.now
        let slow = try bench.submit(request(), due: .zero, now: start)
        let others = try ["quarters.webp", "quarters.jpg"].map { name in
            try bench.submit(request(name), due: start, now: start)
        }
        #expect(bench.client.nextDeadline == start + .seconds(4))
        #expect(bench.client.advance(now: start + .milliseconds(3_999)).isEmpty)
        #expect(bench.client.advance(now: start + .seconds(4)).isEmpty)
        // The test's clock is behind: deadlines of the rest are ahead of it.
        let outcomes = try bench.run { $0.count == 3 }
        #expect(outcomes.map(\.id) == others + [slow])
        #expect(outcomes.allSatisfy { (try? $0.result.get())?.width == 32 })
        #expect(bench.client.processIdentifier != process)
    }

    @Test("a file behind which nothing waits goes on, and is given up in the end")
    func tooLongAlone() throws {
        let bench = try Bench()
        let id = try bench.submit(request())
        kill(try bench.ready(orDecoding: true), SIGSTOP)
        var deadline = try #require(bench.client.nextDeadline)
        #expect(deadline > .now + .seconds(2) && deadline <= .now + .seconds(4))
        // A second at a time, to twenty in all; and one more, if it got to work before it was stopped.
        var outcomes: [DecodingOutcome] = []
        var steps = 0
        while outcomes.isEmpty {
            try #require(steps <= 17)
            outcomes = bench.client.advance(now: deadline)
            guard outcomes.isEmpty else { break }
            #expect(bench.client.nextDeadline == deadline + .seconds(1))
            deadline = deadline + .seconds(1)
            steps += 1
        }
        #expect(steps >= 16)
        #expect(outcomes.map(\.id) == [id])
        let path = try fixture("quarters.png")
        #expect(throws: DecodingFailure(.tookTooLong, "\(path): took longer than 20 s to decode")) {
            try outcomes.first?.result.get()
        }
    }

    @Test("what is due first is decoded first")
    func order() throws {
        let bench = try Bench()
        // The process is still starting: all of them wait.
        let ids = try [5, 3, 9, 3, 1].map { due in
            try bench.submit(request(), due: MonotonicTime(nanoseconds: due))
        }
        let outcomes = try bench.run { $0.count == 5 }
        #expect(outcomes.map(\.id) == [ids[4], ids[1], ids[3], ids[0], ids[2]])
    }

    @Test("of what is cancelled nothing is heard, whether it waits or is being decoded")
    func cancel() throws {
        let bench = try Bench()
        let process = try bench.ready()
        kill(process, SIGSTOP)
        let ids = try (0..<4).map { _ in try bench.submit(request()) }
        bench.client.cancel(ids[0])
        bench.client.cancel(ids[2])
        kill(process, SIGCONT)
        #expect(try bench.run { $0.count == 2 }.map(\.id) == [ids[1], ids[3]])
        let missing = bench.client.submit(
            PictureRequest(path: "/nowhere", boxWidth: 1, boxHeight: 1), due: .zero, now: .now)
        bench.client.cancel(missing)
        #expect(bench.client.advance(now: .now).isEmpty)
        #expect(bench.client.nextDeadline == nil)
    }

    @Test("cancelling what is being decoded ends its process, and the next file does not wait")
    func cancelSlow() throws {
        let bench = try Bench()
        let process = try bench.ready()
        kill(process, SIGSTOP)
        let slow = try bench.submit(request())
        let next = try bench.submit(request("quarters.webp"))
        bench.client.cancel(slow)
        #expect(try bench.run { !$0.isEmpty }.map(\.id) == [next])
        #expect(bench.client.processIdentifier != process)
    }

    @Test("after a file that broke in a library, and after many, the process is another one")
    func freshProcess() throws {
        var settings = DecoderClient.Settings()
        settings.filesPerProcess = 2
        let bench = try Bench(settings: settings)
        let first = try bench.ready()
        _ = try bench.failure(request("truncated.png"))
        let second = try bench.ready()
        #expect(second != first)
        _ = try bench.picture(request())
        #expect(try bench.ready() == second)
        _ = try bench.picture(request())
        #expect(try bench.ready() != second)
    }

    @Test("what the process writes is read in lines, cleaned, and not without end")
    func messages() throws {
        let script = """
            printf 'first\\033[2Jline\\nvitrine: error: forged\\rX\\n' >&2
            head -c 5000 /dev/zero | tr '\\0' x >&2; echo >&2
            while :; do echo more >&2; done
            """
        let client = try DecoderClient(settings: .init(), now: .now) { () throws(SystemError) in
            try DecoderProcess(starting: "/bin/sh", arguments: ["-c", script], over: PacketSocket.makePair())
        }
        var notices: [DecoderNotice] = []
        client.onNotice = { notices.append($0) }
        while !notices.contains(.silenced) {
            var event = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            try #require(unsafe poll(&event, 1, 10_000) == 1)
            _ = client.advance(now: .now)
            if client.processIdentifier == nil { break }
        }
        #expect(notices.prefix(2) == [.said("first [2Jline"), .said("vitrine: error: forged X")])
        #expect(notices.count > 2 && notices[2] == .said(String(repeating: "x", count: 300)))
        #expect(notices.count == 21 && notices.last == .silenced)
    }

    @Test("a program that is not there is an error at once")
    func missingProgram() throws {
        let failure = DecodingFailure(
            .decoderUnavailable, "the decoder /nowhere/decode cannot be started: No such file or directory")
        #expect(throws: failure) { try DecoderClient(executable: "/nowhere/decode", now: .zero) }
    }

    @Test("a program that never becomes ready is started ever more rarely, and the requests fail")
    func uselessProgram() throws {
        let client = try DecoderClient(executable: "/bin/false", now: .zero)
        var now = MonotonicTime.zero
        let id = try client.submit(request(), due: .zero, now: now)
        var pauses: [Duration] = []
        var outcomes: [DecodingOutcome] = []
        while outcomes.isEmpty {
            try #require(pauses.count < 9)
            var event = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&event, 1, 10_000) == 1)
            outcomes = client.advance(now: now)
            // Between two processes, time alone goes on.
            if client.processIdentifier == nil, let deadline = client.nextDeadline, outcomes.isEmpty {
                pauses.append(deadline - now)
                now = deadline
                outcomes = client.advance(now: now)
            }
        }
        #expect(pauses == [.milliseconds(100), .milliseconds(200)])
        #expect(outcomes.map(\.id) == [id])
        let path = try fixture("quarters.png")
        let message = "\(path): cannot be decoded: the decoder exited with status 1"
        #expect(throws: DecodingFailure(.decoderUnavailable, message)) { try outcomes[0].result.get() }
        // With nothing to do, nothing wakes the machine.
        #expect(client.nextDeadline == nil)
    }

    @Test("a process that does not start in time is given up")
    func slowStart() throws {
        let bench = try Bench { () throws(SystemError) in
            try DecoderProcess(starting: "/bin/sleep", arguments: ["1000"], over: PacketSocket.makePair())
        }
        let deadline = try #require(bench.client.nextDeadline)
        let process = bench.client.processIdentifier
        _ = bench.client.advance(now: deadline)
        _ = try bench.run { _ in bench.client.processIdentifier != process }
    }

    @Test("descriptors and processes do not pile up") func leaks() async {
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            var counts: [Int] = []
            for _ in 0..<3 {
                let bench = try Bench()
                for name in ["truncated.png", "quarters.png", "quarters.jpg"] {
                    _ = try bench.decode(PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24))
                    let former = try bench.ready()
                    kill(former, SIGKILL)
                    // The end of each is heard of.
                    _ = try bench.run { _ in
                        bench.client.processIdentifier != former && bench.client.doomed.isEmpty
                    }
                }
                // The last one had worked, so another one takes its place at once.
                try bench.ready()
                try withExtendedLifetime(bench) { counts.append(try descriptors()) }
            }
            // A client that works holds its own few and no more with time; one that went holds none.
            #expect(Set(counts).count == 1, "\(counts)")
            #expect(waitpid(-1, nil, WNOHANG) == -1, "a child was left")
        }
    }

    @Test("the process's memory does not grow with the pictures it has decoded", .timeLimit(.minutes(10)))
    func memory() throws {
        var settings = DecoderClient.Settings()
        settings.filesPerProcess = .max
        settings.firstTimeLimit = settings.timeLimit
        let bench = try Bench(settings: settings)
        let process = try bench.ready()
        func pages() throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
            return try #require(Int(text.split(separator: " ")[1]))
        }
        let names = ["quarters.jpg", "half-red.png", "lossy.webp", "orientation-6.jpg", "profile.png", "animated.gif"]
        func decode(_ count: Int) throws {
            for index in 0..<count {
                var request = try request(names[index % names.count])
                request.background = PacketTests.backgrounds[index / names.count % PacketTests.backgrounds.count]
                _ = try bench.decode(request)
            }
        }
        try decode(200)
        let early = try pages()
        try decode(1800)
        #expect(bench.client.processIdentifier == process)
        #expect(try pages() < early + early / 8 + 256, "\(early) pages after 200 pictures")
    }
}
