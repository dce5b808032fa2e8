import DisplayModel
import Rendering
import SeededRandom
import Testing

/// Where one frame differs from another.
@Suite struct DamageTests {
    private let output = Size(width: 200, height: 100)
    private var quarters: [Rectangle] {
        [(0, 0), (100, 0), (0, 50), (100, 50)].map { Rectangle(x: $0, y: $1, width: 100, height: 50) }
    }

    private func picture(_ id: UInt64, in area: Rectangle, on placement: Placement) -> DrawCommand {
        let place = placement.contentRectangle(landingOn: area)
        return .picture(
            PlacedPicture(PictureID(rawValue: id), frame: place), area: place, opacity: 1, background: .black)
    }

    private func frame(_ pictures: [UInt64], on placement: Placement? = nil) -> FrameDescription {
        let placement = placement ?? Placement(output: output)
        return FrameDescription(
            placement: placement,
            commands: [.clear(.black)] + zip(pictures, quarters).map { picture($0, in: $1, on: placement) })
    }

    @Test func anUnknownBufferIsDrawnWhole() {
        #expect(frame([1, 2, 3, 4]).changes(since: nil) == .whole)
    }

    @Test func theSameFrameIsNoChange() {
        #expect(frame([1, 2, 3, 4]).changes(since: frame([1, 2, 3, 4])) == .nothing)
    }

    @Test func anotherPlacementIsDrawnWhole() throws {
        let smaller = try Overscan("5%").placement(on: output)
        #expect(frame([1], on: smaller).changes(since: frame([1])) == .whole)
    }

    @Test func anotherGroundIsDrawnWhole() {
        var other = frame([1, 2])
        other.commands[0] = .clear(Color(red: 1, green: 0, blue: 0))
        #expect(other.changes(since: frame([1, 2])) == .whole)
    }

    @Test func aChangedZoneIsItsOwnRectangle() {
        #expect(frame([1, 2, 9, 4]).changes(since: frame([1, 2, 3, 4])) == .rectangles([quarters[2]]))
        let two = frame([9, 2, 3, 8]).changes(since: frame([1, 2, 3, 4]))
        #expect(two == .rectangles([quarters[0], quarters[3]]))
        #expect(two.bounds(on: output) == Rectangle(output))
    }

    @Test func whatComesAndWhatGoesIsDrawn() {
        #expect(frame([1, 2, 3]).changes(since: frame([1, 2])) == .rectangles([quarters[2]]))
        #expect(frame([1]).changes(since: frame([1, 2])) == .rectangles([quarters[1]]))
    }

    /// The same commands in another order: what lay above lies below.
    @Test func anotherOrderIsAChange() {
        let placement = Placement(output: output)
        let area = Rectangle(x: 10, y: 10, width: 20, height: 20)
        let (a, b) = (picture(1, in: area, on: placement), picture(2, in: area, on: placement))
        let first = FrameDescription(placement: placement, commands: [a, b])
        let second = FrameDescription(placement: placement, commands: [b, a])
        #expect(second.changes(since: first) == .rectangles([area]))
    }

    @Test func partsOfAPixelCount() {
        let placement = Placement(output: output, visible: Rectangle(output), content: Size(width: 400, height: 200))
        let area = ContentRectangle(x: 3, y: 4, width: 10, height: 9)
        let surface = DrawCommand.surface(Surface(nil, background: .black), area: area, mask: .none)
        let damage = FrameDescription(placement: placement, commands: [surface])
            .changes(since: FrameDescription(placement: placement, commands: []))
        #expect(damage == .rectangles([Rectangle(x: 1, y: 2, width: 6, height: 5)]))
    }

