import Paths
import Timing

@testable import KioskEngine
@testable import MediaDecoding

/// Decodes every picture within a few milliseconds, to a few pixels.
final class TinyPictures: PictureDecoding {
    private let picture: DecodedPicture
    private(set) var lastID: UInt64 = 0
    private var waiting:
        [(
            id: DecodingID, path: FilePath, at: MonotonicTime,
            completion: (PictureOutcome) -> Void
        )] = []

    init() throws {
        let memory = try unsafe SealedMemory.make(byteCount: 4 * 4 * 3) { _ in }
        picture = try DecodedPicture(memory: memory, width: 4, height: 3, stride: 16)
    }

    func request(
        _ request: PictureRequest, due: MonotonicTime, now: MonotonicTime,
        _ completion: @escaping (PictureOutcome) -> Void
    ) -> DecodingID {
        lastID += 1
        let isEndless = endless.contains(request.path)
        waiting.append(
            (
                DecodingID(rawValue: lastID), request.path,
                isEndless ? .distantFuture : now + time(of: request),
                completion
            ))
        return DecodingID(rawValue: lastID)
    }

    private func time(of request: PictureRequest) -> Duration {
        guard let slow, slow.paths.contains(request.path), slow.width == request.boxWidth else {
            return .milliseconds(3)
        }
        return slow.time
    }

    func cancel(_ id: DecodingID) { waiting.removeAll { $0.id == id } }

    var nextDeadline: MonotonicTime? { waiting.map(\.at).filter { $0 != .distantFuture }.min() }

    /// Pictures that cannot be decoded, and those that take for ever.
    var broken: Set<FilePath> = []
    var endless: Set<FilePath> = []
    /// Pictures that take long when they are decoded for a box so wide.
    var slow: (paths: Set<FilePath>, width: Int, time: Duration)?

    func advance(now: MonotonicTime) {
        let due = waiting.filter { $0.at <= now }
        waiting.removeAll { $0.at <= now }
        for request in due {
            if broken.contains(request.path) {
                let failure = DecodingFailure(.notAPicture, "\(request.path): not a picture")
                request.completion(PictureOutcome(result: .failure(failure)))
            } else {
                request.completion(PictureOutcome(result: .success(picture)))
            }
        }
    }
}
