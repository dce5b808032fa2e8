public import DisplayModel

extension DisplayUpdate {
    /// Restores CRTCs to their original state: with the mode, the framebuffer and the connector of the previous owner (a
    /// console, a boot splash), or off.
    ///
    /// - Parameters:
    ///   - original: the device before the first commit.
    ///   - usedCRTCs: the CRTCs that were committed to since.
    ///   - current: the device now: which of the CRTCs are on, and which connectors they feed.
    public init(restoring original: DeviceSnapshot, usedCRTCs: Set<CRTCID>, from current: DeviceSnapshot) {
        self.init()
        for crtc in original.crtcs where usedCRTCs.contains(crtc.id) {
            let plane = original.planes.first { $0.kind == .primary && $0.scanout?.crtc == crtc.id }
            let connector = original.connectors.first { $0.crtc == crtc.id }
            if crtc.isActive, let mode = crtc.mode, let plane, let scanout = plane.scanout, let connector {
                enabled.append(
                    Enabled(
                        route: Route(connector: connector.id, crtc: crtc.id, plane: plane.id), mode: mode,
                        framebuffer: scanout.framebuffer, source: scanout.source, destination: scanout.destination,
                        settings: ConnectorSettings(of: connector)))
            } else if current.crtc(crtc.id)?.isActive == true {
                disabled.append(
                    Disabled(crtc: crtc.id, connectors: current.connectors.filter { $0.crtc == crtc.id }.map(\.id)))
            }
        }
    }
}

extension ConnectorSettings {
    /// As they are on a connector.
    init(of connector: ConnectorSnapshot) {
        func value(_ name: String) -> Int? { connector.properties[name].map { Int(clamping: $0.value) } }
        self.init(maxBPC: value("max bpc"), rgbRange: connector.properties["Broadcast RGB"]?.value)
        (colorspace, contentType) = (
            connector.properties["Colorspace"]?.value, connector.properties["content type"]?.value
        )
        if let left = value("left margin"), let right = value("right margin"), let top = value("top margin"),
            let bottom = value("bottom margin")
        {
            margins = EdgeInsets(top: top, right: right, bottom: bottom, left: left)
        } else if let horizontal = value("underscan hborder"), let vertical = value("underscan vborder") {
            let isOn = connector.properties["underscan"]?.choice == "on"
            margins =
                isOn ? EdgeInsets(top: vertical, right: horizontal, bottom: vertical, left: horizontal) : .zero
        }
    }
}
