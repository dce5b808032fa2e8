import DisplayModel
import Foundation
import Paths
import Playlist
import StrictYAML
import Testing

@testable import PlaylistReading

/// What is said of a path that leads nowhere.
@Suite struct AbsenceTests {
    private let none = "no such file or folder"

    @Test func namesThatAreNearAreSuggested() throws {
        try withFolder(["Photo.JPG", "menu.png", ".mneu.png"]) { path in
            #expect(
                Absence.reason("\(path)/photo.jpg")
                    == "\(none); did you mean 'Photo.JPG'? Capital and small letters differ in names of files")
            #expect(Absence.reason("\(path)/mneu.png") == "\(none); did you mean 'menu.png'?")
            #expect(Absence.reason("\(path)/menu.pgn") == "\(none); did you mean 'menu.png'?")
            #expect(Absence.reason("\(path)/soup.png") == none)
            #expect(Absence.reason("\(path)/rent.png") == none, "only its ending is near")
            try FileManager.default.createDirectory(atPath: "\(path)/pictures", withIntermediateDirectories: false)
            #expect(
                Absence.reason("\(path)/pictuers/2026/a.png")
                    == "\(none); there is no folder \(path)/pictuers; did you mean 'pictures'?")
        }
    }

    @Test func linksAreFollowedToTheirEnd() throws {
        try withFolder([]) { path in
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/a.png", withDestinationPath: "/nowhere/a.png")
            #expect(
                Absence.reason("\(path)/a.png")
                    == "a link to /nowhere/a.png, which is not there; make it anew, or remove it")
        }
        #expect(Absence.reason("/dev/null") == "neither a file nor a folder")
    }

    /// Neither is there to be opened, and no permission helps.
    @Test func whatIsNoFolderIsNotSaidToLackAPermission() throws {
        try withFolder([]) { path in
            for (name, target) in [("zero.png", "/dev/zero"), ("loop.png", "loop.png")] {
                try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
            }
            #expect(
                Absence.reason("\(path)/zero.png") == "a link to /dev/zero, which is neither a file nor a folder")
            #expect(
                Absence.reason("\(path)/loop.png")
                    == "a link to loop.png, which leads back to itself; make it anew, or remove it")
            #expect(unsafe mkfifo("\(path)/pipe.png", 0o600) == 0)
            for name in ["zero.png", "loop.png", "pipe.png", "nothing"] {
                let file = FilePath("\(path)/\(name)")
                guard case .failure(let fault) = PlaylistFiles.onDisk.list(file, FolderListing()) else {
                    Issue.record("\(name) was listed")
                    continue
                }
                #expect(fault.reason == Absence.reason(file))
            }
        }
    }

    /// The same letters, as one character each or with their accents as characters of their own.
    @Test func accentsHaveTwoForms() {
        #expect(
            Absence.sentence("m\u{FC}sli.png", missing: "m\u{FC}sli.png", among: ["mu\u{308}sli.png"])
                == "\(none); a name that looks the same is there, its accents written with other bytes: rename that file"
        )
    }

    /// `chmod` helps with neither.
    @Test func namesThatAreNotUTF8AreToBeRenamed() {
        let latin = FilePath(bytes: [0x6D, 0xFC, 0x73, 0x6C, 0x69] + Array(".png".utf8))
        #expect(
            Absence.sentence("m\u{FC}sli.png", missing: "m\u{FC}sli.png", among: [latin])
                == "\(none); $'m\\xfcsli.png' is there, a name that is not UTF-8, which no playlist can write: rename it, "
                + "or show its folder")
        #expect(Absence.sentence("soup.png", missing: "soup.png", among: [latin]) == none)
    }

    @Test func namesThatLookTheSameAreTwo() throws {
        try withFolder(["mu\u{308}sli.png"]) { path in
            #expect(
                Absence.reason("\(path)/m\u{FC}sli.png")
                    == "\(none); a name that looks the same is there, its accents written with other bytes: rename that file"
            )
        }
    }

    @Test(arguments: [
        ("C:\\pictures\\a.png", "paths have no drives here, and '/' between folders: /srv/signage/one.png"),
        ("/srv/C:/a.png", "paths have no drives here, and '/' between folders: /srv/signage/one.png"),
        ("/srv/~/a.png", "'~' stands for nothing here; write the whole path"),
        ("/srv/https://x/a.png", "only files of this machine can be shown; copy it here and write its path"),
        ("/srv/pictures/*.png", "'*' stands for no names here; write a folder, and all its pictures play"),
        ("a.png, b.png", "write each path as an item of its own"),
        ("file:///srv/a.png", "write the path alone, without 'file:'"),
    ])
    func whatIsNoPathHereIsTold(path: FilePath, hint: String) {
        #expect(Absence.sentence(path, missing: path, among: []) == "\(none); \(hint)")
    }

    @Test func playlistsTellOfIt() {
        let outcome = FakeDisk("items:\n  - a.png\n    - b.png\n  - picture:a.png\n  - gone.png").read()
        #expect(
            outcome.lines == [
                "main.yaml:2:5: error: a.png - b.png: \(none); the next line is indented so far that it continues this "
                    + "text; indent it less",
                "main.yaml:4:5: error: picture:a.png: \(none); a space is missing; write 'picture: a.png'",
                "main.yaml:5:5: error: gone.png: \(none)",
            ])
    }

    @Test(arguments: [
        ("menu.pdf", "; export its pages as PNG"), ("film.WMV", "; convert it to MP4 (H.264)"),
        ("old.bmp", "; convert it to PNG"), ("a.svgz", "; unpack it: gunzip -S .svgz, and name it .svg"),
        ("notes.txt", ""), ("noending", ""),
    ])
    func otherFilesHaveACure(path: FilePath, cure: String) {
        let sentence =
            "not a picture by its name; these can be shown: .apng, .avif, .gif, .heic, .heif, .hif, .jpeg, .jpg, .jxl, .png, "
            + ".svg, .tif, .tiff, .webp"
        #expect(MediaFolder.notAPicture(path) == sentence + cure)
    }
}

@Suite struct PlaylistHintTests {
    private let unit = "a number has its unit behind it: px for pixels, or %"

    @Test func lengthsHaveUnits() {
        #expect(Length.hint("20") == unit)
        #expect(Length.hint("75, 0, 25, 100") == unit)
        #expect(Length.hint("5 px") == "did you mean '5px'?")
        #expect(Length.hint("75%, 0, 25 %, 100%") == "did you mean '75% 0 25% 100%'?")
        #expect(Length.hint("wide") == nil)
        #expect(Length.hint("5px") == nil, "it is one; something else is wrong with it")
        #expect(Length.percentage("90") == "did you mean '90%'?")
        #expect(Length.percentage("0.5") == "did you mean '50%'?")
        #expect(Length.percentage("12.5") == "did you mean '12.5%'?")
        #expect(Length.percentage("50 %") == "did you mean '50%'?")
    }

    @Test func colorsHaveNumbers() {
        #expect(Color.hint("Red") == "did you mean '#ff0000'?")
        #expect(Color.hint("102a43") == "did you mean '#102a43'?")
        #expect(Color.hint("reddish") == nil)
    }
}
