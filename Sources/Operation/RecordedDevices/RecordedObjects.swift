import DisplayModel

/// The KMS objects of one recorded device, with what they need to know of each other.
struct RecordedObjects {
    private let node: RecordedValue
    private let crtcIDs: [CRTCID]
    private let encoders: [UInt32: Encoder]

    /// What lies between a connector and its CRTCs. Atomic programs need to know only whom it can join.
    private struct Encoder {
        var possibleCRTCs: UInt32
        var crtc: CRTCID?
    }

    init(_ node: RecordedValue) throws(RecordingError) {
        self.node = node
        crtcIDs = try node.member("crtcs").map { crtc throws(RecordingError) in CRTCID(rawValue: try crtc.id) }
        var encoders: [UInt32: Encoder] = [:]
        _ = try node.member("encoders").map { encoder throws(RecordingError) in
            encoders[try encoder.id] = Encoder(
                possibleCRTCs: try encoder.member("possible_crtcs").integer(),
                crtc: try encoder.optional("crtc_id")?.objectID.map(CRTCID.init))
        }
        self.encoders = encoders
    }

    // MARK: - Connectors

    var connectors: [ConnectorSnapshot] {
        get throws(RecordingError) {
            var counts: [ConnectorType: UInt32] = [:]
            return try node.member("connectors").map { connector throws(RecordingError) in
                let type = ConnectorType(rawValue: try connector.member("type").integer())
                counts[type, default: 0] += 1
                return try self.connector(connector, type, index: counts[type] ?? 1)
            }
        }
    }

    private func connector(
        _ connector: RecordedValue, _ type: ConnectorType, index: UInt32
    ) throws(RecordingError) -> ConnectorSnapshot {
        let properties = try RecordedProperties(of: connector)
        let mask = try connector.member("encoders").map { id throws(RecordingError) in
            guard let encoder = encoders[try id.integer()] else { throw id.error("there is no such encoder") }
            return encoder.possibleCRTCs
        }.reduce(0, |)
        let (width, height): (UInt32, UInt32) = (
            try connector.member("phy_width").integer(), try connector.member("phy_height").integer()
        )
        let size = Size(width: Int(width), height: Int(height))
        return ConnectorSnapshot(
            id: ConnectorID(rawValue: try connector.id), type: type,
            typeIndex: try connector.optional("type_index")?.integer() ?? index,
            status: ConnectorSnapshot.Status(number: try connector.member("status").integer()),
            modes: try connector.member("modes").map { mode throws(RecordingError) in try Mode(mode) }
                .filter { !$0.isStereo },
            edid: try properties.data("EDID")?.bytes, physicalSize: size.isEmpty ? nil : size,
            subpixel: ConnectorSnapshot.Subpixel(number: try connector.member("subpixel").integer()),
            possibleCRTCs: crtcs(of: mask), crtc: try crtc(feeding: connector, properties),
            properties: properties.all, path: try path(properties), tile: try tile(properties))
    }

    /// An atomic device says it in the connector's own property, others by the encoder that is in use.
    private func crtc(
        feeding connector: RecordedValue, _ properties: RecordedProperties
    ) throws(RecordingError) -> CRTCID? {
        if let property = properties["CRTC_ID"] {
            return property.value == 0 ? nil : CRTCID(rawValue: UInt32(truncatingIfNeeded: property.value))
        }
        guard let encoder = try connector.optional("encoder_id")?.objectID else { return nil }
        return encoders[encoder]?.crtc
    }

    /// The `PATH` property: text, in the JSON with the zero byte that ends it.
    private func path(_ properties: RecordedProperties) throws(RecordingError) -> String? {
        let text = try properties.data("PATH")?.text.prefix { $0 != "\0" }
        return text.flatMap { $0.isEmpty ? nil : String($0) }
    }

    private func tile(_ properties: RecordedProperties) throws(RecordingError) -> ConnectorSnapshot.Tile? {
        guard let data = try properties.data("TILE") else { return nil }
        guard let tile = ConnectorSnapshot.Tile(property: try data.bytes) else {
            throw data.error("the blob is no TILE property: eight numbers with colons between them")
        }
        return tile
    }

