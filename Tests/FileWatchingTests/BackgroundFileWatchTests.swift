import LinuxSystem
import Paths
import Testing

@testable import FileWatching

/// A watch with a thread of its own.
@Suite struct BackgroundFileWatchTests {
    private func turn(_ folder: WatchedFolder, until holds: () -> Bool) throws {
        try folder.turn(until: holds)
    }

    @Test("what is followed from now on is reported once, and what changes then")
    func reports() throws {
        let folder = try WatchedFolder()
        try folder.write("a")
        var (armed, changed): ([Set<FilePath>], [Set<FilePath>]) = ([], [])
        let watch = try BackgroundFileWatch(
            on: folder.loop, .init(onArmed: { armed.append($0) }, onChange: { changed.append($0) }, onTrouble: { _ in })
        )
        let (a, b) = (FilePath(folder("a")), FilePath(folder("b")))
        watch.follow([a], folders: [])
        try turn(folder) { armed == [[a]] }
        try folder.write("a", "longer than before")
        try turn(folder) { changed == [[a]] }
        // Of two only one is new.
        watch.follow([a, b], folders: [])
        try turn(folder) { armed == [[a], [b]] }
        try folder.write("b")
        try turn(folder) { changed == [[a], [b]] }
    }

    @Test("released, it reports nothing more")
    func released() throws {
        let folder = try WatchedFolder()
        var reports = 0
        var watch: BackgroundFileWatch?
        watch = try BackgroundFileWatch(
            on: folder.loop,
            .init(
                onArmed: { _ in
                    reports += 1
                    watch = nil
                }, onChange: { _ in reports += 1 }, onTrouble: { _ in }))
        watch?.follow([FilePath(folder("a"))], folders: [])
        try turn(folder) { reports == 1 }
        try folder.write("a")
        #expect(try !folder.wakesUp())
        #expect(reports == 1)
    }
}
