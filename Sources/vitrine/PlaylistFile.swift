import DisplayModel
import DisplayPlanning
import GLESRendering
import Glibc
import HeadlessDisplay
import Playlist
import SlideComposition
import StrictYAML

/// The playlists on disk.
enum PlaylistFile {
    /// What reads them, for what is so now.
    @Sendable static func reader(_ files: PlaylistFiles = .onDisk) -> PlaylistReader {
        PlaylistReader(
            transitions: TransitionShader.builtIns, files: files, now: time(nil), shaderFault: shaderFault)
    }

    /// Why a shader of a playlist's own does not work here. Whatever draws later may be pickier; it says so then.
    @Sendable private static func shaderFault(_ path: String, _ source: [UInt8]) -> String? {
        do throws(RenderingError) {
            let renderer = try unsafe GLESRenderer(.surfaceless)
            do throws(RenderingError) { try renderer.addTransition(path, source: source) } catch { return error.reason }
        } catch {
            // Nothing to try it with.
        }
        return nil
    }

    /// Reads all that is to be shown. Warnings go to the log.
    /// - Parameter isUnattended: whether what cannot be played is told of and left to be tried again; its outcome has no
    ///   playlist then.
    /// - Throws: else, `FileProblem` with all errors.
    static func load(
        _ choices: Choices, isUnattended: Bool, _ log: Log
    ) throws -> [PlaylistPath: PlaylistReader.Outcome] {
        var outcomes: [PlaylistPath: PlaylistReader.Outcome] = [:]
        var problems: [FileProblem] = []
        for path in choices.playlists.sorted(by: { "\($0)" < "\($1)" }) {
            var outcome = read(path, choices.defaults)
            if let fault = fault(in: outcome, of: path, at: choices.places[path], isUnattended: isUnattended) {
                problems.append(fault)
                (outcome.path, outcome.playlist) = (nil, nil)
            } else {
                for issue in outcome.issues { log(.warning, "\(issue)") }
            }
            outcomes[path] = outcome
        }
        let lines = problems.flatMap(\.lines)
        if isUnattended {
            for line in lines { log(.error, line) }
        } else if let status = problems.map(\.status).max() {
            throw FileProblem(lines: lines, status: status)
        }
        return outcomes
    }

    /// Reads one playlist, folder or picture. Warnings go to the log.
    /// - Parameter place: where the configuration names it.
    /// - Throws: `FileProblem` where it cannot be played.
    static func load(
        _ path: PlaylistPath, at place: String?, _ defaults: PlaylistDefaults, _ log: Log
    ) throws -> PlaylistReader.Outcome {
        let outcome = read(path, defaults)
        if let fault = fault(in: outcome, of: path, at: place) { throw fault }
        for issue in outcome.issues { log(.warning, "\(issue)") }
        return outcome
    }

    private static func read(_ path: PlaylistPath, _ defaults: PlaylistDefaults) -> PlaylistReader.Outcome {
        reader().read(firstOf: path.candidates, defaults: defaults)
    }

    /// Why there is nothing to play. A playlist file may be empty for now, a folder that somebody names may not.
    /// - Parameter place: where the configuration names it.
    private static func fault(
        in outcome: PlaylistReader.Outcome, of path: PlaylistPath, at place: String?, isUnattended: Bool = false
    ) -> FileProblem? {
        if let playlist = outcome.playlist, !playlist.isEmpty || outcome.isFile && !isUnattended { return nil }
        let isThere = outcome.playlist == nil && path.candidates.contains { unsafe access($0, R_OK) == 0 }
        guard outcome.playlist == nil, !isThere else {
            let status = isThere ? ExitStatus.badData : ExitStatus.noInput
            return FileProblem(lines: outcome.issues.map(line), status: status)
        }
        // Where it is named is where it can be set right; in a file that is not there it is nowhere.
        let lines = outcome.issues.map { "\(place.map { "\($0): " } ?? "")\($0.path): \($0.issue.message)" }
        return FileProblem(lines: lines, status: ExitStatus.noInput)
    }

    /// Folders and pictures are no text with lines.
    private static func line(_ issue: FileIssue) -> String {
        if PlaylistReader.isPlaylist(issue.path) { return "\(issue)" }
        let message = issue.issue.message
        return message.hasPrefix(issue.path) ? message : "\(issue.path): \(message)"
    }
}
