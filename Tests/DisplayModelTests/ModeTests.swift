import DisplayModel
import Testing

/// Timings of CTA-861 and VESA DMT.
private func timing(
    _ clock: UInt32, _ h: (UInt16, UInt16, UInt16, UInt16), _ v: (UInt16, UInt16, UInt16, UInt16),
    flags: Mode.Flags = [], vscan: UInt16 = 0
) -> Mode {
    Mode(
        clock: clock, horizontal: (h.0, h.1, h.2, h.3), vertical: (v.0, v.1, v.2, v.3), vscan: vscan, vrefresh: 0,
        flags: flags, name: "")
}

@Suite struct ModeTests {
    @Test(arguments: [
        (timing(148_500, (1920, 2008, 2052, 2200), (1080, 1084, 1089, 1125)), "1920x1080@60"),
        (timing(148_352, (1920, 2008, 2052, 2200), (1080, 1084, 1089, 1125)), "1920x1080@59.94"),
        (timing(74_250, (1920, 2448, 2492, 2640), (1080, 1084, 1094, 1125), flags: .interlaced), "1920x1080i@50"),
        (timing(25_175, (640, 656, 752, 800), (480, 490, 492, 525)), "640x480@59.94"),
        (timing(12_587, (320, 328, 376, 400), (240, 245, 246, 262), flags: .doubleScan), "320x240@60.05"),
    ])
    func exactRefreshByTheKernelsArithmetic(mode: Mode, text: String) {
        #expect(mode.description == text)
    }

    @Test func aModeWithoutTimingsHasAPeriodToDivideBy() {
        let mode = timing(0, (0, 0, 0, 0), (0, 0, 0, 0))
        #expect(mode.refresh.hertz == 0)
        #expect(mode.refresh.period > .zero)
    }

    @Test func theAspectComesFromTheFlags() {
        #expect(timing(1, (1, 1, 1, 1), (1, 1, 1, 1), flags: .init(rawValue: 2 << 19)).pictureAspect == "16:9")
        #expect(timing(1, (1, 1, 1, 1), (1, 1, 1, 1)).pictureAspect == nil)
    }

    @Test(arguments: ["1920x1080", "1x1", "65535x2"]) func sizesAreRead(text: String) {
        #expect(Size(text)?.description == text)
    }

    @Test(arguments: ["", "x", "1920", "0x5", "5x0", "-5x5", "1920x1080x2", "1920 x 1080", "70000x1", "axb"])
    func otherTextIsNoSize(text: String) {
        #expect(Size(text) == nil)
    }

    @Test func errnosSayWhatToDo() {
        func recovery(_ code: Int32) -> DisplayError.Recovery {
            DisplayError(operation: "", object: "", code: code, reason: "").recovery
        }
        #expect([16, 11, 4, 12].allSatisfy { recovery($0) == .retryNextFrame })
        #expect([13, 1].allSatisfy { recovery($0) == .waitForSession })
        #expect([19, 6].allSatisfy { recovery($0) == .deviceGone })
        #expect([22, 28, 34, 7].allSatisfy { recovery($0) == .nextCandidate })
    }
}
