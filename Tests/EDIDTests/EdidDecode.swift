import EDID

/// The lines of an `edid-decode` report that this module has an equal of, and the same lines made from an `EDID`.
/// Runs of spaces count as one, and of a detailed timing's line the aspect ratio and line rate are left out.
enum EdidDecode {
    private static let prefixes = [
        "EDID Structure Version", "Manufacturer:", "Model:", "Serial Number:", "Made in:", "Model year:",
        "Digital display", "Analog display", "Maximum image size:", "Image size is variable", "Aspect ratio:",
        "Bits per primary color channel:", "DVI interface", "HDMI-a interface", "HDMI-b interface",
        "DisplayPort interface", "Display Product Name:", "Display Product Serial Number:",
        "Alphanumeric Data String:", "Monitor ranges", "Underscans IT", "Basic audio", "Supports YCbCr",
        "Native detailed modes:", "PT scan", "IT scan", "CE scan", "Source physical address:", "Maximum TMDS",
    ]

    static func facts(inReport report: String) -> [String] {
        var facts: [String] = []
        var block = ""
        var heading = ""
        for raw in report.split(whereSeparator: \.isNewline) {
            let line = raw.split(separator: " ").joined(separator: " ")
            if raw.hasPrefix("Block ") {
                block = String(raw)
                facts.append(line.split(separator: ",")[0].lowercased())
            } else if raw.hasPrefix("  "), !raw.hasPrefix("   ") {
                heading = line
            }
            if let wrong = line.wholeMatch(of: /Checksum: 0x\w\w \(should be 0x\w\w\)/), !raw.hasPrefix(" ") {
                facts.append(String(wrong.0))
            }
            guard block.contains("Base EDID") || block.contains("CTA-861") else { continue }
            if let timing = line.firstMatch(of: /DTD \d+: (\S+ [\d.]+ Hz) \S+ [\d.]+ kHz ([\d.]+ MHz)/) {
                let size = line.firstMatch(of: /\d+ mm x \d+ mm/).map { " " + $0.0 } ?? ""
                facts.append("DTD: \(timing.1) \(timing.2)\(size)")
            } else if let axis = line.firstMatch(of: /[HV]front (\d+) [HV]sync (\d+) [HV]back (-?\d+)/) {
                // The two fields of a frame have a line each.
                if !line.contains("Even Field") { facts.append("porches \(axis.1) \(axis.2) \(axis.3)") }
            } else if let vic = line.wholeMatch(of: /VIC (\d+):.*?(\(native\))?/), heading == "Video Data Block:" {
                facts.append("VIC \(vic.1)\(vic.2 == nil ? "" : " native")")
            } else if prefixes.contains(where: line.hasPrefix) {
                // Texts lose the spaces at their ends; and a text of spaces is none.
                let text = line.replacing(/\s*'\s*$/, with: "'").replacing(/: '\s*/, with: ": '")
                if text.hasSuffix(": ''") || text.hasSuffix(": '") { continue }
                facts.append(text)
            }
        }
        return facts.sorted()
    }

    static func facts(of edid: EDID) -> [String] {
        var facts = (0...edid.extensions.count).map { "block \($0)" }
        facts += identification(of: edid) + parameters(of: edid)
        facts += edid.detailedTimings.flatMap(lines)
        if let limits = edid.rangeLimits { facts.append(line(limits)) }
        if let cta = edid.cta { facts += lines(cta, of: edid) }
        for issue in edid.issues where issue.code == .checksumInvalid {
            let found = edid.bytes[issue.offset]
            let block = edid.bytes[(issue.offset - 127)..<issue.offset]
            facts.append("Checksum: \(hexadecimal(found)) (should be \(hexadecimal(block.reduce(0) { $0 &- $1 })))")
        }
        return facts.sorted()
    }

    private static func identification(of edid: EDID) -> [String] {
        var facts: [String] = []
        if let version = edid.version { facts.append("EDID Structure Version & Revision: \(version)") }
        if let manufacturer = edid.manufacturer { facts.append("Manufacturer: \(manufacturer)") }
        if let product = edid.productCode { facts.append("Model: \(product)") }
        if let serial = edid.serialNumber { facts.append("Serial Number: \(serial)") }
        switch edid.made {
        case .week(let week, let year): facts.append("Made in: week \(week) of \(year)")
        case .year(let year): facts.append("Made in: \(year)")
        case .modelYear(let year): facts.append("Model year: \(year)")
        case nil: break
        }
        if let name = edid.displayName { facts.append("Display Product Name: '\(name)'") }
        if let serial = edid.serialText { facts.append("Display Product Serial Number: '\(serial)'") }
        return facts + edid.texts.map { "Alphanumeric Data String: '\($0)'" }
    }

    private static func parameters(of edid: EDID) -> [String] {
        var facts: [String] = []
        switch edid.input {
        case .analogue: facts.append("Analog display")
        case .digital(let bits, let interface):
            facts.append("Digital display")
            if let bits { facts.append("Bits per primary color channel: \(bits)") }
            switch interface {
            case .dvi: facts.append("DVI interface")
            case .hdmiA: facts.append("HDMI-a interface")
            case .hdmiB: facts.append("HDMI-b interface")
            case .displayPort: facts.append("DisplayPort interface")
            default: break
            }
        case nil: break
        }
        switch edid.screenSize {
        case .size(let size): facts.append("Maximum image size: \(size.width / 10) cm x \(size.height / 10) cm")
        case .aspectRatio(let hundredths):
            let shape = hundredths >= 100 ? "landscape" : "portrait"
            facts.append("Aspect ratio: \(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst()) (\(shape))")
        case nil: facts.append("Image size is variable")
        }
        return facts
    }

    private static func lines(_ timing: DetailedTiming) -> [String] {
        let size = timing.imageSize.map { " \($0)" } ?? ""
        let mode = "\(timing.width)x\(timing.height)\(timing.scan == .interlaced ? "i" : "")"
        let rate = decimal(timing.refreshRate.hertz)
        let clock = decimal(Double(timing.pixelClockHz) / 1e6)
        return ["DTD: \(mode) \(rate) Hz \(clock) MHz\(size)"]
            + [timing.horizontal, timing.vertical].map { "porches \($0.frontPorch) \($0.syncWidth) \($0.backPorch)" }
    }

    private static func line(_ limits: RangeLimits) -> String {
        let formula =
            switch limits.formula {
            case .defaultGTF: "GTF"
            case .none: "Bare Limits"
            case .secondaryGTF: "Secondary GTF"
            case .cvt: "CVT"
            case .reserved: "?"
            }
        let (vertical, horizontal) = (limits.vertical, limits.horizontal)
        let clock = limits.maximumPixelClockKHz.map { ", max dotclock \($0 / 1000) MHz" } ?? ""
        return "Monitor ranges (\(formula)): \(vertical.lowerBound)-\(vertical.upperBound) Hz V, "
            + "\(horizontal.lowerBound)-\(horizontal.upperBound) kHz H\(clock)"
    }

    private static func lines(_ cta: CTACapabilities, of edid: EDID) -> [String] {
        var facts = cta.videoFormats.map { "VIC \($0.vic)\($0.nativeness == .native ? " native" : "")" }
        if cta.computerFormatsByDefault == .underscanned { facts.append("Underscans IT Video Formats by default") }
        if cta.audio == .basic { facts.append("Basic audio support") }
        if edid.colorFormats.contains(.ycbcr444) { facts.append("Supports YCbCr 4:4:4") }
        if edid.colorFormats.contains(.ycbcr422) { facts.append("Supports YCbCr 4:2:2") }
        facts.append("Native detailed modes: \(cta.nativeDetailedTimings)")
        if let hdmi = cta.hdmi {
            if let address = hdmi.physicalAddress { facts.append("Source physical address: \(address)") }
            if let clock = hdmi.maximumTMDSClockMHz { facts.append("Maximum TMDS clock: \(clock) MHz") }
            if let rate = hdmi.maximumTMDSCharacterRateMHz {
                facts.append("Maximum TMDS Character Rate: \(rate) MHz")
            }
        }
        if let scan = cta.videoCapability {
            let kinds = [("PT", scan.preferredTiming), ("IT", scan.computerFormats), ("CE", scan.televisionFormats)]
            facts += kinds.map { "\($0) scan behavior: \(words(for: $1, $0))" }
        }
        return facts
    }

    private static func words(for behaviour: CTACapabilities.ScanBehaviour, _ kind: String) -> String {
        switch behaviour {
        case .unspecified where kind == "PT": "No Data"
        case .unspecified: "\(kind) video formats not supported"
        case .alwaysOverscanned: "Always Overscanned"
        case .alwaysUnderscanned: "Always Underscanned"
        case .selectable: "Supports both over- and underscan"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// With six decimals.
    private static func decimal(_ value: Double) -> String {
        let millionths = Int((value * 1e6).rounded())
        let fraction = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
