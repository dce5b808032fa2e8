import Configuration
import DisplayModel
import DisplayPlanning
import KioskEngine
import Rendering
import ScreenKeeping

/// Where a playlist is drawn, and what its conditions are told: one screen, a span, or a screen's part of one.
struct RenderedPlace {
    let placement: Placement
    let traits: OutputTraits
    /// The span that it is, or is a part of.
    let span: VideoWall?

    /// - Parameters:
    ///   - name: a connector's, or a span's.
    ///   - size: of each panel; nil for that of its mode, if the configuration names one.
    init(_ name: String, _ output: OutputConfiguration, _ configuration: Configuration?, size: Size?) {
        let whole = configuration?.outputs.videoWalls.first { $0.name == name }
        let orientation = output.orientation ?? .normal
        func screen(_ configuration: OutputConfiguration?) -> Size {
            size ?? configuration?.mode.size ?? Size(width: 1920, height: 1080)
        }
        span = whole ?? output.place?.wall
        guard let span else {
            placement = output.overscan.placement(on: screen(output), orientation: orientation)
            traits = OutputTraits(connector: name, size: placement.content)
            return
        }
        // Its first screen's pixels are those of the whole, as on the wall.
        let match = span.rows.first?.first?.connector?.description ?? ""
        let first = configuration?.outputs[connector: match, monitor: nil]
        let upright = (first?.overscan ?? .none).placement(
            on: screen(first), orientation: first?.orientation ?? .normal
        ).content
        let layout = VideoWallLayout(span, known: [], first: upright)
        traits = OutputTraits(connector: span.name, size: layout.content)
        if whole == nil, let place = output.place {
            placement = .spanning(
                layout.part(of: place), content: layout.content, on: screen(output), overscan: output.overscan,
                orientation: orientation)
        } else if let canvas = span.canvas {
            // As sharp as the sharpest of its screens.
            let densities = zip(canvas.windows, span.rows.joined()).map { window, match in
                let name = match.connector?.description ?? ""
                let output = configuration?.outputs[connector: name, monitor: nil]
                let seen = (output?.overscan ?? .none).placement(
                    on: screen(output), orientation: output?.orientation ?? .normal
                ).content
                return max(Double(seen.width) / window.size.width, Double(seen.height) / window.size.height)
            }
            let density = densities.max() ?? 1
            let size = Size(
                width: max(1, Int((canvas.size.width * density).rounded())),
                height: max(1, Int((canvas.size.height * density).rounded())))
            placement = Placement(output: size, visible: Rectangle(size), content: layout.content)
        } else {
            placement = Placement(output: layout.content)
        }
    }
}

extension ModePolicy {
    /// The size that it names.
    fileprivate var size: Size? {
        if case .exact(let size, _, _) = self { size } else { nil }
    }
}
