import DisplayModel
import Media
import TextDrawing

/// A line of white text as a medium, at the size at which it is shown.
struct TextLine: MediaSpecification {
    var text: String
    /// Of the line, in output pixels.
    var height: Int

    var size: Size { DrawnText.size(of: text, height: height) }
    var frameBytes: Int { size.area * 4 }
}

/// The pixels of a line, R, G, B, A.
final class TextPixels: PixelMemory, Sendable {
    let size: Size
    private let bytes: [UInt8]

    init(_ line: TextLine) {
        let drawn = DrawnText(line.text, height: line.height)
        size = drawn.size
        bytes = drawn.whitePixels
    }

    func withPixels<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
        let bytes = bytes
        // The standard library's own function does not carry the type of an error on.
        let result = unsafe bytes.withUnsafeBytes { buffer -> Result<Void, Failure> in
            Result { () throws(Failure) in try unsafe body(buffer) }
        }
        try result.get()
    }
}
