import Paths
import Playlist
import PlaylistReading
import Testing
import Timing

/// Pictures that a playlist gives its own shaders.
@Suite struct TransitionPictureTests {
    private func read(
        _ transition: String, _ others: [FilePath: String] = [:], leavesOutMissing: Bool = false
    ) -> PlaylistReader.Outcome {
        var disk = FakeDisk(
            "items:\n  - picture: a.png\n    transition: \(transition)",
            ["luma.glsl": "text", "maps/spiral.png": ""].merging(others) { $1 })
        disk.folders["maps"] = []
        var reader = PlaylistReader(
            transitions: [("wipe", true)], files: disk.files, now: WallTime(seconds: 1_800_000_000))
        reader.shaderParameters = { _ in [("luma", "sampler2D"), ("softness", "float")] }
        reader.leavesOutMissing = leavesOutMissing
        return reader.read("main.yaml")
    }

    @Test func aShaderGetsItsPicture() {
        let outcome = read("{type: luma.glsl, pictures: {luma: maps/spiral.png}, duration: 2s}")
        #expect(outcome.lines == [])
        #expect(
            outcome.items.first?.style.transition
                == Transition(
                    .custom(path: "luma.glsl", pictures: ["luma": "maps/spiral.png"]), duration: .seconds(2)))
        #expect(outcome.sources.folders.contains("maps"), "it is followed")
        #expect(
            outcome.playlist?.transitionPictures
                == ["maps/spiral.png": [TransitionPicture(shader: "luma.glsl", name: "luma")]])
        #expect(outcome.playlist?.pictures == ["a.png"], "it is no slide")
    }

    @Test(arguments: [
        (
            "luma.glsl",
            "3:17: error: luma.glsl needs a picture 'luma'; write it as '{type: luma.glsl, pictures: {luma: picture.png}}'"
        ),
        (
            "{type: luma.glsl, pictures: {}}",
            "3:45: error: luma.glsl needs a picture 'luma'; write it as 'luma: picture.png'"
        ),
        (
            "{type: luma.glsl, pictures: {luma: 3}}", "3:52: error: luma is the path of a picture, not a number"
        ),
        (
            "{type: luma.glsl, pictures: {luma: a.png, softness: a.png}}",
            "3:69: error: luma.glsl: 'softness' is a float there, not a picture; its value stands in the shader, behind "
                + "'uniform float softness;', as '// = …'"
        ),
        (
            "{type: luma.glsl, pictures: {luma: a.png, lum: a.png}}",
            "3:64: error: luma.glsl: it has no 'uniform sampler2D lum;'; did you mean 'luma'?"
        ),
        (
            "{type: wipe-left, pictures: {luma: a.png}}",
            "3:45: error: 'pictures' are for a shader of your own; 'wipe-left' has none"
        ),
        (
            "{type: luma.glsl, pictures: {luma: maps}}", "3:52: error: maps: it is a folder, not a picture"
        ),
        (
            "{type: luma.glsl, pictures: {luma: no.png}}", "3:52: error: no.png: no such file or folder"
        ),
    ])
    func mistakesAreToldWithTheirPlace(_ transition: String, _ message: String) {
        #expect(read(transition).lines == ["main.yaml:\(message)"])
    }

    /// It may come: until then the slides are cross-faded.
    @Test func unattendedAMissingOneIsWaitedFor() {
        let outcome = read("{type: luma.glsl, pictures: {luma: no.png}}", leavesOutMissing: true)
        #expect(
            outcome.lines == [
                "main.yaml:3:52: warning: no.png: no such file or folder; the slides of luma.glsl are cross-faded without "
                    + "its picture 'luma' until it is there"
            ])
        #expect(outcome.items.first?.style.transition.kind == .crossFade)
        #expect(outcome.sources.files.contains("no.png"))
    }
}
