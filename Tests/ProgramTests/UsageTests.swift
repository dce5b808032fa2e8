import Foundation
import Testing

/// What the program says to those who call it in another way than it is meant.
@Suite struct UsageTests {
    private let usage: Int32 = 64
    private let badData: Int32 = 65
    private let configuration: Int32 = 78

    @Test(arguments: [
        ("list-connectors", "vitrine --list-connectors"), ("connectors", "vitrine --list-connectors"),
        ("play", "vitrine run"), ("chek", "vitrine check"),
    ])
    func wordsOfOtherProgramsLeadOn(word: String, meant: String) throws {
        let program = try Program(word)
        #expect(program.status == usage)
        #expect(program.messages.contains("did you mean '\(meant)'?"), "\(program.messages)")
    }

    @Test(arguments: [
        (["--mode", "1080p"], "did you mean '1920x1080'?"),
        (["--mode", "1920*1080"], "write preferred, highest, lowest"),
        (["--mode", "1920*1080"], "did you mean '1920x1080'?"),
        (["--transition", "fadeblack"], "did you mean 'fade-black'?"),
        (["--transition", "2 seconds"], "did you mean '2s'?"),
        (["--overscan", "5"], "'5' has no unit, % or px"), (["--overscan", "60%"], "is not between 0% and 50%"),
    ])
    func valuesOfOptionsAreExplainedAsInAFile(option: [String], explanation: String) throws {
        let program = try Program(option + ["/nowhere"])
        #expect(program.status == usage)
        #expect(program.messages.contains(explanation), "\(program.messages)")
    }

    @Test(arguments: ["1920*1080", "1080p"])
    func aSizeIsExplained(text: String) throws {
        let program = try Program("render", "/nowhere", "--size", text, "-o", "a.png")
        #expect(program.status == usage)
        #expect(
            program.messages.contains(
                "'\(text)' is not a size; write a width and a height such as 1920x1080; did you mean '1920x1080'?"),
            "\(program.messages)")
    }

    @Test func swappedFilesAreNamed() throws {
        let folder = try Folder()
        let playlist = try folder.file("menu.yaml", "items: []\n")
        let settings = try folder.file("config.yaml", "outputs: [{match: '*', mode: highest}]\n")
        let first = try Program("--backend", "headless", settings)
        #expect(first.status == badData)
        #expect(
            first.messages
                == "vitrine: error: \(settings): this is a configuration; did you mean 'vitrine --config \(settings)'?\n"
        )
        let second = try Program("--backend", "headless", "--config", playlist)
        #expect(second.status == configuration)
        #expect(
            second.messages == "vitrine: error: \(playlist): this is a playlist; did you mean 'vitrine \(playlist)'?\n")
    }

    @Test func theSeverityStandsOnce() throws {
        let folder = try Folder()
        let playlist = try folder.file("menu.yaml", "items: [gone.png]\n")
        let program = try Program("--backend", "headless", playlist)
        #expect(program.status == badData)
        #expect(
            program.messages
                == "vitrine: \(playlist):1:9: error: \(folder.path)/gone.png: no such file or folder\n")
    }

    @Test(arguments: [
        ["-o", "frame.jpg"], ["-o", "Frame.JPEG"], ["-o", "sheet.pdf", "--sheet"],
        ["-o", "a.png", "--size", "1920*1080"],
        ["-o", "a.png", "--at", "24.12.2026"],
    ])
    func whatRenderCannotDoIsRefusedAtOnce(options: [String]) throws {
        let program = try Program(["render", "/nowhere"] + options)
        #expect(program.status == usage, "\(program.messages)")
    }
}
