import BuiltInContent
import Glibc
import LinuxSystem
import MediaDecoding
import Paths
import Timing

/// Decodes pictures in the confined decoder only to see whether they can be.
enum PictureTrial {
    /// - Parameter progress: called with the number of each picture, from 1.
    /// - Returns: why not, for each of those that cannot be decoded: a sentence without the path.
    /// - Throws: where there is no decoder.
    static func failures(
        of paths: [FilePath], _ settings: DecoderClient.Settings = .init(), progress: (Int) -> Void = { _ in }
    ) throws(DecodingFailure) -> [FilePath: String] {
        // Somebody waits for it.
        var settings = settings
        settings.isInBackground = false
        let client = try DecoderClient(settings: settings, now: EventLoop.now)
        var failures: [FilePath: String] = [:]
        for (index, path) in paths.enumerated() {
            progress(index + 1)
            guard case .failure(let failure) = outcome(of: path, client) else { continue }
            let prefix = "\(path): "
            failures[path] =
                failure.message.hasPrefix(prefix) ? String(failure.message.dropFirst(prefix.count)) : failure.message
        }
        return failures
    }

    /// Why the decoder does not even decode a picture that is known to be good. Nil where it does.
    static func decoderFault() -> String? {
        do {
            let file = try OwnedDescriptor.inMemory(BuiltInContent.picture, name: "vitrine's built-in picture")
            let path: FilePath = "/proc/self/fd/\(file.rawValue)"
            defer { withExtendedLifetime(file) {} }
            return try failures(of: [path])[path]
        } catch let error as DecodingFailure {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    /// The decoder has limits of its own for everything it does, so this ends.
    private static func outcome(of path: FilePath, _ client: DecoderClient) -> Result<DecodedPicture, DecodingFailure> {
        let side = 64
        let request = PictureRequest(
            path: path, boxWidth: side, boxHeight: side, layout: PictureLayout(width: side, height: side),
            fit: .contain,
            focus: PictureFocus(x: 0.5, y: 0.5), background: .transparent)
        let id = client.submit(request, due: EventLoop.now, now: EventLoop.now)
        while true {
            if let outcome = client.advance(now: EventLoop.now).first(where: { $0.id == id }) { return outcome.result }
            let wait = client.nextDeadline.map { max(.zero, $0 - EventLoop.now) } ?? .milliseconds(100)
            var poll = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            _ = unsafe Glibc.poll(&poll, 1, Int32(clamping: wait.nanoseconds / 1_000_000 + 1))
        }
    }
}
