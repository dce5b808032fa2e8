import DisplayModel
import Glibc
import Rendering

/// Pixels in memory of their own: 32 bits each, 0xAARRGGBB, premultiplied; rows from the top.
///
/// Threads may read it together. Whoever writes sees to it that nobody else uses it meanwhile.
@safe final class PixelMemory: @unchecked Sendable {
    let size: Size
    @unsafe private let start: UnsafeMutablePointer<UInt32>

    /// No picture of a sign is larger; what is, would take more than 1 GiB.
    private static let mostPixels = 1 << 28

    /// Pixels that are undefined until they are written. Nil where there is no memory for them, or they are none.
    init?(_ size: Size) {
        guard !size.isEmpty, size.width <= Self.mostPixels / size.height else { return nil }
        var memory: UnsafeMutableRawPointer?
        // A cache line.
        guard unsafe posix_memalign(&memory, 64, size.area * 4) == 0, let memory = unsafe memory else { return nil }
        unsafe start = memory.bindMemory(to: UInt32.self, capacity: size.area)
        self.size = size
    }

    deinit { unsafe free(start) }

    /// Valid for as long as the memory is.
    func row(_ y: Int) -> PixelRow {
        precondition(y >= 0 && y < size.height, "a row of the picture")
        return unsafe PixelRow(start + y * size.width, count: size.width)
    }

    /// A copy that is turned, and reflected, as an orientation says. Nil where there is no memory for it.
    func turned(_ orientation: Orientation) -> PixelMemory? {
        guard let copy = PixelMemory(orientation.isTransposing ? size.transposed : size) else { return nil }
        let unit = Size(width: 1, height: 1)
        let map = Placement(output: unit, visible: Rectangle(unit), content: unit, orientation: orientation).map
        // The inverse of a turn by quarters is its transpose: from one pixel of the copy to the next one across or down,
        // so many pixels of this memory.
        let (across, down) = (
            Int(map.xColumn.x) + Int(map.yColumn.x) * size.width, Int(map.xColumn.y) + Int(map.yColumn.y) * size.width
        )
        let left = map.xColumn.x + map.xColumn.y < 0 ? size.width - 1 : 0
        let top = map.yColumn.x + map.yColumn.y < 0 ? size.height - 1 : 0
        let first = top * size.width + left
        // In squares that the first cache holds: whole rows of one side would be whole columns of the other.
        let side = 32
        for y in stride(from: 0, to: copy.size.height, by: side) {
            for x in stride(from: 0, to: copy.size.width, by: side) {
                for row in y..<min(y + side, copy.size.height) {
                    for column in x..<min(x + side, copy.size.width) {
                        unsafe copy.start[row &* copy.size.width &+ column] =
                            unsafe start[first &+ row &* down &+ column &* across]
                    }
                }
            }
        }
        return copy
    }
}
