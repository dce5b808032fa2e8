import DisplayModel
import Testing

@Suite struct TilePropertyTests {
    @Test func tileIsEightNumbers() {
        let tile = ConnectorSnapshot.Tile(property: Array("3:1:2:1:1:0:1920:2160\0".utf8))
        #expect(
            tile
                == ConnectorSnapshot.Tile(
                    group: 3, isSingleMonitor: true, columns: 2, rows: 1, column: 1, row: 0,
                    size: Size(width: 1920, height: 2160)))
    }

    @Test(arguments: ["", "1:1:2:1:1:0:1920", "1:1:2:1:1:0:1920:", "1:1:2:1:1:0:1920:2160:7", "a:1:2:1:1:0:1920:2160"])
    func otherTextIsNoTile(_ text: String) {
        #expect(ConnectorSnapshot.Tile(property: Array(text.utf8)) == nil)
    }
}
