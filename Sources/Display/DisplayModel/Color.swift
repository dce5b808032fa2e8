/// An opaque colour, each channel from 0 to 1, in sRGB as it is sent to the screen.
public struct Color: Hashable, Sendable {
    public var red, green, blue: Float

    public init(red: Float, green: Float, blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
}

extension Color: CustomStringConvertible {
    /// `#102a43`
    public var description: String {
        "#"
            + [red, green, blue].map { channel in
                let byte = UInt8((min(max(channel, 0), 1) * 255).rounded())
                return (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }

    /// Reads `#rgb` and `#rrggbb`, in hexadecimal.
    public init?(hex text: String) {
        guard text.hasPrefix("#"), let number = UInt32(text.dropFirst(), radix: 16), !text.contains("+"),
            !text.contains("-")
        else {
            return nil
        }
        func channel(_ shift: UInt32, _ bits: UInt32) -> Float {
            let most = UInt32(1) << bits - 1
            return Float(number >> shift & most) / Float(most)
        }
        switch text.utf8.count {
        case 4: self.init(red: channel(8, 4), green: channel(4, 4), blue: channel(0, 4))
        case 7: self.init(red: channel(16, 8), green: channel(8, 8), blue: channel(0, 8))
        default: return nil
        }
    }

    /// How a colour is written, for messages.
    public static let expected = "a colour such as '#102a43', in quotation marks"
}
