import Dispatch
import Paths
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

    @Test("while many files do not open, no more threads are made for others")
    func manyNeverOpen() throws {
        let share = DispatchSemaphore(value: 0)
        defer { for _ in 0..<50 { share.signal() } }
        let bench = try Bench(open: { request in
            share.wait()
            return PictureOpener.open(request)
        })
        var now = MonotonicTime.now
        for number in 0..<40 {
            _ = bench.client.submit(
                PictureRequest(path: "/share/\(number).png", boxWidth: 1, boxHeight: 1), due: .zero, now: now)
        }
        var outcomes: [DecodingOutcome] = []
        while outcomes.count < 40 {
            now = max(now, try #require(bench.client.nextDeadline))
            outcomes += bench.client.advance(now: now)
        }
        let refused = outcomes.filter { outcome in
            if case .failure(let failure) = outcome.result {
                failure.message.contains("16 other files do not open")
            } else {
                false
            }
        }
        #expect(refused.count == 24)
    }
}
