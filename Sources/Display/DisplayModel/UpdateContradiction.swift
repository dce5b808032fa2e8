extension DisplayUpdate {
    /// Why an update is wrong on any device. It is refused without asking the kernel.
    public struct Contradiction: Hashable, Sendable {
        public var object: Object
        public var reason: String

        public enum Object: Hashable, Sendable {
            case connector(ConnectorID)
            case crtc(CRTCID)
            case plane(PlaneID)
        }
    }

    /// Nil for a consistent update.
    public var contradiction: Contradiction? {
        var planes: [PlaneID: CRTCID] = [:]
        for (index, output) in enabled.enumerated() {
            if disabled.contains(where: { $0.crtc == output.crtc }) {
                return Contradiction(.crtc(output.crtc), "it is both enabled and disabled")
            }
            if output.layers.isEmpty { return Contradiction(.crtc(output.crtc), "it is enabled without any layer") }
            let before = enabled[..<index]
            if before.contains(where: { $0.connector == output.connector && $0.crtc != output.crtc }) {
                return Contradiction(.connector(output.connector), "two CRTCs are to feed it")
            }
            if let twin = before.first(where: { $0.crtc == output.crtc }) {
                guard twin.mode == output.mode, twin.layers == output.layers else {
                    return Contradiction(
                        .crtc(output.crtc), "the connectors that it feeds are to have different modes or layers")
                }
                continue
            }
            for layer in output.layers {
                if let other = planes.updateValue(output.crtc, forKey: layer.plane) {
                    return Contradiction(
                        .plane(layer.plane),
                        other == output.crtc
                            ? "it is in two layers of CRTC \(other)"
                            : "it would be on the CRTCs \(other) and \(output.crtc) at once")
                }
            }
        }
        return nil
    }
}

extension DisplayUpdate.Contradiction {
    fileprivate init(_ object: Object, _ reason: String) { self.init(object: object, reason: reason) }
}
