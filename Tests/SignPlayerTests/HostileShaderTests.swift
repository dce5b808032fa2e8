import Foundation
import StatusFile
import Testing

@testable import SignPlayer

/// A playlist with a shader that would kill what compiles it.
@Suite(.serialized) struct HostileShaderTests {
    private static let transition = "vec4 transition(vec2 uv) { return getToColor(uv); }\n"
    private static let playlist = """
        transition: {type: good.frag, duration: 200ms}
        duration: 500ms
        items:
          - colour: '#ff0000'
          - {colour: '#0000ff', transition: {type: hostile.frag, duration: 200ms}}
          - {colour: '#00ff00', transition: {type: missing.frag, duration: 200ms}}
        """

    /// Without a word in the playlist's parts that are good.
    @Test func itCostsItsOwnTransitionOnly() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", Self.playlist)
        try sign.write("good.frag", Self.transition)
        try sign.write("hostile.frag", "\nfloat a[200000000];\n" + Self.transition)
        sign.step(untilLogged: "hostile.frag: line 2: a variable of more than 16384 numbers") {
            #expect(sign.lines.contains { $0.contains("missing.frag: no such file") })
        }
        var told: [RunningStatus.Playlist.Skipped] { sign.status?.playlists.first?.shaders ?? [] }
        sign.step("the status names it", when: { !told.isEmpty }) {
            #expect(told.map(\.path) == [sign.path("hostile.frag")])
            #expect(told.first?.reason.hasPrefix("line 2: a variable of more than") == true)
        }
        let shown = ["#ff0000", "#0000ff", "#00ff00"]
        sign.step(
            "all slides show",
            when: { shown.allSatisfy { color in sign.lines.contains { $0.contains("shows \(color)") } } }
        ) {
            try sign.write("hostile.frag", "\n" + Self.transition)
        }
        sign.step(untilLogged: "menu.yaml: changed; the new playlist plays")
        sign.step("the status no longer names it", when: { told.isEmpty })
        try sign.play("menu.yaml", isUnattended: true)
        #expect(sign.status?.playlists.first?.mode == .playlist)
        #expect(!sign.lines.contains { $0.contains("good.frag") }, "\(sign.lines.filter { $0.contains("good.frag") })")
        #expect(
            sign.lines.count { $0.contains("hostile.frag: line 2: ") && $0.contains("its slides are cross-faded") } == 1
        )
    }

    /// Somebody who attends to the program wants to know at once.
    @Test func attendedItIsAnError() throws {
        let sign = try Sign()
        try sign.write("menu.yaml", Self.playlist)
        try sign.write("good.frag", Self.transition)
        try sign.write("missing.frag", Self.transition)
        try sign.write("hostile.frag", "\nfloat a[200000000];\n" + Self.transition)
        let problem = #expect(throws: FileProblem.self) { try sign.play("menu.yaml") }
        #expect(problem?.lines.count == 1)
        #expect(
            problem?.lines.first?.hasSuffix(
                "hostile.frag: line 2: a variable of more than 16384 numbers; make the array smaller") == true)
    }
}
