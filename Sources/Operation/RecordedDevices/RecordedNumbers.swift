import DisplayModel

// The numbers of the kernel's interface (`drm_mode.h`), which stand in recordings as they are.

extension Mode {
    /// The members are those of `struct drm_mode_modeinfo`.
    init(_ mode: RecordedValue) throws(RecordingError) {
        func number<Number: FixedWidthInteger>(_ name: String) throws(RecordingError) -> Number {
            try mode.member(name).integer()
        }
        self.init(
            clock: try number("clock"),
            horizontal: (
                try number("hdisplay"), try number("hsync_start"), try number("hsync_end"), try number("htotal")
            ),
            vertical: (
                try number("vdisplay"), try number("vsync_start"), try number("vsync_end"), try number("vtotal")
            ),
            hskew: try number("hskew"), vscan: try number("vscan"), vrefresh: try number("vrefresh"),
            flags: Flags(rawValue: try number("flags")), type: Kind(rawValue: try number("type")),
            name: try mode.member("name").text)
    }

    /// Two pictures for two eyes: `DRM_MODE_FLAG_3D_MASK`.
    var isStereo: Bool { flags.rawValue & 0x1F << 14 != 0 }
}

extension ConnectorSnapshot.Status {
    /// `DRM_MODE_CONNECTED`, `DRM_MODE_DISCONNECTED`, `DRM_MODE_UNKNOWNCONNECTION`
    init(number: UInt32) {
        self = [1: .connected, 2: .disconnected][number] ?? .unknown
    }

    var number: UInt32 {
        switch self {
        case .connected: 1
        case .disconnected: 2
        case .unknown: 3
        }
    }
}

extension ConnectorSnapshot.Subpixel {
    /// `DRM_MODE_SUBPIXEL_*`, which libdrm counts from 1.
    init(number: UInt32) {
        self =
            switch number {
            case 2: .horizontalRGB
            case 3: .horizontalBGR
            case 4: .verticalRGB
            case 5: .verticalBGR
            case 6: .none
            default: .unknown
            }
    }

    var number: UInt32 {
        switch self {
        case .unknown: 1
        case .horizontalRGB: 2
        case .horizontalBGR: 3
        case .verticalRGB: 4
        case .verticalBGR: 5
        case .none: 6
        }
    }
}

extension PlaneSnapshot.Kind {
    /// `DRM_PLANE_TYPE_*`. Without universal planes there are overlays only, and no property says so.
    init(number: UInt64?) {
        self = [1: .primary, 2: .cursor][number] ?? .overlay
    }
}
