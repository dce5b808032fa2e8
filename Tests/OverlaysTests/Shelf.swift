import DisplayModel
import Media
import Presentation
import Rendering
import Testing
import Timing

@testable import Overlays

/// The media of one screen, which draws nothing.
final class Shelf {
    let now = MonotonicTime(nanoseconds: 1_000_000_000)
    let store = MediaStore([BlankTexts()]) { medium, failure in Issue.record("\(medium): \(failure)") }
    let media: ResidentMedia
    let renderer = SizeKeeper()

    init() throws {
        media = ResidentMedia(store, budget: 1 << 30)
        media.renderer = renderer
    }

    func hold(_ demands: [MediaDemand]) {
        media.demand(demands, by: self, now: now)
        while media.hasUploads { _ = media.upload(atMost: .max, now: now) }
    }
}

/// Knows how large the pictures are that it was given.
final class SizeKeeper: FrameRenderer {
    let summary = "nothing"
    let targetFormats: [FormatSupport] = []
    private(set) var sizes: [PictureID: Size] = [:]

    func createPicture(_ id: PictureID, size: Size) throws(RenderingError) { sizes[id] = size }
    func upload(
        _ id: PictureID, rows: Range<Int>, stride: Int, pixels: UnsafeRawBufferPointer
    ) throws(RenderingError) {}
    func upload(_ id: PictureID, frame: PlanarPicture, pixels: UnsafeRawBufferPointer) throws(RenderingError) {}
    func discardPicture(_ id: PictureID) { sizes[id] = nil }
    func addTransition(_ name: String, source: [UInt8]) throws(RenderingError) {}
    func withholdTransition(_ name: String) {}
    func prepare(_ transition: TransitionShader) throws(RenderingError) {}
    func takeSubstitutions() -> [TransitionSubstitution] { [] }
    func adopt(_ buffer: any ScanoutBuffer) throws(RenderingError) {}
    func forget(_ buffer: any ScanoutBuffer) {}
    func draw(
        _ frame: FrameDescription, into buffer: any ScanoutBuffer, damage: Damage
    ) throws(RenderingError) -> Int32? { nil }
    func verify() throws(RenderingError) {}
    func readPixels(of buffer: any ScanoutBuffer) throws(RenderingError) -> [UInt8] { [] }
}

/// Lines of text as they are wanted, without their letters, whose drawing takes long without optimisation.
private final class BlankTexts: MediaProvider {
    private final class Blank: PixelMemory {
        let bytes: [UInt8]

        init(_ count: Int) { bytes = [UInt8](repeating: 0, count: count) }

        func withPixels<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
            let result = unsafe bytes.withUnsafeBytes { buffer -> Result<Void, Failure> in
                Result { () throws(Failure) in try unsafe body(buffer) }
            }
            try result.get()
        }
    }

    func provides(_ medium: Medium) -> Bool { medium.specification(as: TextLine.self) != nil }

    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        guard let size = medium.specification(as: TextLine.self)?.size else { return }
        outlet.publish(
            pixels: Blank(size.area * 4), stride: size.width * 4, width: size.width, height: size.height)
    }

    func close(_ medium: Medium) {}
    func advance(now: MonotonicTime) {}
    var nextDeadline: MonotonicTime? { nil }
}
