extension DisplayUpdate {
    /// One plane with what it shows.
    public struct Layer: Hashable, Sendable {
        public var plane: PlaneID
        public var framebuffer: FramebufferID
        /// The part of the framebuffer that is shown, in its pixels.
        public var source: Rectangle
        /// Where it is on the CRTC, in the mode's pixels. Another size than the source's asks the plane to scale.
        public var destination: Rectangle
        public var properties: LayerProperties
        /// A sync file's descriptor, borrowed for the length of the commit: the kernel waits for it before it shows the
        /// framebuffer. Nil where drawing is finished or synchronised implicitly.
        public var acquireFence: Int32?
        /// What differs from the plane's previous framebuffer, in pixels of this one. Nil or empty: anything may. It
        /// saves bandwidth on some devices and is ignored by others, and by modesets.
        public var damage: [Rectangle]?

        public init(
            plane: PlaneID, framebuffer: FramebufferID, source: Rectangle, destination: Rectangle,
            properties: LayerProperties = LayerProperties(), acquireFence: Int32? = nil, damage: [Rectangle]? = nil
        ) {
            self.plane = plane
            self.framebuffer = framebuffer
            self.source = source
            self.destination = destination
            self.properties = properties
            self.acquireFence = acquireFence
            self.damage = damage
        }
    }

    /// The CRTCs that are on afterwards, each once, in the order of the update.
    public var enabledCRTCs: [CRTCID] {
        var crtcs: [CRTCID] = []
        for output in enabled where !crtcs.contains(output.crtc) { crtcs.append(output.crtc) }
        return crtcs
    }

    /// What a CRTC shows afterwards, from bottom to top. Empty where the update does not enable it.
    public func layers(on crtc: CRTCID) -> [Layer] { enabled.first { $0.crtc == crtc }?.layers ?? [] }
}

/// Properties of a plane that a layer asks for. Nil asks for the neutral value (opaque, premultiplied, not turned);
/// where there is none, as for the colour encoding and the stacking, the plane's value stays.
public struct LayerProperties: Hashable, Sendable {
    /// Of the whole layer: 0 is invisible, 0xFFFF is opaque.
    public var alpha: UInt16?
    /// What the alpha of single pixels means.
    public var blendMode: BlendMode?
    public var rotation: PlaneRotation?
    /// For pixels in YCbCr.
    public var colorEncoding: ColorEncoding?
    /// For pixels in YCbCr.
    public var colorRange: ColorRange?
    /// The plane's height in the stack. Only for planes whose stacking can be changed.
    public var zpos: UInt64?

    public init(
        alpha: UInt16? = nil, blendMode: BlendMode? = nil, rotation: PlaneRotation? = nil,
        colorEncoding: ColorEncoding? = nil, colorRange: ColorRange? = nil, zpos: UInt64? = nil
    ) {
        self.alpha = alpha
        self.blendMode = blendMode
        self.rotation = rotation
        self.colorEncoding = colorEncoding
        self.colorRange = colorRange
        self.zpos = zpos
    }
}

/// `pixel blend mode`: the raw value is the kernel's name.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    case premultiplied = "Pre-multiplied"
    case coverage = "Coverage"
    /// The alpha of pixels is ignored.
    case none = "None"
}

/// `COLOR_ENCODING`: the raw value is the kernel's name.
public enum ColorEncoding: String, Hashable, Sendable, CaseIterable {
    case bt601 = "ITU-R BT.601 YCbCr"
    case bt709 = "ITU-R BT.709 YCbCr"
    case bt2020 = "ITU-R BT.2020 YCbCr"
}

/// `COLOR_RANGE`: the raw value is the kernel's name.
public enum ColorRange: String, Hashable, Sendable, CaseIterable {
    case limited = "YCbCr limited range"
    case full = "YCbCr full range"
}

/// `rotation`: one turn, counter-clockwise, with any of the reflections, which come first. In a snapshot all that a plane
/// can do. The raw value is a mask of `DRM_MODE_ROTATE_*` and `DRM_MODE_REFLECT_*`.
public struct PlaneRotation: OptionSet, Hashable, Sendable {
    public var rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let rotate0 = PlaneRotation(rawValue: 1 << 0)
    public static let rotate90 = PlaneRotation(rawValue: 1 << 1)
    public static let rotate180 = PlaneRotation(rawValue: 1 << 2)
    public static let rotate270 = PlaneRotation(rawValue: 1 << 3)
    public static let reflectX = PlaneRotation(rawValue: 1 << 4)
    public static let reflectY = PlaneRotation(rawValue: 1 << 5)
    /// What the kernel's bits are called, by their numbers.
    static let names = ["rotate-0", "rotate-90", "rotate-180", "rotate-270", "reflect-x", "reflect-y"]

    /// Whether width and height change places.
    public var isTransposing: Bool { !isDisjoint(with: [.rotate90, .rotate270]) }
}
