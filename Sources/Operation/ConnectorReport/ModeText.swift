import DisplayModel

extension ConnectorDetails {
    /// The modes by size, the largest first, each size with its rates.
    var modeRows: [(size: String, rates: String)] {
        var rates: [Size: [Rate]] = [:]
        for (index, mode) in snapshot.modes.enumerated() {
            rates[mode.size, default: []].append(Rate(mode, isCurrent: index == currentIndex))
        }
        return rates.sorted { ($0.key.area, $0.key.width) > ($1.key.area, $1.key.width) }.map { size, rates in
            (size.description, Rate.merged(rates).map(\.text).joined(separator: "  "))
        }
    }
}

extension Mode {
    /// `1920x1080i@59.94`
    var title: String { "\(size)\(isInterlaced ? "i" : "")@\(refresh.thousandths)" }
}

extension RefreshRate {
    /// In Hz with three decimals at most, which is what tells 23.976 from 24: `60`, `59.94`, `23.976`.
    fileprivate var thousandths: String {
        let number = Int((hertz * 1000).rounded())
        let digits = String(1000 + number % 1000).dropFirst()
        let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
        return fraction.isEmpty ? "\(number / 1000)" : "\(number / 1000).\(fraction)"
    }
}

/// A mode among others of its size.
private struct Rate {
    var hertz: Double
    var isInterlaced: Bool
    /// `59.94i`, and the picture's aspect where it is not the one that the size has.
    var name: String
    var aspect: String
    var isCurrent: Bool
    var isPreferred: Bool

    init(_ mode: Mode, isCurrent: Bool) {
        hertz = mode.refresh.hertz
        isInterlaced = mode.isInterlaced
        name = mode.refresh.thousandths + (mode.isInterlaced ? "i" : "")
        aspect = mode.pictureAspect.flatMap { Self.isShape(of: mode.size, $0) ? nil : " (\($0))" } ?? ""
        self.isCurrent = isCurrent
        isPreferred = mode.isPreferred
    }

    var text: String { "\(name)\(isCurrent ? "*" : "")\(isPreferred ? "+" : "")\(aspect)" }

    /// Progressive before interlaced, then the fastest first. Modes that differ in nothing that is told here are one.
    static func merged(_ rates: [Rate]) -> [Rate] {
        var merged: [Rate] = []
        for rate in rates {
            if let index = merged.firstIndex(where: { $0.name == rate.name && $0.aspect == rate.aspect }) {
                merged[index].isCurrent = merged[index].isCurrent || rate.isCurrent
                merged[index].isPreferred = merged[index].isPreferred || rate.isPreferred
            } else {
                merged.append(rate)
            }
        }
        return merged.sorted { a, b in a.isInterlaced == b.isInterlaced ? a.hertz > b.hertz : b.isInterlaced }
    }

    private static func isShape(of size: Size, _ aspect: String) -> Bool {
        let parts = aspect.split(separator: ":").compactMap { Double($0) }
        guard parts.count == 2, size.height > 0 else { return false }
        return abs(Double(size.width) / Double(size.height) * parts[1] / parts[0] - 1) < 0.02
    }
}