    @Test func manySmallChangesAreOne() {
        let placement = Placement(output: output)
        func frame(_ base: UInt64) -> FrameDescription {
            FrameDescription(
                placement: placement,
                commands: (0..<20).map {
                    picture(base + UInt64($0), in: Rectangle(x: $0 * 10, y: 0, width: 5, height: 5), on: placement)
                })
        }
        #expect(
            frame(100).changes(since: frame(0)) == .rectangles([Rectangle(x: 0, y: 0, width: 195, height: 5)]))
    }

    /// Whatever two frames are: outside of the damage each pixel is covered by the same commands in the same order.
    @Test(arguments: 0..<60) func pixelsOutsideOfTheDamageAreTheSame(seed: Int) throws {
        var numbers = RandomFrames(seed: UInt64(seed))
        let placement = try numbers.placement()
        var commands = numbers.commands(Int.random(in: 0...8, using: &numbers))
        var different = 0
        for _ in 0..<20 {
            let before = FrameDescription(placement: placement, commands: commands)
            numbers.change(&commands)
            let after = FrameDescription(placement: placement, commands: commands)
            let damage = after.changes(since: before)
            if damage == .whole { continue }
            if case .rectangles(let rectangles) = damage {
                #expect(!rectangles.isEmpty && rectangles.allSatisfy { !$0.isEmpty })
                #expect(rectangles.allSatisfy { Rectangle(placement.output).contains($0) })
            }
            for y in 0..<placement.output.height {
                for x in 0..<placement.output.width {
                    let isSame = before.commands(at: x, y) == after.commands(at: x, y)
                    if !isSame { different += 1 }
                    if !isSame, !damage.contains(x, y) {
                        Issue.record("\(x),\(y) of \(seed): \(damage), from \(before) to \(after)")
                        return
                    }
                }
            }
        }
        // Pixels change, or the test would prove nothing.
        if seed == 0 { #expect(different > 0) }
    }
}

extension Damage {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
        switch self {
        case .nothing: false
        case .whole: true
        case .rectangles(let all):
            all.contains { $0.contains(Rectangle(x: x, y: y, width: 1, height: 1)) }
        }
    }
}

extension FrameDescription {
    /// What decides what a pixel shows: the commands that its middle lies in, from the last clearing on.
    fileprivate func commands(at x: Int, _ y: Int) -> [DrawCommand] {
        let isSeen = placement.visible.contains(Rectangle(x: x, y: y, width: 1, height: 1))
        var result: [DrawCommand] = []
        for command in commands {
            switch command {
            case .clear: result = isSeen ? [command] : []
            case .picture(_, let area, _, _), .crossFade(_, _, let area, _), .surface(_, let area, _),
                .transition(_, _, _, let area, _, _):
                if isSeen, placement.covers(x, y, with: area) { result.append(command) }
            }
        }
        return result
    }
}

extension Placement {
    fileprivate func covers(_ x: Int, _ y: Int, with area: ContentRectangle) -> Bool {
        let (a, b) = (map(area.x, area.y), map(area.x + area.width, area.y + area.height))
        let (middleX, middleY) = (Double(x) + 0.5, Double(y) + 0.5)
        return min(a.x, b.x) <= middleX && middleX <= max(a.x, b.x) && min(a.y, b.y) <= middleY
            && middleY <= max(a.y, b.y)
    }
}

/// Frames that nobody would make, the same ones on every run.
private struct RandomFrames: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func placement() throws -> Placement {
        let output = Size(width: .random(in: 20...60, using: &self), height: .random(in: 15...50, using: &self))
        let overscan = try Overscan(["none", "scale:3px", "inset:2px,5px"].randomElement(using: &self) ?? "none")
        let whole = overscan.placement(
            on: output, orientation: Orientation.allCases.randomElement(using: &self) ?? .normal)
        guard Bool.random(using: &self) else { return whole }
        return whole.tile(at: Rectangle(x: 7, y: 4, width: output.width / 2, height: output.height / 2))
    }

    private mutating func command() -> DrawCommand {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
        let area = ContentRectangle(
            x: number(-5...50), y: number(-5...40), width: number(0...30), height: number(0...30))
        let picture = PlacedPicture(PictureID(rawValue: .random(in: 1...3, using: &self)), frame: area)
        switch Int.random(in: 0..<9, using: &self) {
        case 0: return .clear(.black)
        case 1...3: return .picture(picture, area: area, opacity: 1, background: .black)
        case 4: return .crossFade(from: picture, to: picture, area: area, progress: 0.5)
        case 5: return .surface(Surface(picture, background: nil), area: area, mask: Mask(cornerRadius: 3))
        default: return .surface(Surface(picture, background: .black), area: area, mask: .none)
        }
    }

    mutating func commands(_ count: Int) -> [DrawCommand] { (0..<count).map { _ in command() } }

    mutating func change(_ commands: inout [DrawCommand]) {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: commands.insert(command(), at: .random(in: 0...commands.count, using: &self))
        case 1 where !commands.isEmpty: commands.remove(at: .random(in: 0..<commands.count, using: &self))
        case 2 where !commands.isEmpty: commands[.random(in: 0..<commands.count, using: &self)] = command()
        case 3: commands.shuffle(using: &self)
        default: commands = self.commands(.random(in: 0...8, using: &self))
        }
    }
}
