import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@testable import FileWatching

@Suite struct FileWatchTests {
    @Test func aFileRewrittenInPlace() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        try folder.write("b")
        folder.follow(["a", "b"])
        #expect(try folder.reported() == [])
        try folder.write("a", "other")
        #expect(try folder.next() == ["a"])
        #expect(try folder.reported() == [])
    }

    @Test func aFileReplacedByRenaming() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        folder.follow(["a"])
        for round in 1...3 {
            try folder.write(".a.new", "text \(round)")
            try folder.rename(".a.new", to: "a")
            #expect(try folder.next() == ["a"])
        }
        // The new file is watched as the old one was.
        try folder.write("a", "in place")
        #expect(try folder.next() == ["a"])
    }

    @Test func aFileDeletedAndCreated() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        folder.follow(["a"])
        try folder.remove("a")
        #expect(try folder.next() == ["a"])
        try folder.write("a")
        #expect(try folder.next() == ["a"])
        try folder.write("a", "again")
        #expect(try folder.next() == ["a"])
    }

    @Test func missingFoldersComeOneByOne() throws {
        let folder = try WatchedFolder()
        folder.follow(["x/y/z/a"], folders: ["x/y/w"])
        for part in ["x", "x/y", "x/y/z"] {
            try folder.makeFolder(part)
            #expect(try folder.reported() == [])
        }
        try folder.write("x/y/z/a")
        #expect(try folder.next() == ["x/y/z/a"])
        try folder.makeFolder("x/y/w")
        #expect(try folder.next() == ["x/y/w"])
        try folder.write("x/y/w/entry")
        #expect(try folder.next() == ["x/y/w"])
    }

    @Test func missingFoldersComeAtOnce() throws {
        let folder = try WatchedFolder()
        folder.follow(["x/y/z/a"])
        try folder.makeFolder("x/y/z")
        try folder.write("x/y/z/a")
        #expect(try folder.next() == ["x/y/z/a"])
        try folder.remove("x")
        #expect(try folder.next() == ["x/y/z/a"])
    }

    @Test func aParentFolderRenamedAwayAndReplaced() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("top/show")
        try folder.write("top/show/a")
        folder.follow(["top/show/a"], folders: ["top/show"])
        try folder.rename("top", to: "old")
        #expect(try folder.next() == ["top/show/a", "top/show"])
        // Nobody follows the old folder any more.
        try folder.write("old/show/a", "other")
        #expect(try folder.reported() == [])
        try folder.rename("old", to: "top")
        #expect(try folder.next() == ["top/show/a", "top/show"])
        try folder.write("top/show/a", "third")
        #expect(try folder.next() == ["top/show/a", "top/show"])
    }

    @Test func aChangeOfAnAncestorThatChangesNothing() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("top/show")
        try folder.write("top/show/a")
        folder.follow(["top/show/a"], folders: ["top/show"])
        try folder.rename("top", to: "old")
        try folder.rename("old", to: "top")
        unsafe chmod(folder("top"), 0o700)
        try folder.write("top/unrelated")
        #expect(try folder.reported() == [])
    }

    @Test func aLinkToATreeSwapped() throws {
        let folder = try WatchedFolder()
        for release in ["41", "42", "43"] {
            try folder.makeFolder("releases/\(release)")
            try folder.write("releases/\(release)/a", release)
        }
        try folder.link("current", to: "releases/41")
        folder.follow(["current/a"], folders: ["current"])
        for release in ["42", "43"] {
            try folder.link("next", to: "releases/\(release)")
            try folder.rename("next", to: "current")
            #expect(try folder.next() == ["current/a", "current"])
            try folder.write("releases/41/a", "nobody's")
            #expect(try folder.reported() == [])
            try folder.write("releases/\(release)/a", "in place")
            #expect(try folder.next() == ["current/a", "current"])
        }
        try folder.remove("current")
        #expect(try folder.next() == ["current/a", "current"])
    }

    @Test func aLinkInTheMiddleOfAChain() throws {
        let folder = try WatchedFolder()
        try folder.write("one")
        try folder.write("two")
        try folder.link("inner", to: "one")
        try folder.link("outer", to: folder("inner"))
        folder.follow(["outer"])
        try folder.link("new", to: "two")
        try folder.rename("new", to: "inner")
        #expect(try folder.next() == ["outer"])
        try folder.write("one", "nobody's")
        #expect(try folder.reported() == [])
        try folder.remove("two")
        #expect(try folder.next() == ["outer"])
        try folder.write("two")
        #expect(try folder.next() == ["outer"])
    }

    @Test func aCircleOfLinksIsMissingUntilItIsBroken() throws {
        let folder = try WatchedFolder()
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        folder.follow(["a"])
        #expect(try folder.reported() == [])
        try folder.remove("b")
        try folder.write("b")
        #expect(try folder.next() == ["a"])
    }

    @Test func attributes() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        unsafe chmod(folder("a"), 0)
        folder.follow(["a"])
        unsafe chmod(folder("a"), 0o644)
        #expect(try folder.next() == ["a"])
    }

    @Test func entriesOfAFolder() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("show/sub")
        try folder.write("outside")
        folder.follow([], folders: ["show"])
        try folder.write("show/a")
        #expect(try folder.next() == ["show"])
        try folder.write("show/a", "other")
        #expect(try folder.next() == ["show"])
        try folder.rename("show/a", to: "a")
        #expect(try folder.next() == ["show"])
        try folder.rename("outside", to: "show/b")
        #expect(try folder.next() == ["show"])
        try folder.remove("show/b")
        #expect(try folder.next() == ["show"])
        for name in [".hidden", "b~", "c.part", "d.tmp", "e.crdownload", "sub/deep"] {
            try folder.write("show/" + name)
        }
        #expect(try folder.reported() == [])
        try folder.rename("show/c.part", to: "show/c")
        #expect(try folder.next() == ["show"])
    }

    @Test func oneInodeUnderTwoPaths() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        try systemCall("link") { unsafe link(folder("a"), folder("b")) }
        folder.follow(["a", "b"])
        try folder.write("a", "other")
        #expect(try folder.next() == ["a", "b"])
        folder.follow(["b"])
        try folder.write("a", "third")
        #expect(try folder.next() == ["b"])
    }

    @Test func whatIsFollowedNoMoreIsSilent() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("show")
        for name in ["a", "b", "show/c"] { try folder.write(name) }
        folder.follow(["a", "b"], folders: ["show"])
        try folder.write("a", "other")
        folder.follow(["b"])
        try folder.write("show/c", "other")
        #expect(try folder.reported() == [])
        // The folder that held them all is watched still.
        try folder.write("b", "other")
        #expect(try folder.next() == ["b"])
    }

    @Test func aWriterIsWaitedFor() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("show")
        folder.follow(["show/film"], folders: ["show"])
        for isThere in [false, true] {
            let file = try OwnedDescriptor(opening: FilePath(folder("show/film")), O_WRONLY | O_CREAT | O_APPEND)
            for _ in 0..<4 {
                let byte: [UInt8] = [1]
                try systemCall("write") { unsafe Glibc.write(file.rawValue, byte, 1) }
                // Each time the settle time passes, as the sentinel shows.
                #expect(try folder.reported() == [], "the file was there: \(isThere)")
            }
            close(file.release())
            #expect(try folder.next() == ["show/film", "show"])
            #expect(try folder.reported() == [])
        }
    }

    @Test func aWriterWithoutEndIsNotWaitedForForEver() throws {
        var settings = FileWatch.Settings.quick
        settings.longestWait = .milliseconds(60)
        let folder = try WatchedFolder(settings: settings)
        try folder.write("log")
        folder.follow(["log"])
        let file = try OwnedDescriptor(opening: FilePath(folder("log")), O_WRONLY)
        let byte: [UInt8] = [1]
        try systemCall("write") { unsafe Glibc.write(file.rawValue, byte, 1) }
        #expect(try folder.next() == ["log"])
        try systemCall("write") { unsafe Glibc.write(file.rawValue, byte, 1) }
        #expect(try folder.next() == ["log"])
    }

    @Test func nothingFollowedMeansNoWakeUps() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        folder.follow(["a"])
        folder.watch?.follow([], folders: [])
        // What giving the watches back caused.
        try folder.settleDown()
        try folder.write("a", "other")
        try folder.remove("sentinel")
        #expect(try !folder.wakesUp())
        #expect(folder.reports == [])
    }

    @Test func releasedByItsOwnReport() throws {
        let loop = try EventLoop()
        let folder = try WatchedFolder()
        var watch: FileWatch?
        var reports = 0
        watch = try FileWatch(
            on: loop, settings: .quick,
            onChange: { _ in
                reports += 1
                watch = nil
                loop.stop()
            }, onTrouble: { _ in })
        watch?.follow([FilePath(folder("sentinel"))], folders: [])
        try folder.write("sentinel", "other")
        try loop.run()
        #expect(reports == 1)
    }

    @Test func namesThatAreNotUTF8AreFollowed() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("show")
        let name = FilePath(bytes: [0xFF, 0xFE] + Array(".png".utf8))
        let path = FilePath(folder("show")).appending(name)
        var reports: [Set<FilePath>] = []
        let watch = try FileWatch(
            on: folder.loop, settings: .quick,
            onChange: { [loop = folder.loop] paths in
                reports.append(paths)
                loop.stop()
            }, onTrouble: { _ in })
        watch.follow([path], folders: [FilePath(folder("show"))])
        let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT)
        try WholeFile.write([1], to: file.rawValue, "\(path)")
        close(file.release())
        try folder.loop.run()
        #expect(reports == [[path, FilePath(folder("show"))]])
    }
}
