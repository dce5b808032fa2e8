public import DisplayModel

/// From the samples of video to red, green and blue, each from 0 to 1: `matrix * (samples - zero)`.
public struct SampleConversion: Hashable, Sendable {
    /// Column by column: what luma, the blue and the red difference add; or green, blue and red.
    public var columns: [SIMD3<Double>]
    /// The samples that stand for black.
    public var zero: SIMD3<Double>

    public init(_ encoding: SampleEncoding) {
        let isFull = encoding.range == .full
        let (black, gain) = isFull ? (0, 1) : (16.0 / 255, 255.0 / 219)
        guard let matrix = encoding.matrix else {
            zero = SIMD3(repeating: black)
            columns = [SIMD3(0, gain, 0), SIMD3(0, 0, gain), SIMD3(gain, 0, 0)]
            return
        }
        // The shares of red and blue in luma; green has the rest.
        let (red, blue) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let green = 1 - red - blue
        let chroma = isFull ? 1 : 255.0 / 224
        let (fromBlue, fromRed) = (2 * (1 - blue) * chroma, 2 * (1 - red) * chroma)
        zero = SIMD3(black, 128.0 / 255, 128.0 / 255)
        columns = [
            SIMD3(repeating: gain), SIMD3(0, -fromBlue * blue / green, fromBlue),
            SIMD3(fromRed, -fromRed * red / green, 0),
        ]
    }
}
