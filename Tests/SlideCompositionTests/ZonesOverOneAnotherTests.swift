import DisplayModel
import Playlist
import Rendering
import Testing

@testable import SlideComposition

// Which commands a frame of several zones is made of.

extension ZoneFrameTests {
    // MARK: Zones over one another

    @Test func whatIsHiddenIsNotDrawn() throws {
        let top = commands(.still(picture(3, 100, 100), 0))
        #expect(
            try commands([
                (whole, .still(picture(1, 200, 100), 0)), ("0 0 50% 50%", .still(picture(2, 100, 50), 0)),
                (whole, .still(picture(3, 100, 100), 0)),
            ]) == top)
        let fading = SlidePlayer.Content.change(from: picture(3, 100, 100), 0, to: picture(4, 9, 9), 0, progress: 0.5)
        #expect(try commands([(whole, .still(picture(1, 200, 100), 0)), (whole, fading)]) == commands(fading))
        let shaded = SlidePlayer.Content.change(from: color(red), 0, to: picture(4, 9, 9), 0, progress: 0.5)
        #expect(try commands([(whole, .still(picture(1, 200, 100), 0)), (whole, shaded)]) == commands(shaded))
    }

    @Test func whatIsHiddenOnlyInPartIsDrawnBelow() throws {
        let below = commands(.still(picture(1, 200, 100), 0))
        let small = DrawCommand.picture(
            placed(2, 100, 0, 100, 50), area: rectangle(100, 0, 100, 50), opacity: 1, background: .black)
        #expect(
            try commands([(whole, .still(picture(1, 200, 100), 0)), ("50% 0 50% 50%", .still(picture(2, 100, 50), 0))])
                == below + [small])
        // Beside a picture that does not fill its zone lies its background, and only in its zone.
        let narrow = DrawCommand.picture(
            placed(2, 130, 0, 40, 50), area: rectangle(130, 0, 40, 50), opacity: 1, background: red)
        let slide = picture(2, 40, 50, look { $0.background = .color(red) })
        #expect(
            try commands([(whole, .still(picture(1, 200, 100), 0)), ("50% 0 50% 50%", .still(slide, 0))])
                == below + [
                    .surface(Surface(nil, background: red), area: rectangle(100, 0, 100, 50), mask: .none), narrow,
                ])
    }

    @Test func whatLetsShowThroughLiesOnWhatIsBelow() throws {
        let bottom = SlidePlayer.Content.still(picture(1, 100, 100), 0)
        for top in [
            look { $0.opacity = 0.5 }, look { $0.background = .none }, look { $0.cornerRadius = Length(pixels: 9) },
        ] {
            let commands = try commands([(whole, bottom), (whole, .still(picture(2, 200, 100, top), 0))])
            #expect(commands.dropLast() == self.commands(bottom)[...])
            guard case .surface = commands.last else {
                Issue.record("\(commands)")
                return
            }
        }
        #expect(try commands([(whole, bottom), (whole, .nothing)]) == commands(bottom))
    }

    @Test func zonesSideBySideLieOnBlack() throws {
        let commands = try commands([
            ("0 0 50% 100%", .still(picture(1, 100, 100), 0)), ("50% 0 50% 100%", .still(color(red), 0)),
        ])
        #expect(
            commands == [
                .clear(.black),
                .picture(placed(1, 0, 0, 100, 100), area: rectangle(0, 0, 100, 100), opacity: 1, background: .black),
                .surface(Surface(nil, background: red), area: rectangle(100, 0, 100, 100), mask: .none),
            ])
    }

    // MARK: Edges

    @Test func aScreenZoneReachesTheEdges() throws {
        let scaled = try Overscan("scale:10%").placement(on: Size(width: 200, height: 100))
        let frames = [Zone.Frame.safeArea, .screen].map { frame in
            let layout = SlideLayout(.whole, of: frame, in: scaled)
            let size = layout.box(for: Look())
            let content = SlidePlayer.Content.still(picture(1, size.width, size.height), 0)
            return FrameDescription([ZoneFrame(content, in: layout)], in: scaled, reachesEdges: frame == .screen)
        }
        #expect(frames[0].placement == scaled)
        #expect(frames[0].commands.first == .clear(.black), "what the viewer does not see is blackened")
        #expect(frames[1].placement.visible == Rectangle(x: 0, y: 0, width: 200, height: 100))
        guard frames[1].commands.count == 1, case .picture(_, let area, _, _) = frames[1].commands.last else {
            Issue.record("\(frames[1].commands)")
            return
        }
        #expect(scaled.outputRectangle(of: area) == Rectangle(x: 0, y: 0, width: 200, height: 100))
    }

    @Test func aFrameThatReachesEdgesDoesSoElsewhere() throws {
        let inset = try Overscan("inset:10px").placement(on: Size(width: 200, height: 100))
        let other = try Overscan("inset:20px").placement(on: Size(width: 300, height: 100))
        var (safe, screen) = (
            FrameDescription([], in: inset, reachesEdges: false), FrameDescription([], in: inset, reachesEdges: true)
        )
        safe.place(on: other)
        screen.place(on: other)
        #expect(safe.placement == other)
        #expect(screen.placement.visible == Rectangle(x: 0, y: 0, width: 300, height: 100))
        #expect(screen.placement.area == other.area)
    }
}
