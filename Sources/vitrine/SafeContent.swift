import BuiltInContent
import DisplayModel
import DisplayPlanning
import KioskEngine
import LinuxEvents
import Playlist
import Timing

/// What plays unattended while a playlist cannot: what the configuration names for that, else what the program brings.
struct SafeContent {
    /// A picture, a folder or a playlist. Nil for what the program brings.
    let fallback: String?
    let defaults: PlaylistDefaults
    let log: Log

    static let builtIn = "built-in"

    /// Whether a show of this name is one of these.
    func isName(_ name: String) -> Bool { name == Self.builtIn || name == fallback }

    /// - Parameter broken: the show of which nothing can be shown.
    /// - Returns: the next one to try. Nil where there is none.
    func show(after broken: Show? = nil) -> Show? {
        guard broken?.name != Self.builtIn else { return nil }
        if let fallback, broken?.name != fallback, let show = configured(fallback) { return show }
        return Show(Self.playlist, from: Self.builtIn, clock: .current, now: EventLoop.now)
    }

    private func configured(_ path: String) -> Show? {
        let outcome = PlaylistFile.reader().read(path, defaults: defaults)
        guard let playlist = outcome.playlist, !playlist.isEmpty else {
            for issue in outcome.issues { log(.warning, "fallback: \(issue)") }
            return nil
        }
        return Show(playlist, from: path, shaders: outcome.shaders, clock: .current, now: EventLoop.now)
    }

    /// The picture in the middle of the screen, over a colour, which can be shown even where no picture can.
    private static var playlist: Playlist {
        let colour = Item(.colour(Colour(red: 0.07, green: 0.1, blue: 0.13)))
        var look = Look()
        look.background = .none
        let picture = Item(.picture(path: picture), style: Style(look, .cut))
        return Playlist(
            zones: [
                Zone(frame: .screen, content: ItemList([colour])),
                Zone(area: .middle, content: ItemList([picture])),
            ], sync: .start)
    }

    /// Where the decoder finds it: a file in memory, made once, which stays open as long as the program runs.
    private static let picture: String = {
        do throws(SystemError) {
            let file = try OwnedDescriptor.inMemory(BuiltInContent.picture, name: "vitrine's built-in picture")
            return "/proc/self/fd/\(file.release())"
        } catch {
            // The colour below it shows.
            return "the built-in picture"
        }
    }()
}

extension Area {
    /// Half of the width and height.
    fileprivate static var middle: Area {
        let quarter = Length(share: 0.25), half = Length(share: 0.5)
        return Area(x: quarter, y: quarter, width: half, height: half)
    }
}
