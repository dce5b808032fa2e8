import DisplayModel
import Fonts
import LinuxSystem
import LiveData
public import Media
public import MediaDecoding
import Playlist
public import SlideComposition
import TextTemplates
import Timing

extension TextSpec: MediaSpecification {
    /// Of its pixels: four bytes each.
    public var frameBytes: Int { box.area * 4 }
}

/// Where drawn texts come from.
protocol TextDrawing: AnyObject {
    func submit(
        _ request: PictureRequest, _ fonts: FontSet, due: MonotonicTime, now: MonotonicTime
    ) throws(DecodingFailure) -> TextDrawers.ID
    func cancel(_ id: TextDrawers.ID)
    func advance(now: MonotonicTime) -> [(TextDrawers.ID, DecodingOutcome)]
    var nextDeadline: MonotonicTime? { get }
}

extension TextDrawers: TextDrawing {}

/// The texts of slides: drawn in a process of their own, each at the very size at which it is shown. One that cannot be
/// drawn leaves its place empty, and everything else as it is.
///
/// Of a text that changes with the time, the next picture is drawn as soon as the present one shows: it is there long before
/// its time.
final class WordsProvider: MediaProvider {
    private let drawers: any TextDrawing
    private var texts: [Medium: DrawnText] = [:]
    private var orders: [TextDrawers.ID: Medium] = [:]
    /// Called with what is to be said of a text: a sentence that begins with where it is written.
    var onRemark: (String) -> Void = { _ in }
    /// What was said, so that a text on several screens, or each second another one, is spoken of once.
    private var said: Set<String> = []
    private static let mostSaid = 1000

    init(_ drawers: any TextDrawing) {
        self.drawers = drawers
    }

    func provides(_ medium: Medium) -> Bool { medium.specification(as: TextSpec.self) != nil }

    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        guard let spec = medium.specification(as: TextSpec.self) else { return }
        let text = DrawnText(spec, outlet, zero: due)
        texts[medium] = text
        draw(text, medium, due: spec.words == nil ? now : due, now: now)
    }

    /// The clock was set.
    func move(_ medium: Medium, due: MonotonicTime, now: MonotonicTime) {
        guard let text = texts[medium], text.spec.words == nil, text.zero != due else { return }
        cancel(medium)
        text.begin(zero: due, now: now)
        draw(text, medium, due: now, now: now)
    }

    func close(_ medium: Medium) {
        cancel(medium)
        texts[medium] = nil
    }

    private func cancel(_ medium: Medium) {
        for (id, other) in orders where other == medium {
            drawers.cancel(id)
            orders[id] = nil
        }
    }

    private func draw(_ text: DrawnText, _ medium: Medium, due: MonotonicTime, now: MonotonicTime) {
        text.next = nil
        guard let words = text.take(now: now) else { return }
        do throws(DecodingFailure) {
            let request = PictureRequest(text.spec, saying: words)
            orders[try drawers.submit(request, text.spec.text.fonts, due: due, now: now)] = medium
        } catch {
            fail(text, error)
        }
    }

    func advance(now: MonotonicTime) {
        for (id, outcome) in drawers.advance(now: now) {
            guard let medium = orders.removeValue(forKey: id), let text = texts[medium] else { continue }
            switch outcome.result {
            case .success(let drawn):
                text.publish(drawn, drawn.width, drawn.height)
                if !outcome.remark.isEmpty { say("\(text.spec.text.name): \(outcome.remark)") }
            case .failure(let failure): fail(text, failure)
            }
        }
        for (medium, text) in texts {
            if let next = text.next, next <= now { draw(text, medium, due: next, now: now) }
        }
    }

    var nextDeadline: MonotonicTime? {
        (texts.values.map(\.next) + [drawers.nextDeadline]).compactMap(\.self).min()
    }

    private func fail(_ text: DrawnText, _ failure: DecodingFailure) {
        say("\(failure.message); its place stays empty")
        text.publish(PlainPixels(text.spec.box, text.spec.background), text.spec.box.width, text.spec.box.height)
    }

    private func say(_ remark: String) {
        if said.count >= Self.mostSaid { said = [] }
        if said.insert(remark).inserted { onRemark(remark) }
    }
}

/// A text on its way to the screen: what it says when.
private final class DrawnText {
    let spec: TextSpec
    private let outlet: MediaOutlet
    /// When the wall clock's epoch was: where the text is that of an instant.
    private(set) var zero: MonotonicTime
    /// When the text after the one that was drawn last is to be drawn. Nil while one is drawn, and when none comes.
    var next: MonotonicTime?
    /// Those of a text that changes: of one that shows, one that is next, and one that is drawn.
    private var slots: SlotPool?
    /// From when to when what is drawn, or was drawn last, is said.
    private var shown: (words: String, from: WallTime, until: WallTime?)?

    /// Few templates say the same for so many changes, and none is asked for ever.
    private static let mostChanges = 100

