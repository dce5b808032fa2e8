public import Timing

/// The way a picture takes to a screen: which plane of which CRTC feeds which connector.
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

/// What a commit is to make of a device's CRTCs: a value that is inspected, tested and logged before anything happens.
/// CRTCs it does not name stay as they are.
public struct DisplayUpdate: Hashable, Sendable {
    /// CRTCs that show a framebuffer afterwards. In a modeset each feeds the connectors named here and lets go of all
    /// others; a CRTC that loses its last connector so is switched off.
    public var lit: [Lit]
    /// CRTCs that are off afterwards, with the connectors that they feed now. Only those that are on: the kernel
    /// refuses to switch off what is off.
    public var dark: [Dark]

    public init(lit: [Lit] = [], dark: [Dark] = []) {
        self.lit = lit
        self.dark = dark
    }

    public struct Lit: Hashable, Sendable {
        public var route: Route
        /// The mode to set, in a modeset; a flip leaves the mode alone and ignores it.
        public var mode: Mode
        public var framebuffer: FramebufferID
        /// The part of the framebuffer that is shown, in its pixels.
        public var source: Rectangle
        /// Where on the CRTC it lands, in the mode's pixels.
        public var destination: Rectangle
        /// What else a modeset sets on the connector. A flip ignores it.
        public var settings: ConnectorSettings
        /// Passed for the kernel to wait on before it shows the framebuffer: a sync file's descriptor, borrowed for
        /// the length of the commit. Nil where drawing is finished or synchronised implicitly.
        public var acquireFence: Int32?

        public init(
            route: Route, mode: Mode, framebuffer: FramebufferID, source: Rectangle? = nil,
            destination: Rectangle? = nil, settings: ConnectorSettings = ConnectorSettings(),
            acquireFence: Int32? = nil
        ) {
            self.route = route
            self.mode = mode
            self.framebuffer = framebuffer
            self.source = source ?? Rectangle(mode.size)
            self.destination = destination ?? Rectangle(mode.size)
            self.settings = settings
            self.acquireFence = acquireFence
        }
    }

    public struct Dark: Hashable, Sendable {
        public var crtc: CRTCID
        public var connectors: [ConnectorID]

        public init(crtc: CRTCID, connectors: [ConnectorID]) {
            self.crtc = crtc
            self.connectors = connectors
        }
    }
}

/// Properties of a connector that a person may have an opinion about. Nil leaves one as it is.
public struct ConnectorSettings: Hashable, Sendable {
    /// The most bits for each colour channel on the wire: `max bpc`, taken into the range that the driver has.
    public var maxBPC: Int?
    /// Black borders that the hardware puts around the picture, scaling it down, in pixels of the mode: the `left
    /// margin` properties (vc4 and others), or `underscan` (amdgpu, radeon, nouveau), which knows only two lengths.
    public var margins: EdgeInsets?

    public init(maxBPC: Int? = nil, margins: EdgeInsets? = nil) {
        self.maxBPC = maxBPC
        self.margins = margins
    }
}

/// How a ``DisplayUpdate`` is to be carried out.
public enum CommitKind: String, Hashable, Sendable {
    /// Ask the driver whether it could, and change nothing. A yes is not yet a promise.
    case test
    /// Set modes and routes; may take long and may blank. Waits until it is done. Each CRTC that is lit afterwards
    /// reports one page flip.
    case modeset
    /// Put another framebuffer on lit CRTCs at their next vblank. Does not wait; each CRTC reports one page flip.
    /// It does not ask for leave to set modes, so a wrong assumption fails and disturbs nothing.
    case flip
}

/// What a device tells of its own accord.
public enum DisplayEvent: Hashable, Sendable {
    /// A framebuffer that was committed for this CRTC is now the one scanned out, since `time`. The sequence counts
    /// vblanks; a driver without vblanks leaves it at 0.
    case pageFlip(crtc: CRTCID, sequence: UInt32, time: MonotonicTime)
}
