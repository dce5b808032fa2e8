import DisplayModel
import DisplayPlanning
import EDID
import KioskEngine
import Paths
import Playlist
import StrictYAML
import TextLayout
import Timing

// Screens side by side that show one picture together.

extension ConfigurationParser {
    mutating func span(_ node: YAMLNode, number: Int) -> (wall: VideoWall, playlist: PlaylistPath?)? {
        guard var fields = FieldReader(node, "a span", diagnosis) else { return nil }
        let name = fields.value("name", "a name") { $0.isEmpty ? nil : $0 } ?? "\(number)"
        let bezel = fields.value(
            "bezel", "one or two lengths, across and down, such as 12mm or '12mm 20mm'", hint: inMillimetres,
            millimetres)
        let screen = fields.value(
            "screen", "the width and height of a screen's picture such as '1210mm 680mm'", hint: inMillimetres
        ) { text in
            millimetres(text).flatMap { $0.count == 2 && $0.allSatisfy { $0 > 0 } ? $0 : nil }
        }
        let playlist = playlist(&fields)
        var rows: [[OutputMatch]] = []
        if let nodes = fields.list("outputs", "screens, or of rows of screens") {
            let isGrid = nodes.contains { if case .sequence = $0.kind { true } else { false } }
            for row in isGrid ? nodes : [YAMLNode(kind: .sequence(nodes), position: node.position, count: 1)] {
                if case .sequence(let screens) = row.kind {
                    rows.append(screens.compactMap { match($0) })
                } else {
                    diagnosis.error(row.position, "either all rows of a span are lists, or none is")
                }
            }
        }
        fields.finish()
        guard rows.joined().count >= 2 else {
            diagnosis.error(node.position, "a span has two 'outputs' at least: [HDMI-A-1, HDMI-A-2], or a list of rows")
            return nil
        }
        let wall = VideoWall(
            name: name, rows: rows,
            bezel: bezel.map { VideoWall.Bezel(across: $0[0], down: $0[$0.count - 1]) } ?? VideoWall.Bezel(),
            screen: screen.map { VideoWall.ScreenSize(width: $0[0], height: $0[1]) })
        return (wall, playlist)
    }

    /// For lengths without their unit, or with a blank before it.
    func inMillimetres(_ text: String) -> String? {
        let tidy = text.replacing("mm", with: "").split { " ,x".contains($0) }.map { "\($0)mm" }.joined(separator: " ")
        return tidy == text || millimetres(tidy) == nil ? nil : Spelling.suggestion(tidy)
    }

    /// One or two lengths, in millimetres.
    func millimetres(_ text: String) -> [Double]? {
        let parts = text.split(separator: " ").map { part -> Double? in
            guard part.hasSuffix("mm"), let number = Double(part.dropLast(2)), (0...100_000).contains(number) else {
                return nil
            }
            return number
        }
        let known = parts.compactMap(\.self)
        return (1...2).contains(parts.count) && known.count == parts.count ? known : nil
    }
}