    init(_ spec: TextSpec, _ outlet: MediaOutlet, zero: MonotonicTime) {
        (self.spec, self.outlet, self.zero) = (spec, outlet, zero)
        if spec.words == nil { slots = outlet.slots(3) }
    }

    private var clock: WallClock {
        let sinceZero: Duration = zero - MonotonicTime.zero
        return WallClock(origin: WallTime.epoch - sinceZero)
    }

    /// The clock shows another time: what shows stays until the text of that is there.
    func begin(zero: MonotonicTime, now: MonotonicTime) {
        outlet.restart(at: now)
        (self.zero, shown) = (zero, nil)
    }

    /// What is to be drawn now. Nil where nothing else is said any more.
    func take(now: MonotonicTime) -> String? {
        if let words = spec.words { return shown == nil ? words : nil }
        let present = clock.time(at: now)
        // After a time in which nothing was drawn, what is said then.
        guard let last = shown, last.until.map({ $0 > present }) ?? true else { return take(at: present) }
        var from = last.until
        for _ in 0..<Self.mostChanges {
            guard let instant = from else { return nil }
            let words = words(at: instant)
            if words.text != last.words { return take(at: instant) }
            from = words.until
        }
        return from.map { take(at: $0) }
    }

    private func take(at instant: WallTime) -> String {
        let words = words(at: instant)
        shown = (words.text, instant, words.until)
        return words.text
    }

    private func words(at instant: WallTime) -> (text: String, until: WallTime?) {
        var values = spec.values
        if spec.text.template.paths.contains(where: { $0.names.first == "host" }) {
            values["host"] = .text(MachineIdentity.current.hostName)
        }
        let words = spec.text.words(at: instant, values)
        // Whatever it says, time goes on.
        return (words.text, words.until.map { max($0, instant + .milliseconds(100)) })
    }

    /// What was taken last has been drawn.
    func publish(_ pixels: any PixelMemory, _ width: Int, _ height: Int) {
        guard let slots, let shown else {
            return outlet.publish(pixels: pixels, stride: 4 * width, width: width, height: height)
        }
        let instant = clock.instant(of: shown.from)
        if let (slot, version, lease) = slots.take() {
            outlet.publish(
                MediaSample(
                    slot: slot, version: version, pixels: .memory(pixels, stride: 4 * width),
                    size: Size(width: width, height: height), isOpaque: false, presentAt: instant, lease: lease))
        }
        if shown.until != nil { next = instant }
    }
}

/// A place without its text.
private final class PlainPixels: PixelMemory {
    private let bytes: [UInt8]

    init(_ size: Size, _ color: Color?) {
        guard let color = color.map({ PictureColor($0) }) else {
            bytes = [UInt8](repeating: 0, count: size.area * 4)
            return
        }
        let pixel = [color.red, color.green, color.blue, 255]
        bytes = (0..<size.area).flatMap { _ in pixel }
    }

    func withPixels<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
        var outcome: Result<Void, Failure> = .success(())
        unsafe bytes.withUnsafeBytes { bytes in
            outcome = Result { () throws(Failure) in try unsafe body(bytes) }
        }
        try outcome.get()
    }
}

extension SlideText {
    /// What it is called in messages: where it is written, and its beginning.
    var name: String {
        (place.file.isEmpty ? "" : "\(place.file):\(place.line):\(place.column): ") + "the text \(title)"
    }
}

extension PictureRequest {
    /// How a text of a slide is ordered to be drawn.
    /// - Parameter words: what it says.
    public init(_ spec: TextSpec, saying words: String) {
        let style = spec.text.style
        var order = TextOrder(words)
        order.families = style.families + [FontSet.standardFamily]
        order.size = spec.size.map { .pixels(min($0, TextOrder.largestSize)) } ?? .fit
        order.weight = style.weight
        order.isItalic = style.isItalic
        order.color = PictureColor(style.color)
        order.alignment =
            switch style.alignment {
            case .start: .start
            case .center: .center
            case .end: .end
            case .justify: .justify
            }
        order.verticalAlignment =
            switch style.verticalAlignment {
            case .top: .top
            case .middle: .middle
            case .bottom: .bottom
            }
        order.lineHeight = style.lineHeight ?? 0
        let padding = spec.padding
        order.padding = .init(top: padding.top, right: padding.right, bottom: padding.bottom, left: padding.left)
        order.wraps = style.wraps
        order.overflow =
            switch style.overflow {
            case .clip: .clip
            case .ellipsis: .ellipsis
            case .shrink: .shrink
            }
        order.language = style.language ?? ""
        // Digits that change stay where they are.
        order.hasTabularFigures = !spec.text.template.isConstant
        self.init(
            text: order, named: spec.text.name, boxWidth: spec.box.width, boxHeight: spec.box.height,
            background: spec.background.map { .color(PictureColor($0)) } ?? .transparent)
    }
}
