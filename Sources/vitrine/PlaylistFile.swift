import DisplayModel
import GLESRendering
import Glibc
import HeadlessDisplay
import Playlist
import SlideComposition

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
    /// - Throws: `FileProblem` with all errors.
    static func load(_ choices: Choices, _ log: Log) throws -> [String: PlaylistReader.Outcome] {
        var outcomes: [String: PlaylistReader.Outcome] = [:]
        var problem: FileProblem?
        for path in choices.playlists.sorted() {
            do { outcomes[path] = try load(path, choices.defaults, log) } catch let error as FileProblem {
                problem = FileProblem(
                    lines: (problem?.lines ?? []) + error.lines, status: max(problem?.status ?? 0, error.status))
            }
        }
        if let problem { throw problem }
        return outcomes
    }

    /// Reads one playlist, folder or picture.
    static func load(_ path: String, _ defaults: PlaylistDefaults, _ log: Log) throws -> PlaylistReader.Outcome {
        let outcome = reader().read(path, defaults: defaults)
        // Folders and pictures are no text with lines, and one without anything to play is worth a word of its own.
        if !PlaylistReader.isPlaylist(path), outcome.playlist?.pictures.isEmpty ?? true {
            do throws(MediaFolder.Problem) { _ = try MediaFolder(path: path) } catch {
                throw FileProblem(lines: ["\(error)"], status: ExitStatus.noInput)
            }
        }
        guard outcome.playlist != nil else {
            let isThere = unsafe access(path, R_OK) == 0
            throw FileProblem(
                lines: outcome.issues.map(\.description), status: isThere ? ExitStatus.badData : ExitStatus.noInput)
        }
        for issue in outcome.issues { log(.warning, issue.description) }
        return outcome
    }
}
