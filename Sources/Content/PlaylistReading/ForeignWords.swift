import Scheduling
import TextLayout

/// What other signage systems, web pages and everyday speech call things, and how the same is written here.
enum ForeignWords {
    /// Where a key stands that is not known there.
    enum Place {
        case file, zone, item, schedule, condition
    }

    /// For a key that nothing is known by.
    static func key(_ name: String, in place: Place) -> String? {
        let word = name.lowercased().replacing("_", with: "-")
        return switch place {
        case .file: ofFile(word) ?? ofItemAlone(word, "a playlist") ?? ofContent(word)
        case .zone: ofZone(word) ?? ofItemAlone(word, "a zone") ?? ofItem(word) ?? ofContent(word)
        case .item: ofItem(word) ?? ofContent(word)
        case .schedule: ofSchedule(word)
        case .condition: ofCondition(word)
        }
    }

    private static func ofFile(_ word: String) -> String? {
        switch word {
        case "assets", "slides", "images", "photos", "files", "media", "content", "playlist":
            Spelling.suggestion("items")
        case "layout", "layouts", "regions", "widgets": Spelling.suggestion("zones")
        case "picture", "video", "folder":
            "what plays is an item: write 'items: [{\(word): \(Self.example(of: word))}]'"
        case "resolution", "size", "design-size": Spelling.suggestion("canvas")
        default: nil
        }
    }

    private static func example(of key: String) -> String {
        switch key {
        case "picture": "menu.png"
        case "video": "film.mp4"
        default: "photos"
        }
    }

    private static func ofZone(_ word: String) -> String? {
        switch word {
        case "x", "y", "left", "top", "right", "bottom", "width", "height", "size", "position", "rect", "geometry":
            "a zone's place is its 'area', x y width height, such as '75% 0 25% 100%'"
        case "regions", "layout": Spelling.suggestion("zones")
        default: nil
        }
    }

    /// What says how an item stands to the others of its list.
    private static func ofItemAlone(_ word: String, _ what: String) -> String? {
        switch word {
        case "priority", "repeat", "weight", "every", "share", "at-most":
            "'\(word)' is for items: give \(what) 'items', and write it in one of them"
        default: nil
        }
    }

    private static func ofItem(_ word: String) -> String? {
        switch word {
        case "image", "img", "photo", "slide", "src", "source", "file", "filename", "path", "uri", "media", "asset":
            Spelling.suggestion("picture")
        case "directory", "dir": Spelling.suggestion("folder")
        case "include", "list": Spelling.suggestion("playlist")
        case "interrupt", "emergency", "override":
            "what replaces everything else has a high 'priority', such as 1000"
        default: nil
        }
    }

    private static func ofContent(_ word: String) -> String? {
        switch word {
        case "movie", "film", "clip": Spelling.suggestion("video")
        case "audio", "sound", "volume", "mute": "videos play without sound"
        case "stream": "only files are shown; a program can write a stream into one"
        case "url", "web", "webpage", "website", "html", "page", "iframe":
            "web pages are not shown; a program can draw them as pictures into a 'folder'"
        case "message", "words", "label", "caption", "title": Spelling.suggestion("text")
        case "clock":
            "the time is a text: text: '{time:HH:mm}'"
        case "ticker", "rss":
            "text does not scroll, and feeds are not read; a program can write a playlist with a 'text'"
        case "size", "text-size": Spelling.suggestion("font-size")
        case "bold": Spelling.suggestion("font-weight: bold")
        case "italic": Spelling.suggestion("font-style: italic")
        case "text-align", "alignment", "halign": Spelling.suggestion("align")
        case "valign": Spelling.suggestion("vertical-align")
        case "font-family", "typeface": Spelling.suggestion("font")
        case "lang": Spelling.suggestion("language")
        case "shuffle", "random", "randomize", "randomise":
            "write 'order: shuffle'"
        case "loop", "repeat-all":
            "a list plays again and again by itself; leave it out"
        case "days", "times", "dates", "except", "rrule", "weekdays", "hours", "time":
            "write it in a schedule, such as schedule: {days: mon-fri, times: '11:30-14:00'}"
        case "start", "end", "start-date", "end-date", "from", "to", "valid-from", "valid-to", "expires":
            "from a date to a date is written schedule: {dates: 2026-06-01..2026-06-14}"
        default: nil
        }
    }

    private static func ofSchedule(_ word: String) -> String? {
        switch word {
        case "to", "end", "until", "start-date", "end-date":
            "a range is written 'dates: 2026-12-01..2026-12-24', or 'times: 11:30-14:00'"
        case "hours", "start-time", "end-time", "play-time-from", "play-time-to": Spelling.suggestion("times")
        case "weekday", "weekdays", "play-days": Spelling.suggestion("days")
        case "holidays", "exclude", "exceptions": Spelling.suggestion("except")
        case "cron", "repeat", "recurrence", "every":
            "a rule is one of iCalendar, such as 'rrule: FREQ=WEEKLY;BYDAY=MO', with a 'start'"
        default: nil
        }
    }

    private static func ofCondition(_ word: String) -> String? {
        switch word {
        case "output", "screen", "display", "port": Spelling.suggestion("connector")
        case "model", "name": Spelling.suggestion("monitor")
        case "manufacturer", "vendor": Spelling.suggestion("maker")
        case "resolution", "size": "write 'width' and 'height'"
        default: nil
        }
    }

    // MARK: Values

    static func fit(_ text: String) -> String? {
        switch text.lowercased() {
        case "fill": "'cover' fills the place and cuts off the rest, 'stretch' distorts the picture"
        case "crop", "zoom", "scale", "fullscreen": Spelling.suggestion("cover")
        case "fit", "letterbox", "inside": Spelling.suggestion("contain")
        case "original", "center", "centre": Spelling.suggestion("none")
        default: nil
        }
    }

    static func motion(_ text: String) -> String? {
        switch text.lowercased().filter(\.isLetter) {
        case "zoom", "kenburns", "in": Spelling.suggestion("zoom-in")
        case "pan", "scroll": Spelling.suggestion("pan-left")
        default: nil
        }
    }

    static func transition(_ text: String) -> String? {
        switch text.lowercased() {
        case "slide", "push", "wipe": "it has a direction; \(Spelling.suggestion("\(text.lowercased())-left"))"
        case "fade-in", "fadein", "fade-out", "fadeout": Spelling.suggestion("fade")
        case "none", "off": Spelling.suggestion("cut")
        default: nil
        }
    }

    static func focus(_ text: String) -> String? {
        switch text.lowercased() {
        case "center", "centre", "middle": Spelling.suggestion("50% 50%")
        case "top": Spelling.suggestion("50% 0%")
        case "bottom": Spelling.suggestion("50% 100%")
        case "left": Spelling.suggestion("0% 50%")
        case "right": Spelling.suggestion("100% 50%")
        default: nil
        }
    }

    static func orientation(_ text: String) -> String? {
        switch text.lowercased() {
        case "vertical", "upright", "tall": Spelling.suggestion("portrait")
        case "horizontal", "wide": Spelling.suggestion("landscape")
        default: nil
        }
    }

    /// For text where a schedule's name is expected: days or times of day.
    static func schedule(_ text: String) -> String? {
        if Weekday.days(text: text) != nil { return "write schedule: {days: '\(text)'}" }
        return DailyWindow(text: text) == nil ? nil : "write schedule: {times: '\(text)'}"
    }
}
