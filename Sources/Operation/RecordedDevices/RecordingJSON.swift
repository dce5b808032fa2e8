import DisplayModel
public import JSONCoding

extension Recording {
    /// What `drm_info -j` would say, as far as ``init(_:)`` reads it, which makes equal devices of it again.
    public var json: JSON {
        .object(devices.map { JSON.Member(name: $0.path, value: $0.recorded) })
    }
}

extension DeviceSnapshot {
    fileprivate var recorded: JSON {
        let encoders = recordedEncoders
        return [
            "driver": driver.recorded(capabilities),
            "bus": JSON(bus),
            "fb_size": [
                "min_width": JSON(sizeLimits.lowerBound), "max_width": JSON(sizeLimits.upperBound),
                "min_height": JSON(sizeLimits.lowerBound), "max_height": JSON(sizeLimits.upperBound),
            ],
            "connectors": .array(zip(connectors, encoders).map { $0.recorded(encoder: $1) }),
            "encoders": .array(
                zip(connectors, encoders).map { connector, id in
                    [
                        "id": JSON(id), "crtc_id": JSON(connector.crtc?.rawValue ?? 0),
                        "possible_crtcs": mask(connector.possibleCRTCs),
                    ]
                }),
            "crtcs": .array(crtcs.map(\.recorded)),
            "planes": .array(planes.map { $0.recorded(possibleCRTCs: mask($0.possibleCRTCs)) }),
        ]
    }

    /// A snapshot knows no encoders: one for each connector says the same. Their ids are those of no other object.
    private var recordedEncoders: Range<UInt32> {
        let ids = connectors.map(\.id.rawValue) + crtcs.map(\.id.rawValue) + planes.map(\.id.rawValue)
        let first = (ids.max() ?? 0) + 1
        return first..<first + UInt32(connectors.count)
    }

    private func mask(_ wanted: [CRTCID]) -> JSON {
        let bits = crtcs.enumerated().filter { $0.offset < 32 && wanted.contains($0.element.id) }
        return JSON(bits.reduce(UInt32(0)) { $0 | 1 << UInt32($1.offset) })
    }
}

extension DeviceSnapshot.Driver {
    fileprivate func recorded(_ capabilities: DeviceSnapshot.Capabilities) -> JSON {
        let parts = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
        func flag(_ capability: DeviceSnapshot.Capabilities) -> JSON { JSON(capabilities.contains(capability) ? 1 : 0) }
        let prime = (capabilities.contains(.primeImport) ? 1 : 0) + (capabilities.contains(.primeExport) ? 2 : 0)
        return [
            "name": .string(name), "desc": .string(about),
            "version": ["major": JSON(parts[0]), "minor": JSON(parts[1]), "patch": JSON(parts[2])],
            "client_caps": [
                "ATOMIC": JSON(capabilities.contains(.atomic)),
                "UNIVERSAL_PLANES": JSON(capabilities.contains(.universalPlanes)),
                "WRITEBACK_CONNECTORS": JSON(capabilities.contains(.writeback)),
            ],
            "caps": [
                "ADDFB2_MODIFIERS": flag(.modifiers), "DUMB_BUFFER": flag(.dumbBuffers), "PRIME": JSON(prime),
                "TIMESTAMP_MONOTONIC": flag(.monotonicTimestamps), "CRTC_IN_VBLANK_EVENT": flag(.crtcInEvents),
                "ASYNC_PAGE_FLIP": flag(.asynchronousFlips), "SYNCOBJ": flag(.syncObjects),
            ],
        ]
    }
}

extension ConnectorSnapshot {
    fileprivate func recorded(encoder: UInt32) -> JSON {
        var blobs: [String: JSON] = [:]
        blobs["EDID"] = edid.map { .string(String(base64: $0)) }
        blobs["PATH"] = path.map { .string($0) }
        blobs["TILE"] = tile.map { .string(String(base64: Array($0.property.utf8))) }
        return [
            "id": JSON(id.rawValue), "type": JSON(type.rawValue), "type_index": JSON(typeIndex),
            "status": JSON(status.number), "phy_width": JSON(physicalSize?.width ?? 0),
            "phy_height": JSON(physicalSize?.height ?? 0), "subpixel": JSON(subpixel.number),
            "encoder_id": JSON(crtc == nil ? 0 : encoder), "encoders": [JSON(encoder)],
            "modes": .array(modes.map(\.recorded)), "properties": properties.recorded(blobs),
        ]
    }
}

