import Paths

// What the engine and the decoder process say to each other: packets of a fixed layout, all numbers little-endian,
// one per message of a SOCK_SEQPACKET socket. Descriptors travel beside them (SCM_RIGHTS).

/// The engine's order to decode a picture. The file travels with it as a descriptor, and as a second one memory for as many
/// pixels as the box has.
package struct DecodeOrder: Hashable, Sendable {
    package static let byteCount = 41
    private static let magic: UInt32 = 0x3251_4456  // "VDQ2"

    package var id: UInt64
    package var boxWidth, boxHeight: Int
    package var layout: PictureLayout
    package var fit: PictureFit
    package var focus: PictureFocus
    package var background: PictureBackground

    package init(id: UInt64, _ request: PictureRequest) {
        self.id = id
        boxWidth = request.boxWidth
        boxHeight = request.boxHeight
        layout = request.layout ?? PictureLayout(width: request.boxWidth, height: request.boxHeight)
        fit = request.fit
        focus = request.focus
        background = request.background
    }

    package var bytes: [UInt8] {
        var packet = PacketWriter()
        packet.append(Self.magic)
        packet.append(fit.rawValue)
        let (kind, color): (UInt8, PictureColor) =
            switch background {
            case .color(let color): (0, color)
            case .transparent: (1, .black)
            case .blurred: (2, .black)
            }
        packet.append(kind)
        packet.append(color.red)
        packet.append(color.green)
        packet.append(color.blue)
        packet.append(id)
        packet.append(UInt32(clamping: boxWidth))
        packet.append(UInt32(clamping: boxHeight))
        packet.append(UInt32(clamping: layout.width))
        packet.append(UInt32(clamping: layout.height))
        packet.append(focus.x.bitPattern)
        packet.append(focus.y.bitPattern)
        return packet.bytes
    }

    /// Nil for anything that ``bytes`` does not make of an order with a valid box.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        var packet = PacketReader(bytes)
        guard packet.next(UInt32.self) == Self.magic, let fit = PictureFit(rawValue: packet.next()) else { return nil }
        let kind: UInt8 = packet.next()
        let color = PictureColor(red: packet.next(), green: packet.next(), blue: packet.next())
        let background: PictureBackground
        switch (kind, color) {
        case (0, let color): background = .color(color)
        case (1, .black): background = .transparent
        case (2, .black): background = .blurred
        default: return nil
        }
        let id: UInt64 = packet.next()
        let request = PictureRequest(
            path: "", boxWidth: Int(packet.next(UInt32.self)), boxHeight: Int(packet.next(UInt32.self)),
            layout: PictureLayout(width: Int(packet.next(UInt32.self)), height: Int(packet.next(UInt32.self))),
            fit: fit,
            focus: PictureFocus(x: Float(bitPattern: packet.next()), y: Float(bitPattern: packet.next())),
            background: background)
        guard request.hasValidBox, (0...1).contains(request.focus.x), (0...1).contains(request.focus.y) else {
            return nil
        }
        self.init(id: id, request)
    }
}

/// What the decoder process answers.
package enum DecoderReply: Hashable, Sendable {
    /// It has started, confined itself as far as the system let it, and waits for orders.
    case ready(DecoderConfinement)
    /// The picture with this id. Its pixels are the first in the memory that came with the order. The remark is a sentence's
    /// end about what is not as it was asked for; empty where all is.
    case picture(id: UInt64, width: Int, height: Int, stride: Int, remark: String = "")
    /// There is no picture with this id. The message completes a sentence that begins with the file's name.
    case failure(id: UInt64, DecodingFailure.Kind, message: String)

    package static let headerByteCount = 32
    package static let longestMessage = 512
    private static let magic: UInt32 = 0x3152_4456  // "VDR1"

    package var bytes: [UInt8] {
        var kind: UInt8 = 0
        var detail: UInt8 = 0
        var number: UInt64 = 0
        var sizes: (width: Int, height: Int, stride: Int) = (0, 0, 0)
        var text: [UInt8] = []
        switch self {
        case .ready(let confinement):
            detail = confinement.rawValue
        case .picture(let id, let width, let height, let stride, let remark):
            kind = 1
            number = id
            sizes = (width, height, stride)
            text = Array(remark.utf8.prefix(Self.longestMessage))
        case .failure(let id, let reason, let message):
            kind = 2
            number = id
            detail = reason.rawValue
            text = Array(message.utf8.prefix(Self.longestMessage))
        }
        var packet = PacketWriter()
        packet.append(Self.magic)
        packet.append(kind)
        packet.append(detail)
        packet.append(UInt16(text.count))
        packet.append(number)
        packet.append(UInt32(clamping: sizes.width))
        packet.append(UInt32(clamping: sizes.height))
        packet.append(UInt32(clamping: sizes.stride))
        packet.append(UInt32(0))
        return packet.bytes + text
    }

    /// Nil for anything that no honest decoder sends.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerByteCount else { return nil }
        var packet = PacketReader(bytes)
        guard packet.next(UInt32.self) == Self.magic else { return nil }
        let (kind, detail, textCount, id): (UInt8, UInt8, UInt16, UInt64) =
            (packet.next(), packet.next(), packet.next(), packet.next())
        let sizes = (packet.next(UInt32.self), packet.next(UInt32.self), packet.next(UInt32.self))
        let text = bytes.dropFirst(Self.headerByteCount)
        guard packet.next(UInt32.self) == 0, text.count == Int(textCount), text.count <= Self.longestMessage else {
            return nil
        }
        switch kind {
        case 0:
            guard let confinement = DecoderConfinement(rawValue: detail), text.isEmpty else { return nil }
            self = .ready(confinement)
        case 1:
            self = .picture(
                id: id, width: Int(sizes.0), height: Int(sizes.1), stride: Int(sizes.2), remark: printable(text))
        case 2:
            guard let reason = DecodingFailure.Kind(rawValue: detail), reason.isReportedByDecoder else { return nil }
            self = .failure(id: id, reason, message: printable(text))
        default:
            return nil
        }
    }
}

/// A text from outside as one line without control characters, so that it cannot forge lines of a log.
func printable(_ text: some Collection<UInt8>) -> String {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
        default: scalar
        }
    }
    return String(String.UnicodeScalarView(scalars))
}
