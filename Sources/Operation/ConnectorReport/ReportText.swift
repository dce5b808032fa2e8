import DisplayModel
import EDID
import TextLayout

extension DisplayReport {
    /// For people: first what is plugged in, what runs and what is wrong, then each monitor in detail. Lines of at most
    /// 100 columns, plain ASCII unless a name has more, so that a serial console shows it too.
    public var text: String {
        var lines = [summary]
        for device in devices {
            lines += [""] + device.overview
        }
        let shown = devices.flatMap { device in
            device.connectors.filter(\.isWorthDetails).map { (device.snapshot.path, $0) }
        }
        for (path, connector) in shown {
            lines += ["", "\(connector.snapshot.name) on \(path)"] + connector.details
        }
        if shown.contains(where: { !$0.1.snapshot.modes.isEmpty }) {
            lines += ["", "Modes are in Hz; * is shown now, + preferred by the monitor, i interlaced."]
        }
        return lines.map(\.escaped).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let connectors = devices.flatMap(\.connectors)
        let connected = connectors.count { $0.snapshot.status == .connected }
        let concerns = devices.reduce(0) { $0 + $1.allConcerns.count }
        return "\(count(devices.count, "display device")), \(count(connectors.count, "connector")): "
            + "\(connected) connected, \(connectors.count(where: \.isLit)) lit, "
            + (concerns == 0 ? "nothing wrong." : "\(count(concerns, "problem")), marked !.")
    }
}

extension DeviceDetails {
    fileprivate var overview: [String] {
        let driver = "\(snapshot.driver.name) \(snapshot.driver.version)"
        let place = snapshot.bus.map { " at \($0)" } ?? ""
        let table = TextTable(
            header: ["CONNECTOR", "STATUS", "SHOWS NOW", "MONITOR", "SIZE"], rows: connectors.map(\.overviewRow))
        return ["\(snapshot.path): \(driver)\(place)"]
            + wrapped(abilities, indentation: 2)
            + (connectors.isEmpty ? ["  no connectors"] : table.lines(indentation: 2))
            + allConcerns.flatMap { wrapped("! \($0.subject): \($0.concern.message)", indentation: 2, hanging: 2) }
    }

    private var abilities: String {
        let capabilities = snapshot.capabilities
        let names: [(DeviceSnapshot.Capabilities, String)] = [
            (.atomic, "atomic"), (.modifiers, "modifiers"), (.asynchronousFlips, "async flips"),
            (.syncObjects, "sync objects"), (.primeExport, "dma-buf"),
        ]
        let present = names.filter { capabilities.contains($0.0) }.map(\.1)
        let limit = snapshot.sizeLimits.upperBound
        return
            (present + [count(snapshot.crtcs.count, "CRTC"), "framebuffers up to \(limit)x\(limit)"])
            .joined(separator: ", ")
    }
}

extension ConnectorDetails {
    fileprivate var overviewRow: [String] {
        let connected = snapshot.status == .connected
        let shows = currentMode.map(\.title) ?? (connected ? "nothing" : "")
        return [
            snapshot.name, snapshot.status.rawValue,
            [shows, snapshot.isNonDesktop ? "(non-desktop)" : ""].filter { !$0.isEmpty }.joined(separator: " "),
            edid.map(\.model) ?? (connected ? "no EDID" : ""),
            snapshot.physicalSize.map { "\($0.width) x \($0.height) mm" } ?? "",
        ]
    }

    fileprivate var isWorthDetails: Bool { snapshot.status != .disconnected || isLit }

    /// Labelled lines, without those that have nothing to say.
    fileprivate var details: [String] {
        let labelled: [(String, String?)] = [
            ("Shows", showing),
            ("Monitor", edid.map { $0.portrait(maker: maker) }),
            ("Input", edid?.inputs),
            ("EDID", edid.map { "\($0.version.map { "\($0), " } ?? "")\($0.bytes.count) bytes" }),
            ("Size", snapshot.physicalSize?.millimetresAndInches),
            ("Tile", snapshot.tile?.title),
            ("Hub", snapshot.path),
            ("Link", link),
            ("Set to", properties.title),
        ]
        let column = 11
        func label(_ name: String) -> String { "  " + name.padded(to: column - 2) }
        var lines = labelled.flatMap { name, value in
            value.map { wrapped($0, first: label(name), indentation: column) } ?? []
        }
        for (index, row) in modeRows.enumerated() {
            lines += wrapped(
                row.rates, first: label(index == 0 ? "Modes" : "") + row.size.padded(to: 12), indentation: column + 12)
        }
        for issue in edid?.issues ?? [] {
            lines += wrapped("! EDID, \(issue)", indentation: 2, hanging: 2)
        }
        return lines
    }

    private var showing: String {
        let possible = snapshot.possibleCRTCs.map { "\($0)" }.joined(separator: ", ")
        guard let currentMode, let crtc = snapshot.crtc else {
            return "nothing (possible CRTCs: \(possible.isEmpty ? "none" : possible))"
        }
        let foreign = currentIndex == nil ? ", a mode that is not in the list below" : ""
        return "\(currentMode.title) from CRTC \(crtc) (possible: \(possible))\(foreign)"
    }

    private var link: String? {
        let subpixel = snapshot.subpixel == .unknown ? nil : "subpixels \(snapshot.subpixel.rawValue)"
        let parts = [snapshot.linkStatus?.rawValue, subpixel].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension Size {
    /// The diagonal is what screens are sold by.
    fileprivate var millimetresAndInches: String {
        // In floating point, for a recording's sizes may be anything.
        let (width, height) = (Double(width), Double(height))
        let inches = ((width * width + height * height).squareRoot() / 2.54).rounded() / 10
        return "\(self.width) x \(self.height) mm (\(inches) inches)"
    }
}

extension ConnectorSnapshot.Tile {
    fileprivate var title: String {
        "column \(column + 1) of \(columns), row \(row + 1) of \(rows), \(size) each, group \(group)"
    }
}

extension KioskProperties {
    /// Those that the driver has, in the kernel's words.
    fileprivate var title: String? {
        var parts: [String] = []
        if let maxBPC {
            parts.append("max bpc \(maxBPC)" + (maxBPCRange.map { " (\($0.lowerBound) to \($0.upperBound))" } ?? ""))
        }
        if let isVRRCapable {
            parts.append(isVRRCapable ? "VRR \(isVRREnabled == true ? "on" : "off")" : "no VRR")
        }
        if let margins {
            parts.append("margins \(margins.top), \(margins.right), \(margins.bottom), \(margins.left)")
        }
        if let underscan {
            let border = underscan == "off" ? nil : underscanBorder
            parts.append("underscan \(underscan)" + (border.map { " by \($0.width), \($0.height)" } ?? ""))
        }
        let choices = [
            ("panel orientation", panelOrientation), ("scaling", scalingMode), ("aspect ratio", aspectRatio),
            ("RGB range", broadcastRGB), ("content protection", contentProtection),
        ]
        parts += choices.compactMap { name, choice in choice.map { "\(name) \($0)" } }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
