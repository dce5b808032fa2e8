import DisplayModel
import Playlist
import Rendering
import SeededRandom
import Testing

@testable import SlideComposition

/// Which pixels the commands of a frame draw, with what.
@Suite struct ZonePixelTests {
    /// Every pixel of what is seen is covered by something, and what is hidden by nothing that is drawn later is there.
    @Test(arguments: 0..<60) func aPixelIsWhatTheTopmostZoneSays(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
        let overscans = ["none", "scale:3px,4px,5px,6px", "inset:2px"]
        let placement = try Overscan(overscans[random(0...2)]).placement(
            on: Size(width: 40, height: 24), orientation: Orientation.allCases[random(0...7)])
        let frame: Zone.Frame = random(0...1) == 0 ? .safeArea : .screen
        var zones: [ZoneFrame] = []
        // What each pixel shows: the picture's number, or a colour's.
        var expected: [String] = Array(repeating: "#000000", count: 40 * 24)
        let seen = frame == .screen ? Rectangle(placement.output) : placement.visible
        for number in 1...random(1...4) {
            let area =
                random(0...2) == 0
                ? Area.whole
                : Area(
                    x: Length(share: Double(random(0...60)) / 100), y: Length(share: Double(random(0...60)) / 100),
                    width: Length(share: Double(random(10...90)) / 100),
                    height: Length(share: Double(random(10...90)) / 100))
            let layout = SlideLayout(area, of: frame, in: placement)
            let ground = Color(red: Float(number) / 4, green: 0, blue: 0)
            var look = Look()
            look.background = .color(ground)
            let box = layout.box(for: look)
            guard !box.isEmpty else { continue }
            let slide =
                random(0...3) == 0
                ? ReadySlide(Slide(.color(ground)))
                : picture(
                    UInt64(number), max(1, box.width - random(0...1) * random(0...9)),
                    max(1, box.height - random(0...1) * random(0...9)), look)
            zones.append(ZoneFrame(.still(slide, 0), in: layout))
            let place = placement.outputRectangle(of: layout.zone).intersection(seen)
            let shown = slide.picture.map { placement.outputRectangle(of: layout.frame(of: $0.size, look: look)) }
            paint(&expected, place, "\(ground)")
            if let shown { paint(&expected, shown.intersection(place), "\(number)") }
        }
        let description = FrameDescription(zones, in: placement, reachesEdges: frame == .screen)
        // Nothing at first: a pixel that is not drawn keeps what the buffer had.
        var found: [String] = Array(repeating: "?", count: 40 * 24)
        for command in description.commands {
            switch command {
            case .clear(let color):
                paint(&found, Rectangle(placement.output), "#000000")
                paint(&found, description.placement.visible, "\(color)")
            case .picture(let placed, let area, 1, _):
                paint(&found, placement.outputRectangle(of: area).intersection(seen), "\(placed.picture.rawValue)")
            case .surface(let surface, let area, .none):
                paint(&found, placement.outputRectangle(of: area).intersection(seen), "\(surface.background ?? .black)")
            default: Issue.record("\(command)")
            }
        }
        #expect(found == expected, "seed \(seed): \(placement), \(description.commands)")
    }

    private func picture(_ id: UInt64, _ width: Int, _ height: Int, _ look: Look) -> ReadySlide {
        let picture = ReadyPicture(id: PictureID(rawValue: id), size: Size(width: width, height: height))
        return ReadySlide(Slide(.picture(path: "\(id)"), style: Style(look, .standard)), picture: picture)
    }

    private func paint(_ pixels: inout [String], _ area: Rectangle, _ what: String) {
        for y in area.y..<max(area.y, area.maxY) {
            for x in area.x..<max(area.x, area.maxX) { pixels[y * 40 + x] = what }
        }
    }
}
