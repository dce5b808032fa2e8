import DisplayModel
import Timing

// What the engine and a video decoder say to each other, in packets of one socket (see DecoderPackets.swift).

/// What the engine orders from the decoder of a stream.
package enum VideoOrder: Hashable, Sendable {
    /// The file, which travels with it as a descriptor. Comes once.
    case open(VideoPassage, threads: Int)
    /// So many slots for frames, all of them free. Their memory travels with it as a descriptor: one slot after the other,
    /// each of the ``PlanarLayout`` that the decoder described. Comes once, after the description.
    case slots(Int)
    /// A slot is free again. Frames that are over by `playhead`, on the stream's own clock, need not be sent any more.
    case lend(slot: Int, playhead: Duration)
    /// What the file is like that travels with it as a descriptor. Comes as often as there are files, before any other.
    case describe

    package static let byteCount = 35
    private static let magic: UInt32 = 0x3251_5656  // "VVQ2"
    package static let slotCounts = 2...16

    package var bytes: [UInt8] {
        var (kind, small, flags): (UInt8, UInt8, UInt8) = (0, 0, 0)
        var numbers: (Int64, Int64, Int64) = (0, 0, 0)
        var color = PictureColor.black
        switch self {
        case .open(let passage, let threads):
            color = passage.matte
            (small, flags) = (UInt8(clamping: threads), passage.loops ? 1 : 0)
            numbers = (
                passage.start.nanoseconds, passage.end?.nanoseconds ?? .max, passage.entry.nanoseconds
            )
        case .slots(let count): (kind, small) = (1, UInt8(clamping: count))
        case .lend(let slot, let playhead):
            (kind, small) = (2, UInt8(clamping: slot))
            numbers.0 = playhead.nanoseconds
        case .describe: kind = 3
        }
        var packet = PacketWriter()
        packet.append(Self.magic)
        packet.append(kind)
        packet.append(small)
        packet.append(flags)
        packet.append(UInt8(0))
        packet.append(numbers.0)
        packet.append(numbers.1)
        packet.append(numbers.2)
        for value in [color.red, color.green, color.blue] { packet.append(value) }
        return packet.bytes
    }

    /// Nil for anything that ``bytes`` does not make.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var packet = PacketReader(bytes)
        guard packet.next(UInt32.self) == Self.magic else { return nil }
        let (kind, small, flags, zero): (UInt8, UInt8, UInt8, UInt8) =
            (packet.next(), packet.next(), packet.next(), packet.next())
        let numbers: (Int64, Int64, Int64) = (packet.next(), packet.next(), packet.next())
        let color = PictureColor(red: packet.next(), green: packet.next(), blue: packet.next())
        guard zero == 0, kind == 0 || color == .black else { return nil }
        switch kind {
        case 0:
            let end = numbers.1 == .max ? nil : Duration.nanoseconds(numbers.1)
            guard (1...16).contains(small), flags <= 1,
                var passage = VideoPassage(
                    start: .nanoseconds(numbers.0), end: end, loops: flags == 1, entry: .nanoseconds(numbers.2))
            else { return nil }
            passage.matte = color
            self = .open(passage, threads: Int(small))
        case 1:
            guard Self.slotCounts.contains(Int(small)) else { return nil }
            self = .slots(Int(small))
        case 2:
            guard small < Self.slotCounts.upperBound, numbers.0 >= 0 else { return nil }
            self = .lend(slot: Int(small), playhead: .nanoseconds(numbers.0))
        case 3: self = .describe
        default: return nil
        }
    }
}

/// Which part of a file plays, and from where on.
public struct VideoPassage: Hashable, Sendable {
    /// The part, on the file's clock, which begins with its first frame. Nil: to the last frame's end.
    public var start: Duration
    public var end: Duration?
    /// Whether the part begins anew when it is over.
    public var loops: Bool
    /// Where in the part the stream begins: what lies before is neither shown nor sent.
    public var entry: Duration
    /// What shows where a frame is transparent.
    public var matte = PictureColor.black

    /// Nil where a time is negative, or nothing lies between start and end.
    public init?(
        start: Duration = .zero, end: Duration? = nil, loops: Bool = false, entry: Duration = .zero
    ) {
        guard start >= .zero, entry >= .zero, end.map({ $0 > start }) != false else { return nil }
        self.start = start
        self.end = end
        self.loops = loops
        self.entry = entry
    }

    private init(whole: Void) { (start, end, loops, entry) = (.zero, nil, false, .zero) }

    public static let whole = VideoPassage(whole: ())
}

