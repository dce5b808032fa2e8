import DisplayModel
import DisplayPlanning
import Testing

@Suite struct ModeCandidatesTests {
    /// A television's list, in the kernel's order.
    static let television = [
        mode(1920, 1080, 60, preferred: true), mode(3840, 2160, 30), mode(3840, 2160, 60),
        mode(3840, 2160, 60, interlaced: true),
        mode(1920, 1080, 59.94), mode(1920, 1080, 60, interlaced: true), mode(1920, 1080, 50), mode(1280, 720, 60),
        mode(640, 480, 59.94), mode(640, 480, 75),
    ]

    @Test(arguments: [
        ("preferred", "1920x1080@60"), ("highest", "3840x2160@60"), ("lowest", "640x480@59.94"),
        ("1280x720", "1280x720@60"), ("1920x1080@60", "1920x1080@60"), ("1920x1080@59.94", "1920x1080@59.94"),
        ("1920x1080i@60", "1920x1080i@60"), ("1920x1080i", "1920x1080i@60"), ("3840x2160", "3840x2160@60"),
        ("3840x2160@30", "3840x2160@30"), ("640x480@60", "640x480@59.94"), ("current", "1920x1080@60"),
    ])
    func thePolicyPicks(policy: String, expected: String) throws {
        let modes = ModeCandidates(try #require(ModePolicy(policy)), modes: Self.television, current: nil)
        #expect(modes.candidates.first?.description == expected)
        #expect(modes.shortfall == nil)
        #expect(Set(modes.candidates) == Set(Self.television), "every mode is a candidate")
    }

    @Test(arguments: ["800x600", "1920x1080@75", "1280x720i", "3840x2160@24"])
    func aModeThatTheMonitorLacksFallsBackToPreferred(policy: String) throws {
        let modes = ModeCandidates(try #require(ModePolicy(policy)), modes: Self.television, current: nil)
        #expect(modes.candidates.first?.description == "1920x1080@60")
        #expect(modes.shortfall?.contains(policy) == true)
    }

    @Test func currentKeepsWhatRuns() {
        let running = Self.television[7]
        #expect(ModeCandidates(.current, modes: Self.television, current: running).candidates.first == running)
        // The mode that a boot loader set has the same timings under another name.
        var unnamed = running
        unnamed.name = ""
        unnamed.type = []
        #expect(ModeCandidates(.current, modes: Self.television, current: unnamed).candidates.first == running)
    }

    @Test func theLadderGoesDownBeforeItGoesUp() {
        let candidates = ModeCandidates(.preferred, modes: Self.television, current: nil).candidates.map(\.description)
        #expect(
            candidates == [
                "1920x1080@60", "1920x1080@59.94", "1920x1080@50", "1920x1080i@60", "1280x720@60", "640x480@75",
                "640x480@59.94", "3840x2160i@60", "3840x2160@30", "3840x2160@60",
            ])
    }

    @Test(arguments: [
        // A television, a laptop's panel, a projector that scales down what it takes, a monitor with one odd shape.
        (["3840x2160", "4096x2160", "1920x1080"], "3840x2160"), (["1920x1080", "4096x2160", "3840x2160"], "3840x2160"),
        (["1366x768", "1280x720", "1360x768", "1024x768"], "1366x768"),
        (["1280x800", "1920x1080", "640x400"], "1280x800"),
        (["1280x1024", "1920x1080"], "1280x1024"),
    ])
    func theHighestIsOneInThePreferredShape(sizes: [String], expected: String) throws {
        let modes = try sizes.enumerated().map { index, text in
            let size = try #require(Size(text))
            return mode(size.width, size.height, 60, preferred: index == 0)
        }
        let candidates = ModeCandidates(.highest, modes: modes, current: nil).candidates
        #expect(candidates.first?.size == Size(expected))
        #expect(candidates.count == modes.count, "the others are tried when it is refused")
    }

    @Test func noModesIsSaid() {
        let modes = ModeCandidates(.highest, modes: [], current: nil)
        #expect(modes.candidates.isEmpty)
        #expect(modes.shortfall != nil)
    }

    @Test(arguments: [
        "", "best", "1920", "1920x1080@", "1920x1080@0", "1920x1080@-60", "1920x1080@nan", "1920x1080@60@60", "x@60",
    ])
    func otherTextIsNoPolicy(text: String) {
        #expect(ModePolicy(text) == nil)
    }

    @Test(arguments: ["preferred", "highest", "lowest", "current", "1920x1080", "1920x1080@60", "1920x1080i@59.94"])
    func policiesAreWrittenAsTheyAreRead(text: String) {
        #expect(ModePolicy(text)?.description == text)
    }
}
