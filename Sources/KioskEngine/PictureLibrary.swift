import DisplayModel
import MediaDecoding
import SlideComposition
import Timing

/// The pictures that a device's outputs need now and next: decoded elsewhere, uploaded bit by bit, kept for as long as
/// any output wants them.
///
/// Outputs of one size share them. Nothing here waits: decoding happens in its own process, and an upload is cut into
/// pieces small enough to fit between two frames.
final class PictureLibrary {
    /// What tells one decoded picture from another.
    struct Key: Hashable {
        var path: String
        /// The space that the picture is fitted into.
        var layout: Size
        /// That space in output pixels.
        var box: Size
        var fit: Fit

        /// The picture of a slide as it is needed on an output.
        init(_ slide: Int, of show: Show, fit: Fit, in placement: Placement) {
            path = show.pictures[slide]
            layout = placement.content
            box = SlideLayout.decodingBox(in: placement)
            self.fit = fit
        }
    }

    struct Want: Hashable {
        var key: Key
        var due: MonotonicTime
    }

    private enum Entry {
        case decoding(DecodingID)
        case decoded(DecodedPicture)
        case uploading(DecodedPicture, PictureID, nextRow: Int)
        case ready(ReadyPicture)
        case failed
    }

    private let service: any PictureSource
    private let onFailure: (String, DecodingFailure) -> Void
    private var entries: [Key: Entry] = [:]
    private var wants: [ObjectIdentifier: [Want]] = [:]
    private var lastID: UInt64 = 0

    /// What holds the textures. Pictures are decoded before it is there, which takes about as long as making it.
    var renderer: (any FrameRenderer)?

    /// - Parameter onFailure: called with a file's path when it could not be decoded.
    init(_ service: any PictureSource, onFailure: @escaping (String, DecodingFailure) -> Void) {
        self.service = service
        self.onFailure = onFailure
    }

    func ready(_ key: Key) -> ReadyPicture? {
        guard case .ready(let picture) = entries[key] else { return nil }
        return picture
    }

    /// Says what an owner needs from now on, in place of what it needed before. What nobody needs any more is dropped.
    func want(_ list: [Want], for owner: ObjectIdentifier, now: MonotonicTime) {
        guard wants[owner] ?? [] != list else { return }
        wants[owner] = list.isEmpty ? nil : list
        let needed = Set(wants.values.joined().map(\.key))
        for (key, entry) in entries where !needed.contains(key) {
            drop(entry)
            entries[key] = nil
        }
        for want in list where entries[want.key] == nil {
            request(want, now)
        }
    }

    private func request(_ want: Want, _ now: MonotonicTime) {
        let key = want.key
        let request = PictureRequest(
            path: key.path, boxWidth: key.box.width, boxHeight: key.box.height,
            layout: PictureLayout(width: key.layout.width, height: key.layout.height),
            fit: key.fit == .contain ? .contain : .cover)
        let id = service.request(request, due: want.due, now: now) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let picture):
                entries[key] = .decoded(picture)
            case .failure(let failure):
                entries[key] = .failed
                onFailure(key.path, failure)
            }
        }
        entries[key] = .decoding(id)
    }

    private func drop(_ entry: Entry) {
        switch entry {
        case .decoding(let id): service.cancel(id)
        case .uploading(_, let id, _): renderer?.discardPicture(id)
        case .ready(let picture): renderer?.discardPicture(picture.id)
        case .decoded, .failed: break
        }
    }

    // MARK: Uploading

    var hasUploads: Bool {
        renderer != nil
            && entries.values.contains {
                switch $0 {
                case .decoded, .uploading: true
                case .decoding, .ready, .failed: false
                }
            }
    }

    /// Uploads at most so many bytes (but at least a row), of the picture that is due first.
    /// - Returns: whether a picture became ready.
    func upload(atMost bytes: Int) -> Bool {
        guard let renderer, let (key, entry) = nextUpload() else { return false }
        do throws(RenderingError) {
            switch entry {
            case .decoded(let picture):
                lastID += 1
                let id = PictureID(rawValue: lastID)
                try renderer.createPicture(id, size: Size(width: picture.width, height: picture.height))
                entries[key] = .uploading(picture, id, nextRow: 0)
                return try continueUpload(of: key, picture, id, from: 0, atMost: bytes, renderer)
            case .uploading(let picture, let id, let row):
                return try continueUpload(of: key, picture, id, from: row, atMost: bytes, renderer)
            case .decoding, .ready, .failed:
                return false
            }
        } catch {
            if case .uploading(_, let id, _) = entries[key] { renderer.discardPicture(id) }
            entries[key] = .failed
            onFailure(key.path, DecodingFailure(.decoderFault, "\(key.path): no texture for it: \(error)"))
            return false
        }
    }

    private func continueUpload(
        of key: Key, _ picture: DecodedPicture, _ id: PictureID, from row: Int, atMost bytes: Int,
        _ renderer: any FrameRenderer
    ) throws(RenderingError) -> Bool {
        let end = min(picture.height, row + max(1, bytes / picture.stride))
        try unsafe picture.withUnsafeBytes { pixels throws(RenderingError) in
            try unsafe renderer.upload(
                id, rows: row..<end, stride: picture.stride,
                pixels: UnsafeRawBufferPointer(rebasing: pixels[row * picture.stride..<end * picture.stride]))
        }
        let isDone = end == picture.height
        entries[key] =
            isDone
            ? .ready(ReadyPicture(id: id, size: Size(width: picture.width, height: picture.height)))
            : .uploading(picture, id, nextRow: end)
        return isDone
    }

    private func nextUpload() -> (Key, Entry)? {
        wants.values.joined().sorted { $0.due < $1.due }.lazy.compactMap { want -> (Key, Entry)? in
            switch self.entries[want.key] {
            case .some(let entry):
                switch entry {
                case .decoded, .uploading: (want.key, entry)
                case .decoding, .ready, .failed: nil
                }
            case nil: nil
            }
        }.first
    }

    /// Forgets every texture, because the renderer that held them is gone, and asks for the pictures again.
    func rendererLost(now: MonotonicTime) {
        renderer = nil
        for entry in entries.values {
            if case .decoding(let id) = entry { service.cancel(id) }
        }
        entries = [:]
        for want in Set(wants.values.joined()) where entries[want.key] == nil { request(want, now) }
    }
}
