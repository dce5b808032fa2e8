import DisplayModel
import DisplayPlanning
import Testing

@Suite struct OutputSearchTests {
    private let large = [mode(3840, 2160, 60), mode(1920, 1080, 60), mode(1280, 720, 60)].map { [$0] }
    private let small = [mode(1280, 720, 60), mode(640, 480, 60)].map { [$0] }

    /// All candidates that are tried when each is refused: the heights, and the choice of format.
    private func tried(_ search: OutputSearch) -> [[Int]] {
        var search = search
        var tried: [[Int]] = []
        repeat {
            let candidate = search.candidate
            tried.append(candidate.modes.map { $0[0].size.height } + [candidate.format.rawValue])
        } while search.refused("no")
        return tried
    }

    @Test func theHeaviestOutputStepsDownFirst() {
        let search = OutputSearch([("A", large), ("B", small)], levels: [.best])
        #expect(tried(search) == [[2160, 720, 0], [1080, 720, 0], [720, 720, 0], [720, 480, 0]])
    }

    @Test func layoutsAreTriedBeforeModesAndFewerColoursLast() {
        let search = OutputSearch([("A", small)], levels: FormatLevel.allCases)
        #expect(tried(search) == [[720, 0], [720, 1], [480, 0], [480, 1], [720, 2], [480, 2]])
    }

    @Test func hardwareWithoutWideFormatsHasNothingAboveThem() {
        #expect(tried(OutputSearch([("A", small)], levels: [.narrow])) == [[720, 2], [480, 2]])
        #expect(tried(OutputSearch([("A", small)], levels: [])) == [[720, 0], [480, 0]])
    }

    @Test func wantOfMemoryLeadsToSmallerModesAtOnce() {
        var search = OutputSearch([("A", small)], levels: FormatLevel.allCases)
        var tried: [[Int]] = []
        repeat {
            tried.append([search.candidate.modes[0][0].size.height, search.candidate.format.rawValue])
        } while search.refused("Cannot allocate memory", forWantOfMemory: true)
        #expect(tried == [[720, 0], [480, 0], [720, 2], [480, 2]])
    }

    @Test func theVerdictTellsWhatWasTriedAndWhy() {
        var search = OutputSearch([("HDMI-A-1", large), ("DP-1", small)], levels: [.best, .implicit])
        let first = search.refused("No space left on device")
        let second = search.refused("Invalid argument")
        #expect(first && second)
        #expect(
            search.attempts.map(\.description) == [
                "HDMI-A-1 3840x2160@60, DP-1 1280x720@60: No space left on device",
                "HDMI-A-1 3840x2160@60, DP-1 1280x720@60 (the driver's own layout): Invalid argument",
            ])
    }
}
