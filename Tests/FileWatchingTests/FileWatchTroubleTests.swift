import Foundation
import LinuxSystem
import Paths
import SeededRandom
import Synchronization
import Testing
import Timing

@testable import FileWatching

/// A kernel with less to give.
private final class ScarceInotify: WatchSource {
    private let inotify: Inotify
    var limit: Int
    private var watches: Set<Int32> = []
    /// The events that come next are lost, and it says so.
    var overflows = false

    init(limit: Int) throws(SystemError) {
        inotify = try Inotify()
        self.limit = limit
    }

    var rawDescriptor: Int32 { inotify.rawDescriptor }

    func add(_ path: FilePath, _ mask: WatchMask) throws(SystemError) -> Int32 {
        let watch = try inotify.add(path, mask)
        if !watches.contains(watch), watches.count >= limit {
            inotify.remove(watch)
            throw SystemError("inotify_add_watch", "\(path)", code: ENOSPC)
        }
        watches.insert(watch)
        return watch
    }

    func remove(_ watch: Int32) {
        inotify.remove(watch)
        watches.remove(watch)
    }

    func readEvents(_ body: (WatchEvent) -> Void) {
        let isLost = overflows
        overflows = false
        inotify.readEvents { if !isLost { body($0) } }
        if isLost { body(WatchEvent(watch: -1, mask: .queueOverflow, name: nil)) }
    }
}

@Suite struct FileWatchTroubleTests {
    @Test(arguments: 0...8) func tooFewWatches(limit: Int) throws {
        let scarce = try ScarceInotify(limit: limit)
        let folder = try WatchedFolder(openSource: { () throws(SystemError) in scarce })
        try folder.makeFolder("show")
        try folder.write("show/a")
        folder.follow(["show/a", "b"], folders: ["show"])
        #expect(try folder.reported() == [])
        try folder.write("show/a", "another length")
        #expect(try folder.reported().contains("show/a"))
        try folder.write("show/new")
        #expect(try folder.reported() == ["show"])
        try folder.write("b")
        #expect(try folder.reported() == ["b"])
        try folder.remove("show")
        #expect(try folder.reported() == ["show/a", "show"])
        #expect(folder.troubles.count <= 1)
        if limit < 4 {
            #expect(folder.troubles.first?.contains("fs.inotify.max_user_watches") ?? false)
            // Once there are watches again, they are used, and nothing is polled.
            scarce.limit = .max
            try folder.settleDown()
            #expect(try folder.reported() == [])
        }
    }

    @Test(arguments: [EMFILE, ENOSYS]) func noInotify(code: Int32) throws {
        var isThere = false
        let folder = try WatchedFolder(openSource: { () throws(SystemError) in
            guard isThere else { throw SystemError("inotify_init1", code: code) }
            return try Inotify()
        })
        folder.follow(["a"])
        #expect(folder.troubles.count == 1)
        #expect(folder.troubles.first?.contains("fs.inotify.max_user_instances") ?? false)
        try folder.write("a")
        #expect(try folder.next() == ["a"])
        #expect(try folder.reported() == [])
        isThere = true
        try folder.settleDown()
        try folder.write("a", "other")
        #expect(try folder.next() == ["a"])
        #expect(folder.troubles.count == 1)
    }

    @Test func afterAnOverflowAllIsReported() throws {
        let scarce = try ScarceInotify(limit: .max)
        let folder = try WatchedFolder(openSource: { () throws(SystemError) in scarce })
        try folder.makeFolder("show")
        try folder.write("a")
        folder.follow(["a", "missing/b"], folders: ["show"])
        scarce.overflows = true
        try folder.makeFolder("missing")
        #expect(try folder.next() == ["a", "missing/b", "show", "sentinel"])
        // What was missed was looked for.
        try folder.write("missing/b")
        #expect(try folder.next() == ["missing/b"])
    }

    @Test func manyFilesInAFolderThatGoes() throws {
        let folder = try WatchedFolder()
        try folder.makeFolder("top/show")
        let names = (0..<200).map { "top/show/\($0)" }
        for name in names { try folder.write(name) }
        folder.follow(names)
        try folder.rename("top", to: "old")
        var reported: Set<String> = []
        while reported.count < names.count { reported.formUnion(try folder.next()) }
        #expect(reported == Set(names))
    }

