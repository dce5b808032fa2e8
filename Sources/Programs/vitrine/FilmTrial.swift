import BuiltInContent
import Glibc
import LinuxSystem
import MediaDecoding
import Paths
import Timing

/// Decodes a film in the confined decoder of films only to see whether it can be.
enum FilmTrial {
    /// Why the decoder does not even decode a film that is known to be good. Nil where it does.
    static func decoderFault() -> String? {
        // Somebody waits for it.
        var settings = VideoStream.Settings()
        settings.isInBackground = false
        settings.threads = 1
        do {
            let file = try OwnedDescriptor.inMemory(BuiltInContent.film, name: "vitrine's built-in film")
            let stream = try VideoStream(file, name: "the built-in film", settings: settings, now: EventLoop.now)
            return fault(of: stream)
        } catch let error as DecodingFailure {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    /// The stream has limits of its own for everything it does, so this ends.
    private static func fault(of stream: VideoStream) -> String? {
        while true {
            for event in stream.advance(now: EventLoop.now) {
                switch event {
                case .frame: return nil
                case .failed(let failure): return failure.message
                case .ended: return "the decoder found no frame in a good film"
                case .described, .turn, .notice: break
                }
            }
            let wait = stream.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
            var poll = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        }
    }
}
