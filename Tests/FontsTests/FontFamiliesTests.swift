import Foundation
import SeededRandom
import Testing

@testable import Fonts

@Suite struct FontFamiliesTests {
    private func font(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(FontSet.standardFolder)/\(name)")))
    }

    /// A file with one font that has these names: platform, number and text.
    private func file(_ names: [(Int, Int, String)]) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
        var (records, strings): ([UInt8], [UInt8]) = ([], [])
        for (platform, id, text) in names {
            let bytes = platform == 1 ? Array(text.utf8) : text.utf16.flatMap { short(Int($0)) }
            records += short(platform) + short(0) + short(0) + short(id) + short(bytes.count) + short(strings.count)
            strings += bytes
        }
        let table: [UInt8] = [short(0), short(names.count), short(6 + records.count), records, strings].flatMap(\.self)
        let head: [[UInt8]] = [[0, 1, 0, 0], short(1), short(0), short(0), short(0)]
        let entry: [[UInt8]] = [Array("name".utf8), long(0), long(28), long(table.count)]
        return (head + entry + [table]).flatMap(\.self)
    }

    @Test func standardFontsSayWhatTheyAre() throws {
        #expect(FontFamilies(try font("DejaVuSans.ttf"))?.names == ["DejaVu Sans"])
        #expect(FontFamilies(try font("DejaVuSansMono-Bold.ttf"))?.names == ["DejaVu Sans Mono"])
    }

    @Test func familiesAreOfTwoKindsAndEachIsNamedOnce() {
        let families = FontFamilies(
            file([(3, 1, "Größe Light"), (3, 2, "Regular"), (3, 16, "Größe"), (1, 1, "Größe Light")]))
        #expect(families?.names == ["Größe Light", "Größe"])
    }

    @Test func whatIsNoFontIsNone() {
        for bytes: [UInt8] in [
            [], [0], Array("<html>".utf8), [0, 1, 0, 0], Array("ttcf".utf8) + [0, 1, 0, 0, 255, 255, 255, 255],
        ] {
            #expect(FontFamilies(bytes) == nil)
        }
        #expect(FontFamilies(file([(3, 2, "Regular")])) == nil)
    }

    /// Whatever is wrong with a file, the program goes on.
    @Test func damagedFontsDoNoHarm() throws {
        let good = file([(3, 1, "One"), (3, 16, "Two"), (0, 1, "Three")])
        for count in 0..<good.count { _ = FontFamilies(Array(good.prefix(count))) }
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = FontFamilies(bytes)
        }
    }
}
