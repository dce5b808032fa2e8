/// The state of a display device at one moment, as a plain value from which decisions are made.
///
/// Taking one is I/O and happens at known times only (start, hot-plug, on request), because probing connectors takes long.
public struct DeviceSnapshot: Hashable, Sendable {
    public var id: DeviceID
    /// The node that was opened: `/dev/dri/card0`.
    public var path: String
    public var driver: Driver
    /// Where the device sits, by its bus and name in sysfs: `pci:0000:00:02.0`, `platform:vkms`. Nil without sysfs.
    public var bus: String?
    public var capabilities: Capabilities
    /// The smallest and largest framebuffer that the device takes.
    public var sizeLimits: ClosedRange<Int>
    public var connectors: [ConnectorSnapshot]
    /// In the kernel's order: bit n of a `possible_crtcs` mask is the nth.
    public var crtcs: [CRTCSnapshot]
    public var planes: [PlaneSnapshot]

    public init(
        id: DeviceID, path: String, driver: Driver, bus: String?, capabilities: Capabilities,
        sizeLimits: ClosedRange<Int>, connectors: [ConnectorSnapshot], crtcs: [CRTCSnapshot], planes: [PlaneSnapshot]
    ) {
        self.id = id
        self.path = path
        self.driver = driver
        self.bus = bus
        self.capabilities = capabilities
        self.sizeLimits = sizeLimits
        self.connectors = connectors
        self.crtcs = crtcs
        self.planes = planes
    }

    /// The result of `drmGetVersion`.
    public struct Driver: Hashable, Sendable {
        public var name: String
        public var version: String
        public var about: String

        public init(name: String, version: String, about: String) {
            self.name = name
            self.version = version
            self.about = about
        }
    }

    /// `DRM_CAP_*` and `DRM_CLIENT_CAP_*` that matter here.
    public struct Capabilities: OptionSet, Hashable, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let atomic = Capabilities(rawValue: 1 << 0)
        public static let universalPlanes = Capabilities(rawValue: 1 << 1)
        public static let modifiers = Capabilities(rawValue: 1 << 2)
        public static let dumbBuffers = Capabilities(rawValue: 1 << 3)
        public static let primeImport = Capabilities(rawValue: 1 << 4)
        public static let primeExport = Capabilities(rawValue: 1 << 5)
        public static let monotonicTimestamps = Capabilities(rawValue: 1 << 6)
        /// Vblank events carry the CRTC's id (`DRM_CAP_CRTC_IN_VBLANK_EVENT`).
        public static let crtcInEvents = Capabilities(rawValue: 1 << 7)
        public static let asynchronousFlips = Capabilities(rawValue: 1 << 8)
        public static let syncObjects = Capabilities(rawValue: 1 << 9)
        public static let writeback = Capabilities(rawValue: 1 << 10)
    }

    public func connector(_ id: ConnectorID) -> ConnectorSnapshot? { connectors.first { $0.id == id } }
    public func crtc(_ id: CRTCID) -> CRTCSnapshot? { crtcs.first { $0.id == id } }
}

/// A connector: where a monitor is plugged in. The corresponding C structure is `drmModeConnector`.
public struct ConnectorSnapshot: Hashable, Sendable {
    public var id: ConnectorID
    public var type: ConnectorType
    /// Counts the connectors of one type on the device, from 1.
    public var typeIndex: UInt32
    public var status: Status
    public var modes: [Mode]
    /// The bytes of the `EDID` property. Nil or short where the monitor gave none.
    public var edid: [UInt8]?
    /// In millimetres, as the driver read it. Nil where it does not know (projectors).
    public var physicalSize: Size?
    public var subpixel: Subpixel
    /// The CRTCs that can feed it: the union of its encoders' masks, as ids.
    public var possibleCRTCs: [CRTCID]
    /// The CRTC that feeds it now.
    public var crtc: CRTCID?
    public var properties: [Property]
    /// The text of the `PATH` property (`mst:57-1`) for a connector behind an MST hub.
    public var path: String?
    public var tile: Tile?

    public init(
        id: ConnectorID, type: ConnectorType, typeIndex: UInt32, status: Status, modes: [Mode] = [],
        edid: [UInt8]? = nil, physicalSize: Size? = nil, subpixel: Subpixel = .unknown, possibleCRTCs: [CRTCID],
        crtc: CRTCID? = nil, properties: [Property] = [], path: String? = nil, tile: Tile? = nil
    ) {
        self.id = id
        self.type = type
        self.typeIndex = typeIndex
        self.status = status
        self.modes = modes
        self.edid = edid
        self.physicalSize = physicalSize
        self.subpixel = subpixel
        self.possibleCRTCs = possibleCRTCs
        self.crtc = crtc
        self.properties = properties
        self.path = path
        self.tile = tile
    }

