import EDID
import JSONCoding

extension EDID {
    /// - Parameter maker: the maker's full name.
    func json(maker: String?) -> JSON {
        [
            "length": .integer(bytes.count),
            "version": JSON(version.map { "\($0)" }),
            "manufacturer": JSON(manufacturer),
            "manufacturer_name": JSON(maker),
            "product_code": JSON(productCode),
            "serial_number": JSON(serialNumber),
            "serial_text": JSON(serialText),
            "name": JSON(displayName),
            "week": JSON(week),
            "year": JSON(year),
            "model_year": JSON(modelYear),
            "physical_size_mm": JSON(physicalSize) { ["width": .integer($0.width), "height": .integer($0.height)] },
            "input": JSON(input, \.json),
            "hdmi": .bool(cta?.hdmi != nil),
            "hdr": .bool(!(cta?.hdrTransferFunctions ?? []).isDisjoint(with: [.pq, .hlg])),
            "audio": .bool(cta.map { $0.audio != .none } ?? false),
            "overscans_by_default": JSON(cta?.computerFormatsByDefault.map { $0 == .overscanned }),
            "preferred_timing": JSON(preferredTiming, \.json),
            "issues": .array(issues.map(\.json)),
        ]
    }

    private var week: Int? {
        if case .week(let week, _) = made { week } else { nil }
    }

    private var year: Int? {
        switch made {
        case .week(_, let year), .year(let year): year
        case .modelYear, nil: nil
        }
    }

    private var modelYear: Int? {
        if case .modelYear(let year) = made { year } else { nil }
    }
}

extension EDID.VideoInput {
    fileprivate var json: JSON {
        switch self {
        case .analogue: ["kind": "analogue", "bits_per_colour": .null, "interface": .null]
        case .digital(let bits, let interface):
            ["kind": "digital", "bits_per_colour": JSON(bits), "interface": JSON(interface?.name)]
        }
    }
}

extension EDID.DigitalInterface {
    var name: String {
        switch self {
        case .dvi: "DVI"
        case .hdmiA: "HDMI-A"
        case .hdmiB: "HDMI-B"
        case .mddi: "MDDI"
        case .displayPort: "DisplayPort"
        }
    }
}

extension DetailedTiming {
    fileprivate var json: JSON {
        [
            "width": .integer(width),
            "height": .integer(height),
            "refresh_hz": .number(refreshRate.hertz),
            "interlaced": .bool(scan == .interlaced),
            "pixel_clock_hz": .integer(pixelClockHz),
            "horizontal": horizontal.json,
            "vertical": vertical.json,
        ]
    }
}

extension DetailedTiming.Axis {
    fileprivate var json: JSON {
        [
            "active": .integer(active),
            "front_porch": .integer(frontPorch),
            "sync": .integer(syncWidth),
            "back_porch": .integer(backPorch),
            "border": .integer(border),
        ]
    }
}

extension ConformanceIssue {
    fileprivate var json: JSON {
        [
            "code": .string(code.rawValue),
            "offset": .integer(offset),
            "standard": .string(section.standard.rawValue),
            "section": .string(section.number),
            "message": .string(message),
        ]
    }
}
