/// The full names behind the three letters that monitors name their makers by.
public struct MakerNames: Hashable, Sendable {
    private var names: [Substring: Substring] = [:]

    public init() {}

    /// Reads the list of UEFI's PNP registry as the package hwdata has it: three letters, a tab, a name on each line.
    public init(pnpIDs text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            if parts.count == 2, parts[0].utf8.count == 3 { names[parts[0]] = parts[1] }
        }
    }

    subscript(letters: String) -> String? { names[letters[...]].map(String.init) }
}
