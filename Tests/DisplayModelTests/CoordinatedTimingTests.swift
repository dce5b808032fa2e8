import DisplayModel
import Testing

@Suite struct CoordinatedTimingTests {
    /// As `edid-decode --cvt w=1920,h=1080,fps=60,rb=1` works them out.
    @Test(
        arguments: [
            (Size(width: 1920, height: 1080), 60.0, 138_500, 2080, 1111),
            (Size(width: 1280, height: 720), 60, 64_000, 1440, 741),
            (Size(width: 3840, height: 2160), 60, 533_250, 4000, 2222),
            (Size(width: 1920, height: 1200), 60, 154_000, 2080, 1235),
            (Size(width: 1024, height: 768), 60, 56_000, 1184, 790),
        ] as [(Size, Double, UInt32, UInt16, UInt16)])
    func reducedBlankingIsThatOfTheStandard(
        _ size: Size, _ hertz: Double, _ clock: UInt32, _ htotal: UInt16, _ vtotal: UInt16
    ) throws {
        let mode = try #require(CoordinatedTiming.mode(size, hertz: hertz, .reduced, type: .driver))
        #expect(mode.clock == clock)
        #expect(mode.horizontal.total == htotal)
        #expect(mode.vertical.total == vtotal)
        #expect(mode.vrefresh == 60)
        #expect(mode.size == size)
        #expect(mode.horizontal.syncStart < mode.horizontal.syncEnd && mode.horizontal.syncEnd <= mode.horizontal.total)
        #expect(mode.vertical.syncStart < mode.vertical.syncEnd && mode.vertical.syncEnd <= mode.vertical.total)
    }

    @Test(arguments: [24, 30, 50, 59.94, 75, 120, 144])
    func ratesAreWithinAQuarterPercent(_ hertz: Double) throws {
        let mode = try #require(
            CoordinatedTiming.mode(Size(width: 1920, height: 1080), hertz: hertz, .reduced, type: .driver))
        #expect(abs(mode.refresh.hertz / hertz - 1) < 0.0025)
    }

    /// What does not fit a mode is none.
    @Test(arguments: [
        (Size(width: 0, height: 0), 60.0), (Size(width: 40000, height: 1080), 60),
        (Size(width: 1920, height: 1080), 0.5),
        (Size(width: 1920, height: 1080), .nan),
    ])
    func othersAreRefused(_ size: Size, _ hertz: Double) {
        #expect(CoordinatedTiming.mode(size, hertz: hertz, .reduced, type: .driver) == nil)
        #expect(CoordinatedTiming.mode(size, hertz: hertz, .standard, type: .driver) == nil)
    }
}
