import DisplayModel
import Fonts
public import Media
public import MediaDecoding
import Playlist
public import SlideComposition
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
final class WordsProvider: MediaProvider {
    private struct Order {
        let medium: Medium
        let spec: TextSpec
        let outlet: MediaOutlet
    }

    private let drawers: any TextDrawing
    private var orders: [TextDrawers.ID: Order] = [:]
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
        do throws(DecodingFailure) {
            let id = try drawers.submit(PictureRequest(spec), spec.text.fonts, due: due, now: now)
            orders[id] = Order(medium: medium, spec: spec, outlet: outlet)
        } catch {
            fail(spec, error, outlet)
        }
    }

    func close(_ medium: Medium) {
        for (id, order) in orders where order.medium == medium {
            drawers.cancel(id)
            orders[id] = nil
        }
    }

    func advance(now: MonotonicTime) {
        for (id, outcome) in drawers.advance(now: now) {
            guard let order = orders.removeValue(forKey: id) else { continue }
            switch outcome.result {
            case .success(let drawn):
                order.outlet.publish(pixels: drawn, stride: drawn.stride, width: drawn.width, height: drawn.height)
                if !outcome.remark.isEmpty { say("\(order.spec.text.name): \(outcome.remark)") }
            case .failure(let failure): fail(order.spec, failure, order.outlet)
            }
        }
    }

    var nextDeadline: MonotonicTime? { drawers.nextDeadline }

    private func fail(_ spec: TextSpec, _ failure: DecodingFailure, _ outlet: MediaOutlet) {
        say("\(failure.message); its place stays empty")
        outlet.publish(
            pixels: PlainPixels(spec.box, spec.background), stride: 4 * spec.box.width, width: spec.box.width,
            height: spec.box.height)
    }

    private func say(_ remark: String) {
        if said.count >= Self.mostSaid { said = [] }
        if said.insert(remark).inserted { onRemark(remark) }
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
    public init(_ spec: TextSpec) {
        let style = spec.text.style
        var order = TextOrder(spec.text.text)
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
        self.init(
            text: order, named: spec.text.name, boxWidth: spec.box.width, boxHeight: spec.box.height,
            background: spec.background.map { .color(PictureColor($0)) } ?? .transparent)
    }
}
