import DisplayModel
import Rendering
import Testing

struct MirroringTests {
    private static func source(_ output: String, _ orientation: Orientation = .normal, _ overscan: Overscan = .none)
        throws -> Placement
    {
        overscan.placement(on: try #require(Size(output)), orientation: orientation)
    }

    @Test(arguments: [
        ("a smaller screen of the same shape", "1280x720", "none", Orientation.normal, "1280x720+0+0"),
        ("a larger one", "3840x2160", "none", .normal, "3840x2160+0+0"),
        ("an older shape", "1024x768", "none", .normal, "1024x576+0+96"),
        ("nearly the same shape", "1366x768", "none", .normal, "1365x768+0+0"),
        ("a portrait mode", "1080x1920", "none", .normal, "1080x608+0+656"),
        ("a panel hung on its side", "1080x1920", "none", .clockwise90, "1080x1920+0+0"),
        ("one of the same mode turned", "1920x1080", "none", .flipped270, "608x1080+656+0"),
        ("a television", "1280x720", "10px,20px,30px,40px", .normal, "1209x680+45+10"),
        ("the same, inset", "1280x720", "inset:10px,20px,30px,40px", .normal, "1209x680+45+10"),
        ("a television hung on its side", "1280x720", "10px,20px,30px,40px", .clockwise270, "383x680+458+10"),
    ])
    func landscapeIsShownWhole(
        name: String, output: String, overscan: String, orientation: Orientation, expected: String
    ) throws {
        let source = try Self.source("1920x1080")
        let mirror = Placement.mirroring(
            source, on: try #require(Size(output)), overscan: try Overscan(overscan), orientation: orientation)
        #expect(mirror.visible.description == expected, "\(name)")
        #expect(mirror.area == mirror.visible)
        #expect(mirror.content == source.content)
        #expect(mirror.orientation == orientation)
    }

    /// What a portrait screen's viewers see is upright, however its panel is turned.
    @Test func portraitStandsInTheMiddleOfALandscapeScreen() throws {
        let screen = Size(width: 1920, height: 1080)
        for source in [try Self.source("1080x1920"), try Self.source("1920x1080", .clockwise270)] {
            let mirror = Placement.mirroring(source, on: screen)
            #expect(mirror.visible.description == "608x1080+656+0")
            #expect(mirror.orientation == .normal)
        }
    }

    /// The source compensates for its own screen; its mirror shows all of the content that is laid out there.
    @Test func theSourcesOverscanIsNotTakenOver() throws {
        let screen = Size(width: 1280, height: 720)
        func mirror(_ overscan: String) throws -> Placement {
            .mirroring(try Self.source("1920x1080", .normal, try Overscan(overscan)), on: screen)
        }
        #expect(try mirror("scale:100px,0") == mirror("none"))
        // Content that was laid out in 1920x880 keeps that shape.
        #expect(try mirror("inset:100px,0").visible.description == "1280x587+0+66")
    }

    @Test func aTileIsMirroredAsTheWholeIs() throws {
        let (whole, screen) = (try Self.source("3840x2160"), Size(width: 1280, height: 800))
        let tile = whole.tile(at: Rectangle(x: 1920, y: 0, width: 1920, height: 2160))
        #expect(Placement.mirroring(tile, on: screen) == .mirroring(whole, on: screen))
    }

    /// For shapes of all kinds: inside, in the middle, as large as can be, and in the content's own shape.
    @Test(arguments: Orientation.allCases)
    func aspectIsKeptToThePixel(orientation: Orientation) throws {
        let sides = [1, 2, 7, 480, 640, 1080, 1366, 3840]
        let sizes = sides.flatMap { width in sides.map { Size(width: width, height: $0) } }
        for content in sizes {
            for output in sizes {
                let mirror = Placement.mirroring(
                    Placement(output: content), on: output, overscan: .televisionSafe, orientation: orientation)
                let (area, seen) = (mirror.area, Overscan.televisionSafe.visible(of: output))
                let turned = orientation.isTransposing ? content.transposed : content
                let scale = min(
                    Double(seen.width) / Double(turned.width), Double(seen.height) / Double(turned.height))
                #expect(seen.contains(area))
                #expect(area.width == seen.width || area.height == seen.height)
                #expect(abs(Double(area.width) - max(1, Double(turned.width) * scale)) <= 0.5)
                #expect(abs(Double(area.height) - max(1, Double(turned.height) * scale)) <= 0.5)
                #expect((0...1).contains((seen.maxX - area.maxX) - (area.x - seen.x)))
                #expect((0...1).contains((seen.maxY - area.maxY) - (area.y - seen.y)))
            }
        }
    }
}
