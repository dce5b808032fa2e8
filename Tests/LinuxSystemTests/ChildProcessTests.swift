import Glibc
import LinuxSystem
import Paths
import Testing
import Timing

@Suite struct ChildProcessTests {
    private func output(
        _ script: String, environment: [String] = [], _ prepare: (inout ProgramLaunch) -> Void = { _ in }
    )
        throws -> String
    {
        let ends = try pipeEnds()
        let ours = OwnedDescriptor(adopting: ends[0])
        let theirs = OwnedDescriptor(adopting: ends[1])
        var launch = ProgramLaunch("/bin/sh", ["-c", script], environment: environment)
        launch.descriptors[STDOUT_FILENO] = theirs.rawValue
        prepare(&launch)
        let process = try ChildProcess(launch)
        _ = consume theirs
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(ours.rawValue, &chunk, chunk.count)
            if count <= 0 { break }
            text += String(decoding: chunk.prefix(count), as: UTF8.self)
        }
        #expect(process.end(within: .seconds(60)) == .exited(0))
        return text
    }

    @Test func itGetsItsEnvironmentAlone() throws {
        #expect(try output("/usr/bin/env | /usr/bin/sort", environment: ["A=1", "B=2"]).contains("A=1\nB=2\n"))
        #expect(try output("echo $HOME") == "\n")
    }

    /// Numbers that are given out may be ours for something else.
    @Test func itGetsTheDescriptorsThatAreMeantForItAlone() throws {
        let first = try OwnedDescriptor(opening: "/proc/self/comm", O_RDONLY)
        let second = try OwnedDescriptor(opening: "/etc/passwd", O_RDONLY)
        let text = try output("cd /proc/$$/fd && for f in *; do echo $f $(readlink $f); done") { launch in
            launch.descriptors[second.rawValue] = first.rawValue
            launch.descriptors[first.rawValue] = second.rawValue
        }
        let names = text.split(separator: "\n").reduce(into: [Int32: Substring]()) { names, line in
            let words = line.split(separator: " ")
            if words.count == 2, let number = Int32(words[0]) { names[number] = words[1] }
        }
        #expect(names[0] == "/dev/null" && names[2] == "/dev/null")
        #expect(names[first.rawValue] == "/etc/passwd")
        #expect(names[second.rawValue]?.hasSuffix("/comm") == true)
        // The shell has a pipe to `readlink`.
        let others = names.filter { $0.key > 2 && !$0.value.hasPrefix("pipe:") }.keys
        #expect(Set(others) == [first.rawValue, second.rawValue])
    }

    /// What this program blocks and ignores is its own business.
    @Test func signalsAreAsAtFirst() throws {
        let before = signal(SIGPIPE, SIG_IGN)
        defer { _ = signal(SIGPIPE, before) }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGUSR2)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        defer { unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil) }
        let text = try output(
            "while read name value; do case $name in SigBlk:|SigIgn:) echo $value;; esac; done </proc/self/status")
        // The C library's own two do not count: `posix_spawn` ignores them in every child.
        let masks = text.split(separator: "\n").map { UInt64($0, radix: 16).map { $0 & ~(1 << 31 | 1 << 32) } }
        #expect(masks == [0, 0])
    }

    @Test func howItEnded() throws {
        func end(_ script: String) throws -> ChildProcess.End? {
            try ChildProcess(ProgramLaunch("sh", ["-c", script], environment: [])).end(within: .seconds(60))
        }
        #expect(try end("exit 7") == .exited(7))
        #expect(try end("kill -9 $$") == .signalled(SIGKILL))
        #expect(throws: SystemError("posix_spawn", "no-such-program", code: ENOENT)) {
            _ = try ChildProcess(ProgramLaunch("no-such-program", environment: []))
        }
    }

    /// Those that it has started are killed with it.
    @Test func itGoesWithItsOwner() throws {
        let ends = try pipeEnds()
        let ours = OwnedDescriptor(adopting: ends[0])
        let theirs = OwnedDescriptor(adopting: ends[1])
        var launch = ProgramLaunch(
            "/bin/sh", ["-c", "sleep 1000 & echo; sleep 1000"], environment: ["PATH=/usr/bin:/bin"])
        launch.descriptors[STDOUT_FILENO] = theirs.rawValue
        var process: ChildProcess? = try ChildProcess(launch)
        _ = consume theirs
        var byte: UInt8 = 0
        #expect(unsafe read(ours.rawValue, &byte, 1) == 1)
        #expect(process?.end(within: .zero) == nil)
        process = nil
        // The end of the pipe: nobody holds it open any more.
        #expect(unsafe read(ours.rawValue, &byte, 1) == 0)
    }
}
