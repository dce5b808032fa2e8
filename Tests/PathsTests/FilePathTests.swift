import Testing

@testable import Paths

@Suite struct FilePathTests {
    @Test func pathsAreComparedByTheirBytes() {
        let (composed, decomposed) = (FilePath("caf\u{E9}.png"), FilePath("cafe\u{301}.png"))
        #expect("caf\u{E9}.png" == "cafe\u{301}.png", "texts that look alike are equal")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(FilePath(bytes: composed.bytes) == composed)
    }

    @Test func anyBytesButZeroAreKept() {
        let bytes: [UInt8] = [0x2F, 0xFF, 0x80, 0xC3, 0x2E, 0x70]
        let path = FilePath(bytes: bytes)
        #expect(path.bytes == bytes)
        #expect(path.text == nil)
        #expect(path.description == "/\u{FFFD}\u{FFFD}\u{FFFD}.p")
        #expect(path.ending == "p")
        #expect(FilePath(bytes: [0x61, 0, 0x62]) == "a")
        let copied = unsafe path.withCString { text in (0...6).map { unsafe UInt8(bitPattern: text[$0]) } }
        #expect(copied == bytes + [0])
    }

    @Test(arguments: [
        ("/srv/a.png", "/srv", "a.png"), ("a.png", ".", "a.png"), ("/a.png", "/", "a.png"), ("/", "/", ""),
        ("srv/", "srv", ""), ("", ".", ""), ("a//b", "a/", "b"),
    ])
    func foldersAndNamesAreTakenApart(path: String, folder: String, name: String) {
        #expect(FilePath(path).folder == FilePath(folder))
        #expect(FilePath(path).name == FilePath(name))
    }

    @Test(arguments: [
        ("/srv", "a.png", "/srv/a.png"), ("/srv/", "a.png", "/srv/a.png"), ("", "a.png", "a.png"),
        ("/srv", "/a.png", "/a.png"), ("/", "a", "/a"), ("srv", "", "srv/"),
    ])
    func pathsAreJoined(folder: String, path: String, whole: String) {
        #expect(FilePath(folder).appending(FilePath(path)) == FilePath(whole))
    }

    @Test(
        arguments: [
            ("a.PNG", "png"), ("a.tar.gz", "gz"), ("a", nil), ("a.", ""), ("b.d/a", nil), (".png", "png"),
        ] as [(String, String?)])
    func endingsAreInLowerCase(path: String, ending: String?) {
        #expect(FilePath(path).ending == ending)
    }

    @Test func partsOfNamesAreNoFolders() {
        #expect(FilePath("/a/b").isIn("/a"))
        #expect(FilePath("/a/b").isIn("/a/"))
        #expect(FilePath("/a").isIn("/a"))
        #expect(!FilePath("/ab").isIn("/a"))
        #expect(FilePath("/x").isIn("/"))
    }

    @Test func componentsAreNamesWithoutSlashes() {
        #expect(FilePath("/a//b/../c").components == ["a", "b", "..", "c"])
    }

    @Test(
        arguments: [
            ("a b.png", "'a b.png'"), ("it's", "$'it\\x27s'"), ("caf\u{E9}", "'caf\u{E9}'"), ("a\nb", "$'a\\x0ab'"),
        ] as [(FilePath, String)])
    func quotedForAShell(path: FilePath, quoted: String) { #expect(path.quoted == quoted) }

    @Test func whatIsNotUTF8IsQuotedByItsBytes() {
        #expect(FilePath(bytes: [0x63, 0xE9, 0x5C]).quoted == "$'c\\xe9\\x5c'")
    }

    @Test(
        arguments: [
            ("a/./b//c", "a/b/c"), ("/a/../b/.", "/b"), ("../a/../..", "../.."), ("/", "/"), (".", ""),
        ] as [(FilePath, FilePath)])
    func tidied(path: FilePath, tidy: FilePath) { #expect(path.tidy == tidy) }
}
