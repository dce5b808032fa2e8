import Foundation
import Glibc
import LinuxSystem
import Paths
import PlaylistReading
import Synchronization
import Testing

@testable import SignPlayer

/// Foreign shaders in a process of their own, with the graphics driver that is there.
@Suite(.serialized) struct ShaderTrialTests {
    private static let good = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }"

    private func verdict(
        _ source: String, wait: Duration = .seconds(60), isBounded: Bool = true
    ) -> ShaderVerdict {
        var limits = ShaderTrialProcess.Limits.foreground
        (limits.memory, limits.seconds, limits.wait, limits.isBounded) = (128, 2, wait, isBounded)
        return ShaderTrialProcess.verdict(on: Array(source.utf8), renderNode: nil, limits: limits)
    }

    private func refusal(_ source: String) -> String? {
        if case .refused(let reason) = verdict(source) { reason } else { nil }
    }

    @Test func whatIsGoodPasses() {
        #expect(verdict(Self.good) == .passed)
        #expect(verdict("// License: MIT\nuniform float size; // = 0.5\n" + Self.good) == .passed)
    }

    @Test func mistakesAreToldWithTheirLine() {
        #expect(refusal("\nvec4 transition(vec2 uv) {\n    return nonsense;\n}")?.hasPrefix("line 3: ") == true)
        #expect(refusal("float a[200000000];\n" + Self.good)?.hasPrefix("line 1: a variable of more than") == true)
        #expect(refusal("") == "it does not define vec4 transition(vec2 uv)")
        #expect(refusal("float f(float x) { return f(x); }\n" + Self.good + "\nfloat g = f(1.0);") != nil, "recursion")
        #expect(refusal("float a\0;\n" + Self.good)?.hasPrefix("line 1: ") == true)
        #expect(refusal("float \(String(repeating: "a", count: 60000));\n" + Self.good)?.hasPrefix("line 1: ") == true)
        #expect(refusal(String(repeating: "(", count: 65000)) != nil)
    }

    /// What a driver that was taken over could do: the walls by themselves.
    @Test func theWallsHoldInEveryThread() throws {
        let process = Process()
        let messages = Pipe()
        process.executableURL = URL(filePath: "\(RunningProgram.folder)/vitrine")
        process.arguments = [ShaderTrialProcess.command, "--self-test"]
        process.standardError = messages
        try process.run()
        let said = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(!said.contains("ALLOWED"), "\(said)")
        let tried = said.split(separator: "\n").filter { $0.hasSuffix(": refused") }
        for thread in ["the main thread", "an older thread", "another thread"] {
            #expect(tried.count { $0.hasPrefix("\(thread): ") } == 26, "\(said)")
        }
        // A kernel without Landlock has none of its own.
        #expect([0, 4].contains(tried.count { $0.hasPrefix("Landlock alone: ") }), "\(said)")
    }

    /// The issue's two, with nothing before the compiler: the walls themselves.
    @Test(arguments: ["memory", "doubling", "depth", "time"])
    func theCompilerMeetsLimits(_ kind: String) throws {
        let source =
            switch kind {
            case "memory": "float a[200000000];\n"
            case "doubling":
                "float f0(float x) { return sin(x); }\n"
                    + (1...28).map { "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }\n" }
                    .joined()
            case "time":
                // Some drivers end loops by themselves after 65535 rounds.
                "float f(float x) {\n    float s = x;\n    for (int i = 0; i < 60000; i++) {\n"
                    + String(repeating: "        s = sin(s + float(i));\n", count: 400) + "    }\n    return s;\n}\n"
            default: "float a = " + String(repeating: "1.0+", count: 15000) + "1.0;\n"
            }
        let before = Self.peakOfChildren
        let values = ["memory": "a[int(progress * 9.0)]", "doubling": "f28(progress)", "time": "f(progress + uv.x)"]
        let value = values[kind] ?? "a"
        let text = source + "vec4 transition(vec2 uv) { return vec4(\(value)); }"
        let verdict = verdict(text, isBounded: false)
        guard case .refused(let reason) = verdict else {
            Issue.record("\(kind): \(verdict)")
            return
        }
        #expect(reason.hasPrefix("the graphics driver's compiler, or drawing with it, "), "\(reason)")
        // In KiB: the driver's own, and what was allowed.
        #expect(max(before, Self.peakOfChildren) < 600 << 10)
    }

    private static var peakOfChildren: Int {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return usage.ru_maxrss
    }

    @Test func aTrialThatTakesTooLongIsEnded() {
        let verdict = verdict(Self.good, wait: .zero)
        #expect(verdict == .untried("the process for it hung for 0 s before it began"))
    }

    /// On a busy machine a good shader gets little of the processor; one that hangs the GPU uses none of it.
    @Test func whatWorksIsWaitedForAndWhatHangsIsNot() {
        let limits = ShaderTrialProcess.Limits.foreground
        var used = [Duration.milliseconds(20), .milliseconds(30), .milliseconds(31)].makeIterator()
        var waits: [Duration] = []
        let slow = ShaderTrialProcess.end(limits, processorTime: { used.next() }) { limit in
            waits.append(limit)
            return waits.count == 4 ? .exited(0) : nil
        }
        #expect(slow == .exited(0))
        #expect(waits == Array(repeating: .seconds(10), count: 4))
        waits = []
        let hanging = ShaderTrialProcess.end(limits, processorTime: { .milliseconds(20) }) { limit in
            waits.append(limit)
            return nil
        }
        #expect(hanging == nil && waits.count == 2)
    }

    @Test func aNodeThatIsNotThereIsNotTheShadersFault() {
        let verdict = ShaderTrialProcess.verdict(on: Array(Self.good.utf8), renderNode: "/dev/nothing")
        guard case .untried(let reason) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(reason.contains("/dev/nothing"))
    }

    /// But for what could not be tried, which may be over.
    @Test func eachIsTriedOnceForEachGPUAndNoneFromAStick() {
        let attempts = Mutex<[String]>([])
        let (good, bad, busy) = (Self.good, Self.good + "// bad", Self.good + "// busy")
        let trials = ShaderTrials(isFromStick: { $0.isIn("/stick") }) { source, node, _ in
            let text = String(decoding: source, as: UTF8.self)
            attempts.withLock { $0.append("\(text.dropFirst(Self.good.count)) \(node ?? "none")") }
            return text == good ? .passed : text == bad ? .refused("no") : .untried("busy")
        }
        func verdict(_ path: FilePath, _ source: String, _ node: String? = nil) -> ShaderVerdict {
            trials.verdict(on: path, Array(source.utf8), renderNode: node, .background)
        }
        for _ in 0..<3 {
            #expect(verdict("/srv/a.frag", good) == .passed)
            #expect(verdict("/srv/b.frag", good, "node") == .passed)
            #expect(verdict("/srv/a.frag", bad) == .refused("no"))
            #expect(verdict("/srv/a.frag", busy) == .untried("busy"))
            #expect(verdict("/srv/c.frag", "") == .refused("it does not define vec4 transition(vec2 uv)"), "no process")
        }
        #expect(
            attempts.withLock { $0 }
                == [" none", " node", "// bad none", "// busy none", "// busy none", "// busy none"])
        guard case .refused(let reason) = verdict("/stick/a.frag", good) else {
            Issue.record("a stick's shader was taken")
            return
        }
        #expect(reason.hasPrefix("shaders are not taken from USB sticks"))
    }
}

