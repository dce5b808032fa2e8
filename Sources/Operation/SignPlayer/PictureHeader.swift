import Glibc
import LinuxSystem
import MediaDecoding
public import Paths
public import Playlist
import PlaylistReading

/// What the beginnings of picture files tell: quickly, and without decoding anything.
public enum PictureHeader {
    /// Why a file evidently cannot be shown, as a sentence without its path. Nil for one that may be a picture.
    public static func fault(_ path: FilePath) -> String? {
        let bytes: [UInt8]
        do throws(FileReadingError) {
            bytes = try WholeFile.readPrefix(of: path, limit: PictureFormat.headLength)
        } catch {
            switch error {
            case .system(let error) where error.code == EACCES:
                return "permission denied; let others read it: chmod a+r \(path.quoted)"
            default: return "\(error)"
            }
        }
        if bytes.isEmpty { return "the file is empty; copy it here again" }
        guard PictureFormat(bytes) != nil else {
            return "not a \(PictureFormat.all) file, whatever its name says; save it as one of these"
        }
        guard let size = dimensions(of: path), size.hasMorePixels(than: PictureRequest.mostPicturePixels) else {
            return nil
        }
        return
            "it has \(size.width)x\(size.height) pixels, and at most \(PictureRequest.mostPicturePixels) are decoded; "
            + "make it smaller"
    }

    /// Whether a file has moving pictures in it of which only the first shows.
    public static func standsStill(_ path: FilePath) -> Bool {
        guard let bytes = try? WholeFile.readPrefix(of: path, limit: 4096) else { return false }
        // A GIF or PNG that moves is a film, unless its name or its decoder says otherwise.
        if AnimatedPicture(bytes) != nil { return true }
        // Of the extended form of WebP (RFC 9649), the flag for animation.
        let isExtended = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBPVP8X".utf8)
        return isExtended && bytes.count > 20 && bytes[20] & 2 != 0
    }

    private static func dimensions(of path: FilePath) -> PictureDimensions? {
        guard let file = try? OwnedDescriptor.regularFile(path) else { return nil }
        return PictureDimensions { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            let read = unsafe pread(file.rawValue, &bytes, count, offset)
            return Array(bytes.prefix(max(0, read)))
        }
    }
}

extension Playlist {
    /// Why nothing of it can ever be shown, as a sentence. Nil where something may be.
    public var emptiness: String? {
        if isEmpty { return "nothing to play: it has neither a picture nor a color; add some under 'items:'" }
        guard !hasMadeSlides else { return nil }
        var first: String?
        // Mostly the first one is good, so this takes no longer with more of them.
        for picture in pictures.sorted() {
            guard let fault = PictureHeader.fault(picture) else { return nil }
            first = first ?? "\(picture): \(fault)"
        }
        return first.map { "none of its pictures can be shown; \($0)" }
    }
}
