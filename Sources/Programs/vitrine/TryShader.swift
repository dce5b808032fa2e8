import ArgumentParser
import DisplayModel
import GLESRendering
import Glibc
import KMSDisplay
import LinuxSystem
import Paths
import Rendering
import SignPlayer

extension Vitrine {
    /// Compiles and draws a playlist's own transition, in a process that may come to harm by it. The program starts it by
    /// itself (`ShaderTrialProcess`); it is no command for people.
    struct TryShader: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: ShaderTrialProcess.command,
            abstract: "Compile the shader on standard input and draw with it; say on standard output what came of it.",
            shouldDisplay: false)

        @Option(help: "The GPU's node; without it the one that the driver finds.")
        var renderNode: String?

        @Option(help: "In MiB, beyond what the driver has taken before.")
        var memoryLimit = 256

        @Option(help: "Of the processor's time, in seconds.")
        var timeLimit = 5

        @Flag(help: "Leave the processor to everything else first.")
        var background = false

        @Flag(help: "Leave everything to the compiler, for tests.")
        var unbounded = false

        @Flag(
            help: "Try what the process must not be able to do, say what came of it, and end with 0 if all was refused."
        )
        var selfTest = false

        func run() throws {
            if selfTest {
                let isSafe = try ShaderSelfTest.run(memory: memoryLimit << 20, seconds: timeLimit)
                throw isSafe ? ExitCode.success : ExitCode.failure
            }
            let source = try WholeFile.read("/dev/stdin", limit: ShaderTrialProcess.longestSource, kind: .stream)
            do {
                try ShaderConfinement.begin(seconds: timeLimit, isInBackground: background)
                let node = try renderNode.map { try RenderNode(opening: $0) }
                let renderer = try unsafe GLESRenderer(node?.nativeDisplay ?? .surfaceless)
                // The walls stand when the driver has all files open that it needs, and before it reads what is foreign.
                try renderer.warmUp()
                try ShaderConfinement.close(memory: memoryLimit << 20)
                answer(.began)
                do throws(RenderingError) {
                    try renderer.tryTransition("shader", source: source, isBounded: !unbounded)
                } catch {
                    answer(.refused, error.reason)
                    return
                }
                answer(.passed)
                withExtendedLifetime(node) {}
            } catch let error as RenderingError {
                answer(.failed, error.description)
            } catch let error as DisplayError {
                answer(.failed, error.description)
            } catch {
                answer(.failed, "\(error)")
            }
        }

        private func answer(_ word: ShaderTrialProcess.Answer, _ text: String = "") {
            var line = "\(word.rawValue) \(text.split(whereSeparator: \.isNewline).joined(separator: "; "))\n"
            line.withUTF8 { bytes in unsafe _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
        }
    }
}
