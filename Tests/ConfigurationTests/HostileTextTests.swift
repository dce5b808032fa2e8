import DisplayModel
import DisplayPlanning
import KioskEngine
import Paths
import Playlist
import PlaylistReading
import Rendering
import SeededRandom
import SlideComposition
import StrictYAML
import Testing

@testable import Configuration

@Suite struct HostileTextTests {
    @Test func aliasesThatMultiplyAreStopped() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(read(text).issues.contains { $0.message.contains("more than 50000 values") })
    }

    @Test func deepNestingIsStopped() {
        let text = String(repeating: "[", count: 100_000)
        #expect(read(text).issues.contains { $0.message.contains("too deep") })
    }

    @Test func aLongFileIsRefused() {
        let text = String(repeating: "#", count: YAMLReader.Limits().bytes + 1)
        #expect(read(text).issues.contains { $0.message.contains("longer than") })
    }

    @Test func anyBytesGiveAConfigurationOrAReason() {
        let seed = """
            playlist: /srv
            defaults: &d {rotate: 90, overscan: "5%", modes: [cvt 800x600]}
            outputs:
              - match: {connector: DP-*, product: 0x1}
                mirror: {name: 'x'}
              - *d
            """
        var random = SplitMix64(seed: 3)
        for _ in 0..<3000 {
            var bytes = Array(seed.utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default:
                    bytes.insert(Array(":-[]{}&*'\"\n\t #,?|>%@`".utf8).randomElement(using: &random) ?? 0, at: place)
                }
            }
            let outcome = Configuration.read(bytes, folder: "", readFile: files())
            #expect(outcome.configuration != nil || outcome.issues.contains { $0.severity == .error })
        }
    }
}
