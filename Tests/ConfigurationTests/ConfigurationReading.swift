import DisplayModel
import DisplayPlanning
import KioskEngine
import Paths
import Playlist
import PlaylistReading
import Rendering
import SeededRandom
import SlideComposition
import StrictYAML
import Testing

@testable import Configuration

/// A file that is there, beside nothing else.
func files(_ present: [FilePath: [UInt8]] = [:]) -> (FilePath) -> Result<[UInt8], UnreadableFile> {
    { path in present[path].map { .success($0) } ?? .failure(UnreadableFile(reason: "no such file")) }
}

func read(_ text: String, _ present: [FilePath: [UInt8]] = [:]) -> Configuration.Outcome {
    Configuration.read(Array(text.utf8), folder: "/etc/vitrine", readFile: files(present))
}
