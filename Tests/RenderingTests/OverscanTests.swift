import DisplayModel
import Rendering
import Testing

@Suite struct OverscanTests {
    private let output = Size(width: 1920, height: 1080)

    @Test(arguments: [
        ("none", "1920x1080+0+0"), ("tv-safe", "1536x864+192+108"), ("5%", "1728x972+96+54"),
        ("scale:5%", "1728x972+96+54"), ("inset:5%", "1728x972+96+54"), ("20px", "1880x1040+20+20"),
        ("scale:20px,10px", "1900x1040+10+20"), ("inset:1px,2px,3px,4px", "1914x1076+4+1"),
        ("0,10px,0,0", "1910x1080+0+0"), ("2.5%", "1824x1026+48+27"), ("9000px", "1x1+1919+1079"),
    ])
    func theVisiblePart(text: String, expected: String) throws {
        #expect(try Overscan(text).visible(of: output).description == expected)
    }

    @Test(arguments: [
        "", "5", "5%%", "%", "50%", "-1%", "nan%", "1px,2px,3px", "zoom:5%", "none:5%", "1.5px", "scale:", "5%,",
    ])
    func otherTextIsExplained(text: String) throws {
        let error = try #require(throws: Overscan.SyntaxError.self) { try Overscan(text) }
        #expect(error.description.contains("'\(text)'"))
        #expect(error.description.contains("tv-safe"), "the message teaches what is possible")
    }

    @Test func scaleLaysOutForTheWholeOutput() throws {
        #expect(try Overscan("scale:5%").placement(on: output).content == output)
        #expect(try Overscan("inset:5%").placement(on: output).content == Size(width: 1728, height: 972))
        #expect(
            try Overscan("inset:5%").placement(on: output, orientation: .clockwise90).content
                == Size(width: 972, height: 1728))
    }
}

@Suite struct PlacementTests {
    private static let overscans = ["none", "scale:5%", "inset:5%", "scale:13px,7px,3px,29px", "inset:1px,0,0,0"]

    @Test(arguments: Orientation.allCases, overscans)
    func whatLandsOnPixelsComesBack(orientation: Orientation, overscan: String) throws {
        let placement = try Overscan(overscan).placement(on: Size(width: 1366, height: 768), orientation: orientation)
        for rectangle in [
            placement.visible, Rectangle(x: 100, y: 50, width: 7, height: 11),
            Rectangle(x: 0, y: 767, width: 1366, height: 1),
        ] {
            #expect(placement.outputRectangle(of: placement.contentRectangle(landingOn: rectangle)) == rectangle)
        }
        let whole = ContentRectangle(
            x: 0, y: 0, width: Double(placement.content.width), height: Double(placement.content.height))
        #expect(placement.outputRectangle(of: whole) == placement.visible)
    }

    /// Where the top left corner of upright content goes when the picture is turned clockwise.
    @Test(arguments: [
        (Orientation.normal, 0, 0), (.clockwise90, 99, 0), (.clockwise180, 99, 49), (.clockwise270, 0, 49),
        (.flipped, 99, 0), (.flipped90, 99, 49), (.flipped180, 0, 49), (.flipped270, 0, 0),
    ])
    func theFirstPixelOfTheContent(orientation: Orientation, x: Int, y: Int) {
        let placement = Overscan.none.placement(on: Size(width: 100, height: 50), orientation: orientation)
        let corner = placement.outputRectangle(of: ContentRectangle(x: 0, y: 0, width: 1, height: 1))
        #expect(corner == Rectangle(x: x, y: y, width: 1, height: 1))
    }
}
