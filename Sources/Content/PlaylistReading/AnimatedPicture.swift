import LinuxSystem
public import Paths

/// A file of moving pictures in a format of pictures: GIF, or PNG in the form of APNG. It plays as a film does.
public struct AnimatedPicture: Hashable, Sendable {
    /// Whether it stands still on its last picture once it has been through. Otherwise it goes on for as long as its turn is.
    public var playsOnce: Bool

    public init(playsOnce: Bool) {
        self.playsOnce = playsOnce
    }

    /// The endings of files that are looked at, in lower case. A PNG is what it always was: one picture.
    private static let extensions: Set<String> = ["gif", "apng"]

    static func isLookedAt(_ path: FilePath) -> Bool { path.ending.map(extensions.contains) ?? false }

    /// So much of a file tells mostly, and always.
    private static let lengths = [4096, 1 << 20]

    /// Nil for a file with one picture in it, and for anything else.
    public init?(of path: FilePath) {
        for length in Self.lengths {
            guard let bytes = try? WholeFile.readPrefix(of: path, limit: length) else { return nil }
            if let animation = Self(bytes) {
                self = animation
                return
            }
            if bytes.count < length { return nil }
        }
        return nil
    }

    /// - Parameter bytes: how a file begins. Nil for what is not, or not yet, known to move.
    public init?(_ bytes: [UInt8]) {
        if bytes.starts(with: "GIF89a".utf8) || bytes.starts(with: "GIF87a".utf8) {
            self.init(gif: bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self.init(png: bytes)
        } else {
            return nil
        }
    }

    /// Walks the blocks up to the second picture. Without the extension that says how often, it plays once.
    private init?(gif bytes: [UInt8]) {
        guard bytes.count >= 13 else { return nil }
        func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        var at = 13 + colors(bytes[10])
        var (pictures, playsOnce) = (0, true)
        /// Behind the blocks that begin at a place, each with its length.
        func end(ofBlocksAt start: Int) -> Int {
            var place = start
            while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
            return place + 1
        }
        while at < bytes.count {
            switch bytes[at] {
            case 0x21:
                guard at + 1 < bytes.count else { return nil }
                let repeats = "\u{0b}NETSCAPE2.0\u{03}\u{01}".utf8
                if bytes[at + 1] == 0xff, bytes[(at + 2)...].starts(with: repeats), at + 17 < bytes.count {
                    playsOnce = false
                }
                at = end(ofBlocksAt: at + 2)
            case 0x2c:
                pictures += 1
                guard pictures < 2 else {
                    self.playsOnce = playsOnce
                    return
                }
                guard at + 10 < bytes.count else { return nil }
                at = end(ofBlocksAt: at + 11 + colors(bytes[at + 9]))
            default: return nil
            }
        }
        return nil
    }

    /// The chunk `acTL` comes before the first picture: how many there are, and how often they play, 0 for endlessly.
    private init?(png bytes: [UInt8]) {
        var at = 8
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        while at + 16 <= bytes.count {
            let (length, name) = (number(at), bytes[at + 4..<at + 8])
            if name.elementsEqual("IDAT".utf8) { return nil }
            if name.elementsEqual("acTL".utf8), length == 8 {
                guard number(at + 8) > 1 else { return nil }
                playsOnce = number(at + 12) == 1
                return
            }
            at += 12 + length
        }
        return nil
    }
}

extension ReadingState {
    /// Whether a file is taken for a film, or is a picture that moves.
    func isMoving(_ path: FilePath) -> Bool { MediaFolder.looksLikeVideo(path) || animation(path) != nil }

    func animation(_ path: FilePath) -> AnimatedPicture? {
        guard AnimatedPicture.isLookedAt(path) else { return nil }
        return reader.animation(path)
    }
}
