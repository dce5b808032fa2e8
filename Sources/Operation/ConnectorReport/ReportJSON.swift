import DisplayModel
import JSONCoding

// The names and types of the members are described in docs/list-connectors.schema.json, which a test compares with
// them. Members are only ever added; where one has to change its meaning, `format` counts up.

extension DisplayReport {
    /// One JSON document, by `docs/list-connectors.schema.json`. Every member is always there; null stands for what
    /// is not known or does not apply.
    public var json: String {
        JSON.object([
            JSON.Member(name: "format", value: .integer(1)),
            JSON.Member(name: "devices", value: .array(devices.map(\.json))),
        ]).text()
    }
}

extension DeviceDetails {
    fileprivate var json: JSON {
        [
            "path": .string(snapshot.path),
            "number": .string("\(snapshot.id)"),
            "driver": [
                "name": .string(snapshot.driver.name),
                "version": .string(snapshot.driver.version),
                "description": .string(snapshot.driver.about),
            ],
            "bus": JSON(snapshot.bus),
            "capabilities": .object(capabilities.map { JSON.Member(name: $0.name, value: .bool($0.isPresent)) }),
            "framebuffer_size": [
                "min": .integer(snapshot.sizeLimits.lowerBound), "max": .integer(snapshot.sizeLimits.upperBound),
            ],
            "concerns": .array(concerns.map(\.json)),
            "connectors": .array(connectors.map(\.json)),
            "crtcs": .array(snapshot.crtcs.map(json)),
            "primary_planes": .array(primaryPlanes.map(json)),
        ]
    }

    private func json(_ crtc: CRTCSnapshot) -> JSON {
        let fed = snapshot.connectors.filter { $0.crtc == crtc.id }
        return [
            "id": JSON(crtc.id.rawValue),
            "active": .bool(crtc.isActive),
            "mode": JSON(crtc.mode.map { "\($0)" }),
            "connectors": .array(fed.map { JSON($0.id.rawValue) }),
        ]
    }

    private func json(_ plane: PlaneSnapshot) -> JSON {
        [
            "id": JSON(plane.id.rawValue),
            "crtc": JSON(plane.scanout?.crtc.rawValue),
            "possible_crtcs": .array(plane.possibleCRTCs.map { JSON($0.rawValue) }),
            "formats": .array(
                plane.formats.map { format in
                    [
                        "format": .string("\(format.format)"),
                        "modifiers": .array(
                            format.modifiers.map { .string("0x" + String($0.rawValue, radix: 16)) }),
                    ]
                }),
        ]
    }
}

extension Concern {
    fileprivate var json: JSON { ["code": .string(code.rawValue), "message": .string(message)] }
}

extension ConnectorDetails {
    fileprivate var json: JSON {
        [
            "name": .string(snapshot.name),
            "id": JSON(snapshot.id.rawValue),
            "type": .string("\(snapshot.type)"),
            "type_index": JSON(snapshot.typeIndex),
            "path": JSON(snapshot.path),
            "status": .string(snapshot.status.rawValue),
            "enabled": .bool(isLit),
            "non_desktop": .bool(snapshot.isNonDesktop),
            "link_status": JSON(snapshot.linkStatus?.rawValue),
            "concerns": .array(concerns.map(\.json)),
            "subpixel": .string(snapshot.subpixel.rawValue),
            "physical_size_mm": JSON(snapshot.physicalSize, \.json),
            "possible_crtcs": .array(snapshot.possibleCRTCs.map { JSON($0.rawValue) }),
            "crtc": JSON(snapshot.crtc?.rawValue),
            "current_mode": JSON(currentMode) { $0.json(isCurrent: true) },
            "tile": JSON(snapshot.tile, \.json),
            "properties": properties.json,
            "edid": JSON(edid) { $0.json(maker: maker) },
            "modes": .array(
                snapshot.modes.enumerated().map { index, mode in mode.json(isCurrent: index == currentIndex) }),
        ]
    }
}

extension Size {
    var json: JSON { ["width": .integer(width), "height": .integer(height)] }
}

extension ConnectorSnapshot.Tile {
    fileprivate var json: JSON {
        [
            "group": .integer(group),
            "single_monitor": .bool(isSingleMonitor),
            "columns": .integer(columns),
            "rows": .integer(rows),
            "column": .integer(column),
            "row": .integer(row),
            "width": .integer(size.width),
            "height": .integer(size.height),
        ]
    }
}

extension KioskProperties {
    fileprivate var json: JSON {
        [
            "margins": JSON(margins) { margins in
                [
                    "top": .integer(margins.top), "right": .integer(margins.right),
                    "bottom": .integer(margins.bottom), "left": .integer(margins.left),
                ]
            },
            "underscan": JSON(underscan),
            "underscan_border": JSON(underscanBorder) {
                ["horizontal": .integer($0.width), "vertical": .integer($0.height)]
            },
            "max_bpc": JSON(maxBPC) { value in
                ["value": .integer(value), "min": JSON(maxBPCRange?.lowerBound), "max": JSON(maxBPCRange?.upperBound)]
            },
            "vrr_capable": JSON(isVRRCapable),
            "vrr_enabled": JSON(isVRREnabled),
            "panel_orientation": JSON(panelOrientation),
            "content_protection": JSON(contentProtection),
            "scaling_mode": JSON(scalingMode),
            "aspect_ratio": JSON(aspectRatio),
            "broadcast_rgb": JSON(broadcastRGB),
        ]
    }
}

extension Mode {
    fileprivate func json(isCurrent: Bool) -> JSON {
        let exact = refresh.inLowestTerms
        return [
            "name": .string(name),
            "width": JSON(horizontal.display),
            "height": JSON(vertical.display),
            "refresh_hz": .number(refresh.hertz),
            "refresh": ["numerator": JSON(exact.numerator), "denominator": JSON(exact.denominator)],
            "interlaced": .bool(isInterlaced),
            "preferred": .bool(isPreferred),
            "current": .bool(isCurrent),
            "picture_aspect": JSON(pictureAspect),
            "clock_khz": JSON(clock),
            "hsync_start": JSON(horizontal.syncStart),
            "hsync_end": JSON(horizontal.syncEnd),
            "htotal": JSON(horizontal.total),
            "hskew": JSON(hskew),
            "vsync_start": JSON(vertical.syncStart),
            "vsync_end": JSON(vertical.syncEnd),
            "vtotal": JSON(vertical.total),
            "vscan": JSON(vscan),
            "vrefresh": JSON(vrefresh),
            "hsync": JSON(polarity(.positiveHSync, .negativeHSync)),
            "vsync": JSON(polarity(.positiveVSync, .negativeVSync)),
            "double_scan": .bool(flags.contains(.doubleScan)),
            "double_clock": .bool(flags.contains(.doubleClock)),
            "flags": JSON(flags.rawValue),
            "type": JSON(type.rawValue),
        ]
    }

    private func polarity(_ positive: Flags, _ negative: Flags) -> String? {
        flags.contains(positive) ? "positive" : flags.contains(negative) ? "negative" : nil
    }
}

extension RefreshRate {
    fileprivate var inLowestTerms: RefreshRate {
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        guard divisor > 0 else { return self }
        return RefreshRate(numerator: numerator / divisor, denominator: denominator / divisor)
    }
}
