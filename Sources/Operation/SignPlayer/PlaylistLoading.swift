import Dispatch
import DisplayModel
import GLESRendering
import Glibc
import HeadlessDisplay
import KioskEngine
import LinuxSystem
import MachineInspection
import MediaDecoding
import Paths
public import Playlist
public import PlaylistReading
import Rendering
import SlideComposition
import StrictYAML
import Synchronization
import Timing

/// The playlists on disk.
public enum PlaylistLoading {
    /// A reader for the present time, which tries the shaders that it reads.
    @Sendable public static func reader(_ files: PlaylistFiles = .onDisk) -> PlaylistReader {
        var reader = PlaylistReader(transitions: TransitionShader.builtIns, files: files, now: .now) { path, source in
            ShaderTrials.shared.verdict(on: path, source, renderNode: nil, .foreground)
        }
        reader.shaderParameters = { GLESRenderer.parameters(of: $0) }
        reader.makeVideoLengths = { videoLengths() }
        reader.animation = { AnimatedPicture(of: $0) }
        return reader
    }

    /// How long films are. Each is looked at once, as long as it stays what it is; all that are new by one process, which
    /// ends with what is returned.
    public static func videoLengths() -> VideoLengths {
        let probe = VideoProbe()
        return { path in
            let revision = FileRevision(of: path)
            if let revision, let known = knownLengths.withLock({ $0[path] }), known.revision == revision {
                return known.length
            }
            let length: Result<Duration?, UnplayableVideo>
            do throws(DecodingFailure) {
                length = .success(try probe.describe(path).length)
            } catch {
                length = .failure(UnplayableVideo(message: error.message))
                // It may be another time; but what hangs once is not waited for again and again.
                if error.kind.mayPass, error.kind != .tookTooLong { return length }
            }
            if let revision {
                knownLengths.withLock { known in
                    if known.count >= mostKnownLengths { known = [:] }
                    known[path] = (revision, length)
                }
            }
            return length
        }
    }

    private static let mostKnownLengths = 20_000
    private static let knownLengths = Mutex<
        [FilePath: (revision: FileRevision, length: Result<Duration?, UnplayableVideo>)]
    >(
        [:])

    /// Makes readers for the present time.
    /// - Parameter isUnattended: whether what is missing is left out, and shaders are left to the engine, which plays without
    ///   those that fail.
    static func readers(isUnattended: Bool) -> PlaylistRereading.MakeReader {
        { files in
            var reader = reader(files)
            guard isUnattended else { return reader }
            (reader.leavesOutMissing, reader.tryShader) = (true, nil)
            return reader
        }
    }

    /// Reads all that is to be shown. Warnings go to the log.
    /// - Parameter isUnattended: whether what cannot be played is reported and left to be tried again; its outcome has no
    ///   playlist then.
    /// - Throws: else, `FileProblem` with all errors.
    public static func load(
        _ settings: PlayerSettings, isUnattended: Bool, _ log: Log
    ) throws -> [PlaylistPath: PlaylistReader.Outcome] {
        var outcomes: [PlaylistPath: PlaylistReader.Outcome] = [:]
        var problems: [FileProblem] = []
        for path in settings.playlists.sorted(by: { "\($0)" < "\($1)" }) {
            var outcome = read(path, settings.defaults, isUnattended: isUnattended)
            if let fault = fault(in: outcome, of: path, at: settings.places[path], isUnattended: isUnattended) {
                problems.append(fault)
                (outcome.path, outcome.playlist) = (nil, nil)
            } else {
                for issue in outcome.issues { log(.warning, "\(issue)") }
            }
            outcomes[path] = outcome
        }
        let lines = problems.flatMap(\.lines)
        if isUnattended {
            log(FileProblem(lines: lines, status: ExitStatus.badData))
        } else if let status = problems.map(\.status).max() {
            throw FileProblem(lines: lines, status: status)
        }
        return outcomes
    }

    /// Reads one playlist, folder or picture. Warnings go to the log.
    /// - Parameter place: where the configuration names it.
    /// - Throws: `FileProblem` where it cannot be played.
    public static func load(
        _ path: PlaylistPath, at place: String?, _ defaults: PlaylistDefaults, _ log: Log
    ) throws -> PlaylistReader.Outcome {
        let outcome = read(path, defaults)
        if let fault = fault(in: outcome, of: path, at: place, isForDrawing: true) { throw fault }
        for issue in outcome.issues { log(.warning, "\(issue)") }
        return outcome
    }

    /// How long a playlist's files may take, in seconds. A disk or share that is gone answers never.
    fileprivate static let patience = 20

    private static func read(
        _ path: PlaylistPath, _ defaults: PlaylistDefaults, isUnattended: Bool = false
    ) -> PlaylistReader.Outcome {
        let reader = readers(isUnattended: isUnattended)
        return answer(within: .seconds(patience)) { reader(.onDisk).read(path, defaults: defaults) }
            ?? reader(.unanswering).read(path, defaults: defaults)
    }

    /// Why there is nothing to play: the same that `vitrine check` calls an error.
    /// - Parameters:
    ///   - place: where the configuration names it.
    ///   - isUnattended: pictures that cannot be shown are left to the engine then, which tries them.
    ///   - isForDrawing: an empty playlist file can be drawn, black.
    private static func fault(
        in outcome: PlaylistReader.Outcome, of path: PlaylistPath, at place: String?, isUnattended: Bool = false,
        isForDrawing: Bool = false
    ) -> FileProblem? {
        if let playlist = outcome.playlist, !playlist.isEmpty || outcome.isFile {
            if isForDrawing || isUnattended && !playlist.isEmpty { return nil }
            return playlist.emptiness.map { emptiness in
                FileProblem(
                    lines: outcome.issues.map(line) + ["\(outcome.path ?? path): \(emptiness)"],
                    status: ExitStatus.badData)
            }
        }
        guard outcome.playlist == nil else {
            return FileProblem(lines: outcome.issues.map(line), status: ExitStatus.noInput)
        }
        let missing = answer(within: .seconds(patience)) {
            Set(path.paths.filter { path in unsafe path.withCString { unsafe access($0, R_OK) != 0 } })
        }
        let isMissing = path.meaning == .allInTurn ? missing?.isEmpty == false : missing?.count == Set(path.paths).count
        guard isMissing, let missing else {
            return FileProblem(lines: outcome.issues.map(line), status: ExitStatus.badData)
        }
        // The place that names it is where it can be corrected; a missing file has no place.
        let lines = outcome.issues.map { issue in
            missing.contains(issue.path)
                ? "\(place.map { "\($0): " } ?? "")\(issue.path): \(issue.issue.message)" : line(issue)
        }
        return FileProblem(lines: lines, status: ExitStatus.noInput)
    }

    /// Folders and pictures have no lines to name.
    private static func line(_ issue: FileIssue) -> String {
        if PlaylistReader.isPlaylist(issue.path) { return "\(issue)" }
        let message = issue.issue.message
        return message.hasPrefix("\(issue.path)") ? message : "\(issue.path): \(message)"
    }
}

extension PlaylistFiles {
    /// Files that take too long.
    fileprivate static let unanswering = PlaylistFiles(
        read: { _, _ in .failure(late) }, kind: { PlaylistReader.isPlaylist($0) ? .file : .folder },
        list: { _, _ in .failure(late) })

    private static let late = UnreadableFile(
        reason: "no answer within \(PlaylistLoading.patience) s; is it on a disk or share that is gone?")
}