    public enum Status: String, Hashable, Sendable {
        case connected, disconnected
        /// The driver cannot tell, as for analogue outputs without load detection.
        case unknown
    }

    /// `DRM_MODE_SUBPIXEL_*`
    public enum Subpixel: String, Hashable, Sendable {
        case unknown, none
        case horizontalRGB = "horizontal-rgb"
        case horizontalBGR = "horizontal-bgr"
        case verticalRGB = "vertical-rgb"
        case verticalBGR = "vertical-bgr"
    }

    /// `link-status`: whether the link still works that the last modeset has set up.
    public enum LinkStatus: String, Hashable, Sendable {
        case good
        /// The link failed and the sink is black. Read the modes again and set one.
        case bad
    }

    /// The place of one connector in a monitor that is fed by several: the `TILE` property.
    public struct Tile: Hashable, Sendable {
        public var group: Int
        public var isSingleMonitor: Bool
        public var columns: Int
        public var rows: Int
        public var column: Int
        public var row: Int
        /// Of one tile, in pixels.
        public var size: Size

        public init(
            group: Int, isSingleMonitor: Bool, columns: Int, rows: Int, column: Int, row: Int, size: Size
        ) {
            self.group = group
            self.isSingleMonitor = isSingleMonitor
            self.columns = columns
            self.rows = rows
            self.column = column
            self.row = row
            self.size = size
        }
    }

    /// The name that the kernel's messages and sysfs use: `HDMI-A-1`.
    public var name: String { "\(type)-\(typeIndex)" }

    /// Not a screen for people (a head-mounted display, say), to be left alone: the `non-desktop` property.
    public var isNonDesktop: Bool { properties["non-desktop"]?.value == 1 }

    public var linkStatus: LinkStatus? {
        switch properties["link-status"]?.value {
        case 0: .good
        case 1: .bad
        default: nil
        }
    }

    public var preferredMode: Mode? { modes.first(where: \.isPreferred) ?? modes.first }
}

/// `DRM_MODE_CONNECTOR_*`
public struct ConnectorType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let hdmiA = ConnectorType(rawValue: 11)
    public static let hdmiB = ConnectorType(rawValue: 12)
    public static let virtual = ConnectorType(rawValue: 15)
    public static let writeback = ConnectorType(rawValue: 18)

    /// The kernel's own names, by number (`drm_connector_enum_list`).
    public static let names = [
        "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP",
        "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
    ]

    public var description: String {
        Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "Unknown"
    }
}

/// A CRTC, which blends planes and sends the result to connectors in a mode. The C structure is `drmModeCrtc`.
public struct CRTCSnapshot: Hashable, Sendable {
    public var id: CRTCID
    public var isActive: Bool
    /// The mode it runs, or would run when made active. Nil when it has none.
    public var mode: Mode?
    public var properties: [Property]

    public init(id: CRTCID, isActive: Bool, mode: Mode?, properties: [Property] = []) {
        self.id = id
        self.isActive = isActive
        self.mode = mode
        self.properties = properties
    }
}

/// A plane, which reads a framebuffer for a CRTC. The C structure is `drmModePlane`.
public struct PlaneSnapshot: Hashable, Sendable {
    public var id: PlaneID
    public var kind: Kind
    public var possibleCRTCs: [CRTCID]
    public var formats: [FormatSupport]
    /// What it shows now, on which CRTC. Nil when it is off.
    public var scanout: Scanout?
    public var properties: [Property]

    public init(
        id: PlaneID, kind: Kind, possibleCRTCs: [CRTCID], formats: [FormatSupport], scanout: Scanout? = nil,
        properties: [Property] = []
    ) {
        self.id = id
        self.kind = kind
        self.possibleCRTCs = possibleCRTCs
        self.formats = formats
        self.scanout = scanout
        self.properties = properties
    }

    public enum Kind: String, Hashable, Sendable {
        case overlay, primary, cursor
    }

    public struct Scanout: Hashable, Sendable {
        public var crtc: CRTCID
        public var framebuffer: FramebufferID
        /// The part of the framebuffer that is shown, in its pixels.
        public var source: Rectangle
        /// Where it is on the CRTC, in the mode's pixels.
        public var destination: Rectangle

        public init(crtc: CRTCID, framebuffer: FramebufferID, source: Rectangle, destination: Rectangle) {
            self.crtc = crtc
            self.framebuffer = framebuffer
            self.source = source
            self.destination = destination
        }
    }
}
