import ArgumentParser
import Paths
import Playlist

/// What is to be shown, as paths of a command line.
struct PlaylistArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A playlist (.yaml, .json; docs/playlists.md), a folder of pictures and videos, or one of them (docs/media.md).",
            discussion: "Several play one after the other, as one list."),
        completion: .file())
    var playlist: [FilePath] = []

    mutating func validate() { playlist = FilePath.distinguished(playlist) }

    /// Nil without any.
    var path: PlaylistPath? { playlist.isEmpty ? nil : PlaylistPath(allInTurn: playlist) }
}
