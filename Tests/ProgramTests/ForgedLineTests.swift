import Foundation
import Testing

/// Names of files that try to be lines of the log or orders to a terminal.
@Suite struct ForgedLineTests {
    private static let name = "a\nvitrine: error: forged\u{1B}[2J\u{202E}.png"

    @Test func ofACheck() throws {
        let folder = try Folder()
        try folder.file(Self.name, "")
        let check = try Program("check", folder.path)
        #expect(check.output.contains(#"a\nvitrine: error: forged\u{1b}[2J\u{202e}.png"#), "\(check.output)")
        expectNoForgery(check.output)
    }

    @Test func ofAPlaylist() throws {
        let folder = try Folder()
        let list = try folder.file("list.yaml", "items: [\"a\\nvitrine: error: forged\\e[2J.png\"]\n")
        for program in [try Program("check", list), try Program("--backend", "headless", "--for", "1s", list)] {
            #expect((program.output + program.messages).contains(#"a\nvitrine: error: forged\u{1b}[2J.png"#))
            expectNoForgery(program.output + program.messages)
        }
    }

    private func expectNoForgery(_ text: String) {
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("vitrine: error: forged") }, "\(text)")
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(text)")
    }
}
