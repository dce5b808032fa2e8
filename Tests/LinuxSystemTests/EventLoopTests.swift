import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@Suite struct EventLoopTests {
    private struct Pipe: ~Copyable {
        let read: OwnedDescriptor
        let write: OwnedDescriptor

        init() throws {
            var ends: [Int32] = [0, 0]
            try systemCall("pipe") { unsafe pipe(&ends) }
            read = OwnedDescriptor(adopting: ends[0])
            write = OwnedDescriptor(adopting: ends[1])
        }
    }

    private func write(_ descriptor: borrowing OwnedDescriptor) {
        var byte: UInt8 = 1
        _ = unsafe Glibc.write(descriptor.rawValue, &byte, 1)
    }

    @Test func readableDescriptorsCallTheirHandlers() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        let number = pipe.read.rawValue
        var received = 0
        let watch = try loop.watch(number) {
            var byte: UInt8 = 0
            received += unsafe read(number, &byte, 1)
            loop.stop()
        }
        write(pipe.write)
        try loop.run()
        #expect(received == 1)
        watch.cancel()
    }

    @Test func aCancelledWatchIsSilentEvenIfItsEventWasFetched() throws {
        let loop = try EventLoop()
        let a = try Pipe()
        let b = try Pipe()
        var calls = 0
        var watches: [EventLoop.Watch] = []
        // Both are readable in the same turn; whichever comes first cancels both.
        for number in [a.read.rawValue, b.read.rawValue] {
            watches.append(
                try loop.watch(number) {
                    calls += 1
                    for watch in watches { watch.cancel() }
                })
        }
        write(a.write)
        write(b.write)
        try loop.turn(waitingAtMost: .zero)
        try loop.turn(waitingAtMost: .zero)
        #expect(calls == 1)
    }

    @Test func deadlinesFireInTurnAndOnce() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let now = EventLoop.now
        let first = loop.makeTimer { fired.append("first") }
        let second = loop.makeTimer {
            fired.append("second")
            loop.stop()
        }
        let never = loop.makeTimer { fired.append("never") }
        second.set(now + .milliseconds(2))
        never.set(now + .milliseconds(1))
        first.set(now - .seconds(1))
        never.clear()
        try loop.run()
        #expect(fired == ["first", "second"])
        #expect(first.time == nil)
    }

    @Test func aDeadlineMovesEarlierOnly() throws {
        let loop = try EventLoop()
        let timer = loop.makeTimer {}
        let now = EventLoop.now
        timer.setNoLater(than: now + .seconds(5))
        timer.setNoLater(than: now + .seconds(9))
        #expect(timer.time == now + .seconds(5))
        timer.setNoLater(than: now + .seconds(1))
        #expect(timer.time == now + .seconds(1))
    }

    /// Its handler may hold all that its owner has, which would live on with its threads and descriptors.
    @Test func whatASetDeadlineHoldsEndsWithItsOwner() throws {
        final class Held {}
        let loop = try EventLoop()
        weak var held: Held?
        do {
            let inner = Held()
            held = inner
            let owned = loop.makeTimer { withExtendedLifetime(inner) { loop.stop() } }
            owned.set(EventLoop.now + .milliseconds(1))
        }
        #expect(held == nil)
        try loop.turn(waitingAtMost: .milliseconds(10))
        // It does not fire either, and others do.
        let other = loop.makeTimer { loop.stop() }
        other.set(EventLoop.now)
        try loop.run()
        #expect(other.time == nil)
    }

    @Test func aTimerCanSetItselfAgain() throws {
        let loop = try EventLoop()
        var count = 0
        var timer: EventLoop.Deadline?
        timer = loop.makeTimer {
            count += 1
            if count == 3 { loop.stop() } else { timer?.set(.zero) }
        }
        timer?.set(.zero)
        try loop.run()
        #expect(count == 3)
    }

    @Test func messagesFromOtherThreadsArriveInOrder() async throws {
        let mailbox = try Mailbox<Int>()
        await Task.detached {
            for number in 1...3 { mailbox.post(number) }
        }.value
        let loop = try EventLoop()
        var received: [Int] = []
        let watch = try loop.watch(mailbox.rawDescriptor) {
            received += mailbox.take()
            loop.stop()
        }
        try loop.run()
        watch.cancel()
        #expect(received == [1, 2, 3])
        #expect(mailbox.take().isEmpty)
    }

    @Test func errorsNameTheCallAndTheObject() throws {
        let error = try #require(throws: SystemError.self) {
            _ = try OwnedDescriptor(opening: "/nonexistent/file", O_RDONLY)
        }
        #expect(error.code == ENOENT)
        #expect(error.description == "open /nonexistent/file: No such file or directory")
    }

    @Test func interruptedCallsAreMadeAgain() throws {
        var results: [Int32] = [-1, -1, 7]
        let result = try systemCall("test") {
            errno = EINTR
            return results.removeFirst()
        }
        #expect(result == 7)
    }

    @Test func anOwnedDescriptorIsClosedOnce() throws {
        func numberOfOneThatIsGone() throws -> Int32 {
            let pipe = try Pipe()
            return pipe.read.rawValue
        }
        let gone = try numberOfOneThatIsGone()
        #expect(fcntl(gone, F_GETFD) == -1)
        let pipe = try Pipe()
        let kept = try pipe.write.duplicate().release()
        #expect(fcntl(kept, F_GETFD) != -1)
        close(kept)
    }
}
