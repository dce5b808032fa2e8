import Configuration
import DisplayPlanning
import KioskEngine
import Playlist
import PlaylistReading
import StrictYAML
import Testing

/// `wall`: this machine's part of a wall.
@Suite struct WallTests {
    @Test func aWallIsRead() {
        let outcome = read(
            """
            wall:
              size: 2000mm 1200.5mm
              playlist: wall.yaml
              windows:
                - {match: HDMI-A-1, at: 0mm 0mm, size: 980mm 550mm}
                - {match: {maker: DEL, serial: A1}, at: 1020mm 650.5mm, size: 980mm 550mm}
            """)
        #expect(outcome.issues == [])
        let wall = outcome.configuration?.outputs.videoWalls.first
        #expect(wall?.name == "wall")
        #expect(wall?.canvas?.size == VideoWall.ScreenSize(width: 2000, height: 1200.5))
        #expect(
            wall?.canvas?.windows == [
                VideoWall.Window(x: 0, y: 0, size: .init(width: 980, height: 550)),
                VideoWall.Window(x: 1020, y: 650.5, size: .init(width: 980, height: 550)),
            ])
        let place = outcome.configuration?.outputs[connector: "HDMI-A-1", monitor: nil].place
        #expect(place?.column == 0 && place?.wall == wall)
        #expect(wall.flatMap { outcome.configuration?.content.videoWalls[$0] } == "/etc/vitrine/wall.yaml")
        #expect(PlaylistReader.purpose(of: Array("wall: {size: 1mm 1mm}".utf8)) == .configuration)
    }

    private static let size = "wall:\n  size: 2000mm 1200mm\n  windows:\n"
    private static let good = "{match: HDMI-A-1, at: 0mm 0mm, size: 980mm 550mm}"

    @Test(
        arguments: [
            (
                "wall: {windows: [\(good)]}",
                "1:7: error: a wall has a 'size', the same on all of its machines: 2000mm 1200mm, across and down"
            ),
            (
                "wall: {size: 2000mm 1200mm}",
                "1:7: error: a wall has 'windows', one for each screen of this machine: {match: HDMI-A-1, at: 0mm 0mm, "
                    + "size: 980mm 550mm}"
            ),
            (
                "wall: {size: 2000x1200 mm, windows: [\(good)]}",
                "1:14: error: size is the width and height of the whole wall such as '2000mm 1200mm', not '2000x1200 mm'; "
                    + "did you mean '2000mm 1200mm'?"
            ),
            (
                "wall: {size: 0mm 1200mm, windows: [\(good)]}",
                "1:14: error: size is the width and height of the whole wall such as '2000mm 1200mm', not '0mm 1200mm'"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 0 0, size: 980mm 550mm}",
                "4:29: error: at is the distances of the upper left corner from the wall's left and upper edges such as "
                    + "'0mm 650mm', not '0 0'; did you mean '0mm 0mm'?"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 0mm 0mm, size: 980mm 0mm}",
                "4:44: error: size is the width and height of the screen's picture such as '980mm 550mm', not '980mm 0mm'"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 1020.5mm 0mm, size: 980mm 550mm}",
                "4:7: error: the window of connector HDMI-A-1 ends 2000.5mm from the wall's left edge, and the wall at 2000mm"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 0mm 651mm, size: 980mm 550mm}",
                "4:7: error: the window of connector HDMI-A-1 ends 1201mm from the wall's upper edge, and the wall at 1200mm"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 0mm 0mm, size: 19mm 11mm}",
                "4:7: error: the window of connector HDMI-A-1 is less than a hundredth of the wall, whose picture would be "
                    + "too large for it"
            ),
            (
                size + "    - {match: HDMI-A-1, size: 980mm 550mm}",
                "4:7: error: a window has 'at' and 'size': {match: HDMI-A-1, at: 0mm 650mm, size: 980mm 550mm}"
            ),
            (
                size + "    - {at: 0mm 0mm, size: 980mm 550mm}",
                "4:7: error: a window says by 'match' which screen it is for: a connector such as HDMI-A-1"
            ),
            (
                size + "    - \(good)\n    - \(good)",
                "5:7: error: connector HDMI-A-1 has a window already, in line 4; a screen shows one part of the wall"
            ),
            (
                "spans:\n  - {name: hall, outputs: [HDMI-A-1, HDMI-A-2]}\n" + size + "    - \(good)",
                "6:7: error: connector HDMI-A-1 is in the span hall too; a screen is in a span or in the wall"
            ),
            (
                size + "    - {match: HDMI-1, at: 0mm 0mm, size: 980mm 550mm}",
                "4:15: warning: no connector is called 'HDMI-1' by the kernel (X has names of its own); did you mean "
                    + "'HDMI-A-1'? 'vitrine --list-connectors' shows all names"
            ),
            (
                size + "    - {match: HDMI-A-1, at: 0mm 0mm, sice: 1mm 1mm, size: 980mm 550mm}",
                "4:38: error: there is no key 'sice' here; did you mean 'size'?"
            ),
        ] as [(String, String)])
    func mistakesAreToldWithTheirLine(_ text: String, _ message: String) {
        let outcome = read(text)
        #expect(outcome.issues.map { "\($0.description(in: "c").dropFirst(2))" } == [message])
        #expect((outcome.configuration == nil) == message.contains("error"))
    }

    @Test func aPlaylistOfAScreenInASpanIsNeverShown() {
        func warning(_ place: String, _ screen: String, _ whole: String) -> String {
            "\(place): warning: this playlist is never shown: \(screen) is in \(whole), whose own 'playlist' counts"
        }
        let outcome = read(
            """
            playlist: all.yaml
            outputs:
              - {match: DP-1, playlist: own.yaml}
              - {match: DP-2, mode: highest}
              - {match: "*", playlist: others.yaml}
            spans:
              - {name: hall, outputs: [DP-1, DP-2]}
            """)
        #expect(
            outcome.issues.map { "\($0.position): \($0.severity): \($0.message)" } == [
                warning("3:29", "connector DP-1", "the span hall")
            ])
        // The span shows what it would show without that line.
        let content = outcome.configuration?.content
        let wall = outcome.configuration?.outputs.videoWalls.first
        #expect(wall != nil)
        #expect(content?[connector: "DP-1", monitor: nil, wall: wall].playlist == nil)
        #expect(content?[connector: "DP-1", monitor: nil, wall: nil].playlist == "/etc/vitrine/own.yaml")

        let lines = read(
            "outputs:\n  - {match: HDMI-A-1, playlist: own.yaml}\n" + Self.size + "    - \(Self.good)"
        ).issues.map { "\($0.position): \($0.severity): \($0.message)" }
        #expect(lines == [warning("2:33", "connector HDMI-A-1", "the wall")])
    }
}
