import DisplayModel

/// The properties of a connector, and of the CRTC that feeds it, that matter to a sign or a kiosk. Nil for each that
/// the driver does not have.
struct KioskProperties: Hashable, Sendable {
    /// By which the television encoder shrinks the picture, in its own units.
    var margins: EdgeInsets?
    /// `off`, `on` or `auto`.
    var underscan: String?
    /// In pixels at each side, horizontally and vertically, with ``underscan`` on.
    var underscanBorder: Size?
    /// The most bits for each colour that the link may use.
    var maxBPC: Int?
    var maxBPCRange: ClosedRange<Int>?
    var isVRRCapable: Bool?
    var isVRREnabled: Bool?
    var panelOrientation: String?
    var contentProtection: String?
    var scalingMode: String?
    var aspectRatio: String?
    var broadcastRGB: String?

    init(connector: [Property], crtc: [Property]) {
        func number(_ name: String) -> Int? { connector[name].map { Int(truncatingIfNeeded: $0.value) } }
        let sides = ["top margin", "right margin", "bottom margin", "left margin"].map(number)
        if sides.contains(where: { $0 != nil }) {
            margins = EdgeInsets(
                top: sides[0] ?? 0, right: sides[1] ?? 0, bottom: sides[2] ?? 0, left: sides[3] ?? 0)
        }
        underscan = connector["underscan"]?.choice
        if let horizontal = number("underscan hborder"), let vertical = number("underscan vborder") {
            underscanBorder = Size(width: horizontal, height: vertical)
        }
        maxBPC = number("max bpc")
        if case .range(let range) = connector["max bpc"]?.kind {
            maxBPCRange = Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)
        }
        isVRRCapable = connector["vrr_capable"].map { $0.value != 0 }
        isVRREnabled = crtc["VRR_ENABLED"].map { $0.value != 0 }
        panelOrientation = connector["panel orientation"]?.choice
        contentProtection = connector["Content Protection"]?.choice
        scalingMode = connector["scaling mode"]?.choice
        aspectRatio = connector["aspect ratio"]?.choice
        broadcastRGB = connector["Broadcast RGB"]?.choice
    }
}
