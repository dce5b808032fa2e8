import Playlist

/// What shows where a playlist cannot, and which of it could not be shown either.
struct Fallbacks {
    var choose: ((_ path: PlaylistPath, _ broken: Show) -> Show?)?
    /// The last one of each playlist.
    private var broken: [PlaylistPath: Show] = [:]

    /// Nothing of a fallback can be shown.
    mutating func broke(_ show: Show, for path: PlaylistPath) { broken[path] = show }

    /// Something shows for the playlist, or is to be tried.
    mutating func forget(_ path: PlaylistPath) { broken[path] = nil }

    /// What to try next for a playlist of which nothing can be shown.
    func next(for path: PlaylistPath, playing: Show?) -> Show? {
        (broken[path] ?? playing).flatMap { choose?(path, $0) }
    }
}
