import GLESRendering
import Glibc
import LinuxSystem
public import Paths
public import PlaylistReading
import Synchronization
import Timing

/// Tries the shaders of playlists, each once as long as the program runs.
public final class ShaderTrials: Sendable {
    private struct Key: Hashable {
        var source: [UInt8]
        var renderNode: String?
    }

    private let known = Mutex<[Key: ShaderVerdict]>([:])
    typealias Attempt =
        @Sendable (
            _ source: [UInt8], _ renderNode: String?, _ limits: ShaderTrialProcess.Limits
        ) -> ShaderVerdict
    private let attempt: Attempt
    private let isFromStick: @Sendable (FilePath) -> Bool

    /// What is remembered beyond that is forgotten.
    private static let mostKnown = 256

    /// Of this program.
    public static let shared = ShaderTrials()

    init(
        isFromStick: @escaping @Sendable (FilePath) -> Bool = { RemovableMedia.holds($0) },
        attempt: @escaping Attempt = { ShaderTrialProcess.verdict(on: $0, renderNode: $1, limits: $2) }
    ) {
        self.attempt = attempt
        self.isFromStick = isFromStick
    }

    /// Tries a shader, unless it was tried before. It may take seconds.
    /// - Parameters:
    ///   - path: of its file, which says where it comes from.
    ///   - renderNode: what draws with it; nil for what the driver finds by itself.
    ///   - limits: how long it may take, and whether somebody waits.
    public func verdict(
        on path: FilePath, _ source: [UInt8], renderNode: String?, _ limits: ShaderTrialProcess.Limits
    ) -> ShaderVerdict {
        guard !isFromStick(path) else {
            return .refused(
                "shaders are not taken from USB sticks, since they run in the graphics driver; copy it to the machine's disk"
            )
        }
        let key = Key(source: source, renderNode: renderNode)
        if let verdict = known.withLock({ $0[key] }) { return verdict }
        if let fault = GLESRenderer.faultInText(of: source) { return .refused(fault) }
        let verdict = attempt(source, renderNode, limits)
        if case .untried = verdict { return verdict }
        known.withLock { known in
            if known.count >= Self.mostKnown { known = [:] }
            known[key] = verdict
        }
        return verdict
    }
}
