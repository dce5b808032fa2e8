import DisplayModel
public import Rendering

extension FrameRenderer {
    /// Uploads the rows of a picture that was created.
    /// - Parameters:
    ///   - padding: how many bytes lie behind each row but the last, which ends with its last pixel.
    ///   - rowsAtOnce: how many rows each call gets.
    public func upload(_ picture: PictureID, _ pixels: Pixels, padding: Int, rowsAtOnce: Int) throws {
        let size = pixels.size
        let stride = size.width * 4 + padding
        var memory = [UInt8](repeating: 0xEE, count: stride * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width * 4 { memory[y * stride + x] = pixels.bytes[y * size.width * 4 + x] }
        }
        for first in Swift.stride(from: 0, to: size.height, by: rowsAtOnce) {
            let rows = first..<min(first + rowsAtOnce, size.height)
            let bytes = memory[first * stride..<(rows.upperBound - 1) * stride + size.width * 4]
            try unsafe bytes.withUnsafeBytes {
                try unsafe upload(picture, rows: rows, stride: stride, pixels: $0)
            }
        }
    }
}
