import Dispatch
import LinuxSystem
public import Paths
public import PlaylistReading

/// Tries a shader on another thread, for a device whose GPU is the render node's. It may take seconds.
public typealias ShaderTrial = @Sendable (_ path: FilePath, _ source: [UInt8], _ renderNode: String?) -> ShaderVerdict

/// The shaders of playlists that are being tried, or were: none is given to a renderer before.
final class ShaderQueue {
    struct Trial: Hashable, Sendable {
        var path: FilePath
        var source: [UInt8]
        var renderNode: String?
    }

    /// What was tried since the last call.
    let ended: Mailbox<(Trial, ShaderVerdict)>
    /// Nil while it is being tried.
    private var verdicts: [Trial: ShaderVerdict?] = [:]
    /// How often something else than the shader kept it from being tried: a machine that is busy, or short of memory.
    private var failures: [Trial: Int] = [:]
    /// Those that passed, and that a renderer still did not take, with its reason.
    private var unusable: [Trial: String] = [:]
    /// What was warned of.
    private var reported: Set<FilePath> = []
    private let tryShader: ShaderTrial
    private let runElsewhere: (@escaping @Sendable () -> Void) -> Void

    private static let mostVerdicts = 1024
    private static let mostFailures = 3

    /// - Parameter runElsewhere: runs jobs on another thread, one after the other, so that the frames keep most of the machine.
    init(
        _ tryShader: @escaping ShaderTrial, runElsewhere: @escaping (@escaping @Sendable () -> Void) -> Void
    ) throws(SystemError) {
        self.tryShader = tryShader
        self.runElsewhere = runElsewhere
        ended = try Mailbox()
    }

    convenience init(_ tryShader: @escaping ShaderTrial) throws(SystemError) {
        let queue = DispatchQueue(label: "shader trials", qos: .utility)
        try self.init(tryShader) { job in queue.async(execute: job) }
    }

    /// Nil while a shader is being tried, which begins with the first call.
    func verdict(on trial: Trial) -> ShaderVerdict? {
        if let known = verdicts[trial] { return known }
        if verdicts.count >= Self.mostVerdicts { verdicts = verdicts.filter { $0.value == nil } }
        start(trial)
        return nil
    }

    private func start(_ trial: Trial) {
        verdicts.updateValue(nil, forKey: trial)
        runElsewhere { [tryShader, ended] in
            ended.post((trial, tryShader(trial.path, trial.source, trial.renderNode)))
        }
    }

    /// A renderer has taken a shader that had passed, or not.
    func used(_ trial: Trial, fault: String?) { unusable[trial] = fault }

    /// Why a shader is not used, by a device at least. Nil for one that is used, or being tried.
    func fault(of path: FilePath, _ source: [UInt8]) -> String? {
        let reasons = verdicts.compactMap { trial, verdict -> String? in
            guard trial.path == path, trial.source == source else { return nil }
            return switch verdict {
            case .refused(let reason): reason
            case .untried(let reason) where failures[trial, default: 0] >= Self.mostFailures: "not tried: \(reason)"
            case .passed: unusable[trial]
            case .untried, nil: nil
            }
        }
        return reasons.min()
    }

    /// - Returns: what was tried since the last call and passed, and what is to be said of the rest.
    func take() -> (passed: [Trial], warnings: [EngineEvent]) {
        var (passed, warnings): ([Trial], [EngineEvent]) = ([], [])
        for (trial, verdict) in ended.take() {
            verdicts.updateValue(verdict, forKey: trial)
            if case .untried = verdict {} else { failures[trial] = nil }
            let reason: String
            switch verdict {
            case .passed:
                passed.append(trial)
                reported.remove(trial.path)
                continue
            case .refused(let text): reason = text
            case .untried(let text):
                failures[trial, default: 0] += 1
                if failures[trial, default: 0] < Self.mostFailures {
                    start(trial)
                    continue
                }
                reason = "not tried: \(text)"
            }
            // Once for several devices.
            guard reported.insert(trial.path).inserted else { continue }
            warnings.append(.warning(about: "\(trial.path)", text: reason + ShaderVerdict.consequence))
        }
        return (passed, warnings)
    }
}
