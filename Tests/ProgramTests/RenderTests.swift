import BuiltInContent
import Foundation
import Testing

/// What `vitrine render` draws of playlists with pictures that cannot be shown.
@Suite struct RenderTests {
    private func picture(_ name: String, in folder: Folder) throws {
        try folder.file(name, "")
        try Data(BuiltInContent.picture).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }

    private func draw(_ folder: Folder, _ playlist: String, _ options: String...) throws -> (
        status: Int32, picture: Data?
    ) {
        try draw(folder, playlist, options)
    }

    private func draw(_ folder: Folder, _ playlist: String, _ options: [String]) throws -> (
        status: Int32, picture: Data?
    ) {
        let file = try folder.file("\(UUID().uuidString).yaml", playlist)
        let output = file + ".png"
        let size = options.contains("--size") ? [] : ["--size", "64x36"]
        let program = try Program(["render", file, "--at", "2026-06-01T12:00Z", "-o", output] + size + options)
        return (program.status, try? Data(contentsOf: URL(filePath: output)))
    }

    @Test func blackIsNoPictureOfABrokenFile() throws {
        let folder = try Folder()
        try folder.file("a.png", "no picture")
        for options in [[], ["--sheet"]] {
            let program = try Program(
                ["render", "\(folder.path)/a.png", "--size", "64x36", "-o", "\(folder.path)/out.png"] + options)
            #expect(program.status == 65)
            #expect(program.messages.contains("no picture can be shown"), "\(program.messages)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out.png"))
        }
    }

