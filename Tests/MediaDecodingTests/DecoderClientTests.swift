import Foundation
import Glibc
import LinuxEvents
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
        #expect(bench.client.confinement == .systemCallFilter)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8).split(separator: "\n")
        #expect(status.contains("Seccomp:\t2"))
        #expect(status.contains("NoNewPrivs:\t1"))
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

    @Test("a process that hangs is replaced when the time is up")
    func hang() throws {
        let bench = try Bench()
        let process = try bench.ready()
        kill(process, SIGSTOP)
        let start = MonotonicTime.now
        let id = try bench.client.submit(request(), due: .zero, now: start)
        #expect(bench.client.nextDeadline == start + .seconds(20))
        #expect(bench.client.advance(now: start + .milliseconds(19_999)).isEmpty)
        let outcomes = bench.client.advance(now: start + .seconds(20))
        #expect(outcomes.map(\.id) == [id])
        let path = try fixture("quarters.png")
        #expect(throws: DecodingFailure(.tookTooLong, "\(path): took longer than 20 s to decode")) {
            try outcomes[0].result.get()
        }
        #expect(try bench.picture(request()).width == 32)
        #expect(bench.client.processIdentifier != process)
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
        let missing = bench.submit(PictureRequest(path: "/nowhere", boxWidth: 1, boxHeight: 1))
        bench.client.cancel(missing)
        #expect(bench.client.advance(now: .now).isEmpty)
        #expect(bench.client.nextDeadline == nil)
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
                for name in ["quarters.png", "quarters.jpg", "truncated.png"] {
                    _ = try bench.decode(PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24))
                    kill(try bench.ready(), SIGKILL)
                    try bench.ready()
                }
                counts.append(try descriptors())
            }
            // A client that works holds its own few and no more with time; one that went holds none.
            #expect(Set(counts).count == 1, "\(counts)")
            #expect(waitpid(-1, nil, WNOHANG) == -1, "a child was left")
        }
    }

    @Test("the process's memory does not grow with the pictures it has decoded", .timeLimit(.minutes(10)))
    func memory() throws {
        let bench = try Bench()
        let process = try bench.ready()
        func pages() throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
            return try #require(Int(text.split(separator: " ")[1]))
        }
        let names = ["quarters.jpg", "half-red.png", "lossy.webp", "orientation-6.jpg", "profile.png", "truncated.gif"]
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
