import Foundation
import LinuxSystem
import Paths
import Testing
import Timing

@testable import FileWatching

/// A folder of its own, and a watch whose reports are waited for.
final class WatchedFolder {
    let path: String
    let loop: EventLoop
    private(set) var reports: [Set<FilePath>] = []
    private(set) var looks: [Bool] = []
    private(set) var troubles: [String] = []
    private(set) var watch: FileWatch?

    init(
        settings: FileWatch.Settings = .quick,
        openSource: @escaping () throws(SystemError) -> any WatchSource = { () throws(SystemError) in try Inotify() },
        isSilent: @escaping (FilePath) -> Bool = { _ in false }
    ) throws {
        // Without links: what is tested makes its own.
        let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        path = root + "/watch-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        loop = try EventLoop()
        watch = try FileWatch(
            on: loop, settings: settings, kernel: .init(openSource: openSource, isSilent: isSilent),
            .init(
                onChange: { [unowned self] in reports.append($0) },
                onLooking: { [unowned self] in looks.append($0) },
                onTrouble: { [unowned self] in troubles.append($0) }))
        try write("sentinel")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func write(_ name: String, _ text: String = "text") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        try systemCall("symlink", name) { unsafe symlink(target, self(name)) }
    }

    func rename(_ name: String, to other: String) throws {
        try systemCall("rename", name) { unsafe Glibc.rename(self(name), self(other)) }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: self(name))
    }

    func follow(_ files: [String], folders: [String] = []) {
        watch?.follow(
            Set(files.map { FilePath(self($0)) }).union([FilePath(self("sentinel"))]),
            folders: Set(folders.map { FilePath(self($0)) }))
    }

    /// Turns the loop until something holds.
    func turn(until holds: () -> Bool) throws {
        let limit = EventLoop.now + .seconds(20)
        while !holds(), EventLoop.now < limit { try loop.turn(waitingAtMost: .milliseconds(100)) }
        try #require(holds(), "waited in vain; reports: \(reports)")
    }

    /// The names reported next, all that come before the report of a change made now, without that one.
    func reported() throws -> Set<String> {
        // Growing, so that its signature differs whatever the clock's resolution.
        let file = try OwnedDescriptor(opening: FilePath(self("sentinel")), O_WRONLY | O_APPEND)
        let byte: [UInt8] = [1]
        try systemCall("write") { unsafe Glibc.write(file.rawValue, byte, 1) }
        close(file.release())
        try turn { reports.contains { $0.contains(FilePath(self("sentinel"))) } }
        let all = Set(reports.joined().map { String($0.description.dropFirst(path.count + 1)) }).subtracting([
            "sentinel"
        ])
        reports = []
        return all
    }

    /// The names in the next report.
    func next() throws -> Set<String> {
        try turn { !reports.isEmpty }
        return Set(reports.removeFirst().map { String($0.description.dropFirst(path.count + 1)) })
    }

    /// Turns the loop until nothing wakes it any more.
    func settleDown() throws {
        for _ in 0..<100 where try !wakesUp() { return }
        Issue.record("the loop does not come to rest")
    }

    /// Whether anything but a timer of our own wakes the loop.
    func wakesUp() throws -> Bool {
        var isOver = false
        let timer = loop.makeTimer { isOver = true }
        defer { timer.clear() }
        timer.set(EventLoop.now + .milliseconds(50))
        let before = loop.wakeUps
        while !isOver { try loop.turn() }
        return loop.wakeUps - before > 1
    }
}

extension FileWatch.Settings {
    static var quick: Self {
        var settings = Self()
        settings.settleTime = .milliseconds(20)
        settings.pollInterval = .milliseconds(20)
        settings.pollRestraint = 0
        return settings
    }
}
