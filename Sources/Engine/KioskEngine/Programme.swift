import Media
import Paths
public import Playlist
import Timing

/// All that is shown: one show for every screen that is not given another one, by the playlists' paths.
public final class Programme {
    /// The playlist that screens show whose configuration names none.
    public let main: PlaylistPath
    private var shows: [PlaylistPath: Show]
    /// Shows that are to take the place of others once their first pictures are ready, and until when to wait for these.
    private(set) var incoming: [PlaylistPath: (show: Show, limit: MonotonicTime)] = [:]
    /// Shows of which nothing can be shown, while a fallback plays in their place.
    private var unplayable: [PlaylistPath: Show] = [:]
    /// How many times a picture was left out.
    private(set) var brokenCount = 0

    public init(main: PlaylistPath, _ shows: [PlaylistPath: Show]) {
        self.main = main
        self.shows = shows
    }

    /// One show for all screens.
    public convenience init(_ show: Show) {
        self.init(main: "main", ["main": show])
    }

    func show(for assignment: ContentAssignments.Assignment) -> Show? {
        shows[assignment.playlist ?? main] ?? shows[main]
    }

    /// Those that play, without those that are to come.
    public var playing: [Show] { Array(shows.values) }
    var all: [Show] { playing + incoming.values.map(\.show) }

    var names: [(path: PlaylistPath, name: String)] { shows.map { ($0.key, $0.value.name) } }

    /// Playlists of which nothing can be shown.
    var broken: [PlaylistPath] { shows.filter(\.value.isAllBroken).map(\.key) }

    public subscript(path: PlaylistPath) -> Show? { shows[path] }

    // MARK: Taking over

    func offer(_ show: Show, for path: PlaylistPath, until limit: MonotonicTime) { incoming[path] = (show, limit) }

    func withdraw(_ path: PlaylistPath) { incoming[path] = nil }

    func takeOver(_ path: PlaylistPath) {
        guard let next = incoming.removeValue(forKey: path) else { return }
        // Of several fallbacks in a row none is what was asked for.
        unplayable[path] = shows[path].flatMap { $0.isAllBroken ? unplayable[path] ?? $0 : nil }
        shows[path] = next.show
    }

    // MARK: Pictures that cannot be shown

    /// The pictures of a playlist that are skipped, each with the reason, also while a fallback plays in its place.
    func failures(of path: PlaylistPath) -> [FilePath: String] {
        (shows[path]?.slideFailures ?? [:]).merging(unplayable[path]?.slideFailures ?? [:]) { $1 }.mapValues(\.message)
    }

    /// Whether pictures of a playlist are skipped for causes that may pass.
    func mayRecover(_ path: PlaylistPath) -> Bool { shows[path]?.failures.values.contains(where: \.mayPass) == true }

    /// Leaves a picture out of every show that has it.
    func leaveOut(_ path: FilePath, _ failure: MediaFailure, _ report: (EngineEvent) -> Void) {
        let concerned = all.filter { $0.leaveOut(path, failure) }
        guard !concerned.isEmpty else { return }
        brokenCount += 1
        if concerned.contains(where: { $0.slideFailures[path] != nil }) {
            report(.pictureFailed(path: "\(path)", reason: failure.message))
        }
        if let consequence = concerned.lazy.compactMap({ $0.consequence(of: path) }).first {
            report(.warning(about: "transition", text: "\(failure.message); \(consequence)"))
        }
        for show in playing where show.isAllBroken && concerned.contains(where: { $0 === show }) {
            report(.warning(about: show.name, text: "none of its pictures can be shown"))
        }
    }
}
