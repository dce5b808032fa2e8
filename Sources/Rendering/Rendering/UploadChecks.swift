public import DisplayModel

// What renderers are handed of a picture, checked before anything reads it.

extension PictureID {
    /// Checks rows that are to become part of a picture.
    /// - Parameter size: the picture's; nil where there is none of this number.
    /// - Returns: where the rows begin; nil where there are none.
    /// - Throws: where they are not in the picture, or the memory is too small for them.
    public func checkedRows(
        _ rows: Range<Int>, of size: Size?, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) -> UnsafeRawPointer? {
        let operation = "upload picture \(rawValue)"
        guard let size else { throw RenderingError(operation: operation, reason: "it was not created") }
        guard !rows.isEmpty else { return nil }
        guard rows.lowerBound >= 0, rows.upperBound <= size.height else {
            throw RenderingError(operation: operation, reason: "rows \(rows) of a picture of \(size)")
        }
        let rowBytes = size.width * 4
        let before = (rows.count - 1).multipliedReportingOverflow(by: stride)
        guard stride >= rowBytes, !before.overflow, pixels.count - rowBytes >= before.partialValue,
            let start = pixels.baseAddress
        else {
            throw RenderingError(
                operation: operation,
                reason: "\(pixels.count) bytes are too few for \(rows.count) rows of \(rowBytes) bytes, "
                    + "\(stride) bytes apart")
        }
        return unsafe start
    }

    /// Checks a frame of video that is to become a picture.
    /// - Parameters:
    ///   - size: the picture's; nil where there is none of this number.
    ///   - byteCount: of the frame's memory.
    /// - Throws: where it is of another size, or the memory is too small for it.
    public func check(_ frame: PlanarPicture, of size: Size?, byteCount: Int) throws(RenderingError) {
        let operation = "upload a frame to picture \(rawValue)"
        guard let size else { throw RenderingError(operation: operation, reason: "it was not created") }
        guard size == frame.uprightSize, frame.layout.planes.allSatisfy({ $0.end <= byteCount }) else {
            throw RenderingError(
                operation: operation,
                reason: "\(byteCount) bytes of a frame of \(frame.layout.size), for a picture of \(size)")
        }
    }
}
