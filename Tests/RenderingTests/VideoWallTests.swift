import DisplayModel
import Rendering
import Testing

/// Parts of a wall on screens that are turned, or cut off.
@Suite struct VideoWallTests {
    private let content = Size(width: 7559, height: 4535)
    private let part = VideoWallPart(x: 1020, y: 650, width: 980, height: 550, wall: (2000, 1200))

    /// What the window is, all that is seen of a screen shows.
    @Test(arguments: Orientation.allCases, ["none", "scale:5%", "inset:7px,3px,5px,9px"])
    func aWindowFillsWhatIsSeen(orientation: Orientation, overscan: String) throws {
        let output = orientation.isTransposing ? Size(width: 1080, height: 1920) : Size(width: 1920, height: 1080)
        let overscan = try Overscan(overscan)
        let placement = Placement.spanning(
            part, content: content, on: output, overscan: overscan, orientation: orientation)
        #expect(placement.visible == overscan.visible(of: output) && placement.content == content)
        let (x, y) = (Double(content.width) / 2000, Double(content.height) / 1200)
        let window = ContentRectangle(x: 1020 * x, y: 650 * y, width: 980 * x, height: 550 * y)
        let landed = placement.outputRectangle(of: window)
        // Two edges are between pixels at most.
        #expect(abs(landed.x - placement.visible.x) <= 1 && abs(landed.y - placement.visible.y) <= 1)
        #expect(abs(landed.maxX - placement.visible.maxX) <= 1 && abs(landed.maxY - placement.visible.maxY) <= 1)
    }

    /// A grid's screens have the parts that its frames leave.
    @Test func aGridHasItsParts() {
        let grid = VideoWallGeometry(columns: [300, 400], rows: [200, 250], across: 10, down: 20)
        #expect(
            grid.part(row: 1, column: 1)
                == VideoWallPart(x: 310, y: 220, width: 400, height: 250, wall: (710, 470)))
    }
}
