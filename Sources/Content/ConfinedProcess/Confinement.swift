import CLinux
import Glibc
package import LinuxSystem
package import MediaDecoding
import Paths

/// What a decoder is for: what one kind of them needs, another is refused.
package enum DecoderRole: Sendable {
    /// Single pictures. Its libraries compile their inner loops while they run.
    case pictures
    /// A film's frames. Its libraries bring their machine code along.
    case video
    /// Texts, drawn with fonts that it has open already, of which there may be many.
    case text

    /// How many descriptors it may have.
    fileprivate var mostDescriptors: UInt { self == .text ? 512 : 32 }
    /// Whether its libraries make machine code while they run.
    var compiles: Bool { self == .pictures }
}

/// Gives up what a decoder does not need, before the first file is looked at.
package enum Confinement {
    /// Limits that every kernel has.
    ///
    /// - Parameters:
    ///   - memory: How many bytes of its own the process may use. What it can map besides is memory that the engine has
    ///     made and bounded, and the file.
    ///   - shared: How many bytes the engine's memory has at most.
    ///   - niceness: 0 to 19: how much everything else comes first.
    package static func applyLimits(
        _ role: DecoderRole, memory: UInt, shared: UInt, niceness: Int32
    ) throws(SystemError) {
        try set(PR_SET_PDEATHSIG, UInt(SIGKILL))
        // Before the process ceases to be dumpable, which gives these files to root.
        offerToOutOfMemoryKiller()
        let programSize = addressSpace ?? 1 << 30
        try set(PR_SET_DUMPABLE, 0)
        try set(PR_SET_NO_NEW_PRIVS, 1)
        try limit(RLIMIT_CORE, to: 0)
        try limit(RLIMIT_NOFILE, to: role.mostDescriptors)
        try limit(RLIMIT_DATA, to: memory)
        // Beyond the program and its memory, what the engine lends and a large file. What is mapped and not used costs
        // page tables.
        try limit(RLIMIT_AS, to: programSize + memory + shared + 4 << 30)
        // Nothing is written but answers and messages.
        try limit(RLIMIT_FSIZE, to: 0)
        guard niceness > 0 else { return }
        try systemCall("setpriority") { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
    }

    /// Gives up system calls, and files by a second wall.
    package static func confine(_ role: DecoderRole) -> DecoderConfinement {
        let threads = ThreadStatus()
        // Of a kernel that has it. It comes first, since the filter does not let it through.
        let hasLandlock = clinux_landlock_refuse_all() == 0
        guard SystemCallFilter.install(role), SystemCallFilter.holds, threads.allAreFiltered else { return .limitsOnly }
        return hasLandlock ? .systemCallFilterAndLandlock : .systemCallFilter
    }

    /// The kernel's killer takes a decoder before anything else of the machine: a new one is started, and only a slide
    /// is missing.
    private static func offerToOutOfMemoryKiller() {
        guard let file = try? OwnedDescriptor(opening: "/proc/self/oom_score_adj", O_WRONLY) else { return }
        unsafe _ = write(file.rawValue, "900", 3)
    }

    /// How many bytes the process has mapped, by proc_pid_statm(5).
    private static var addressSpace: UInt? {
        guard let file = try? OwnedDescriptor(opening: "/proc/self/statm", O_RDONLY) else { return nil }
        var text = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file.rawValue, &text, text.count)
        let pages = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: " ").first
        return pages.flatMap { UInt($0) }.map { $0 * UInt(getpagesize()) }
    }

    private static func set(_ option: Int32, _ value: UInt) throws(SystemError) {
        try systemCall("prctl") { clinux_prctl(option, value) }
    }

    private static func limit(_ resource: __rlimit_resource, to value: UInt) throws(SystemError) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        try systemCall("setrlimit") { unsafe setrlimit(Int32(resource.rawValue), &limit) }
    }
}
