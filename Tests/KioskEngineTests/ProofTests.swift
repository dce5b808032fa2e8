import DisplayPlanning
import HeadlessDisplay
import Testing
import Timing

@testable import KioskEngine
@testable import Presentation
@testable import ScreenKeeping

/// The proof of life that a watchdog is fed with: page flips of every lit screen, also where nothing changes.
@Suite struct ProofTests {
    private func stage(_ outputs: String) throws -> (Stage, ScreenKeeper) {
        let stage = try Stage(try HeadlessMonitor.list(outputs).map { HeadlessConnector($0) })
        stage.run(for: .seconds(1))
        return (stage, try #require(stage.keeper))
    }

    @Test func aStillScreenFlipsOnceForEachProof() throws {
        let (stage, keeper) = try stage("1920x1080@60,1280x720@60")
        let (before, drawn) = (keeper.screens.map(\.frames), stage.renderer.frames)
        for proof in 1...3 {
            keeper.askForProof()
            #expect(!keeper.isProven)
            stage.run(for: .seconds(1))
            #expect(keeper.isProven)
            #expect(keeper.screens.map(\.frames) == before.map { $0 + proof })
        }
        #expect(stage.renderer.frames == drawn, "nothing is drawn for it")
        #expect(stage.device.violations == [])
    }

    /// The kernel takes the frame and tells nothing: that is what the watchdog's ladder is for, and no proof.
    @Test func aFlipThatIsNotToldProvesNothing() throws {
        let (stage, keeper) = try stage("1920x1080@60")
        stage.device.loseNextFlipEvents(1)
        keeper.askForProof()
        stage.run(for: .milliseconds(900))
        #expect(!keeper.isProven)
        stage.run(for: .seconds(2))
        #expect(keeper.isProven, "\(stage.story)")
        #expect(stage.story.contains("no page flip"))
    }

    @Test func oneSilentScreenIsEnoughToWithholdIt() throws {
        let (stage, keeper) = try stage("1920x1080@60,1280x720@60")
        keeper.askForProof()
        stage.device.loseNextFlipEvents(1)
        stage.run(for: .milliseconds(900))
        #expect(!keeper.isProven)
    }

    @Test func whatIsNotOursOwesNothing() throws {
        let (stage, keeper) = try stage("1920x1080@60")
        stage.switchSession(away: true)
        keeper.askForProof()
        #expect(keeper.isProven)
        stage.switchSession(away: false)
        stage.run(for: .seconds(1))
        #expect(keeper.isProven)
    }

    @Test func aScreenThatIsPulledOwesNothing() throws {
        let (stage, keeper) = try stage("1920x1080@60,1280x720@60")
        stage.device.loseNextFlipEvents(2)
        keeper.askForProof()
        stage.run(for: .milliseconds(100))
        #expect(!keeper.isProven)
        for connector in stage.litConnectors { stage.device.unplug(connector) }
        stage.run(for: .seconds(2))
        #expect(keeper.isProven, "\(stage.story)")
    }
}
