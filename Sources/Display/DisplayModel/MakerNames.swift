/// The full names behind the three letters that monitors name their makers by.
public struct MakerNames: Hashable, Sendable {
    private var names: [Substring: Substring] = [:]

    /// What is known without any list.
    public init() {}

    /// Reads the list of UEFI's PNP registry as the package hwdata has it: three letters, a tab, a name on each line.
    public init(pnpIDs text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            if parts.count == 2, parts[0].utf8.count == 3 { names[parts[0]] = parts[1] }
        }
    }

    /// Reads the same list as udev's hardware database has it, in `20-acpi-vendor.hwdb`.
    public init(hardwareDatabase text: String) {
        var letters: Substring?
        for line in text.split(separator: "\n") {
            guard line.hasPrefix(" ") else {
                letters = line.between("acpi:", "*:").flatMap { $0.utf8.count == 3 ? $0 : nil }
                continue
            }
            if let name = line.between(" ID_VENDOR_FROM_DATABASE=", ""), let letters { names[letters] = name }
        }
    }

    /// The full name of a maker.
    /// - Parameter letters: of its monitors' EDIDs.
    public func name(of letters: String) -> String? { names[letters[...]].map(String.init) }

    /// Whether there is a list of names, beside the few that are always known.
    public var isEmpty: Bool { names.isEmpty }

    /// Adds the names of another list, as far as they are not in this one.
    public mutating func add(_ others: MakerNames) { names.merge(others.names) { own, _ in own } }

    /// The letters of all makers that are called so: by their whole name, its first words, or a pattern of it.
    func letters(of name: String) -> Set<String> {
        let (pattern, beginning) = (TextPattern(name), name.lowercased())
        let known = names.filter { _, full in
            if pattern.hasWildcards { return pattern.matches(String(full)) }
            let full = full.lowercased()
            guard full.hasPrefix(beginning) else { return false }
            return full.dropFirst(beginning.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
        }
        let common = Self.common.filter { pattern.matches($0.key) }.flatMap(\.value)
        return Set(known.keys.map(String.init)).union(common)
    }

    /// What the makers of many signs' monitors are called in shops, with the letters that those have (UEFI's registry).
    static let common = [
        "Acer": ["ACR"], "AOC": ["AOC"], "Apple": ["APP"], "Asus": ["AUS", "ACI"], "BenQ": ["BNQ"], "Dell": ["DEL"],
        "Eizo": ["ENC"], "HP": ["HPN", "HWP"], "Iiyama": ["IVM"], "Lenovo": ["LEN"], "LG": ["GSM"],
        "Panasonic": ["MEI"], "Philips": ["PHL"], "Samsung": ["SAM"], "Sharp": ["SHP"], "Sony": ["SNY"],
        "Toshiba": ["TSB"], "ViewSonic": ["VSC"],
    ]
}

extension Substring {
    fileprivate func between(_ prefix: String, _ suffix: String) -> Substring? {
        guard hasPrefix(prefix), hasSuffix(suffix), count > prefix.count + suffix.count else { return nil }
        return dropFirst(prefix.count).dropLast(suffix.count)
    }
}
