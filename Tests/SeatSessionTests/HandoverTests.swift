import LinuxSystem
import Testing
import Timing

@testable import SeatSession

@Suite struct HandoverTests {
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test func goesOnWhenTheOwnerHasStopped() {
        let handover = Handover(on: loop) { Issue.record("the owner has answered") }
        var acknowledge: (() -> Void)?
        var goneOn = 0
        handover.ask({ acknowledge = $0 }) { goneOn += 1 }
        #expect(goneOn == 0)
        acknowledge?()
        #expect(goneOn == 1)
        acknowledge?()
        #expect(goneOn == 1)
    }

    @Test func goesOnAtOnceWithoutAnOwner() {
        let handover = Handover(on: loop) { Issue.record("nobody was asked") }
        var goneOn = 0
        handover.ask(nil) { goneOn += 1 }
        #expect(goneOn == 1)
    }

    @Test func goesOnWithoutAnAnswerAfterTheLimit() throws {
        var (overdue, goneOn) = (0, 0)
        let handover = Handover(on: loop) { overdue += 1 }
        handover.ask({ _ in }) { goneOn += 1 }
        for _ in 0..<3 where goneOn == 0 { try loop.turn(waitingAtMost: .seconds(5)) }
        #expect(overdue == 1 && goneOn == 1)
    }

    @Test func aLateAnswerCountsForNothing() {
        let handover = Handover(on: loop) {}
        var answers: [() -> Void] = []
        var goneOn: [Int] = []
        handover.ask({ answers.append($0) }) { goneOn.append(1) }
        handover.ask({ answers.append($0) }) { goneOn.append(2) }
        #expect(goneOn == [1])
        answers[0]()
        #expect(goneOn == [1])
        answers[1]()
        #expect(goneOn == [1, 2])
    }
}
