public import Timing

/// A path to a screen: the connector, the CRTC that feeds it, and the plane of the composed picture.
public struct Route: Hashable, Sendable {
    public var connector: ConnectorID
    public var crtc: CRTCID
    public var plane: PlaneID

    public init(connector: ConnectorID, crtc: CRTCID, plane: PlaneID) {
        self.connector = connector
        self.crtc = crtc
        self.plane = plane
    }
}

/// The state of some of a device's CRTCs after a commit: a value that is inspected, tested and logged before anything
/// happens. CRTCs that it does not name stay as they are.
public struct DisplayUpdate: Hashable, Sendable {
    /// CRTCs that are on afterwards. After a modeset each feeds only the connectors named here. A CRTC that loses its last
    /// connector to another one is switched off.
    public var enabled: [Enabled]
    /// CRTCs that are off afterwards, with the connectors that they feed now. Only those that are on: the kernel
    /// refuses to switch off what is off.
    public var disabled: [Disabled]

    public init(enabled: [Enabled] = [], disabled: [Disabled] = []) {
        self.enabled = enabled
        self.disabled = disabled
    }

    public struct Enabled: Hashable, Sendable {
        public var connector: ConnectorID
        public var crtc: CRTCID
        /// The mode to set, in a modeset; a flip ignores it.
        public var mode: Mode
        /// Everything that the CRTC shows afterwards, from bottom to top. Its other planes are switched off in the same
        /// commit. Where a CRTC feeds several connectors, all of them have the same layers.
        public var layers: [Layer]
        /// What else a modeset sets on the connector. A flip ignores it.
        public var settings: ConnectorSettings

        public init(
            connector: ConnectorID, crtc: CRTCID, mode: Mode, layers: [Layer],
            settings: ConnectorSettings = ConnectorSettings()
        ) {
            self.connector = connector
            self.crtc = crtc
            self.mode = mode
            self.layers = layers
            self.settings = settings
        }

        /// One layer on the route's plane. It covers the mode's size from the framebuffer's top left corner, where no
        /// rectangles are given.
        public init(
            route: Route, mode: Mode, framebuffer: FramebufferID, source: Rectangle? = nil,
            destination: Rectangle? = nil, settings: ConnectorSettings = ConnectorSettings(),
            acquireFence: Int32? = nil
        ) {
            self.init(
                connector: route.connector, crtc: route.crtc, mode: mode,
                layers: [
                    Layer(
                        plane: route.plane, framebuffer: framebuffer, source: source ?? Rectangle(mode.size),
                        destination: destination ?? Rectangle(mode.size), acquireFence: acquireFence)
                ],
                settings: settings)
        }
    }

    public struct Disabled: Hashable, Sendable {
        public var crtc: CRTCID
        public var connectors: [ConnectorID]

        public init(crtc: CRTCID, connectors: [ConnectorID]) {
            self.crtc = crtc
            self.connectors = connectors
        }
    }
}

/// Properties of a connector that can be configured. Nil leaves the value unchanged.
public struct ConnectorSettings: Hashable, Sendable {
    /// The maximum number of bits for each colour channel on the wire: `max bpc`.
    public var maxBPC: Int?
    /// Black borders that the hardware puts around the picture, scaling it down, in pixels of the mode: the `left
    /// margin` properties (vc4 and others), or `underscan` (amdgpu, radeon, nouveau), which has one length for left and
    /// right and one for top and bottom.
    public var margins: EdgeInsets?
    /// Whether RGB fills all of its values or keeps to 16 to 235, as a value of `Broadcast RGB`. The drivers number its
    /// choices differently.
    public var rgbRange: UInt64?
    /// Values of `Colorspace` and `content type`. Nil is neutral: the default one, and `Graphics`.
    public var (colorspace, contentType): (UInt64?, UInt64?)

    public init(maxBPC: Int? = nil, margins: EdgeInsets? = nil, rgbRange: UInt64? = nil) {
        self.maxBPC = maxBPC
        self.margins = margins
        self.rgbRange = rgbRange
    }
}

/// How a ``DisplayUpdate`` is to be carried out.
public enum CommitKind: Hashable, Sendable {
    /// Set modes and routes. Waits until it is done, which may take long, and screens may go black meanwhile. Each CRTC
    /// that is on afterwards reports one page flip.
    case modeset
    /// Give CRTCs that are on other layers at their next vblank. Does not wait; each CRTC reports one page flip. It is
    /// committed without `ALLOW_MODESET`, so one that would need a modeset fails and disturbs nothing.
    case flip
    /// Ask the driver whether it could carry out such a commit, and change nothing. The commit
    /// can fail even so. A test never fails with `EBUSY`.
    case test(Change)

    /// What a commit may change.
    public enum Change: Hashable, Sendable {
        /// Modes, routes and layers.
        case modeset
        /// Layers only.
        case flip
    }

    /// What a commit of this kind may change.
    public var change: Change {
        switch self {
        case .modeset, .test(.modeset): .modeset
        case .flip, .test(.flip): .flip
        }
    }

    /// Whether nothing is carried out.
    public var isTest: Bool { if case .test = self { true } else { false } }
}

/// Something that has happened on a device.
public enum DisplayEvent: Hashable, Sendable {
    /// A framebuffer that was committed for this CRTC has been scanned out since `time`. The sequence counts
    /// vblanks; a driver without vblanks leaves it at 0.
    case pageFlip(crtc: CRTCID, sequence: UInt32, time: MonotonicTime)
}