    /// What a playlist says nothing of is as the command line or the configuration says, in the same words.
    @Test func transitionsHaveOneSetOfNames() throws {
        let folder = try Folder()
        let white = "items: [{colour: '#fff', duration: 2s}, {colour: '#eee', duration: 2s}]"
        func middle(_ playlist: String, _ options: String...) throws -> Data? {
            let file = try folder.file("\(UUID().uuidString).yaml", "sync: start\n" + playlist)
            let program = try Program(
                ["render", file, "--size", "64x36", "--at", "12:00", "--offset", "2.5s", "-o", file + ".png"] + options)
            #expect(program.status == 0, "\(program.messages)")
            return try? Data(contentsOf: URL(filePath: file + ".png"))
        }
        let black = try middle("items: [{colour: '#000'}]")
        #expect(try black != middle(white))
        #expect(try middle("transition: fade-black\n" + white) == black)
        #expect(try middle(white, "--transition", "fade-black") == black)
        #expect(try middle("transition: fade\n" + white, "--transition", "fade-black") == middle(white))
        let settings = try folder.file("config.yaml", "transition: fade-black\n")
        #expect(try middle(white, "--config", settings, "--output-name", "HDMI-A-1") == black)
        #expect(
            try middle(white, "--config", settings, "--output-name", "HDMI-A-1", "--transition", "1s") == middle(white))
    }

    /// From the file to the frame: a picture of which one half is dark has the new slide come there first. A file that is
    /// none costs the transition, not the slides.
    @Test func aTransitionIsDrawnWithAPictureOfItsOwn() throws {
        let folder = try Folder()
        try folder.file(
            "own.glsl",
            """
            uniform sampler2D luma;
            vec4 transition(vec2 uv) {
                return texture2D(luma, uv).r > -1.0 ? getToColor(uv) : getFromColor(uv);
            }
            """)
        try picture("map.png", in: folder)
        func middle(_ transition: String) throws -> (program: Program, picture: Data?) {
            let file = try folder.file(
                "\(UUID().uuidString).yaml",
                "{sync: start, transition: \(transition), items: [{colour: '#fff', duration: 2s}, {colour: '#000', duration: 2s}]}"
            )
            let program = try Program([
                "render", file, "--size", "64x36", "--at", "12:00", "--offset", "2.5s", "-o", file + ".png",
            ])
            return (program, try? Data(contentsOf: URL(filePath: file + ".png")))
        }
        let (fade, black) = (try middle("fade").picture, try middle("cut").picture)
        #expect(fade != nil && black != nil && fade != black)
        let own = try middle("{type: own.glsl, pictures: {luma: map.png}}")
        #expect(own.program.status == 0 && own.picture == black, "\(own.program.messages)")
        try folder.file("map.png", "no picture")
        let broken = try middle("{type: own.glsl, pictures: {luma: map.png}}")
        #expect(broken.picture == fade)
        #expect(
            broken.program.messages.contains("cross-faded without its picture 'luma'"), "\(broken.program.messages)")
    }

    /// Seven files that cannot be decoded come first, more than a row of a sheet has places; their time goes to the slide
    /// behind them.
    @Test func slidesBehindBrokenOnesAreOnTheSheet() throws {
        let folder = try Folder()
        try picture("good.png", in: folder)
        for number in 1...7 { try folder.file("broken\(number).png", "no picture") }
        let slides = "{picture: good.png}, {colour: '#f00'}, {colour: '#0f0'}"
        let broken = try draw(
            folder,
            "{transition: cut, items: [\((1...7).map { "broken\($0).png" }.joined(separator: ", ")), \(slides)]}",
            "--sheet")
        let whole = try draw(
            folder, "{transition: cut, items: [\(slides.replacing("good.png}", with: "good.png, duration: 64s}"))]}",
            "--sheet")
        #expect(broken.status == 0 && whole.status == 0)
        #expect(broken.picture != nil && broken.picture == whole.picture)
    }

    /// What comes between slides is on the sheet, and where it was although a file is broken.
    @Test(arguments: ["every: 1min", "share: 20%", "at-most: 60/h"])
    func whatComesBetweenSlidesIsOnTheSheetBesideBrokenFiles(rate: String) throws {
        let folder = try Folder()
        for name in ["good.png", "whole.png"] { try picture(name, in: folder) }
        try folder.file("broken.png", "no picture")
        func sheet(_ first: String, _ between: String) throws -> Data? {
            let result = try draw(
                folder, "{transition: cut, items: [\(first), good.png, {colour: '#00f'}\(between)]}", "--sheet")
            #expect(result.status == 0)
            return result.picture
        }
        let between = ", {colour: '#f00', \(rate)}"
        let (beside, whole) = (try sheet("broken.png", between), try sheet("good.png", between))
        #expect(beside != nil && beside == whole)
        #expect(try whole != sheet("good.png", ""))
    }

    @Test func thumbnailsAreAsWideAsIsAskedFor() throws {
        let folder = try Folder()
        func size(_ options: String...) throws -> (width: Int, height: Int) {
            let picture = try #require(
                try draw(
                    folder, "items: [{colour: '#f00'}, {colour: '#0f0'}]", ["--sheet", "--size", "640x360"] + options
                )
                .picture)
            func number(at place: Int) -> Int { picture[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
            return (number(at: 16), number(at: 20))
        }
        // Twelve pixels around each of two, and two lines of text.
        let (small, large, larger) = (
            try size(), try size("--thumbnail-width", "400"), try size("--thumbnail-width", "2000")
        )
        #expect(small.width == 3 * 12 + 2 * 192 && large.width == 3 * 12 + 2 * 400)
        #expect(large.height - small.height == 225 - 108)
        #expect(larger.width == 3 * 12 + 2 * 640, "no larger than the screen")
    }

    /// A span is drawn by its name, with what lies behind the frames; each of its screens shows its part.
    @Test func aSpanAndItsPartsAreDrawn() throws {
        let folder = try Folder()
        let playlist = try folder.file(
            "wall.yaml",
            "zones: [{area: 0 0 50% 100%, colour: '#f00'}, {area: 50% 0 50% 100%, colour: '#00f', when: {connector: wall}}]"
        )
        let span = "name: wall, outputs: [HDMI-A-1, HDMI-A-2], bezel: 8mm, playlist: \(playlist)"
        func draw(_ output: String, span: String, _ arguments: String...) throws -> (Program, Data?) {
            let file = "\(folder.path)/\(UUID().uuidString).png"
            let configuration = try folder.file("config.yaml", "spans: [{\(span)}]")
            let program = try Program(
                ["render", "--config", configuration, "--output-name", output, "--size", "64x36", "-o", file]
                    + arguments)
            return (program, try? Data(contentsOf: URL(filePath: file)))
        }
        func plain(_ color: String, width: Int) throws -> Data? {
            try self.draw(folder, "{items: [{colour: '\(color)'}]}", "--size", "\(width)x36").picture
        }
        let sized = "\(span), screen: 64mm 36mm"
        let (whole, picture) = try draw("wall", span: sized)
        #expect(whole.status == 0 && !whole.messages.contains("96 pixels"), "\(whole.messages)")
        // The width and height stand behind the signature and the first chunk's head.
        #expect(picture.map { [$0[19], $0[23]] } == [136, 36])
        #expect(try draw("HDMI-A-1", span: sized).1 == plain("#f00", width: 64))
        #expect(try draw("HDMI-A-2", span: sized).1 == plain("#00f", width: 64))
        // Without a size of the monitors, a common one, which is said: 8 mm are 30 of its pixels.
        let (guessed, other) = try draw("wall", span: span)
        #expect(guessed.messages.contains("96 pixels to the inch"), "\(guessed.messages)")
        #expect(other.map { [$0[19], $0[23]] } == [158, 36])
    }

    @Test func aScreenThatIsOffIsDrawnAndSaidToBeOff() throws {
        let folder = try Folder()
        let playlist = try folder.file("menu.yaml", "timezone: UTC\nitems: [{colour: '#336699'}]")
        let config = try folder.file(
            "config.yaml",
            "outputs: [{match: HDMI-A-1, power: {times: '8:00-20:00', timezone: UTC}, wake-priority: 900}]")
        func messages(_ time: String, _ options: String...) throws -> String {
            let program = try Program(
                [
                    "render", playlist, "--config", config, "--output-name", "HDMI-A-1", "--size", "64x36", "--at",
                    "2026-06-01T\(time)Z", "-o", "\(folder.path)/out.png",
                ] + options)
            #expect(program.status == 0, "\(program.messages)")
            return program.messages
        }
        func off(_ when: String) -> String {
            "vitrine: warning: HDMI-A-1 is off \(when), by its 'power': drawn is what it would show; --timeline says when it is "
                + "off\n"
        }
        #expect(try messages("21:00") == off("then"))
        #expect(try messages("12:00") == "")
        #expect(try messages("20:00") == off("then"))
        #expect(try messages("19:59:59") == "")
        #expect(try messages("19:59:57", "--frames", "3", "--every", "1s") == "", "the last is drawn a second before")
        #expect(try messages("19:59:58", "--frames", "3", "--every", "1s") == off("for a part of that time"))
        #expect(try messages("21:00", "--sheet", "--for", "1h") == off("all that time"))
        try folder.file("menu.yaml", "items: [{colour: '#336699', priority: 900}]")
        #expect(try messages("21:00") == "", "a message lights it")
    }
}
