import Dispatch
import DisplayModel
public import LinuxSystem
public import Media
public import Timing

/// Draws the lines of text of overlays.
public final class TextProvider: MediaProvider {
    private var outlets: [Medium: MediaOutlet] = [:]
    /// What was drawn on another thread. Nil where it is drawn at once.
    private let drawn: Mailbox<(TextLine, TextPixels)>?
    private let queue = DispatchQueue(label: "text")

    /// Draws on another thread: a line for a large screen takes longer than a part of a refresh.
    public static func inBackground() throws(SystemError) -> TextProvider { TextProvider(try Mailbox()) }

    /// Draws whenever a line is wanted.
    public static func atOnce() -> TextProvider { TextProvider(nil) }

    private init(_ drawn: Mailbox<(TextLine, TextPixels)>?) {
        self.drawn = drawn
    }

    /// Readable when ``advance(now:)`` has something to do. Nil where it never has.
    public var descriptor: Int32? { drawn?.rawDescriptor }

    public func provides(_ medium: Medium) -> Bool { medium.specification(as: TextLine.self) != nil }

    public func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        guard let line = medium.specification(as: TextLine.self) else { return }
        guard let drawn else { return outlet.publish(TextPixels(line)) }
        outlets[medium] = outlet
        queue.async { drawn.post((line, TextPixels(line))) }
    }

    public func close(_ medium: Medium) { outlets[medium] = nil }

    public func advance(now: MonotonicTime) {
        for (line, pixels) in drawn?.take() ?? [] { outlets.removeValue(forKey: Medium(line))?.publish(pixels) }
    }

    public var nextDeadline: MonotonicTime? { nil }
}

extension MediaOutlet {
    fileprivate func publish(_ text: TextPixels) {
        publish(pixels: text, stride: text.size.width * 4, width: text.size.width, height: text.size.height)
    }
}
