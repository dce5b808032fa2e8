import DisplayModel
import Paths
import Playlist
import Rendering
import SlideComposition
import Testing

struct TilingTests {
    private let size = Size(width: 131, height: 77)
    /// Two by two, cut where neither side is even.
    private let windows = [
        Rectangle(x: 0, y: 0, width: 66, height: 39), Rectangle(x: 66, y: 0, width: 65, height: 39),
        Rectangle(x: 0, y: 39, width: 66, height: 38), Rectangle(x: 66, y: 39, width: 65, height: 38),
    ]

    private func moved(_ rectangle: Rectangle, _ x: Int, _ y: Int) -> Rectangle {
        Rectangle(x: rectangle.x + x, y: rectangle.y + y, width: rectangle.width, height: rectangle.height)
    }

    @Test func aTileIsAWindowOfTheWhole() throws {
        let whole = try Overscan("scale:3px,4px,5px,6px").placement(on: size)
        let tile = whole.tile(at: windows[3])
        #expect(tile.output == windows[3].size)
        #expect(tile.area == Rectangle(x: -60, y: -36, width: 121, height: 69))
        #expect(tile.visible == Rectangle(x: 0, y: 0, width: 61, height: 33))
        #expect(tile.content == whole.content)
    }

    @Test func whatIsCutOffMayBeAWholeTile() throws {
        let tile = try Overscan("0,0,0,70px").placement(on: size).tile(at: windows[0])
        #expect(tile.visible == Rectangle(.zero))
        let picture = ReadyPicture(id: PictureID(rawValue: 1), size: SlideLayout(tile).box(for: Look()))
        #expect(
            FrameDescription(.still(ReadySlide(Slide(.picture(path: "a")), picture: picture), 0), in: tile).commands
                == [.clear(.black)])
    }

    /// A tile of a tile: where a window is cut from does not matter.
    @Test func windowsAddUp() throws {
        let whole = try Overscan("inset:3px,4px,5px,6px").placement(on: size, orientation: .clockwise90)
        let tile = whole.tile(at: windows[3])
        #expect(
            tile.tile(at: Rectangle(x: 5, y: 6, width: 20, height: 10))
                == whole.tile(at: Rectangle(x: 71, y: 45, width: 20, height: 10)))
    }

    @Test(arguments: Orientation.allCases, ["none", "scale:7px,3px,5px,9px", "inset:10%"])
    func tilesAgreeWithTheWholeOnEveryEdge(orientation: Orientation, overscan: String) throws {
        let whole = try Overscan(overscan).placement(on: size, orientation: orientation)
        // In halves, too: an edge exactly between two pixels goes the same way in all.
        for step in -8...2 * max(size.width, size.height) {
            let rectangle = ContentRectangle(x: Double(step) / 2, y: Double(step) / 2, width: 20, height: 12.5)
            let expected = whole.outputRectangle(of: rectangle)
            for window in windows {
                let tile = whole.tile(at: window)
                #expect(
                    moved(tile.outputRectangle(of: rectangle), window.x, window.y) == expected, "\(rectangle)")
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func picturesAreDecodedForTheWhole(orientation: Orientation) throws {
        let whole = try Overscan("scale:5%").placement(on: size, orientation: orientation)
        for window in windows {
            #expect(SlideLayout(whole.tile(at: window)).box(for: Look()) == SlideLayout(whole).box(for: Look()))
        }
    }
}
