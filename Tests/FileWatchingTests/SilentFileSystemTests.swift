import Glibc
import LinuxSystem
import Paths
import Testing

@testable import FileWatching

/// Has watches, and never tells of anything: what another machine changes on a share.
private final class DeafInotify: WatchSource {
    private let inotify: Inotify

    init() throws(SystemError) { inotify = try Inotify() }

    var rawDescriptor: Int32 { inotify.rawDescriptor }
    func add(_ path: FilePath, _ mask: WatchMask) throws(SystemError) -> Int32 { try inotify.add(path, mask) }
    func remove(_ watch: Int32) { inotify.remove(watch) }
    func readEvents(_ body: (WatchEvent) -> Void) { inotify.readEvents { _ in } }
}

@Suite struct SilentFileSystemTests {
    private func share(settings: FileWatch.Settings = .quick) throws -> WatchedFolder {
        let deaf = try DeafInotify()
        return try WatchedFolder(
            settings: settings, openSource: { () throws(SystemError) in deaf }, isSilent: { _ in true })
    }

    @Test("where the kernel does not tell, it is looked: files that come, change and go")
    func files() throws {
        let folder = try share()
        try folder.write("a")
        folder.follow(["a", "b"])
        try folder.write("a", "longer than before")
        #expect(try folder.next() == ["a"])
        try folder.write("b")
        #expect(try folder.next() == ["b"])
        try folder.remove("b")
        #expect(try folder.next() == ["b"])
    }

    @Test("a file of a folder that is written in its place is a change of the folder")
    func entries() throws {
        let folder = try share()
        try folder.makeFolder("show")
        try folder.write("show/a.png")
        folder.follow([], folders: ["show"])
        let file = try OwnedDescriptor(opening: FilePath(folder("show/a.png")), O_WRONLY | O_APPEND)
        try WholeFile.write([1, 2, 3], to: file.rawValue, "a.png")
        #expect(try folder.next() == ["show"])
        // Hidden names do not count.
        try folder.write("show/.a.png.part")
        try folder.write("sentinel", "longer than before")
        #expect(try folder.next() == ["sentinel"])
    }

    @Test("each look is told of before and after: one that never ends is a share that does not answer")
    func looks() throws {
        let folder = try share()
        folder.follow(["a"])
        try folder.turn { folder.looks.count >= 4 }
        #expect(folder.looks.prefix(4) == [true, false, true, false])
    }

    @Test("a look that took long is not the last one for a long time")
    func slowLooks() throws {
        var settings = FileWatch.Settings.quick
        (settings.pollRestraint, settings.longestPollPause) = (1_000_000_000, .milliseconds(10))
        let folder = try share(settings: settings)
        folder.follow(["a"])
        try folder.turn { folder.looks.count >= 8 }
    }

    @Test("the very first look may be the one that never ends")
    func firstLook() throws {
        var looks: [Bool] = []
        var folder: WatchedFolder?
        folder = try WatchedFolder(isSilent: { _ in
            looks = folder?.looks ?? []
            return true
        })
        try #require(folder).follow(["sentinel"])
        #expect(looks == [true])
        #expect(folder?.looks == [true, false])
    }

    @Test("disks of this machine are looked at when something happens there")
    func local() throws {
        let folder = try WatchedFolder()
        folder.follow(["a"])
        try folder.write("a")
        #expect(try folder.next() == ["a"])
        #expect(folder.looks.count < 8)
        #expect(!SilentFileSystems.contain("/proc") && !SilentFileSystems.contain("/nowhere"))
    }
}
