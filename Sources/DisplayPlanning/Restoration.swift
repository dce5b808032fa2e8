public import DisplayModel

extension DisplayUpdate {
    /// Gives CRTCs back as they were found: with the mode, the framebuffer and the connector of whoever had them
    /// before (a console, a boot splash), or off.
    ///
    /// - Parameters:
    ///   - original: the device as it was before anything was committed.
    ///   - touched: the CRTCs that were used since.
    ///   - current: the device as it is, for which of them are on and which connectors they feed.
    public init(restoring original: DeviceSnapshot, touched: Set<CRTCID>, from current: DeviceSnapshot) {
        self.init()
        for crtc in original.crtcs where touched.contains(crtc.id) {
            let plane = original.planes.first { $0.kind == .primary && $0.scanout?.crtc == crtc.id }
            let connector = original.connectors.first { $0.crtc == crtc.id }
            if crtc.isActive, let mode = crtc.mode, let plane, let scanout = plane.scanout, let connector {
                lit.append(
                    Lit(
                        route: Route(connector: connector.id, crtc: crtc.id, plane: plane.id), mode: mode,
                        framebuffer: scanout.framebuffer, source: scanout.source, destination: scanout.destination))
            } else if current.crtc(crtc.id)?.isActive == true {
                dark.append(
                    Dark(crtc: crtc.id, connectors: current.connectors.filter { $0.crtc == crtc.id }.map(\.id)))
            }
        }
    }
}
