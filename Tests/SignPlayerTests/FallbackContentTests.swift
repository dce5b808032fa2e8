import Foundation
import LinuxSystem
import Paths
import PlaylistReading
import StatusFile
import Testing

@testable import SignPlayer

/// What plays in the place of playlists, from a share that does not answer.
@Suite struct FallbackContentTests {
    /// There is no playlist, so the fallback is needed from the start.
    @Test func aShareThatHangsStopsNothingAndIsSaid() throws {
        let sign = try Sign()
        try sign.write("spare.yaml", sign.red)
        let spare = sign.path("spare.yaml")
        let share = HangingShare()
        defer { share.comeBack() }
        sign.fallback = FilePath(spare)
        sign.fallbackReading = .init(
            makeReader: { files in
                var files = files
                let read = files.read
                files.read = { path, limit in
                    share.wait()
                    return read(path, limit)
                }
                return PlaylistLoading.reader(files)
            }, firstLimit: .milliseconds(50), patience: .milliseconds(200))
        let isSaid = { sign.status?.problems.contains { $0.hasPrefix("fallback: \(spare): no answer within") } == true }
        sign.step("it is said", when: { isSaid() && sign.status?.playlists.first?.mode == .builtIn }) {
            // The loop goes on: the playlist that was missing is found.
            try sign.write("menu.yaml", sign.blue)
        }
        sign.step("the playlist plays", when: { sign.status?.playlists.first?.mode == .playlist }) {
            try FileManager.default.removeItem(atPath: sign.path("menu.yaml"))
        }
        sign.step(untilLogged: "but the playlist plays on as it was")
        try sign.play("menu.yaml", isUnattended: true)
        // What the first start leaves would play otherwise.
        for name in try FileManager.default.contentsOfDirectory(atPath: sign.folder.path)
        where name.hasPrefix("last-good-playlist-") {
            try FileManager.default.removeItem(atPath: sign.path(name))
        }
        sign.step("the built-in picture plays", when: { isSaid() && sign.status?.playlists.first?.mode == .builtIn }) {
            share.comeBack()
        }
        sign.step(
            "the fallback plays", when: { sign.status?.playlists.first?.playing == spare && !isSaid() })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.status?.playlists.first?.mode == .fallback)
    }
}
