import CLinux
import Glibc
package import LinuxSystem
import MediaDecoding

/// Tries what a decoder that was taken over would try, and says what came of it.
package enum ConfinementSelfTest {
    /// Confines this process and tries each thing, in the main thread and in one that is made afterwards.
    /// - Returns: whether all of it was refused.
    package static func run(_ role: DecoderRole, memory: UInt, shared: UInt) throws(SystemError) -> Bool {
        let parent = getppid()
        try Confinement.applyLimits(role, memory: memory, shared: shared, niceness: 19)
        let landlock = try result(of: LandlockTrials())
        let confinement = Confinement.confine(role)
        RefusalTrials.say("\(DecoderNotice.confined(confinement))")
        let trials = Trials(role: role, parent: parent, memory: Int(memory))
        let isSafe = trials.areAllRefused(in: "the main thread")
        return try result(of: trials) && isSafe && landlock && confinement != .limitsOnly
    }

    /// Has things tried in a thread that is made for it.
    private static func result(of trials: any ThreadTrials) throws(SystemError) -> Bool {
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(Box(trials))
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let box = unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
                // Null stands for no.
                return unsafe box.trials.areAllRefused() ? context : nil
            }, context.toOpaque())
        guard code == 0 else { throw SystemError("pthread_create", code: code) }
        var result: UnsafeMutableRawPointer?
        unsafe pthread_join(thread, &result)
        return unsafe result != nil
    }

    private final class Box: Sendable {
        let trials: any ThreadTrials

        init(_ trials: any ThreadTrials) {
            self.trials = trials
        }
    }
}

/// Things that are tried in a thread of their own.
private protocol ThreadTrials: Sendable {
    /// - Returns: whether all of them were refused.
    func areAllRefused() -> Bool
}

private struct LandlockTrials: ThreadTrials {
    func areAllRefused() -> Bool { RefusalTrials.landlockRefusesAll() }
}

private struct Trials: ThreadTrials {
    private let role: DecoderRole
    private let parent: pid_t
    private let memory: Int

    init(role: DecoderRole, parent: pid_t, memory: Int) {
        self.role = role
        self.parent = parent
        self.memory = memory
    }

    func areAllRefused() -> Bool { areAllRefused(in: "another thread") }

    func areAllRefused(in thread: String) -> Bool {
        var trials: [RefusalTrials.Trial] = [
            // Signal 0 only asks whether a signal could be sent.
            ("a signal to the engine", { [parent] in tgkill(parent, parent, 0) == 0 }),
            ("memory in a file", { unsafe memfd_create("trial", 0) >= 0 }),
            ("memory that is shared", { RefusalTrials.maps(1 << 20, MAP_SHARED | MAP_ANONYMOUS) }),
            ("a stack that grows", { RefusalTrials.maps(1 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN) }),
            (
                "more memory than the limit",
                { [memory] in RefusalTrials.maps(memory + 1 << 20, MAP_PRIVATE | MAP_ANONYMOUS) }
            ),
            ("more addresses than the limit", { RefusalTrials.maps(1 << 44, MAP_PRIVATE | MAP_ANONYMOUS, PROT_READ) }),
            ("a process", { clinux_fork_ends() == 0 }),
            ("a thread in namespaces of its own", { clinux_may_make_namespaces() == 0 }),
            ("a file", { unsafe open("/etc/passwd", O_RDONLY) >= 0 }),
            ("a file made larger", { ftruncate(STDERR_FILENO, 1) == 0 }),
            ("a connection", { RefusalTrials.makesSocketPair() }),
            ("a limit that is raised", { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 0) == 0 }),
        ]
        if !role.compiles { trials.append(("memory to put code into", SystemCallFilter.canCompile)) }
        return RefusalTrials(trials).areAllRefused(in: thread)
    }
}