    // MARK: - CRTCs and planes

    var crtcs: [CRTCSnapshot] {
        get throws(RecordingError) {
            try node.member("crtcs").map { crtc throws(RecordingError) in
                let properties = try RecordedProperties(of: crtc)
                let content = if let mode = try crtc.optional("mode") { mode } else { try properties.data("MODE_ID") }
                let mode = try content.map { content throws(RecordingError) in try Mode(content) }
                return CRTCSnapshot(
                    id: CRTCID(rawValue: try crtc.id),
                    isActive: properties["ACTIVE"].map { $0.value == 1 } ?? (mode != nil), mode: mode,
                    properties: properties.all)
            }
        }
    }

    var planes: [PlaneSnapshot] {
        get throws(RecordingError) {
            try node.member("planes").map { plane throws(RecordingError) in
                let properties = try RecordedProperties(of: plane)
                return PlaneSnapshot(
                    id: PlaneID(rawValue: try plane.id), kind: PlaneSnapshot.Kind(number: properties["type"]?.value),
                    possibleCRTCs: crtcs(of: try plane.member("possible_crtcs").integer()),
                    formats: try formats(of: plane, properties), scanout: try scanout(of: plane, properties),
                    properties: properties.all)
            }
        }
    }

    /// The plane's list of formats, which is in the driver's order of preference, with the modifiers of `IN_FORMATS`.
    private func formats(
        of plane: RecordedValue, _ properties: RecordedProperties
    ) throws(RecordingError) -> [FormatSupport] {
        var formats = try plane.member("formats").map { format throws(RecordingError) in
            FormatSupport(format: PixelFormat(rawValue: try format.integer()), modifiers: [])
        }
        _ = try properties.data("IN_FORMATS")?.map { entry throws(RecordingError) in
            let modifier = FormatModifier(rawValue: try entry.member("modifier").bits)
            _ = try entry.member("formats").map { format throws(RecordingError) in
                let format = PixelFormat(rawValue: try format.integer())
                if let index = formats.firstIndex(where: { $0.format == format }) {
                    formats[index].modifiers.append(modifier)
                } else {
                    formats.append(FormatSupport(format: format, modifiers: [modifier]))
                }
            }
        }
        return formats
    }

    private func scanout(
        of plane: RecordedValue, _ properties: RecordedProperties
    ) throws(RecordingError) -> PlaneSnapshot.Scanout? {
        func id(_ property: String, _ member: String) throws(RecordingError) -> UInt32? {
            if let property = properties[property] {
                return property.value == 0 ? nil : UInt32(truncatingIfNeeded: property.value)
            }
            return try plane.optional(member)?.objectID
        }
        guard let crtc = try id("CRTC_ID", "crtc_id"), let framebuffer = try id("FB_ID", "fb_id") else { return nil }
        func number(_ name: String) -> Int { properties[name].map { Int(Int64(bitPattern: $0.value)) } ?? 0 }
        return PlaneSnapshot.Scanout(
            crtc: CRTCID(rawValue: crtc), framebuffer: FramebufferID(rawValue: framebuffer),
            // In 16.16 fixed point.
            source: Rectangle(
                x: number("SRC_X") >> 16, y: number("SRC_Y") >> 16, width: number("SRC_W") >> 16,
                height: number("SRC_H") >> 16),
            destination: Rectangle(
                x: number("CRTC_X"), y: number("CRTC_Y"), width: number("CRTC_W"), height: number("CRTC_H")))
    }

    /// Bit n of a mask is the nth CRTC in the kernel's order. Some drivers set bits beyond the last.
    private func crtcs(of mask: UInt32) -> [CRTCID] {
        crtcIDs.enumerated().filter { index, _ in index < 32 && mask >> UInt32(index) & 1 == 1 }.map(\.element)
    }
}

extension RecordedValue {
    fileprivate var id: UInt32 {
        get throws(RecordingError) { try member("id").integer() }
    }

    /// The id of another object; 0 means none.
    fileprivate var objectID: UInt32? {
        get throws(RecordingError) {
            let id: UInt32 = try integer()
            return id == 0 ? nil : id
        }
    }
}
