import DisplayModel
import Scheduling
import Testing
import TextDrawing
import Timing

@testable import TimelineReport

@Suite struct ContactSheetTests {
    private let small = Size(width: 32, height: 18)

    private func row(_ begins: Int, _ ends: Int, _ greys: [UInt8], more: Int = 0) -> ContactSheet.Row {
        ContactSheet.Row(
            begins: WallTime(seconds: begins), ends: WallTime(seconds: ends),
            thumbnails: greys.enumerated().map {
                .init(time: WallTime(seconds: begins + $0 * 8), picture: Bitmap(small, grey: $1))
            },
            more: more)
    }

    @Test func likeNeighboursAreOneRow() {
        var sheet = ContactSheet(thumbnail: small, columns: 4, zone: .utc)
        for next in [row(0, 60, [1, 2]), row(60, 90, [1, 2]), row(90, 120, [1]), row(120, 180, [1, 2])] {
            sheet.append(next)
        }
        #expect(sheet.rows.map(\.begins.seconds) == [0, 90, 120])
        #expect(sheet.rows.map(\.ends.seconds) == [90, 120, 180])
        sheet.append(row(180, 200, [1, 2], more: 3))
        sheet.append(row(300, 360, [1, 2], more: 3))
        #expect(sheet.rows.count == 5, "more of it, and a gap before it, make a difference")
    }

    @Test func eachThumbnailOnce() {
        let thumbnails = row(0, 60, [1, 2, 1, 3, 2]).thumbnails
        #expect(ContactSheet.distinct(thumbnails).map(\.time.seconds) == [0, 8, 24])
    }

    @Test func thumbnailsLieSideBySide() {
        var sheet = ContactSheet(thumbnail: small, columns: 4, zone: .utc)
        sheet.append(row(0, 60, [100, 200]))
        let bitmap = sheet.bitmap
        // The heading is wider than the two.
        #expect(bitmap.size.width == DrawnText.size(of: "1970-01-01 00:00 – 00:01", height: 20).width + 24)
        /// How many pixels of a rectangle have a grey.
        func count(_ area: Rectangle, _ isWanted: (UInt8) -> Bool) -> Int {
            (area.y..<area.maxY).reduce(0) { sum, y in
                sum + (area.x..<area.maxX).count { isWanted(bitmap.pixels[(y * bitmap.size.width + $0) * 4]) }
            }
        }
        let first = Rectangle(x: 12, y: 12 + 20 + 6, width: small.width, height: small.height)
        var second = first
        second.x += small.width + 12
        #expect(count(first) { $0 == 100 } == small.area)
        #expect(count(second) { $0 == 200 } == small.area)
        #expect(count(Rectangle(x: 12, y: 12, width: 200, height: 20)) { $0 > 200 } > 50, "a heading")
        #expect(count(Rectangle(x: 12, y: first.maxY + 6, width: 70, height: 20)) { $0 > 70 } > 50, "captions")
    }

    @Test func anEmptySheetIsStillAPicture() {
        #expect(ContactSheet(thumbnail: small, columns: 4, zone: .utc).bitmap.size.area > 0)
    }

    @Test func reducingTakesTheMean() {
        let pixels = (0..<8).flatMap { number -> [UInt8] in [UInt8(number * 10), 0, 255, 255] }
        let bitmap = Bitmap(Size(width: 4, height: 2), pixels: pixels).reduced(to: Size(width: 2, height: 1))
        #expect(bitmap.pixels == [25, 0, 255, 255, 45, 0, 255, 255])
    }

    /// A turned picture is seen upright: 1 and 2 above 3 and 4, and 5 and 6 below them.
    @Test(arguments: [
        (Orientation.normal, [1, 2, 3, 4, 5, 6]), (.clockwise90, [5, 3, 1, 6, 4, 2]),
        (.clockwise180, [6, 5, 4, 3, 2, 1]),
        (.clockwise270, [2, 4, 6, 1, 3, 5]), (.flipped, [2, 1, 4, 3, 6, 5]), (.flipped90, [6, 4, 2, 5, 3, 1]),
        (.flipped180, [5, 6, 3, 4, 1, 2]), (.flipped270, [1, 3, 5, 2, 4, 6]),
    ])
    func turnsUpright(_ orientation: Orientation, _ panel: [UInt8]) {
        let size = Size(width: 2, height: 3)
        func bitmap(_ numbers: [UInt8], _ size: Size) -> Bitmap {
            Bitmap(size, pixels: numbers.flatMap { [$0, 0, 0, 255] })
        }
        let turned = bitmap(panel, orientation.isTransposing ? size.transposed : size)
        #expect(turned.upright(turned: orientation) == bitmap([1, 2, 3, 4, 5, 6], size))
    }
}
