import EDID

extension EDID {
    /// Maker and model, without the serial number.
    var model: String {
        var identity = identity
        (identity.serialNumber, identity.serialText) = (nil, nil)
        return "\(identity)"
    }

    /// Everything about who the monitor is.
    /// - Parameter maker: the maker's full name.
    func portrait(maker: String?) -> String {
        let code = productCode.map { code in
            let digits = String(code, radix: 16)
            return "product 0x" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return ["\(identity)", maker.map { "by \($0)" }, code, made?.title].compactMap(\.self).joined(separator: ", ")
    }

    var inputs: String? {
        var parts: [String] = []
        switch input {
        case .analogue: parts.append("analogue")
        case .digital(let bits, let interface):
            parts.append("digital" + (interface.map { " (\($0.name))" } ?? ""))
            if let bits { parts.append("\(bits) bits a colour") }
        case nil: return nil
        }
        if let cta {
            if cta.hdmi != nil { parts.append("HDMI") }
            if cta.audio != .none { parts.append("audio") }
            if !(cta.hdrTransferFunctions ?? []).isDisjoint(with: [.pq, .hlg]) { parts.append("HDR") }
            if cta.computerFormatsByDefault == .overscanned { parts.append("may cut off the edges (see --overscan)") }
        }
        return parts.joined(separator: ", ")
    }
}

extension EDID.ManufactureDate {
    fileprivate var title: String {
        switch self {
        case .week(let week, let year): "made in week \(week) of \(year)"
        case .year(let year): "made in \(year)"
        case .modelYear(let year): "model of \(year)"
        }
    }
}
