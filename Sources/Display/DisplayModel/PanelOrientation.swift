extension Orientation {
    /// How content is turned to stand upright on a panel that is built in turned.
    ///
    /// The kernel's connector property `panel orientation` names the side of the *panel* that is at the top of the
    /// *device*: `Left Side Up` says that the panel's left edge is the device's upper one
    /// (`enum drm_panel_orientation`, include/drm/drm_connector.h). So the content's top has to lie along that edge of
    /// the panel:
    ///
    /// | choice | the content's top lies along the panel's | turned clockwise by |
    /// |---|---|---|
    /// | `Normal` | upper edge | 0 |
    /// | `Right Side Up` | right edge | 90 |
    /// | `Upside Down` | lower edge | 180 |
    /// | `Left Side Up` | left edge | 270 |
    ///
    /// The kernel's console turns itself the same way: `Left Side Up` is `FB_ROTATE_CCW` there, which is
    /// counter-clockwise, as `DRM_MODE_ROTATE_90` and `WL_OUTPUT_TRANSFORM_90` are.
    /// - Parameter panelOrientation: the name of the property's value. Nil comes back for any other text.
    public init?(panelOrientation: some StringProtocol) {
        switch panelOrientation {
        case "Normal": self = .normal
        case "Right Side Up": self = .clockwise90
        case "Upside Down": self = .clockwise180
        case "Left Side Up": self = .clockwise270
        default: return nil
        }
    }
}
