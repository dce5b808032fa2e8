import BuiltInContent
import Foundation
import Testing

/// Several paths on a command line.
@Suite struct PlaylistArgumentsTests {
    private let usage: Int32 = 64
    private let badData: Int32 = 65
    private let noInput: Int32 = 66

    private func pictures(_ names: String..., in folder: Folder) throws {
        for name in names {
            let file = try folder.file(name, "")
            try Data(BuiltInContent.picture).write(to: URL(filePath: file))
        }
    }

    /// What plays, by the lines of a timeline that name it.
    private func played(_ program: Program) -> String? {
        program.output.split(separator: "\n").first { $0.contains(" to ") && $0.contains(".png") }.map { String($0) }
    }

    /// Pictures, a folder and a playlist, with an option between them.
    @Test func severalPathsAreOneList() throws {
        let folder = try Folder()
        try pictures("one.png", "folder/3.png", "folder/2.png", "other/one.png", in: folder)
        try folder.file("list.yaml", "items: [{colour: '#ff0000', duration: 2s}]")
        let program = try Program(
            shell: """
                cd '\(folder.path)' && "$vitrine" render one.png folder --duration 3s list.yaml --timeline --at 12:00 other/one.png
                """)
        #expect(program.status == 0, "\(program.messages)")
        #expect(
            played(program)?.hasSuffix(
                "  one.png, folder/2.png, folder/3.png, #ff0000, other/one.png (5 slides, 14 s a round)") == true,
            "\(program.output)")
        #expect(program.output.hasPrefix("one.png, folder, list.yaml and other/one.png on "))
    }

    @Test(arguments: [["run", "--backend", "headless"], ["--backend", "headless"], ["render", "-o", "/dev/null"]])
    func allThatAreMissingAreNamed(command: [String]) throws {
        let folder = try Folder()
        try pictures("welcome.png", in: folder)
        let path = folder.path
        let program = try Program(
            command + ["\(path)/welcome.png", "\(path)/welcom.png", "\(path)/nowhere/list.yaml"])
        #expect(program.status == noInput)
        #expect(
            program.messages.split(separator: "\n").map { $0.replacing("vitrine: error: ", with: "") } == [
                "\(path)/welcom.png: no such file or folder; did you mean 'welcome.png'?",
                "\(path)/nowhere/list.yaml: no such file or folder; there is no folder \(path)/nowhere",
            ])
    }

    @Test func mistakesInPlaylistsHaveTheirPlaces() throws {
        let folder = try Folder()
        try pictures("one.png", in: folder)
        let list = try folder.file("list.yaml", "itmes: [one.png]\n")
        let program = try Program("--backend", "headless", "\(folder.path)/one.png", list)
        #expect(program.status == badData)
        #expect(program.messages.contains("\(list):1:1: error: "), "\(program.messages)")
    }

    @Test func aConfigurationAmongThemIsNamed() throws {
        let folder = try Folder()
        try pictures("one.png", in: folder)
        let settings = try folder.file("config.yaml", "outputs: [{match: '*', mode: highest}]\n")
        let program = try Program("--backend", "headless", "\(folder.path)/one.png", settings)
        #expect(program.status == badData)
        #expect(program.messages.contains("\(settings): this is a configuration; did you mean"), "\(program.messages)")
    }

    @Test func theTestCardGoesWithoutAnyPath() throws {
        #expect(try Program("--test-card", "a.png", "b.png").status == usage)
    }

    /// All these names become the same text. Each plays in its place.
    @Test func namesThatAreNotUTF8AreKeptApart() throws {
        let folder = try Folder()
        try pictures("plain.png", in: folder)
        // The second is missing, so that the error names what was looked for; the others are there.
        let names = #"a=$(printf 'caf\351.png'); b=$(printf 'caf\350.png'); c=$(printf 'caf\352.png');"#
        let program = try Program(
            shell: """
                cd '\(folder.path)' && \(names)
                cp plain.png "$a" && cp plain.png "$c"
                "$vitrine" check "$a" "$c"; echo $?; "$vitrine" check "$a" "$b" "$c"; echo $?
                "$vitrine" render "$a" "$c" --timeline; echo $?; "$vitrine" render "$a" "$b" "$c" --timeline; echo $?
                """)
        let statuses = program.output.split(separator: "\n").compactMap { Int($0) }
        #expect(statuses == [0, 66, 0, 66], "\(program.output) \(program.messages)")
        // One of three.
        #expect(program.messages.split(separator: "\n").count { $0.contains("no such file") } == 1)
    }

    @Test func doctorChecksEach() throws {
        let folder = try Folder()
        let (first, second) = (try folder.file("1.yaml", "itmes: []"), try folder.file("2.yaml", "zoens: []"))
        let program = try Program("doctor", first, second)
        #expect(program.output.contains("1.yaml") && program.output.contains("2.yaml"), "\(program.output)")
    }

    /// As a shell makes them of a pattern.
    @Test func thousandsArePlayed() throws {
        let folder = try Folder()
        try pictures("0.png", in: folder)
        for number in 1...10_000 { try folder.link("\(number).png", to: "0.png") }
        let program = try Program(shell: "cd '\(folder.path)' && \"$vitrine\" render *.png --timeline --at 12:00")
        #expect(program.status == 0)
        #expect(played(program)?.contains("(10001 slides, 22 h 13 min a round)") == true, "\(program.output)")
        let other = try Program(shell: "cd '\(folder.path)' && \"$vitrine\" run --backend headless --for 1s *.png")
        #expect(other.status == 0, "\(other.messages)")
        #expect(other.messages.hasPrefix("vitrine: plays 0.png, 1.png, 10.png and 9998 more (10001 pictures)\n"))
    }
}