/// What is a stick's.
@Suite struct RemovableMediaTests {
    /// A sysfs with a disk that can be pulled out, its partition, and one that cannot.
    private func sysfs() throws -> URL {
        let top = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "sysfs-\(UUID().uuidString)")
        for (disk, removable) in [("sda", "0"), ("sdb", "1")] {
            let folder = top.appending(path: "devices/\(disk)")
            try FileManager.default.createDirectory(
                at: folder.appending(path: "\(disk)1"), withIntermediateDirectories: true)
            try Data("\(removable)\n".utf8).write(to: folder.appending(path: "removable"))
            try Data("1\n".utf8).write(to: folder.appending(path: "\(disk)1/partition"))
        }
        let block = top.appending(path: "dev/block")
        try FileManager.default.createDirectory(at: block, withIntermediateDirectories: true)
        for (number, target) in [("8:1", "sda/sda1"), ("8:16", "sdb"), ("8:17", "sdb/sdb1")] {
            try FileManager.default.createSymbolicLink(
                at: block.appending(path: number), withDestinationURL: top.appending(path: "devices/\(target)"))
        }
        return top
    }

    @Test func aPartitionIsItsDisks() throws {
        let top = try sysfs()
        defer { try? FileManager.default.removeItem(at: top) }
        let stick = RemovableMedia.wholeDevice(major: 8, minor: 17, top.path)
        #expect(stick == RemovableMedia.wholeDevice(major: 8, minor: 16, top.path))
        #expect(stick.map(RemovableMedia.isRemovable) == true)
        #expect(RemovableMedia.wholeDevice(major: 8, minor: 1, top.path).map(RemovableMedia.isRemovable) == false)
        #expect(RemovableMedia.wholeDevice(major: 0, minor: 40, top.path) == nil, "no block device: a network share")
    }

    @Test func whereThePackagePutsSticksIsAStick() {
        #expect(RemovableMedia.holds("/run/vitrine-stick/none/playlist/own.frag"))
        #expect(RemovableMedia.holds("/var/lib/vitrine/stick/.incoming/own.frag"))
        #expect(!RemovableMedia.holds("/var/lib/vitrine/sticky/own.frag"))
        #expect(!RemovableMedia.holds("/proc/self/status"))
    }
}
