import DisplayModel
import MediaDecoding
import Playlist
import SlideComposition
import Timing

/// The pictures that a device's outputs need now and next: decoded elsewhere, uploaded bit by bit, and kept for as long
/// as any output wants them, or there is room.
///
/// Outputs of one size share them. Nothing here waits: decoding happens in its own process, and an upload is cut into
/// pieces small enough to fit between two frames.
final class PictureLibrary {
    struct Want: Hashable {
        var picture: PictureSpec
        var due: MonotonicTime
        /// Whether it is shown now or next, so that it is kept whatever it takes. Others are while there is room.
        var isUrgent = true
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
    /// How many bytes of pixels to keep beyond what is urgent.
    private let budget: Int
    private var entries: [PictureSpec: Entry] = [:]
    private var wants: [ObjectIdentifier: [Want]] = [:]
    /// Pictures that nobody wants at present, the one wanted last at the end.
    private var spare: [PictureSpec] = []
    private var lastID: UInt64 = 0

    /// What holds the textures. Pictures are decoded before it is there, which takes about as long as making it.
    var renderer: (any FrameRenderer)?

    /// - Parameter onFailure: called with a file's path when it could not be decoded.
    init(
        _ service: any PictureSource, budget: Int = 0, onFailure: @escaping (String, DecodingFailure) -> Void
    ) {
        self.service = service
        self.budget = budget
        self.onFailure = onFailure
    }

    func ready(_ picture: PictureSpec) -> ReadyPicture? {
        guard case .ready(let picture) = entries[picture] else { return nil }
        return picture
    }

    /// Whether it will never be ready.
    func hasFailed(_ picture: PictureSpec) -> Bool {
        if case .failed = entries[picture] { true } else { false }
    }

    /// The bytes of all pixels that are held or asked for.
    var heldBytes: Int { entries.keys.reduce(0) { $0 + $1.mostBytes } }

    /// Says what an owner needs from now on, in place of what it needed before. What nobody needs any more is dropped
    /// unless there is room for it.
    func want(_ list: [Want], for owner: ObjectIdentifier, now: MonotonicTime) {
        guard wants[owner] ?? [] != list else { return }
        wants[owner] = list.isEmpty ? nil : list
        let accepted = accepted()
        let needed = Set(accepted.map(\.picture))
        var held = needed.reduce(0) { $0 + $1.mostBytes }

        spare.removeAll { needed.contains($0) || entries[$0] == nil }
        for (picture, entry) in entries where !needed.contains(picture) {
            // Half-made ones are not worth keeping.
            if case .ready = entry {
                if !spare.contains(picture) { spare.append(picture) }
            } else {
                drop(picture)
            }
        }
        var kept: [PictureSpec] = []
        for picture in spare.reversed() {
            if held + picture.mostBytes <= budget {
                held += picture.mostBytes
                kept.append(picture)
            } else {
                drop(picture)
            }
        }
        spare = kept.reversed()
        for want in accepted where entries[want.picture] == nil { request(want, now) }
    }

    /// What is urgent, and of the rest what there is room for, the first due first.
    private func accepted() -> [Want] {
        let all = wants.values.joined().sorted { $0.due < $1.due }
        var accepted = all.filter(\.isUrgent)
        var taken = Set(accepted.map(\.picture))
        var held = taken.reduce(0) { $0 + $1.mostBytes }
        for want in all where !want.isUrgent && !taken.contains(want.picture) {
            guard held + want.picture.mostBytes <= budget else { break }
            held += want.picture.mostBytes
            taken.insert(want.picture)
            accepted.append(want)
        }
        return accepted
    }

    private func request(_ want: Want, _ now: MonotonicTime) {
        let picture = want.picture
        let id = service.request(PictureRequest(picture), due: want.due, now: now) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let decoded):
                entries[picture] = .decoded(decoded)
            case .failure(let failure):
                entries[picture] = .failed
                onFailure(picture.path, failure)
            }
        }
        entries[picture] = .decoding(id)
    }

    private func drop(_ picture: PictureSpec) {
        switch entries.removeValue(forKey: picture) {
        case .decoding(let id): service.cancel(id)
        case .uploading(_, let id, _): renderer?.discardPicture(id)
        case .ready(let picture): renderer?.discardPicture(picture.id)
        case .decoded, .failed, nil: break
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
        guard let renderer, let (picture, entry) = nextUpload() else { return false }
        do throws(RenderingError) {
            switch entry {
            case .decoded(let pixels):
                lastID += 1
                let id = PictureID(rawValue: lastID)
                try renderer.createPicture(id, size: Size(width: pixels.width, height: pixels.height))
                entries[picture] = .uploading(pixels, id, nextRow: 0)
                return try continueUpload(of: picture, pixels, id, from: 0, atMost: bytes, renderer)
            case .uploading(let pixels, let id, let row):
                return try continueUpload(of: picture, pixels, id, from: row, atMost: bytes, renderer)
            case .decoding, .ready, .failed:
                return false
            }
        } catch {
            if case .uploading(_, let id, _) = entries[picture] { renderer.discardPicture(id) }
            entries[picture] = .failed
            onFailure(
                picture.path, DecodingFailure(.decoderFault, "\(picture.path): no texture for it: \(error)"))
            return false
        }
    }

    private func continueUpload(
        of picture: PictureSpec, _ pixels: DecodedPicture, _ id: PictureID, from row: Int, atMost bytes: Int,
        _ renderer: any FrameRenderer
    ) throws(RenderingError) -> Bool {
        let end = min(pixels.height, row + max(1, bytes / pixels.stride))
        try unsafe pixels.withUnsafeBytes { bytes throws(RenderingError) in
            try unsafe renderer.upload(
                id, rows: row..<end, stride: pixels.stride,
                pixels: UnsafeRawBufferPointer(rebasing: bytes[row * pixels.stride..<end * pixels.stride]))
        }
        let isDone = end == pixels.height
        entries[picture] =
            isDone
            ? .ready(ReadyPicture(id: id, size: Size(width: pixels.width, height: pixels.height)))
            : .uploading(pixels, id, nextRow: end)
        return isDone
    }

    private func nextUpload() -> (PictureSpec, Entry)? {
        wants.values.joined().sorted { $0.due < $1.due }.lazy.compactMap { want -> (PictureSpec, Entry)? in
            switch self.entries[want.picture] {
            case .some(let entry):
                switch entry {
                case .decoded, .uploading: (want.picture, entry)
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
        spare = []
        for want in accepted() where entries[want.picture] == nil { request(want, now) }
    }
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
            case .colour(let colour): .color(PictureColor(colour))
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
    fileprivate init(_ colour: Colour) {
        func byte(_ channel: Float) -> UInt8 { UInt8((min(max(channel, 0), 1) * 255).rounded()) }
        self.init(red: byte(colour.red), green: byte(colour.green), blue: byte(colour.blue))
    }
}
