import BuiltInContent
import Foundation
import Glibc
import Testing

/// What `vitrine check` finds, and that a sign that somebody starts by hand refuses the same.
@Suite struct CheckTests {
    private func picture(_ name: String, in folder: Folder) throws {
        try folder.file(name, "")
        try Data(BuiltInContent.picture).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }

    /// Plays without hardware, for a moment.
    private func play(_ arguments: String...) throws -> Program {
        try Program(["--backend", "headless", "--outputs", "64x48@60", "--for", "1s"] + arguments)
    }

    @Test func aTextThatIsCalledAPictureIsNone() throws {
        let folder = try Folder()
        try picture("m/a.png", in: folder)
        try folder.file("m/b.jpg", "hello")
        let check = try Program("check", "\(folder.path)/m")
        #expect(check.status == 0)
        let lines = check.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("m/b.jpg: warning: passed over: not a PNG, JPEG, WebP, AVIF"))
        #expect(lines[1].hasSuffix("good: 2 pictures; not decoded, which --decode does"))
    }

    /// Its first bytes are those of a picture.
    @Test func decodingFindsWhatHeadersHide() throws {
        let folder = try Folder()
        try picture("m/a.png", in: folder)
        #expect(try Program("check", "--decode", "\(folder.path)/m").output.hasSuffix("good: 1 picture, all decoded\n"))
        try Data(BuiltInContent.picture.prefix(40)).write(to: URL(filePath: "\(folder.path)/m/b.png"))
        let check = try Program("check", "--decode", "\(folder.path)/m")
        #expect(check.output.contains("m/b.png: warning: passed over: "))
        #expect(check.output.hasSuffix("good: 2 pictures; 1 of 2 files can be decoded\n"), "\(check.output)")
    }

    @Test func aMovingPictureThatStandsStillIsNamed() throws {
        let folder = try Folder()
        try picture("m/a.png", in: folder)
        let head = Array("RIFF".utf8) + [100, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0]
        try Data(head).write(to: URL(filePath: "\(folder.path)/m/b.webp"))
        let check = try Program("check", "\(folder.path)/m")
        #expect(check.status == 0)
        let lines = check.output.split(separator: "\n")
        #expect(
            lines.count == 2
                && lines[0].hasSuffix(
                    "m/b.webp: notice: it moves, and shows its first picture; GIF and .apng files play")
        )
    }

    @Test func aVideoIsDescribed() throws {
        let folder = try Folder()
        try Data(BuiltInContent.film).write(to: URL(filePath: "\(folder.path)/film.mp4"))
        let check = try Program("check", "\(folder.path)/film.mp4")
        #expect(check.status == 0)
        let line = check.output.split(separator: "\n").first { $0.contains(": notice: ") } ?? ""
        #expect(line.hasPrefix("\(folder.path)/film.mp4: notice: h264, "), "\(check.output)")
        #expect(line.hasSuffix(", without sound"), "\(check.output)")
    }

    @Test func whatDoesNotShowSoonIsNamed() throws {
        let folder = try Folder()
        for name in ["now.png", "later.png", "often.png"] { try picture(name, in: folder) }
        let playlist = try folder.file(
            "menu.yaml",
            "items: [now.png, {picture: later.png, schedule: {dates: 2900-01-01}}, {picture: often.png, duration: 2s}]")
        let line = "\(playlist): not shown within 7d: \(folder.path)/later.png"
        #expect(try Program("check", playlist).output.hasSuffix("\(line)\n"))
        #expect(try Program("check", "--horizon", "0s", playlist).output.contains("not shown") == false)
        let short = try Program("check", "--horizon", "5s", playlist)
        #expect(short.status == 0 && short.output.contains("not shown within 5s: "))
    }

    /// It is tried in a process of its own, which nobody needs to know of.
    @Test func aHostileShaderIsAnErrorOfThePlaylist() throws {
        let folder = try Folder()
        try folder.file("own.frag", "\nfloat a[200000000];\nvec4 transition(vec2 uv) { return getToColor(uv); }")
        let playlist = try folder.file("menu.yaml", "items: [{colour: '#ff0000', transition: own.frag}]")
        let check = try Program("check", playlist)
        #expect(check.status == 65)
        #expect(
            check.output
                == "\(playlist):1:41: error: \(folder.path)/own.frag: line 2: a variable of more than 16384 numbers; make "
                + "the array smaller\n")
        #expect(!(try Program("--help").output.contains("try-shader")))
    }

    /// Each file with an error by the check's word, and one that is good.
    @Test func whatIsAnErrorIsRefused() throws {
        let folder = try Folder()
        try picture("good/a.png", in: folder)
        try folder.file("broken/a.png", "no picture")
        try folder.file("none/readme.txt", "")
        let empty = try folder.file("empty.yaml", "items: []\n")
        let odd = try folder.file("odd.yaml", "items: [3]\n")
        let warned = try folder.file("warned.yaml", "items: [{colour: red}]\nunknown: 1\n")
        for path in ["good", "broken", "none", "missing"].map({ "\(folder.path)/\($0)" }) + [empty, odd, warned] {
            let check = try Program("check", path)
            let played = try play(path)
            #expect((check.status == 0) == (played.status == 0), "\(path): \(check.output) \(played.messages)")
        }
        // Unattended the same is reported, and something plays.
        let unattended = try play("--unattended", empty)
        #expect(unattended.status == 0 && unattended.messages.contains("nothing to play"), "\(unattended.messages)")
        #expect(try Program("check", empty).output.contains("nothing to play"))
    }

    @Test func aFallbackThatIsNotThereIsRefusedToo() throws {
        let folder = try Folder()
        try picture("m/a.png", in: folder)
        let file = try folder.file("config.yaml", "playlist: m\nfallback: none.png\n")
        #expect(try Program("check", file).status == 66)
        #expect(try play("--config", file).status == 66)
        #expect(try play("--config", file, "--unattended").status == 0)
    }

    /// Errors come first, and those of the configuration do not hide those of its playlists.
    @Test func everythingIsToldErrorsFirst() throws {
        let folder = try Folder()
        try folder.file("menu.yaml", "items: [3]\n")
        let file = try folder.file(
            "config.yaml", "playlist: menu.yaml\nmoed: highest\noutputs: [{match: HDMI-A-1, mode: 3}]\n")
        let check = try Program("check", file)
        #expect(check.status == 65)
        #expect(check.output.contains("config.yaml:3:") && check.output.contains("menu.yaml:1:"), "\(check.output)")
        let own = check.output.split(separator: "\n").filter { $0.contains("config.yaml") }
        let isError = own.map { $0.contains(": error: ") }
        #expect(isError == isError.sorted { $0 && !$1 })
    }

    /// Nobody decodes it, so it is as good as none.
    @Test func aPictureWithTooManyPixelsIsNone() throws {
        let folder = try Folder()
        // The signature, and a chunk IHDR of 30,000 by 30,000 pixels.
        let bytes: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        try folder.file("m/huge.png", "")
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/m/huge.png"))
        let check = try Program("check", "\(folder.path)/m")
        #expect(check.status == 65)
        #expect(
            check.output.contains(
                "huge.png: warning: passed over: it has 30000x30000 pixels, and at most 400000000 are decoded; make it smaller"
            ), "\(check.output)")
    }

    @Test func aPipeIsNoPlaylist() throws {
        let folder = try Folder()
        try picture("m/a.png", in: folder)
        #expect(unsafe mkfifo("\(folder.path)/m/playlist.yaml", 0o644) == 0)
        let check = try Program("check", "\(folder.path)/m")
        #expect(check.status == 0)
        #expect(
            check.output.contains(
                "m/playlist.yaml: warning: passed over: not a file, so it is not the folder's playlist"))
        #expect(try Program("check", "\(folder.path)/m/playlist.yaml").status == 66)
        let list = try folder.file("list.yaml", "items: [{playlist: m/playlist.yaml}]\n")
        let listed = try Program("check", list)
        #expect(listed.status == 65 && listed.output.contains("neither a file nor a folder"), "\(listed.output)")
    }

    /// It may come yet, or its name may be misspelt: only whoever checks a playlist wants to know.
    @Test func whatIsOptionalAndNotThereIsNoted() throws {
        let folder = try Folder()
        for name in ["a.png", "offers.png"] { try picture(name, in: folder) }
        let playlist = try folder.file(
            "menu.yaml",
            """
            items:
              - a.png
              - {picture: ofers.png, optional: true}
              - {folder: news, optional: true}
              - {picture: offers.png, optional: true}
              - {picture: never.png, optional: true, enabled: false}
            """)
        let check = try Program("check", playlist)
        #expect(check.status == 0)
        let none = "no such file or folder"
        let rest = "is optional, so it is left out until it is there"
        #expect(
            check.output.split(separator: "\n").prefix(2) == [
                "\(playlist):3:15: notice: \(folder.path)/ofers.png: \(none); did you mean 'offers.png'? It \(rest)",
                "\(playlist):4:14: notice: \(folder.path)/news: \(none); it \(rest)",
            ], "\(check.output)")
        #expect(check.output.components(separatedBy: ": notice: ").count == 3, "\(check.output)")
        let played = try play(playlist)
        #expect(played.status == 0 && !played.messages.contains("ofers.png"), "\(played.messages)")
    }
}
