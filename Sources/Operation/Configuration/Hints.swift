import DisplayPlanning
import StrictYAML
import TextLayout

extension Bool {
    /// What other languages write.
    static func hint(_ text: String) -> String? {
        switch text.lowercased() {
        case "yes", "on", "1": Spelling.suggestion("true")
        case "no", "off", "0": Spelling.suggestion("false")
        default: Spelling.suggestion(for: text, in: ["true", "false"])
        }
    }
}

extension ModePolicy {
    /// What people write in place of a mode, and how it is written here.
    package static func hint(_ text: String) -> String? {
        let tidy = text.lowercased().replacing(" ", with: "").replacing("hz", with: "")
            .replacing(/[×*]/, with: "x")
        let size = sizes.first { $0.key.contains(tidy) }?.value
        if tidy != text || size != nil, let policy = ModePolicy(size ?? tidy) {
            return Spelling.suggestion("\(policy)")
        }
        return Spelling.suggestion(for: text, in: ["preferred", "highest", "lowest", "current"])
    }

    /// What sizes are called in shops.
    private static let sizes: KeyValuePairs<Set<String>, String> = [
        ["720p", "hd"]: "1280x720", ["1080p", "fullhd", "fhd", "2k"]: "1920x1080",
        ["1440p", "qhd", "wqhd"]: "2560x1440",
        ["2160p", "4k", "uhd"]: "3840x2160",
    ]
}
