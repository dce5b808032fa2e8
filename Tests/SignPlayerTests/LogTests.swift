import Synchronization
import Testing

@testable import SignPlayer

@Suite struct LogTests {
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])
    }

    private func lines(_ level: LogLevel, isJournal: Bool, _ body: (Log) -> Void) -> [String] {
        let lines = Lines()
        body(Log(level: level, isJournal: isJournal) { [lines] line in lines.lines.withLock { $0.append(line) } })
        return lines.lines.withLock { $0 }
    }

    private func say(_ log: Log) {
        for level in LogLevel.allCases { log(level, "HDMI-A-1: \(level)") }
        log(FileProblem(lines: ["a: one", "a: two"], status: 65))
        log(.error, "a:1:2: error: three")
        log(.warning, "a: stays: a:1:2: error: four")
        log.answer("b\nc\u{1b}[2J")
    }

    @Test func forPeople() {
        #expect(
            lines(.info, isJournal: false, say) == [
                "vitrine: HDMI-A-1: info\n", "vitrine: warning: HDMI-A-1: warning\n",
                "vitrine: error: HDMI-A-1: error\n", "vitrine: error: a: one\n", "vitrine: error: a: two\n",
                "vitrine: a:1:2: error: three\n",
                "vitrine: warning: a: stays: a:1:2: error: four\n",
                #"vitrine: b\nc\u{1b}[2J"# + "\n",
            ])
    }

    /// It knows the program's name, and takes the priority from the line.
    @Test func forTheJournal() {
        #expect(
            lines(.debug, isJournal: true, say) == [
                "<7>HDMI-A-1: debug\n", "<6>HDMI-A-1: info\n", "<4>HDMI-A-1: warning\n", "<3>HDMI-A-1: error\n",
                "<3>a: one\n", "<3>a: two\n", "<3>a:1:2: error: three\n",
                "<4>a: stays: a:1:2: error: four\n", #"vitrine: b\nc\u{1b}[2J"# + "\n",
            ])
    }
}
