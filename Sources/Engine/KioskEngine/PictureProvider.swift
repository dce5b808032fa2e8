import DisplayModel
import LinuxSystem
public import Media
public import MediaDecoding
import Playlist
public import SlideComposition
import Timing

extension PictureSpec: MediaSpecification {
    /// Of its pixels, as far as is known before it is decoded: four bytes each.
    public var frameBytes: Int { mostBytes }
}

extension DecodedPicture: PixelMemory {
    public func withPixels<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try unsafe withUnsafeBytes(body)
    }
}

/// A picture, or why there is none; and what its file was like.
struct PictureOutcome {
    var result: Result<DecodedPicture, DecodingFailure>
    /// Nil where there is none, or nobody looked.
    var file: FileRevision?
}

/// Where decoded pictures come from.
protocol PictureDecoding: AnyObject {
    /// Asks for a picture. The completion is called once, from ``advance(now:)``, unless the request is cancelled before.
    /// - Parameter due: of the requests that wait, the one due earliest is decoded first.
    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (PictureOutcome) -> Void
    ) -> DecodingID

    func cancel(_ id: DecodingID)

    /// Hands out what was decoded.
    func advance(now: MonotonicTime)

    var nextDeadline: MonotonicTime? { get }
}

/// Hands the outcomes of the one decoder process to those who asked.
final class PictureService: PictureDecoding {
    private let client: DecoderClient
    private var waiting: [DecodingID: (PictureOutcome) -> Void] = [:]

    init(_ client: DecoderClient) {
        self.client = client
    }

    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (PictureOutcome) -> Void
    ) -> DecodingID {
        let id = client.submit(request, due: due, now: now)
        waiting[id] = completion
        return id
    }

    func cancel(_ id: DecodingID) {
        guard waiting.removeValue(forKey: id) != nil else { return }
        client.cancel(id)
    }

    /// Readable when ``advance(now:)`` has something to do.
    var descriptor: Int32 { client.descriptor }

    var nextDeadline: MonotonicTime? { client.nextDeadline }

    func advance(now: MonotonicTime) {
        for outcome in client.advance(now: now) {
            waiting.removeValue(forKey: outcome.id)?(PictureOutcome(result: outcome.result, file: outcome.file))
        }
    }
}

/// Still pictures: decoded in a process of their own, each to the very size at which it is shown. A picture has one
/// frame, in memory that comes from the decoder and goes with the last copy of the sample.
final class PictureProvider: MediaProvider {
    private let decoder: any PictureDecoding
    private let revisions: PictureRevisions
    private var requests: [Medium: DecodingID] = [:]

    /// - Parameter revisions: is told of the files that are opened.
    init(_ decoder: any PictureDecoding, _ revisions: PictureRevisions) {
        self.decoder = decoder
        self.revisions = revisions
    }

    func provides(_ medium: Medium) -> Bool { medium.specification(as: PictureSpec.self) != nil }

    func open(_ medium: Medium, due: MonotonicTime, now: MonotonicTime, outlet: MediaOutlet) {
        guard let picture = medium.specification(as: PictureSpec.self) else { return }
        requests[medium] = decoder.request(PictureRequest(picture), due: due, now: now) {
            [weak self, weak outlet] outcome in
            self?.requests[medium] = nil
            self?.revisions.opened(picture.path, number: picture.revision, as: outcome.file)
            switch outcome.result {
            case .success(let decoded):
                outlet?.publish(pixels: decoded, stride: decoded.stride, width: decoded.width, height: decoded.height)
            case .failure(let failure):
                outlet?.fail(MediaFailure(failure.message, mayPass: failure.kind.mayPass))
            }
        }
    }

    func close(_ medium: Medium) {
        if let id = requests.removeValue(forKey: medium) { decoder.cancel(id) }
    }

    func advance(now: MonotonicTime) { decoder.advance(now: now) }

    var nextDeadline: MonotonicTime? { decoder.nextDeadline }
}

extension PictureRequest {
    /// How a picture of a slide is ordered from the decoder.
    init(_ picture: PictureSpec) {
        let fit: PictureFit =
            switch picture.fit {
            case .contain: .contain
            case .cover: .cover
            case .stretch: .stretch
            case .none: .unscaled
            }
        let background: PictureBackground =
            switch picture.background {
            case .color(let color): .color(PictureColor(color))
            case .blurred: .blurred
            case .none: .transparent
            }
        self.init(
            path: picture.path, boxWidth: picture.box.width, boxHeight: picture.box.height,
            layout: PictureLayout(width: picture.layout.width, height: picture.layout.height), fit: fit,
            focus: PictureFocus(x: Float(picture.focus.x), y: Float(picture.focus.y)), background: background)
    }
}

extension PictureColor {
    init(_ color: Color) {
        func byte(_ channel: Float) -> UInt8 { UInt8((min(max(channel, 0), 1) * 255).rounded()) }
        self.init(red: byte(color.red), green: byte(color.green), blue: byte(color.blue))
    }
}
