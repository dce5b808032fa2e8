import DisplayModel
import EDID
import LinuxSystem
import Media
import Presentation
import Rendering
import Testing
import TextDrawing
import Timing

@testable import Overlays

@Suite struct IdentityOverlayTests {
    private let label = ScreenLabel(
        connector: "HDMI-A-1",
        monitor: MonitorIdentity(manufacturer: "DEL", serialText: "5K1XN13", name: "DELL U2720Q"),
        mode: "3840x2160@60")
    private let machine = MachineIdentity(
        hostName: "vitrine-4f2a",
        addresses: [
            .init(interface: "eth0", text: "192.0.2.17"),
            .init(interface: "eth0", text: "2001:db8::a00:27ff:fe4e:66a1"),
        ])

    /// What is drawn once everything is there.
    private func commands(
        on placement: Placement, label: ScreenLabel? = nil, machine: MachineIdentity? = nil
    ) throws -> (commands: [DrawCommand], sizes: [PictureID: Size]) {
        let overlay = IdentityOverlay(label ?? self.label, of: machine ?? self.machine, on: placement)
        let shelf = try Shelf()
        let refresh = Refresh(vblank: shelf.now, period: .milliseconds(16))
        #expect(overlay.layer(at: refresh, from: shelf.media).commands.isEmpty, "all at once")
        #expect(overlay.layer(at: refresh, from: shelf.media).isMissing)
        shelf.hold(overlay.demands(from: shelf.now))
        let layer = overlay.layer(at: refresh, from: shelf.media)
        #expect(!layer.isMissing)
        #expect(layer.nextChange == .never, "it costs nothing while it stands")
        // The pictures go with the shelf.
        return withExtendedLifetime(shelf) { (layer.commands, shelf.renderer.sizes) }
    }

    @Test func saysEverything() {
        let lines = IdentityOverlay.lines(label, machine).map(\.text)
        #expect(
            lines == [
                "HDMI-A-1", "DEL U2720Q (serial 5K1XN13)", "3840x2160@60", "vitrine-4f2a", "192.0.2.17 (eth0)",
                "2001:db8::a00:27ff:fe4e:66a1 (eth0)",
            ])
        let nothing = IdentityOverlay.lines(
            ScreenLabel(connector: "VGA-1", monitor: nil, mode: "1024x768@60"),
            MachineIdentity(hostName: "a", addresses: []))
        #expect(
            nothing.map(\.text) == [
                "VGA-1", "the monitor does not say what it is", "1024x768@60", "a", "no network address",
            ])
    }

    private static let sizes = [
        (640, 480), (720, 480), (1280, 720), (1920, 1080), (3840, 2160), (1080, 1920), (1920, 360),
    ]

    /// On every screen, in every way of hanging it, within what of it is seen.
    @Test(arguments: sizes, Orientation.allCases)
    func staysWithinWhatIsSeen(_ size: (Int, Int), _ orientation: Orientation) throws {
        for overscan in [Overscan.none, try Overscan("scale:5%"), try Overscan("inset:3%,8%,1%,0%")] {
            let placement = overscan.placement(
                on: Size(width: size.0, height: size.1), orientation: orientation)
            let (commands, sizes) = try commands(on: placement)
            #expect(commands.count == 7, "a panel and six lines")
            for command in commands {
                guard case .surface(let surface, let area, _) = command else {
                    Issue.record("\(command)")
                    continue
                }
                let rectangle = placement.outputRectangle(of: area)
                #expect(placement.visible.contains(rectangle), "\(rectangle) in \(placement.visible)")
                if let picture = surface.picture {
                    let pixels = try #require(sizes[picture.picture])
                    let upright = orientation.isTransposing ? rectangle.size.transposed : rectangle.size
                    #expect(upright == pixels, "one pixel to a pixel")
                }
            }
        }
    }

    /// Letters of a line of text, as a share of the short side, and in pixels on the smallest screen.
    @Test(arguments: sizes)
    func canBeReadFromAfar(_ size: (Int, Int)) throws {
        let placement = Placement(output: Size(width: size.0, height: size.1))
        let heights = try commands(on: placement).sizes.values.map(\.height).sorted()
        let smallest = try #require(heights.first)
        #expect(Double(smallest) >= 0.03 * Double(min(size.0, size.1)))
        #expect(smallest >= 16)
        #expect(heights.last.map { $0 >= 2 * smallest - 1 } == true, "the connector is what is looked for")
    }

    /// A screen of a video wall shows its own name, not a part of one that is as large as the wall.
    @Test func aPartOfAWallHasItsOwn() throws {
        let placement = Placement(
            output: Size(width: 1920, height: 1080), area: Rectangle(x: -1920, y: 0, width: 3840, height: 1080),
            visible: Rectangle(x: 0, y: 0, width: 1920, height: 1080), content: Size(width: 3840, height: 1080))
        for command in try commands(on: placement).commands {
            guard case .surface(_, let area, _) = command else { continue }
            #expect(area.x >= 1920)
            #expect(placement.visible.contains(placement.outputRectangle(of: area)))
        }
    }

    @Test func namesThatAreFarTooLongAreMadeToFit() throws {
        var label = label
        label.monitor?.name = String(repeating: "W", count: 80)
        let placement = Placement(output: Size(width: 640, height: 480))
        for command in try commands(on: placement, label: label).commands {
            guard case .surface(_, let area, _) = command else { continue }
            #expect(placement.visible.contains(placement.outputRectangle(of: area)), "\(area)")
        }
    }
}
