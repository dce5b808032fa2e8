import CLinux
import Glibc
import LinuxSystem
public import PlaylistReading
import Timing

/// A process of this program that compiles one foreign shader and draws with it, within limits (`vitrine try-shader`).
public enum ShaderTrialProcess {
    /// The hidden command by which the program starts itself.
    public static let command = "try-shader"
    /// In bytes.
    public static let longestSource = 64 << 10

    /// The first word of each line that it writes.
    public enum Answer: String, Sendable {
        /// All limits hold; now comes the shader.
        case began
        case passed
        case refused
        /// There is no driver, or another reason that is not the shader's.
        case failed
    }

    public struct Limits: Hashable, Sendable {
        /// In MiB, beyond what the driver needs by itself.
        public var memory = 256
        /// Of the processor's time, in seconds.
        public var seconds = 5
        /// How long it may take without using any of the processor's time. On a busy machine it gets little of it.
        public var wait = Duration.seconds(60)
        /// Whether everything else of the machine comes first.
        public var isInBackground = true
        /// Whether what is too much by its text is refused before. Tests see the other limits without that.
        public var isBounded = true

        public init() {}

        /// Where frames are drawn meanwhile.
        public static let background = Limits()
        /// Where somebody waits for it.
        public static let foreground = {
            var limits = Limits()
            (limits.isInBackground, limits.wait) = (false, .seconds(10))
            return limits
        }()
    }

    /// Tries a shader, and waits for what comes of it.
    /// - Parameters:
    ///   - source: of the transition.
    ///   - renderNode: the path of the GPU's node; nil for the one that the driver finds by itself.
    public static func verdict(
        on source: [UInt8], renderNode: String?, limits: Limits = .background
    ) -> ShaderVerdict {
        do throws(SystemError) {
            return try attempt(source, renderNode, limits)
        } catch {
            return .untried("the process for it cannot be started: \(error.reason)")
        }
    }

    private static func attempt(
        _ source: [UInt8], _ renderNode: String?, _ limits: Limits
    ) throws(SystemError) -> ShaderVerdict {
        let input = try OwnedDescriptor.inMemory(source, name: "shader")
        var pipe: [Int32] = [-1, -1]
        try systemCall("pipe2") { unsafe pipe2(&pipe, O_CLOEXEC | O_NONBLOCK) }
        let reading = OwnedDescriptor(adopting: pipe[0])
        let process = try start(
            renderNode, limits, input: input.rawValue, output: OwnedDescriptor(adopting: pipe[1]))
        let end = end(limits, processorTime: { process.processorTime }) { process.end(within: $0) }
        // Lines are short and few: all of them are in the pipe.
        var text = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(reading.rawValue, &text, text.count)
        let lines = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        return verdict(lines, end, limits)
    }

    /// Waits for its end as long as it works, by the processor's time, which the kernel limits.
    /// - Parameters:
    ///   - processorTime: that it has used.
    ///   - end: waits for so long at most.
    /// - Returns: nil where it hangs.
    static func end(
        _ limits: Limits, processorTime: () -> Duration?, within end: (Duration) -> ChildProcess.End?
    ) -> ChildProcess.End? {
        var work = Duration.zero
        for _ in 0..<mostWaits {
            if let end = end(limits.wait) { return end }
            guard let time = processorTime(), time > work else { return nil }
            work = time
        }
        return nil
    }

    private static let mostWaits = 10

    /// - Parameter output: its end of the pipe, which is closed here.
    private static func start(
        _ renderNode: String?, _ limits: Limits, input: Int32, output: consuming OwnedDescriptor
    ) throws(SystemError) -> ChildProcess {
        var arguments = [command, "--memory-limit", "\(limits.memory)", "--time-limit", "\(limits.seconds)"]
        if limits.isInBackground { arguments.append("--background") }
        if !limits.isBounded { arguments.append("--unbounded") }
        if let renderNode { arguments += ["--render-node", renderNode] }
        var launch = ProgramLaunch(program, arguments, environment: environment)
        launch.descriptors = [STDIN_FILENO: input, STDOUT_FILENO: output.rawValue]
        return try ChildProcess(launch)
    }

    private static func verdict(_ lines: [Substring], _ end: ChildProcess.End?, _ limits: Limits) -> ShaderVerdict {
        let last = lines.last?.split(separator: " ", maxSplits: 1) ?? []
        let reason = last.count > 1 ? String(last[1]) : ""
        switch last.first.flatMap({ Answer(rawValue: String($0)) }) {
        case .passed: return .passed
        case .refused: return .refused(reason)
        case .failed: return .untried(reason)
        case nil: return .untried("the process for it \(cause(end, limits)) before it began")
        case .began:
            return .refused(
                "the graphics driver's compiler, or drawing with it, \(cause(end, limits)); make it simpler")
        }
    }

    private static func cause(_ end: ChildProcess.End?, _ limits: Limits) -> String {
        switch end {
        case nil: "hung for \(limits.wait.nanoseconds / 1_000_000_000) s"
        case .signalled(SIGXCPU), .signalled(SIGKILL): "took longer than \(limits.seconds) s"
        case .signalled(SIGSEGV), .signalled(SIGABRT), .signalled(SIGBUS), .exited:
            "crashed, or needed more than \(limits.memory) MiB of memory"
        case .signalled(let number): "ended by signal \(number)"
        }
    }

    /// The program beside the one that runs, which it is itself but for tests.
    private static var program: String { "\(RunningProgram.folder)/vitrine" }

    /// What chooses the driver is as it is here. Nothing is kept on the disk; everything is drawn by the one thread that the
    /// limits are for.
    private static var environment: [String] {
        let prefixes = [
            "LIBGL_", "MESA_", "GALLIUM_", "EGL_", "__EGL_", "GBM_", "DRI_", "LD_LIBRARY_PATH=", "ASAN_", "LSAN_",
        ]
        var variables: [String] = []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            let text = unsafe String(cString: variable)
            if prefixes.contains(where: text.hasPrefix), !text.hasPrefix("MESA_SHADER_CACHE") { variables.append(text) }
            unsafe next = next.advanced(by: 1)
        }
        return variables + [
            "LC_ALL=C.UTF-8", "MESA_SHADER_CACHE_DISABLE=true", "LP_NUM_THREADS=0", "SWIFT_BACKTRACE=enable=no",
        ]
    }
}
