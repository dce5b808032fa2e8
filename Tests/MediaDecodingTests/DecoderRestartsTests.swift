import Paths
import Testing
import Timing

@testable import MediaDecoding

@Suite struct DecoderRestartsTests {
    @Test func afterWorkTheNextOneStartsAtOnce() {
        var restarts = DecoderRestarts()
        for _ in 1...5 {
            restarts.started()
            restarts.gotFile()
            #expect(restarts.pauseAfterEnd() == .zero)
            #expect(restarts.startsAtOnce && !restarts.isHopeless)
        }
    }

    @Test func afterStartsInVainItWaitsEverLonger() {
        var restarts = DecoderRestarts()
        let pauses = (1...9).map { _ in
            restarts.started()
            return restarts.pauseAfterEnd()
        }
        #expect(
            pauses == [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000].map { Duration.milliseconds($0) })
        #expect(restarts.isHopeless)
        restarts.started()
        restarts.gotFile()
        #expect(restarts.fileCount == 1)
        #expect(restarts.pauseAfterEnd() == .zero)
    }

    @Test func aSlowPictureGoesOnOnlyWhileNothingWaits() {
        let settings = DecoderClient.Settings()
        let request = PictureRequest(path: "slow.png", boxWidth: 1, boxHeight: 1)
        var job = DecodingJob(id: DecodingID(rawValue: 1), request: request, due: .zero)
        #expect(job.firstLimit(settings) == .seconds(4))
        for _ in 0..<10 { #expect(job.timeIsUp(settings, isAlone: true) == .goesOn(for: .seconds(1))) }
        var waiting = job
        #expect(waiting.timeIsUp(settings, isAlone: false) == .waitsBehindOthers)
        #expect(waiting.firstLimit(settings) == .seconds(20))
        #expect(waiting.timeIsUp(settings, isAlone: true) == .fails, "at its second attempt")
        for _ in 10..<16 { #expect(job.timeIsUp(settings, isAlone: true) == .goesOn(for: .seconds(1))) }
        #expect(job.timeIsUp(settings, isAlone: true) == .fails, "20 s in all")
    }

    /// A decoder that gets one hundredth of the processor is no slower than its file; one that hangs gets none.
    @Test func whatWaitsForTheProcessorGoesOn() {
        let settings = DecoderClient.Settings()
        let request = PictureRequest(path: "good.png", boxWidth: 1, boxHeight: 1)
        var job = DecodingJob(id: DecodingID(rawValue: 1), request: request, due: .zero)
        let before = Duration.seconds(70)
        func isUp(_ work: Duration) -> DecodingJob.Expiry {
            job.timeIsUp(settings, isAlone: false, processorTime: before + work)
        }
        job.begins(processorTime: before)
        for second in 1...20 { #expect(isUp(.milliseconds(10 * second)) == .goesOn(for: .seconds(1))) }
        // It stopped working.
        #expect(isUp(.milliseconds(200)) == .waitsBehindOthers)
        // What had its time is slow, whoever else has some.
        job = DecodingJob(id: DecodingID(rawValue: 1), request: request, due: .zero)
        job.begins(processorTime: before)
        #expect(isUp(.seconds(3)) == .goesOn(for: .seconds(1)))
        #expect(isUp(.seconds(4)) == .waitsBehindOthers)
        // And one that works a little for ever is given up.
        job.begins(processorTime: before)
        let steps = (1...1000).prefix { isUp(.milliseconds($0)) == .goesOn(for: .seconds(1)) }.count
        #expect(steps == 180)
    }
}
