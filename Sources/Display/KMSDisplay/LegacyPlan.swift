import DisplayModel

/// What a ``DisplayUpdate`` becomes on a device without atomic modesetting: calls for one CRTC after the other. A value, so
/// that it can be tested without a device.
enum LegacyPlan {
    /// What `drmModeSetCrtc` sets.
    struct Configuration: Hashable {
        var crtc: CRTCID
        /// Nil switches the CRTC off.
        var picture: Picture?

        struct Picture: Hashable {
            var mode: Mode
            var framebuffer: FramebufferID
            /// Where the mode's size begins in the framebuffer.
            var (x, y): (Int, Int)
            var connectors: [ConnectorID]

            static func == (one: Self, other: Self) -> Bool {
                one.mode == other.mode && one.framebuffer == other.framebuffer && one.x == other.x && one.y == other.y
                    && one.connectors == other.connectors
            }

            func hash(into hasher: inout Hasher) {
                hasher.combine(framebuffer)
                hasher.combine(connectors)
            }
        }
    }

    /// Why such a device cannot show an update, whatever its driver says. Nil where it may.
    ///
    /// There is no test-only commit: what is not found here is tried for real.
    static func refusal(of update: DisplayUpdate, on device: DeviceSnapshot) -> String? {
        for output in update.enabled {
            guard output.layers.count == 1, let layer = output.layers.first,
                let plane = device.planes.first(where: { $0.id == layer.plane })
            else { return "without atomic modesetting a CRTC shows one layer" }
            guard plane.kind == .primary, plane.possibleCRTCs.contains(output.crtc) else {
                return "plane \(layer.plane) is not the CRTC's primary plane"
            }
            guard layer.destination == Rectangle(output.mode.size), layer.source.size == output.mode.size,
                layer.source.x >= 0, layer.source.y >= 0
            else { return "without atomic modesetting nothing is scaled or moved" }
            guard layer.properties == LayerProperties() else {
                return "without atomic modesetting a layer has no properties"
            }
            guard device.connector(output.connector)?.possibleCRTCs.contains(output.crtc) == true else {
                return "CRTC \(output.crtc) cannot feed the connector"
            }
            guard device.sizeLimits.contains(output.mode.size.width),
                device.sizeLimits.contains(output.mode.size.height)
            else { return "\(output.mode.size) is outside the device's limits" }
        }
        return nil
    }

    /// The CRTCs of an update as they are afterwards, in the order in which they are set: what goes off first, which frees
    /// bandwidth and connectors.
    static func configurations(_ update: DisplayUpdate) -> [Configuration] {
        update.disabled.map { Configuration(crtc: $0.crtc, picture: nil) }
            + update.enabledCRTCs.compactMap { crtc in
                let outputs = update.enabled.filter { $0.crtc == crtc }
                guard let first = outputs.first, let layer = first.layers.first else { return nil }
                return Configuration(
                    crtc: crtc,
                    picture: .init(
                        mode: first.mode, framebuffer: layer.framebuffer, x: layer.source.x, y: layer.source.y,
                        connectors: outputs.map(\.connector)))
            }
    }

    /// The properties that an update sets: those of an atomic commit, less those that the calls themselves stand for. The
    /// gamma table has a call of its own.
    static func properties(_ update: DisplayUpdate, from state: KernelState) -> [AtomicAssignment] {
        CommitPlan.modeset(update, from: state, modeBlobs: [:]).assignments.filter { assignment in
            switch assignment.property {
            case .crtcID, .modeID, .active, .framebuffer, .inFence, .damageClips, .gammaTable, .sourceX, .sourceY,
                .sourceWidth, .sourceHeight, .destinationX, .destinationY, .destinationWidth, .destinationHeight:
                false
            default: state.has(assignment.property, assignment.object)
            }
        }
    }
}

/// A CRTC's gamma table, as the legacy calls have it: for each channel as many values as the CRTC says.
struct GammaTable: Hashable {
    var (red, green, blue): ([UInt16], [UInt16], [UInt16])

    init(red: [UInt16], green: [UInt16], blue: [UInt16]) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// What changes nothing.
    init(linear count: Int) {
        let values = (0..<count).map { UInt16($0 * 0xFFFF / max(1, count - 1)) }
        self.init(red: values, green: values, blue: values)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.red == other.red && one.green == other.green && one.blue == other.blue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(red) }

    /// Whether no pixel of eight bits a channel is changed by it: drivers round what they begin with in their own ways.
    var isNeutral: Bool {
        let linear = GammaTable(linear: red.count)
        return [red, green, blue].allSatisfy { channel in
            zip(channel, linear.red).allSatisfy { value, wanted in abs(Int(value) - Int(wanted)) < 0x200 }
        }
    }
}
