import DisplayModel
import EDID
import LinuxSystem
import Presentation
import Rendering
import Testing
import Timing

@testable import Overlays

@Suite struct TestCardTests {
    private let label = ScreenLabel(
        connector: "HDMI-A-1", monitor: MonitorIdentity(manufacturer: "DEL", name: "U2720Q"), mode: "1920x1080@60")
    private let period = Duration.seconds(1) / 60

    private func refresh(_ number: Int, jitter: Duration = .zero) -> Refresh {
        Refresh(vblank: MonotonicTime(nanoseconds: 5_000_000_000) + period * number + jitter, period: period)
    }

    /// The colours that are filled in, each with its place on the output, in drawing order.
    private func fills(_ commands: [DrawCommand], on placement: Placement) -> [(color: Color, place: Rectangle)] {
        commands.compactMap {
            guard case .surface(let surface, let area, _) = $0, let color = surface.background else { return nil }
            return (color, placement.outputRectangle(of: area))
        }
    }

    /// The lines of the frames: whole pixels at the distances that they are named by.
    @Test(arguments: [(1920, 1080), (3840, 2160), (720, 480), (1080, 1920)])
    func framesAreWhereTheySay(_ size: (Int, Int)) throws {
        let shelf = try Shelf()
        let placement = Placement(output: Size(width: size.0, height: size.1))
        let commands = TestCard(label, on: placement).layer(at: refresh(0), from: shelf.media).commands
        let fills = fills(commands, on: placement)
        #expect(fills[0].place == Rectangle(placement.output), "nothing shows through")
        for (index, distance) in [0, 0.025, 0.05, 0.1].enumerated() {
            let lines = fills[1 + index * 4..<5 + index * 4].map(\.place)
            let (x, y) = (Int((distance * Double(size.0)).rounded()), Int((distance * Double(size.1)).rounded()))
            #expect(lines.map(\.x).min() == x && lines.map(\.y).min() == y, "\(distance)")
            #expect(lines.map(\.maxX).max() == size.0 - x && lines.map(\.maxY).max() == size.1 - y, "\(distance)")
            #expect(lines.allSatisfy { min($0.width, $0.height) >= 1 })
        }
    }

    /// Within the overscan, whichever way the screen hangs.
    @Test(arguments: Orientation.allCases)
    func nothingIsOutsideOfWhatIsSeen(_ orientation: Orientation) throws {
        for overscan in [try Overscan("scale:5%"), try Overscan("inset:2%,7%,3%,0%")] {
            let placement = overscan.placement(on: Size(width: 1280, height: 720), orientation: orientation)
            let (card, shelf) = (TestCard(label, on: placement), try Shelf())
            #expect(card.layer(at: refresh(0), from: shelf.media).isMissing)
            shelf.hold(card.demands(from: shelf.now))
            let layer = card.layer(at: refresh(0), from: shelf.media)
            #expect(!layer.isMissing)
            for command in layer.commands {
                guard case .surface(_, let area, _) = command else { continue }
                #expect(placement.visible.contains(placement.outputRectangle(of: area)), "\(command)")
            }
            #expect(fills(layer.commands, on: placement)[0].place == placement.visible)
        }
    }

    /// The bar is as wide as its step, so a refresh without a frame leaves a gap of its width.
    @Test func theBarShowsEveryMissedRefresh() throws {
        let placement = Placement(output: Size(width: 1920, height: 1080))
        let (card, shelf) = (TestCard(label, on: placement), try Shelf())
        func bar(_ number: Int, jitter: Duration = .zero) -> Rectangle {
            let layer = card.layer(at: refresh(number, jitter: jitter), from: shelf.media)
            #expect(layer.nextChange == .everyRefresh)
            return fills(layer.commands, on: placement).last?.place ?? Rectangle(.zero)
        }
        // Somewhere at the beginning of the lane.
        let start = (0..<60).first { bar($0).x <= Int(0.131 * 1920) } ?? 0
        var last = bar(start)
        for number in 1..<60 {
            // Clocks are not exact.
            let next = bar(start + number, jitter: .microseconds(number % 2 == 0 ? 900 : -900))
            #expect(next.x == last.maxX, "\(number)")
            last = next
        }
        #expect(bar(start + 60).x < last.x, "and begins anew")
        let (before, after) = (bar(start + 60), bar(start + 62))
        #expect(after.x > before.maxX + before.width / 2, "one was missed")
        #expect(bar(start + 62) == after, "asked twice it is the same")
    }

    /// Also where the display's clock is not what its mode says.
    @Test func driftDoesNotJump() {
        var counter = RefreshCounter()
        var numbers: [Int] = []
        for number in 0..<20000 {
            let time = MonotonicTime(nanoseconds: Int64(Double(number) * 16_668_333))
            numbers.append(counter.number(of: Refresh(vblank: time, period: period)))
        }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }

    @Test func greysAndColoursAreThere() throws {
        let placement = Placement(output: Size(width: 1920, height: 1080))
        let commands = TestCard(label, on: placement).layer(at: refresh(0), from: try Shelf().media).commands
        let colors = Set(fills(commands, on: placement).map(\.color.description))
        for color in [
            "#ffffff", "#ffff00", "#00ffff", "#00ff00", "#ff00ff", "#ff0000", "#0000ff", "#000000", "#808080",
        ] {
            #expect(colors.contains(color), "\(color)")
        }
        #expect(colors.isSuperset(of: ["#050505", "#0a0a0a", "#f5f5f5", "#fafafa"]), "the ends")
    }
}

@Suite struct CornerLabelTests {
    private let machine = MachineIdentity(
        hostName: "vitrine-4f2a",
        addresses: [.init(interface: "eth0", text: "192.0.2.17"), .init(interface: "eth0", text: "2001:db8::7")])

    @Test func saysNameAndFirstAddress() {
        #expect(CornerLabel.text(machine) == "vitrine-4f2a   192.0.2.17")
        #expect(CornerLabel.text(MachineIdentity(hostName: "sign", addresses: [])) == "sign")
    }

    @Test(arguments: [(640, 480), (3840, 2160), (1080, 1920), (160, 90)], Orientation.allCases)
    func isSmallAndInTheCorner(_ size: (Int, Int), _ orientation: Orientation) throws {
        let placement = try Overscan("scale:5%").placement(
            on: Size(width: size.0, height: size.1), orientation: orientation)
        let (label, shelf) = (CornerLabel(machine, on: placement), try Shelf())
        shelf.hold(label.demands(from: shelf.now))
        let refresh = Refresh(vblank: shelf.now, period: .milliseconds(16))
        let commands = label.layer(at: refresh, from: shelf.media).commands
        let command = try #require(commands.first)
        guard commands.count == 1, case .surface(_, let area, let mask) = command else {
            Issue.record("\(commands)")
            return
        }
        #expect(placement.visible.contains(placement.outputRectangle(of: area)))
        #expect(mask.opacity < 1)
        // In the quarter at the bottom left, as the viewer sees it.
        let content = Double(placement.content.height)
        #expect(area.x < Double(placement.content.width) / 4 && area.y > content * 0.75)
        #expect(area.height < 0.1 * content)
    }
}
