import DisplayModel
import DisplayPlanning
import EDID
import Paths
import Playlist
import StrictYAML
import TextLayout

// Screens of several machines that show one picture together, each machine its own part.

extension ConfigurationParser {
    /// - Parameter spans: none of their screens can be in the wall too.
    mutating func wall(
        _ node: YAMLNode, beside spans: [VideoWall]
    ) -> (wall: VideoWall, playlist: PlaylistPath?)? {
        guard var fields = FieldReader(node, "wall", diagnosis) else { return nil }
        let name = fields.value("name", "a name") { $0.isEmpty ? nil : $0 } ?? "wall"
        let canvas = size(&fields, "size", "the width and height of the whole wall such as '2000mm 1200mm'")
        if canvas == nil, fields.node("size") == nil {
            diagnosis.error(
                node.position, "a wall has a 'size', the same on all of its machines: 2000mm 1200mm, across and down")
        }
        let playlist = playlist(&fields)
        let nodes = fields.list("windows", "windows")
        fields.finish()
        if nodes?.isEmpty ?? (fields.node("windows") == nil) {
            diagnosis.error(
                node.position,
                "a wall has 'windows', one for each screen of this machine: {match: HDMI-A-1, at: 0mm 0mm, size: 980mm 550mm}"
            )
        }
        var windows: [(match: OutputMatch, window: VideoWall.Window)] = []
        var lines: [Int] = []
        for node in nodes ?? [] {
            guard let (match, window) = window(node, of: canvas) else { continue }
            if let first = windows.firstIndex(where: { $0.match.meets(match) }) {
                diagnosis.error(
                    node.position,
                    "\(match) has a window already, in line \(lines[first]); a screen shows one part of the wall")
            }
            if let span = spans.first(where: { $0.rows.joined().contains { $0.meets(match) } }) {
                diagnosis.error(
                    node.position, "\(match) is in the span \(span.name) too; a screen is in a span or in the wall")
            }
            windows.append((match, window))
            lines.append(node.position.line)
        }
        guard let canvas, !windows.isEmpty else { return nil }
        return (VideoWall(name: name, canvas: canvas, windows: windows), playlist)
    }

    private mutating func window(
        _ node: YAMLNode, of canvas: VideoWall.ScreenSize?
    ) -> (match: OutputMatch, window: VideoWall.Window)? {
        guard var fields = FieldReader(node, "a window", diagnosis) else { return nil }
        let match = fields.node("match").flatMap { self.match($0) }
        if fields.node("match") == nil {
            diagnosis.error(
                node.position, "a window says by 'match' which screen it is for: a connector such as HDMI-A-1")
        }
        let place = fields.value(
            "at", "the distances of the upper left corner from the wall's left and upper edges such as '0mm 650mm'",
            hint: inMillimetres
        ) { text in millimetres(text).flatMap { $0.count == 2 ? $0 : nil } }
        let size = size(&fields, "size", "the width and height of the screen's picture such as '980mm 550mm'")
        for name in ["at", "size"] where fields.node(name) == nil {
            diagnosis.error(
                node.position, "a window has 'at' and 'size': {match: HDMI-A-1, at: 0mm 650mm, size: 980mm 550mm}")
            break
        }
        fields.finish()
        guard let match, let place, let size else { return nil }
        let window = VideoWall.Window(x: place[0], y: place[1], size: size)
        guard let canvas else { return (match, window) }
        func reach(_ edge: String, _ end: Double, _ side: Double) {
            // Sums of decimals.
            guard end > side + 0.001 else { return }
            diagnosis.error(
                node.position,
                "the window of \(match) ends \(end.inMillimetres) from the wall's \(edge) edge, and the wall at "
                    + "\(side.inMillimetres)")
        }
        reach("left", window.x + size.width, canvas.width)
        reach("upper", window.y + size.height, canvas.height)
        let most = VideoWall.Canvas.mostWindowsAcross
        if size.width * most < canvas.width || size.height * most < canvas.height {
            diagnosis.error(
                node.position,
                "the window of \(match) is less than a hundredth of the wall, whose picture would be too large for it")
        }
        return (match, window)
    }

    private func size(_ fields: inout FieldReader, _ name: String, _ expected: String) -> VideoWall.ScreenSize? {
        fields.value(name, expected, hint: inMillimetres) { text in
            millimetres(text).flatMap { lengths in
                lengths.count == 2 && lengths.allSatisfy { $0 > 0 }
                    ? VideoWall.ScreenSize(width: lengths[0], height: lengths[1]) : nil
            }
        }
    }
}

extension VideoWall.Canvas {
    /// How many times a window's sides may go into the canvas's.
    fileprivate static let mostWindowsAcross = 100.0
}

extension OutputMatch {
    /// Whether one of two matches is for all screens of the other.
    fileprivate func meets(_ other: OutputMatch) -> Bool { covers(other) || other.covers(self) }
}

extension Double {
    /// `980mm`, `0.5mm`.
    fileprivate var inMillimetres: String {
        let rounded = (self * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))mm" : "\(rounded)mm"
    }
}
