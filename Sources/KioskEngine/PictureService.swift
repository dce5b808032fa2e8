import MediaDecoding
import Timing

/// Where decoded pictures come from.
protocol PictureSource: AnyObject {
    /// Asks for a picture. The completion is called once, later, unless the request is cancelled before.
    /// - Parameter due: of the requests that wait, the one due earliest is decoded first.
    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (Result<DecodedPicture, DecodingFailure>) -> Void
    ) -> DecodingID

    func cancel(_ id: DecodingID)
}

/// Hands the outcomes of the one decoder process to those who asked.
final class PictureService: PictureSource {
    private let client: DecoderClient
    private var waiting: [DecodingID: (Result<DecodedPicture, DecodingFailure>) -> Void] = [:]

    init(_ client: DecoderClient) {
        self.client = client
    }

    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (Result<DecodedPicture, DecodingFailure>) -> Void
    ) -> DecodingID {
        let id = client.submit(request, due: due, now: now)
        waiting[id] = completion
        return id
    }

    func cancel(_ id: DecodingID) {
        waiting[id] = nil
        client.cancel(id)
    }

    /// Readable when ``advance(now:)`` has something to do.
    var descriptor: Int32 { client.descriptor }

    var nextDeadline: MonotonicTime? { client.nextDeadline }

    func advance(now: MonotonicTime) {
        for outcome in client.advance(now: now) {
            waiting.removeValue(forKey: outcome.id)?(outcome.result)
        }
    }
}
