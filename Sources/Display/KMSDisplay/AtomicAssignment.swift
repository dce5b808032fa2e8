import CDRM
import DisplayModel

/// An object whose properties a commit can set.
enum KMSObject: Hashable {
    case connector(ConnectorID)
    case crtc(CRTCID)
    case plane(PlaneID)

    /// Unique among all objects of a device.
    var rawValue: UInt32 {
        switch self {
        case .connector(let id): id.rawValue
        case .crtc(let id): id.rawValue
        case .plane(let id): id.rawValue
        }
    }

    /// `DRM_MODE_OBJECT_*`
    var type: UInt32 {
        switch self {
        case .connector: UInt32(DRM_MODE_OBJECT_CONNECTOR)
        case .crtc: UInt32(DRM_MODE_OBJECT_CRTC)
        case .plane: UInt32(DRM_MODE_OBJECT_PLANE)
        }
    }
}

/// The properties that commits set, by the kernel's names.
enum AtomicProperty: String, CaseIterable {
    case crtcID = "CRTC_ID"
    case linkStatus = "link-status"
    /// Written without atomic modesetting only, and never read.
    case power = "DPMS"
    case maxBPC = "max bpc"
    case rgbRange = "Broadcast RGB"
    case hdrMetadata = "HDR_OUTPUT_METADATA"
    case colorspace = "Colorspace"
    case contentType = "content type"
    case leftMargin = "left margin"
    case rightMargin = "right margin"
    case topMargin = "top margin"
    case bottomMargin = "bottom margin"
    case underscan = "underscan"
    case underscanHorizontal = "underscan hborder"
    case underscanVertical = "underscan vborder"

    case modeID = "MODE_ID"
    case active = "ACTIVE"
    case gammaTable = "GAMMA_LUT"
    case degammaTable = "DEGAMMA_LUT"
    case colorMatrix = "CTM"
    case variableRefresh = "VRR_ENABLED"

    case framebuffer = "FB_ID"
    case inFence = "IN_FENCE_FD"
    case sourceX = "SRC_X"
    case sourceY = "SRC_Y"
    case sourceWidth = "SRC_W"
    case sourceHeight = "SRC_H"
    case destinationX = "CRTC_X"
    case destinationY = "CRTC_Y"
    case destinationWidth = "CRTC_W"
    case destinationHeight = "CRTC_H"
    case damageClips = "FB_DAMAGE_CLIPS"
    case rotation = "rotation"
    case alpha = "alpha"
    case blendMode = "pixel blend mode"
    case colorEncoding = "COLOR_ENCODING"
    case colorRange = "COLOR_RANGE"
    case zpos = "zpos"

    /// Whether the value counts for one commit only: the kernel forgets it afterwards.
    var isForOneCommit: Bool { self == .inFence || self == .damageClips }
}

/// One line of a commit: a property of an object gets a value. A value itself, so that commits can be tested and
/// logged without a device.
struct AtomicAssignment: Hashable {
    var object: KMSObject
    var property: AtomicProperty
    var value: UInt64

    init(_ object: KMSObject, _ property: AtomicProperty, _ value: UInt64) {
        self.object = object
        self.property = property
        self.value = value
    }
}