    /// Whatever is done to a tree with links: who looks at what is reported, and at nothing else, sees the tree as it is.
    @Test(arguments: [20_261_121 as UInt64, 7]) func randomChanges(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try WatchedFolder()
        let names = ["x", "y", "z"]
        func randomName(_ depth: Int) -> String {
            "tree/"
                + (0..<Int.random(in: 1...depth, using: &random)).map { _ in
                    names[Int.random(in: 0..<3, using: &random)]
                }.joined(separator: "/")
        }
        try folder.makeFolder("tree")
        let files = Set((0..<12).map { _ in randomName(3) })
        let folders = Set((0..<6).map { _ in randomName(2) })
        folder.follow(files.sorted(), folders: folders.sorted())

        /// What a path names: its text, or the names and texts in it.
        func content(_ name: String, isFolder: Bool) -> [String: String]? {
            let path = folder(name)
            guard isFolder else { return (try? String(contentsOfFile: path, encoding: .utf8)).map { ["": $0] } }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
            return Dictionary(
                uniqueKeysWithValues: names.map { entry in
                    // What entries that are links lead to is not followed.
                    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + entry)) != nil
                    let text = isLink ? nil : try? String(contentsOfFile: path + "/" + entry, encoding: .utf8)
                    return (entry, text ?? "")
                })
        }
        func all(_ isFolder: Bool) -> [String: [String: String]?] {
            Dictionary(
                uniqueKeysWithValues: (isFolder ? folders : files).map { ($0, content($0, isFolder: isFolder)) })
        }
        var (seenFiles, seenFolders) = (all(false), all(true))
        var history: [String] = []
        for step in 0..<150 {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let (name, other) = (randomName(3), randomName(3))
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    try? folder.write(name, "\(step) \(Int.random(in: 0..<1_000_000, using: &random))")
                    history.append("write \(name)")
                case 2:
                    try? folder.makeFolder(name)
                    history.append("mkdir \(name)")
                case 3:
                    try? folder.remove(name)
                    history.append("rm \(name)")
                case 4:
                    try? folder.rename(name, to: other)
                    history.append("mv \(name) \(other)")
                default:
                    let target =
                        Bool.random(using: &random) ? folder(other) : names[Int.random(in: 0..<3, using: &random)]
                    try? folder.link(name, to: target)
                    history.append("ln \(target) \(name)")
                }
            }
            for name in try folder.reported() {
                if files.contains(name) { seenFiles[name] = content(name, isFolder: false) }
                if folders.contains(name) { seenFolders[name] = content(name, isFolder: true) }
            }
            let isRight = seenFiles == all(false) && seenFolders == all(true)
            try #require(isRight, "seed \(seed), after \(history.joined(separator: ", "))")
        }
    }
}

/// Mounts of our own, in a namespace of a thread, which takes them along when it ends.
private enum MountNamespace {
    private static func enter() -> Bool {
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let symbol = unsafe dlsym(nil, "unshare") else { return false }
        let newMounts: Int32 = 0x20000
        return unsafe unsafeBitCast(symbol, to: Unshare.self)(newMounts) == 0
            && run("mount", "--make-rprivate", "/") == 0
    }

    /// It takes a capability (`CAP_SYS_ADMIN`) that builders often lack.
    static let isAllowed = (try? inside { true }) ?? false

    static func inside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let outcome = Outcome<Result>()
        let end = DispatchSemaphore(value: 0)
        Thread {
            outcome.result.withLock { value in
                value = .init { enter() ? try body() : try { throw SystemError("unshare", code: EPERM) }() }
            }
            end.signal()
        }.start()
        end.wait()
        return try outcome.result.withLock { try $0?.get() } ?? { throw SystemError("unshare", code: EPERM) }()
    }

    private final class Outcome<Result: Sendable>: Sendable {
        let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    }

    @discardableResult static func run(_ command: String...) -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}

@Suite(.enabled(if: MountNamespace.isAllowed)) struct FileWatchMountTests {
    @Test func aMountComesAndGoes() throws {
        let reports = try MountNamespace.inside {
            let folder = try WatchedFolder()
            try folder.makeFolder("usb")
            folder.follow(["usb/a"], folders: ["usb"])
            var reports: [Set<String>] = []
            for _ in 1...2 {
                MountNamespace.run("mount", "-t", "tmpfs", "none", folder("usb"))
                reports.append(try folder.next())
                try folder.write("usb/a")
                reports.append(try folder.next())
                MountNamespace.run("umount", folder("usb"))
                reports.append(try folder.next())
            }
            return reports
        }
        let round: [Set<String>] = [["usb"], ["usb/a", "usb"], ["usb/a", "usb"]]
        #expect(reports == round + round)
    }

    @Test func aMountInUseGoesLazily() throws {
        let reports = try MountNamespace.inside {
            let folder = try WatchedFolder()
            try folder.makeFolder("usb/show")
            try folder.makeFolder("stick/show")
            try folder.write("stick/show/a")
            folder.follow(["usb/show/a"])
            var reports: [Set<String>] = []
            MountNamespace.run("mount", "--bind", folder("stick"), folder("usb"))
            reports.append(try folder.next())
            let file = try OwnedDescriptor(opening: FilePath(folder("usb/show/a")), O_RDONLY)
            MountNamespace.run("umount", "-l", folder("usb"))
            reports.append(try folder.next())
            try folder.write("usb/show/a", "beneath")
            reports.append(try folder.next())
            close(file.release())
            return reports
        }
        #expect(reports == [["usb/show/a"], ["usb/show/a"], ["usb/show/a"]])
    }
}