/// What the decoder of a stream answers.
package enum VideoReply: Hashable, Sendable {
    /// It has started, confined itself as far as the system let it, and waits for its file.
    case ready(DecoderConfinement)
    /// The file is open; the decoder waits for slots.
    case described(VideoDescription)
    /// A frame is in a slot. Times are on the stream's clock: it begins with the passage, and goes on through its turns.
    /// `leftOut`: so many frames before it were left out, because they were over.
    case frame(slot: Int, start: Duration, length: Duration, leftOut: Int = 0)
    /// A turn of the passage is this long: known when the first one is over.
    case turn(Duration)
    /// The last frame that was sent shows until this time, and no other comes.
    case ended(Duration)
    /// There are no frames, or no more of them. The message completes a sentence that begins with the file's name.
    case failure(DecodingFailure.Kind, message: String)

    package static let headerByteCount = 64
    package static let longestMessage = DecoderReply.longestMessage
    private static let magic: UInt32 = 0x3152_5656  // "VVR1"

    package var bytes: [UInt8] {
        var (kind, detail): (UInt8, UInt8) = (0, 0)
        var rest = PacketWriter()
        var text: [UInt8] = []
        switch self {
        case .ready(let confinement): detail = confinement.rawValue
        case .described(let description):
            kind = 1
            description.append(to: &rest)
            text = Array(description.codec.utf8.prefix(32))
        case .frame(let slot, let start, let length, let leftOut):
            (kind, detail) = (2, UInt8(clamping: slot))
            rest.append(start.nanoseconds)
            rest.append(length.nanoseconds)
            rest.append(UInt32(clamping: leftOut))
        case .turn(let length):
            kind = 3
            rest.append(length.nanoseconds)
        case .ended(let time):
            kind = 4
            rest.append(time.nanoseconds)
        case .failure(let reason, let message):
            (kind, detail) = (5, reason.rawValue)
            text = Array(message.utf8.prefix(Self.longestMessage))
        }
        var packet = PacketWriter()
        packet.append(Self.magic)
        packet.append(kind)
        packet.append(detail)
        packet.append(UInt16(text.count))
        let head = packet.bytes + rest.bytes
        return head + [UInt8](repeating: 0, count: Self.headerByteCount - head.count) + text
    }

    /// Nil for anything that no honest decoder sends.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerByteCount else { return nil }
        var packet = PacketReader(bytes)
        guard packet.next(UInt32.self) == Self.magic else { return nil }
        let (kind, detail, textCount): (UInt8, UInt8, UInt16) = (packet.next(), packet.next(), packet.next())
        let text = bytes.dropFirst(Self.headerByteCount)
        guard text.count == Int(textCount), text.count <= Self.longestMessage else { return nil }
        if kind != 1, kind != 5, !text.isEmpty { return nil }
        /// Not negative, and less than a century: sums of it stay far from the end of 64 bits.
        func time() -> Duration? {
            let number: Int64 = packet.next()
            return (0..<3_155_760_000_000_000_000).contains(number) ? .nanoseconds(number) : nil
        }
        switch kind {
        case 0:
            guard let confinement = DecoderConfinement(rawValue: detail) else { return nil }
            self = .ready(confinement)
        case 1:
            guard let description = VideoDescription(&packet, codec: printable(text)) else { return nil }
            self = .described(description)
        case 2:
            guard let start = time(), let length = time(), detail < VideoOrder.slotCounts.upperBound else { return nil }
            let leftOut = Int(packet.next(UInt32.self))
            self = .frame(slot: Int(detail), start: start, length: length, leftOut: leftOut)
        case 3:
            guard let length = time(), length > .zero else { return nil }
            self = .turn(length)
        case 4:
            guard let time = time() else { return nil }
            self = .ended(time)
        case 5:
            guard let reason = DecodingFailure.Kind(rawValue: detail), reason.isReportedByDecoder else { return nil }
            self = .failure(reason, message: printable(text))
        default: return nil
        }
    }
}

extension VideoDescription {
    fileprivate func append(to packet: inout PacketWriter) {
        packet.append(UInt16(clamping: layout.size.width))
        packet.append(UInt16(clamping: layout.size.height))
        packet.append(UInt8(clamping: layout.chromaShift.x))
        packet.append(UInt8(clamping: layout.chromaShift.y))
        packet.append(UInt8(Orientation.allCases.firstIndex(of: orientation) ?? 0))
        packet.append(color.matrix)
        packet.append(color.transfer)
        packet.append(UInt8(color.range.map { $0 == .full ? 2 : 1 } ?? 0))
        packet.append(color.siting.map { $0.rawValue + 1 } ?? 0)
        packet.append(UInt8((color.isRGB ? 1 : 0) | (hasSound ? 2 : 0)))
        for ratio in [pixelAspect, frameRate] {
            packet.append(UInt32(clamping: ratio?.numerator ?? 0))
            packet.append(UInt32(clamping: ratio?.denominator ?? 0))
        }
        packet.append(length?.nanoseconds ?? -1)
    }

    fileprivate init?(_ packet: inout PacketReader, codec: String) {
        let size = Size(width: Int(packet.next(UInt16.self)), height: Int(packet.next(UInt16.self)))
        let shift = (x: Int(packet.next(UInt8.self)), y: Int(packet.next(UInt8.self)))
        let orientation = Int(packet.next(UInt8.self))
        guard Self.accepts(size: size, chromaShift: shift), Orientation.allCases.indices.contains(orientation) else {
            return nil
        }
        var color = VideoColor(matrix: packet.next(), transfer: packet.next())
        let (range, siting, flags): (UInt8, UInt8, UInt8) = (packet.next(), packet.next(), packet.next())
        guard range <= 2, siting <= ChromaSiting.allCases.count, flags <= 3 else { return nil }
        color.range = [nil, .limited, .full][Int(range)]
        color.siting = siting == 0 ? nil : ChromaSiting(rawValue: siting - 1)
        color.isRGB = flags & 1 != 0
        func ratio() -> Ratio? { Ratio(Int(packet.next(UInt32.self)), Int(packet.next(UInt32.self))) }
        let (aspect, rate) = (ratio(), ratio())
        let length: Int64 = packet.next()
        self.init(
            layout: PlanarLayout(size: size, chromaShift: shift), pixelAspect: aspect ?? .one,
            orientation: Orientation.allCases[orientation], color: color, frameRate: rate,
            length: (1..<3_155_760_000_000_000_000).contains(length) ? .nanoseconds(length) : nil, codec: codec,
            hasSound: flags & 2 != 0)
    }
}