extension ConnectorSnapshot.Tile {
    /// The text of the kernel's `drm_connector_set_tile_property`.
    fileprivate var property: String {
        let numbers = [group, isSingleMonitor ? 1 : 0, columns, rows, column, row, size.width, size.height]
        return numbers.map(String.init).joined(separator: ":") + "\0"
    }
}

extension CRTCSnapshot {
    fileprivate var recorded: JSON {
        ["id": JSON(id.rawValue), "mode": JSON(mode, \.recorded), "properties": properties.recorded([:])]
    }
}

extension PlaneSnapshot {
    fileprivate func recorded(possibleCRTCs: JSON) -> JSON {
        let modified = formats.byModifier.map { modifier, formats -> JSON in
            ["modifier": .unsigned(modifier.rawValue), "formats": .array(formats.map { JSON($0.rawValue) })]
        }
        return [
            "id": JSON(id.rawValue), "possible_crtcs": possibleCRTCs,
            "crtc_id": JSON(scanout?.crtc.rawValue ?? 0), "fb_id": JSON(scanout?.framebuffer.rawValue ?? 0),
            "formats": .array(formats.map { JSON($0.format.rawValue) }),
            "properties": properties.recorded(modified.isEmpty ? [:] : ["IN_FORMATS": .array(modified)]),
        ]
    }
}

extension [FormatSupport] {
    /// Each modifier with its formats, in an order that gives every format its modifiers in the order that it has. A
    /// modifier comes twice only where two formats disagree.
    fileprivate var byModifier: [(FormatModifier, [PixelFormat])] {
        var rest = map { $0.modifiers[...] }
        var result: [(FormatModifier, [PixelFormat])] = []
        while let any = rest.lazy.compactMap(\.first).first {
            let next =
                rest.lazy.compactMap(\.first)
                .first { candidate in !rest.contains { $0.dropFirst().contains(candidate) } } ?? any
            var formats: [PixelFormat] = []
            for index in indices where rest[index].first == next {
                formats.append(self[index].format)
                rest[index] = rest[index].dropFirst()
            }
            result.append((next, formats))
        }
        return result
    }
}

extension Mode {
    fileprivate var recorded: JSON {
        [
            "clock": JSON(clock),
            "hdisplay": JSON(horizontal.display), "hsync_start": JSON(horizontal.syncStart),
            "hsync_end": JSON(horizontal.syncEnd),
            "htotal": JSON(horizontal.total), "hskew": JSON(hskew),
            "vdisplay": JSON(vertical.display), "vsync_start": JSON(vertical.syncStart),
            "vsync_end": JSON(vertical.syncEnd),
            "vtotal": JSON(vertical.total), "vscan": JSON(vscan),
            "vrefresh": JSON(vrefresh), "flags": JSON(flags.rawValue), "type": JSON(type.rawValue),
            "name": .string(name),
        ]
    }
}

extension [Property] {
    /// By name, of which a kernel object has each once.
    /// - Parameter blobs: what is in them, as far as it is known.
    fileprivate func recorded(_ blobs: [String: JSON]) -> JSON {
        var names: Set<String> = []
        return .object(
            filter { names.insert($0.name).inserted }.map { property in
                JSON.Member(name: property.name, value: property.recorded(blobs[property.name]))
            })
    }
}

extension Property {
    fileprivate func recorded(_ data: JSON?) -> JSON {
        let (type, spec) = kind.recorded
        return [
            "id": JSON(id), "type": .integer(type), "immutable": .bool(isImmutable), "raw_value": .unsigned(value),
            "spec": spec, "data": data ?? .null,
        ]
    }
}

extension Property.Kind {
    /// `DRM_MODE_PROP_*`, and the limits or the choices.
    fileprivate var recorded: (type: Int, spec: JSON) {
        func choices(_ choices: [Property.Choice]) -> JSON {
            .array(choices.map { ["name": .string($0.name), "value": .unsigned($0.value)] })
        }
        return switch self {
        case .range(let range): (1 << 1, ["min": .unsigned(range.lowerBound), "max": .unsigned(range.upperBound)])
        case .enumeration(let all): (1 << 3, choices(all))
        case .blob: (1 << 4, .null)
        case .bitmask(let all): (1 << 5, choices(all))
        case .object: (1 << 6, .null)
        case .signedRange(let range): (2 << 6, ["min": JSON(range.lowerBound), "max": JSON(range.upperBound)])
        }
    }
}
