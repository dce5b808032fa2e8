public import DisplayModel

/// Which of a monitor's modes is wanted.
public enum ModePolicy: Hashable, Sendable {
    /// The monitor's preferred mode.
    case preferred
    /// The largest area of the modes in the shape of the preferred one; of those the fastest. Televisions of 3840x2160
    /// also take 4096x2160, cut off or squeezed, and projectors take more than they have pixels for.
    case highest
    /// The smallest area; of those the slowest.
    case lowest
    /// The one that is running, so that taking over from a boot splash does not flicker. The preferred one if none is running.
    case current
    /// One of this size: the nearest to this rate in Hz where one is given, else the preferred one, else the fastest.
    case exact(Size, hertz: Double?, ScanType?)

    public enum ScanType: Hashable, Sendable {
        case progressive, interlaced
    }
}

extension ModePolicy: CustomStringConvertible {
    /// Reads what `--mode` takes: `preferred`, `highest`, `lowest`, `current`, `1920x1080`, `1920x1080@59.94`,
    /// `1920x1080i@50`. Nil for anything else.
    public init?(_ text: String) {
        switch text {
        case "preferred": self = .preferred
        case "highest": self = .highest
        case "lowest": self = .lowest
        case "current": self = .current
        default:
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard let first = parts.first, parts.count <= 2 else { return nil }
            let scan: ScanType? =
                switch first.last {
                case "i": .interlaced
                case "p": .progressive
                default: nil
                }
            guard let size = Size(scan == nil ? first : first.dropLast()) else { return nil }
            var hertz: Double?
            if parts.count == 2 {
                guard let rate = Double(parts[1]), rate.isFinite, rate > 0, rate <= 1000 else { return nil }
                hertz = rate
            }
            self = .exact(size, hertz: hertz, scan)
        }
    }

    public var description: String {
        switch self {
        case .preferred: return "preferred"
        case .highest: return "highest"
        case .lowest: return "lowest"
        case .current: return "current"
        case .exact(let size, let hertz, let scan):
            let mark = scan.map { $0 == .interlaced ? "i" : "p" } ?? ""
            let rate = hertz.map { $0 == $0.rounded() ? "@\(Int($0))" : "@\($0)" } ?? ""
            return "\(size)\(mark)\(rate)"
        }
    }
}

/// The modes to try on a connector, best first, and whether the first is what was asked for.
public struct ModeCandidates: Hashable, Sendable {
    /// Without repetition. Empty only where the connector has no modes at all.
    public var candidates: [Mode]
    /// Why the first candidate is not what the policy names. Nil where it is.
    public var shortfall: String?

    /// - Parameters:
    ///   - modes: the kernel's list; modes are never made from the EDID.
    ///   - current: the mode that feeds the connector now.
    public init(_ policy: ModePolicy, modes: [Mode], current: Mode?) {
        let preferred = modes.first(where: \.isPreferred) ?? modes.first
        var first: Mode?
        switch policy {
        case .preferred:
            first = preferred
        case .highest:
            let alike = modes.filter { mode in preferred.map { mode.size.hasShape(of: $0.size) } ?? true }
            first = alike.max(by: Self.isLower)
        case .lowest:
            // A progressive mode wins a tie here too, so this is not the reverse order of `isLower`.
            first = modes.min { a, b in
                if a.size.area != b.size.area { return a.size.area < b.size.area }
                if a.isInterlaced != b.isInterlaced { return b.isInterlaced }
                return a.refresh < b.refresh
            }
        case .current:
            first = current.flatMap { current in
                modes.first { $0 == current } ?? modes.first { $0.hasTimings(of: current) }
            }
            if first == nil { first = preferred }
        case .exact(let size, let hertz, let scan):
            first = Self.best(of: modes, size: size, hertz: hertz, scan: scan)
            if first == nil {
                first = preferred
                shortfall =
                    "the monitor has no mode \(policy)" + (preferred.map { "; using its preferred \($0)" } ?? "")
            }
        }
        guard let first else {
            candidates = []
            shortfall = "the monitor offers no modes"
            return
        }
        // Below the wanted mode: the same size slower, then ever smaller; a bandwidth that is too much for one mode is
        // too much for the larger ones as well, but a mode can also be refused for its own sake, so those come last.
        let others = modes.filter { $0 != first }
        let fits = others.filter { Self.isLower($0, first) }.sorted { Self.isLower($1, $0) }
        let rest = others.filter { !Self.isLower($0, first) }.sorted(by: Self.isLower)
        candidates = [first]
        for mode in fits + rest where !candidates.contains(mode) { candidates.append(mode) }
    }

    /// By area, then progressive above interlaced, then by rate. Of modes equal in these the kernel's first wins.
    private static func isLower(_ a: Mode, _ b: Mode) -> Bool {
        if a.size.area != b.size.area { return a.size.area < b.size.area }
        if a.isInterlaced != b.isInterlaced { return a.isInterlaced }
        return a.refresh < b.refresh
    }

    private static func best(of modes: [Mode], size: Size, hertz: Double?, scan: ModePolicy.ScanType?) -> Mode? {
        let fitting = modes.filter {
            $0.size == size && (scan == nil || $0.isInterlaced == (scan == .interlaced))
        }
        guard let hertz else {
            return fitting.first(where: \.isPreferred) ?? fitting.max(by: isLower)
        }
        // 60 is asked for where 59.94 is meant, but nobody who writes 60 wants 50.
        let near = fitting.filter { abs($0.refresh.hertz - hertz) <= 0.6 }
        return near.min { a, b in
            let (da, db) = (abs(a.refresh.hertz - hertz), abs(b.refresh.hertz - hertz))
            if a.isInterlaced != b.isInterlaced && scan == nil { return b.isInterlaced }
            return da < db
        }
    }
}

extension Size {
    /// Whether both are as wide for their height, but for what rounding to whole pixels makes of it: 1366x768 and
    /// 1360x768 are 16:9 as well, 4096x2160 is not.
    fileprivate func hasShape(of other: Size) -> Bool {
        let (a, b) = (Double(width * other.height), Double(other.width * height))
        return abs(a - b) <= 0.02 * max(a, b)
    }
}

extension Mode {
    /// Whether both have the same signal timings. Names and types are not compared.
    public func hasTimings(of other: Mode) -> Bool {
        var (a, b) = (self, other)
        (a.name, a.type, a.vrefresh) = ("", [], 0)
        (b.name, b.type, b.vrefresh) = ("", [], 0)
        return a == b
    }
}
