public import DisplayModel
public import LiveData
public import Playlist
import TextTemplates
import Timing

/// A text as it is to be drawn: equal ones are the same pixels.
public struct TextSpec: Hashable, Sendable {
    public var text: SlideText
    /// Its place in output pixels, upright as the text is.
    public var box: Size
    /// How many output pixels a pixel of lengths is.
    public var pixel: Double
    /// Behind it; nil for nothing.
    public var background: Color?
    /// What it says. Nil for what depends on the time, and on the machine.
    public var words: String?
    /// Of its placeholders, as far as the screen decides.
    public var values: [String: DataValue] = [:]

    public init(_ text: SlideText, box: Size, pixel: Double = 1, background: Color? = nil) {
        (self.text, self.box, self.pixel, self.background) = (text, box, pixel, background)
        if text.template.isConstant { words = text.words(at: .epoch, [:]).text }
    }

    /// How long an em is, in output pixels. Nil: as long as fits.
    public var size: Double? {
        guard case .length(let length) = text.style.size else { return nil }
        return max(1, length.resolved(of: Double(box.height), pixel: pixel))
    }

    /// What its padding is, in output pixels.
    public var padding: (top: Int, right: Int, bottom: Int, left: Int) {
        let padding = text.style.padding
        func down(_ length: Length) -> Int {
            max(0, Int(length.resolved(of: Double(box.height), pixel: pixel).rounded()))
        }
        func across(_ length: Length) -> Int {
            max(0, Int(length.resolved(of: Double(box.width), pixel: pixel).rounded()))
        }
        return (down(padding.top), across(padding.right), down(padding.bottom), across(padding.left))
    }
}
