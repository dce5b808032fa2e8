import Glibc
import LinuxSystem
public import Paths
import Timing

/// Finds out what films are like, one after the other, in one confined process: how long each is, above all.
///
/// It waits, so it is for threads that may. It belongs to the thread that makes it, which is to live as long as it does: the
/// kernel ends the process with the thread that started it. A film that ends the process, or takes too long, is told of, and
/// the next one is asked of another process.
public final class VideoProbe {
    private let settings: VideoStream.Settings
    private let executable: String?
    private var process: DecoderProcess?

    /// - Parameter executable: the path of `vitrine-decode-video`; nil to look for it.
    public init(executable: String? = nil, settings: VideoStream.Settings = .init()) {
        (self.executable, self.settings) = (executable, settings)
    }

    deinit { process?.kill() }

    /// What a film is like.
    public func describe(_ path: FilePath) throws(DecodingFailure) -> VideoDescription {
        let file = try VideoStream.openFile(path)
        let process = try running(path)
        guard process.send(VideoOrder.describe.bytes, with: file.rawValue) else {
            throw lost(path, "closed its connection")
        }
        switch try reply(within: settings.openLimit, from: process, path) {
        case .described(let description): return description
        case .failure(let kind, let message): throw DecodingFailure(kind, "\(path): \(message)")
        default: throw lost(path, "answered a question that was not asked")
        }
    }

    private func running(_ path: FilePath) throws(DecodingFailure) -> DecoderProcess {
        if let process { return process }
        let program = try DecoderExecutable.locate(DecoderExecutable.videoName, unlessAt: executable)
        do throws(SystemError) {
            process = try DecoderProcess(
                starting: program, memoryLimit: settings.memoryLimit, isInBackground: settings.isInBackground,
                allowsUnconfined: settings.allowsUnconfined)
        } catch {
            throw DecodingFailure(.decoderUnavailable, "the decoder \(program) cannot be started: \(error.reason)")
        }
        guard let process else { throw DecodingFailure(.decoderUnavailable, "\(path): cannot be decoded") }
        guard case .ready(let confinement) = try reply(within: settings.startLimit, from: process, path) else {
            throw lost(path, "answered a question that was not asked")
        }
        guard confinement != .limitsOnly || settings.allowsUnconfined else { throw lost(path, "is not confined") }
        return process
    }

    private func reply(
        within limit: Duration, from process: DecoderProcess, _ path: FilePath
    ) throws(DecodingFailure) -> VideoReply {
        let end = EventLoop.now + limit
        while true {
            switch process.receive() {
            case .packet(var packet):
                guard packet.isWhole, packet.descriptor.take() == nil, let reply = VideoReply(packet.bytes) else {
                    throw lost(path, "sent something unintelligible")
                }
                return reply
            case .end: throw lost(path, process.end() ?? "closed its connection")
            case .nothing: break
            }
            let rest = end - EventLoop.now
            guard rest > .zero else { throw lost(path, "took longer than \(seconds(limit)) with it", .tookTooLong) }
            // What it writes is taken, so that it never waits for that.
            _ = process.takeMessages()
            var polls = process.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = unsafe poll(&polls, nfds_t(polls.count), Int32(clamping: rest.nanoseconds / 1_000_000 + 1))
        }
    }

    private func lost(
        _ path: FilePath, _ story: String, _ kind: DecodingFailure.Kind = .decoderEnded
    ) -> DecodingFailure {
        process?.closeSocket()
        process?.kill()
        process = nil
        return DecodingFailure(kind, "\(path): the decoder \(story)")
    }
}
