import DisplayModel
import Fonts
import Glibc
import LinuxSystem
import MediaDecoding
import Playlist
import SlideComposition
import Testing
import TextTemplates
import Timing

@testable import KioskEngine
@testable import Media

/// Texts that change, in virtual time, with a drawer that says what it was asked for.
@Suite struct WordsProviderTests {
    /// Draws nothing, at once.
    private final class Drawer: TextDrawing {
        private(set) var words: [String] = []
        private var waiting: [TextDrawers.ID] = []
        private(set) var cancelled = 0

        func submit(
            _ request: PictureRequest, _ fonts: FontSet, due: MonotonicTime, now: MonotonicTime
        ) throws(DecodingFailure) -> TextDrawers.ID {
            words.append(request.text?.text ?? "")
            let id = TextDrawers.ID(drawer: 1, request: DecodingID(rawValue: UInt64(words.count)))
            waiting.append(id)
            return id
        }

        func cancel(_ id: TextDrawers.ID) {
            waiting.removeAll { $0 == id }
            cancelled += 1
        }

        func advance(now: MonotonicTime) -> [(TextDrawers.ID, DecodingOutcome)] {
            defer { waiting = [] }
            return waiting.map { id in
                let failure = DecodingFailure(.decoderEnded, "the text 'x': the decoder crashed")
                return (id, DecodingOutcome(id: id.request, result: .failure(failure), file: nil))
            }
        }

        var nextDeadline: MonotonicTime? { waiting.isEmpty ? nil : .zero }
    }

    /// The wall clock at the monotonic clock's zero.
    private static let noon = WallTime(seconds: 1_767_225_600 + 12 * 3600)

    private let drawer = Drawer()
    private let provider: WordsProvider
    private let store: MediaStore
    private let reader: MediaStore.Reader

    init() {
        provider = WordsProvider(drawer)
        store = MediaStore([provider]) { _, failure in Issue.record("\(failure)") }
        reader = store.makeReader()
    }

    private func medium(_ text: String) throws -> Medium {
        let template = try TextTemplate(parsing: text, roots: [])
        return Medium(
            TextSpec(
                SlideText(template, source: text, style: TextStyle(), fonts: FontSet()), box: Size(width: 4, height: 2))
        )
    }

    private func seconds(_ count: Double) -> MonotonicTime { .zero + .seconds(count) }

    private var zero: MonotonicTime { WallClock(origin: Self.noon).instant(of: .epoch) }

    private func run(until end: MonotonicTime) {
        var last: MonotonicTime?
        while let next = store.nextDeadline, next <= end {
            let now = max(next, last ?? .zero)
            store.advance(now: now)
            store.prune(before: now)
            guard last != now || store.nextDeadline != next else {
                Issue.record("it does not come to rest")
                return
            }
            last = now
        }
        store.advance(now: end)
        store.prune(before: end)
    }

    @Test func aTextThatStaysIsDrawnOnce() throws {
        let medium = try medium("always")
        store.open(medium, for: reader, due: .zero, now: .zero)
        run(until: seconds(1000))
        #expect(drawer.words == ["always"])
        #expect(store.nextDeadline == nil)
    }

    @Test func theNextTextIsThereBeforeItsTime() throws {
        let medium = try medium("{time:HH:mm}")
        store.open(medium, for: reader, due: zero, now: seconds(10))
        run(until: seconds(11))
        #expect(drawer.words == ["12:00", "12:01"])
        #expect(store.samples(of: medium).compactMap(\.presentAt) == [seconds(10), seconds(60)])
        #expect(store.nextChange(of: medium, after: seconds(11)) == seconds(60))
        // Nothing is to do until the next one shows.
        #expect(store.nextDeadline == seconds(60))
        run(until: seconds(185))
        #expect(drawer.words == ["12:00", "12:01", "12:02", "12:03", "12:04"])
        #expect(store.samples(of: medium).compactMap(\.presentAt) == [seconds(180), seconds(240)])
    }

    @Test func whatIsMissedIsNotDrawn() throws {
        let medium = try medium("{time:HH:mm}")
        store.open(medium, for: reader, due: zero, now: seconds(10))
        run(until: seconds(11))
        store.advance(now: seconds(3605))
        store.prune(before: seconds(3605))
        run(until: seconds(3606))
        #expect(drawer.words == ["12:00", "12:01", "13:00", "13:01"])
    }

    @Test func aClockThatIsSetCounts() throws {
        let medium = try medium("{time:HH:mm}")
        store.open(medium, for: reader, due: zero, now: seconds(10))
        run(until: seconds(11))
        store.move(medium, due: zero - .seconds(7200), now: seconds(12))
        run(until: seconds(13))
        #expect(drawer.words == ["12:00", "12:01", "14:00", "14:01"])
        // The same clock again changes nothing.
        store.move(medium, due: zero - .seconds(7200), now: seconds(14))
        run(until: seconds(15))
        #expect(drawer.words.count == 4)
    }

    @Test func aTextThatCannotBeDrawnLeavesItsPlaceEmptyAndIsSpokenOfOnce() throws {
        var said: [String] = []
        provider.onRemark = { said.append($0) }
        let medium = try medium("{time:HH:mm:ss}")
        store.open(medium, for: reader, due: zero, now: seconds(10))
        run(until: seconds(20))
        #expect(said == ["the text 'x': the decoder crashed; its place stays empty"])
        #expect(store.samples(of: medium).count == 2)
    }

    @Test func whatNobodyWantsIsNotDrawn() throws {
        let medium = try medium("{time:HH:mm}")
        store.open(medium, for: reader, due: zero, now: seconds(10))
        store.close(medium, for: reader)
        #expect(drawer.cancelled == 1)
        run(until: seconds(1000))
        #expect(drawer.words == ["12:00"])
        #expect(store.nextDeadline == nil)
    }
}
