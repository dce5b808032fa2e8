/// A pixel format by its four-character code, as in `drm_fourcc.h` and `gbm.h` (which share the codes).
public struct PixelFormat: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar, _ d: Unicode.Scalar) {
        rawValue = a.value | b.value << 8 | c.value << 16 | d.value << 24
    }

    /// 8 bits a channel, in memory B, G, R, unused. Every KMS driver scans it out.
    public static let xrgb8888 = PixelFormat("X", "R", "2", "4")
    /// The same with alpha. On a primary plane the alpha may blend with a background colour, so it is a fallback only.
    public static let argb8888 = PixelFormat("A", "R", "2", "4")
    /// In memory R, G, B, unused: some small controllers have only this.
    public static let xbgr8888 = PixelFormat("X", "B", "2", "4")
    /// 5, 6 and 5 bits: half the memory bandwidth, for boards that cannot scan out more.
    public static let rgb565 = PixelFormat("R", "G", "1", "6")
    /// Video in two planes: luma, then both chromas at half the size.
    public static let nv12 = PixelFormat("N", "V", "1", "2")
}

extension PixelFormat: CustomStringConvertible {
    /// The four characters, such as `XR24`.
    public var description: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0)))) }))
    }
}

extension PixelFormat {
    /// For each plane the bytes of one sample, and how many pixels share it across and down. Nil for formats that this
    /// program does not know.
    public var planeLayout: [(bytes: Int, across: Int, down: Int)]? {
        switch self {
        case .xrgb8888, .argb8888, .xbgr8888: [(4, 1, 1)]
        case .rgb565: [(2, 1, 1)]
        case .nv12: [(1, 1, 1), (2, 2, 2)]
        default: nil
        }
    }

    /// Of a format in one plane. Nil for others.
    public var bytesPerPixel: Int? { planeLayout.flatMap { $0.count == 1 ? $0[0].bytes : nil } }
}

/// How a buffer's pixels are laid out in memory: `DRM_FORMAT_MOD_*`.
public struct FormatModifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let linear = FormatModifier(rawValue: 0)
    /// `DRM_FORMAT_MOD_INVALID`: the driver's own choice, not named. For devices without modifiers.
    public static let implicit = FormatModifier(rawValue: 0x00FF_FFFF_FFFF_FFFF)
}

/// A format with its possible modifiers. Without any, only the implicit one is possible.
public struct FormatSupport: Hashable, Sendable {
    public var format: PixelFormat
    public var modifiers: [FormatModifier]

    public init(format: PixelFormat, modifiers: [FormatModifier]) {
        self.format = format
        self.modifiers = modifiers
    }
}
