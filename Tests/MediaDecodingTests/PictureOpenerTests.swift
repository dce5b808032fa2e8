import Dispatch
import Paths
import Synchronization
import Testing
import Timing

@testable import MediaDecoding

/// Files on shares that are gone.
@Suite struct PictureOpenerTests {
    private func request(_ name: String = "quarters.png") throws -> PictureRequest {
        try PictureRequest(path: fixture(name), boxWidth: 32, boxHeight: 24)
    }

    @Test("a file that never opens costs no other file, and is given up")
    func neverOpens() throws {
        let share = DispatchSemaphore(value: 0)
        defer { for _ in 0..<20 { share.signal() } }
        let gone: FilePath = "/share/gone.png"
        let bench = try Bench(open: { request in
            if request.path == gone { share.wait() }
            return PictureOpener.open(request)
        })
        let now = MonotonicTime.now
        let missing = bench.client.submit(
            PictureRequest(path: gone, boxWidth: 1, boxHeight: 1), due: .zero, now: now)
        // Due later than the one that does not open.
        let other = try bench.client.submit(request(), due: now, now: now)
        #expect(try bench.run { !$0.isEmpty }.map(\.id) == [other])
        #expect(bench.client.nextDeadline == now + .seconds(20))
        let outcomes = bench.client.advance(now: now + .seconds(20))
        #expect(outcomes.map(\.id) == [missing])
        let message = "/share/gone.png: took longer than 20 s to open; is it on a disk or share that is gone?"
        #expect(throws: DecodingFailure(.unanswered, message)) { try outcomes.first?.result.get() }
    }

    @Test("a file that hangs is not opened once more however often it is asked for, and fails when it did first")
    func hangsForAll() throws {
        let (share, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let opened = Mutex(0)
        let bench = try Bench(open: { request in
            opened.withLock { $0 += 1 }
            begun.signal()
            share.wait()
            return PictureOpener.open(request)
        })
        let now = MonotonicTime.now
        for second in 0..<30 {
            let now = now + .seconds(second)
            let id = try bench.client.submit(request(), due: now + .seconds(1), now: now)
            let outcomes = bench.client.advance(now: now)
            #expect(outcomes.map(\.id) == (second < 20 ? [] : [id]))
            bench.client.cancel(id)
        }
        begun.wait()
        #expect(bench.client.lateAnswers == 0)
        share.signal()
        share.signal()
        let again = try bench.client.submit(request(), due: .zero, now: now + .seconds(30))
        #expect(try bench.run { !$0.isEmpty }.map(\.id) == [again])
        #expect(bench.client.lateAnswers == 1)
        #expect(opened.withLock { $0 } <= 2)
    }

    @Test("while files of a share do not open, no more of it are tried, and those on other disks open")
    func manyNeverOpen() throws {
        let (share, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hanging = Mutex(0)
        defer { for _ in 0..<hanging.withLock({ $0 }) { share.signal() } }
        let bench = try Bench(open: { request in
            if request.path.isIn("/share") {
                hanging.withLock { $0 += 1 }
                begun.signal()
                share.wait()
            }
            return PictureOpener.open(request)
        })
        var now = MonotonicTime.now
        for number in 0..<40 {
            _ = bench.client.submit(
                PictureRequest(path: FilePath("/share/\(number).png"), boxWidth: 1, boxHeight: 1), due: .zero, now: now)
        }
        var outcomes: [DecodingOutcome] = []
        while outcomes.count < 40 {
            now = max(now, try #require(bench.client.nextDeadline))
            outcomes += bench.client.advance(now: now)
        }
        let refused = outcomes.filter { outcome in
            if case .failure(let failure) = outcome.result {
                failure.message.contains("not opened while other files there do not open")
            } else {
                false
            }
        }
        for _ in 0..<4 { begun.wait() }
        #expect(refused.count == 36)
        let other = try bench.client.submit(request(), due: now, now: now)
        #expect(try bench.run { !$0.isEmpty }.map(\.id) == [other])
        #expect(hanging.withLock { $0 } == 4)
    }
}
