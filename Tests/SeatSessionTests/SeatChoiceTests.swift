import LinuxSystem
import Synchronization
import Testing

@testable import SeatSession

@Suite struct SeatChoiceTests {
    @Test func noneOpensFilesDirectly() throws {
        let said = Mutex<[SeatMessage]>([])
        let session = try openSeatSession(.none, on: EventLoop()) { message in said.withLock { $0.append(message) } }
        #expect(session.isActive)
        #expect(said.withLock { $0 } == [SeatMessage(.info, "session: none")])
        _ = try session.open("/dev/null")
        #expect(throws: SystemError("open", "/dev/nothing", code: 2)) { _ = try session.open("/dev/nothing") }
    }
}
