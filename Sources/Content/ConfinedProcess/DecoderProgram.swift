import Glibc
package import LinuxSystem
package import MediaDecoding

/// What the programs that decode have in common: their command line, and how they become confined. The engine starts them;
/// whoever starts one by hand is told so.
package struct DecoderProgram {
    package let name: String
    /// What it does, as a paragraph for `--help`.
    package let summary: String
    package let role: DecoderRole
    /// The most that the engine lends, in bytes.
    package let sharedMemory: UInt
    /// The library that decodes and its version, for people.
    package let library: () -> String

    package init(
        name: String, summary: String, role: DecoderRole, sharedMemory: UInt, library: @escaping () -> String
    ) {
        (self.name, self.summary, self.role, self.sharedMemory) = (name, summary, role, sharedMemory)
        self.library = library
    }

    /// What the command line says.
    package struct Options {
        /// In bytes.
        package var memory: UInt = 1024 << 20
        package var isInBackground = true
        package var allowsUnconfined = false
        var isSelfTest = false
    }

    private var usage: String {
        """
        Usage: \(name) [--memory-limit MIB] [--foreground] [--unconfined | --self-test]

        \(summary)

        --memory-limit MIB   how much memory of its own the process may use (default 1024)
        --foreground         do not let everything else of the machine come first
        --unconfined         go on where the kernel has no system call filters
        --self-test          try what the process must not be able to do, say what came of it, and end with 0 if
                             all was refused
        --help, --version    print this text, or the version

        """
    }

    /// Reads the command line, does what of it ends the program, and sees that descriptor 3 is the engine's socket.
    package func begin(_ arguments: [String]) -> Options {
        let options = options(arguments)
        if options.isSelfTest {
            do throws(SystemError) {
                let isSafe = try ConfinementSelfTest.run(role, memory: options.memory, shared: sharedMemory)
                exit(isSafe ? EXIT_SUCCESS : EXIT_FAILURE)
            } catch {
                fail("\(error)", status: EX_OSERR)
            }
        }
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(3, SOL_SOCKET, SO_TYPE, &kind, &size) == 0, kind == Int32(SOCK_SEQPACKET.rawValue)
        else {
            fail("is started by vitrine, not by hand: descriptor 3 is not its socket (see --help)", status: EX_USAGE)
        }
        return options
    }

    private func options(_ arguments: [String]) -> Options {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": printAndExit(usage, to: STDOUT_FILENO, status: 0)
            case "--version": printAndExit("\(name) with \(library())\n", to: STDOUT_FILENO, status: 0)
            case "--memory-limit":
                guard let number = rest.popFirst(), let mebibytes = UInt(number), (64...1 << 20).contains(mebibytes)
                else { fail("--memory-limit takes a number of MiB, at least 64", status: EX_USAGE) }
                options.memory = mebibytes << 20
            case "--foreground": options.isInBackground = false
            case "--unconfined": options.allowsUnconfined = true
            case "--self-test": options.isSelfTest = true
            default: fail("unknown argument \(argument); see \(name) --help", status: EX_USAGE)
            }
        }
        return options
    }

    /// Gives up what it does not need. Ends the program where that is impossible.
    /// - Parameter niceness: of the process, unless it is to work in the foreground.
    /// - Returns: what holds it from now on.
    package func confine(_ options: Options, niceness: Int32) throws(SystemError) -> DecoderConfinement {
        try Confinement.applyLimits(
            role, memory: options.memory, shared: sharedMemory, niceness: options.isInBackground ? niceness : 0)
        let confinement = Confinement.confine(role)
        guard confinement != .limitsOnly || options.allowsUnconfined else {
            fail(
                "the kernel has no system call filters (CONFIG_SECCOMP_FILTER); 'vitrine --unconfined-decoder' goes without",
                status: EX_UNAVAILABLE)
        }
        return confinement
    }

    package func fail(_ message: String, status: Int32) -> Never {
        printAndExit("\(name): \(message)\n", to: STDERR_FILENO, status: status)
    }

    private func printAndExit(_ text: String, to descriptor: Int32, status: Int32) -> Never {
        var text = text
        text.withUTF8 { text in unsafe _ = write(descriptor, text.baseAddress, text.count) }
        exit(status)
    }
}
