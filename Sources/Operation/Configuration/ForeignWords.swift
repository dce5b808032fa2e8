import StrictYAML
import TextLayout

/// What other programs and everyday speech call settings, and how the same is written here; and where a key belongs that
/// stands in the wrong place.
enum ForeignWords {
    /// Where a key stands that is not known there.
    enum Place { case file, output }

    static func key(_ name: String, in place: Place) -> String? {
        let word = name.lowercased().replacing("_", with: "-")
        return switch place {
        case .file:
            ofFile(word)
                ?? (ofOutput(word) ?? (outputKeys.contains(word) ? word : nil)).map {
                    "'\($0)' belongs under 'defaults', for all screens, or into one of the 'outputs'"
                }
        case .output: ofOutput(word).map(Spelling.suggestion) ?? ofFile(word)
        }
    }

    private static let outputKeys: Set<String> = [
        "off", "power", "wake-priority", "mode", "modes", "rotate", "overscan", "margins", "frame-interval", "max-bpc",
        "rgb-range", "mirror", "edid", "group",
    ]

    /// The key that is meant.
    private static func ofOutput(_ word: String) -> String? {
        switch word {
        case "rotation", "orientation", "turn", "transform": "rotate"
        case "resolution", "size", "refresh", "refresh-rate": "mode"
        case "hours", "on", "schedule", "power-schedule", "dpms": "power"
        case "disabled", "disable": "off"
        case "clone", "duplicate": "mirror"
        default: nil
        }
    }

    private static func ofFile(_ word: String) -> String? {
        switch word {
        case "timezone", "time-zone", "tz":
            "'timezone' is written in a playlist or in a schedule; else the machine's counts, which 'timedatectl "
                + "set-timezone Europe/Berlin' sets"
        case "screens", "displays", "monitors", "connectors", "output": Spelling.suggestion("outputs")
        case "content", "media", "source", "path", "folder", "playlists": Spelling.suggestion("playlist")
        case "video-wall", "videowall", "wall-of-screens": "screens side by side are written under 'spans' or 'wall'"
        default: nil
        }
    }
}
