import BuiltInContent
import Dispatch
import DisplayModel
import DisplayPlanning
import KioskEngine
import LinuxSystem
import MachineInspection
public import Paths
import Playlist
public import PlaylistReading
import StatusFile
import Timing

/// What plays unattended while a playlist cannot: what the configuration names for that, else the built-in picture.
public final class FallbackContent {
    /// A picture, a folder or a playlist. Nil for the built-in picture.
    let path: FilePath?
    let defaults: PlaylistDefaults
    let log: Log
    /// Whether the playlists may be what ended the last starts. Then they are left alone at first.
    let suspectsPlaylists: Bool
    /// As it was read last.
    private var outcome: PlaylistReader.Outcome?
    private var rereading: PlaylistRereading?
    private let reading: Reading
    /// Called when ``problems`` may be others.
    var onNews: () -> Void = {}
    /// Whether the built-in picture carries the machine's name and address.
    let isLabelled: Bool

    /// How its files are read, and how long that may take.
    struct Reading {
        var makeReader: PlaylistRereading.MakeReader = PlaylistLoading.readers(isUnattended: true)
        /// Before anything plays.
        var firstLimit = Duration.seconds(5)
        /// Later, before it is said.
        var patience = Duration.seconds(20)
    }

    /// - Parameters:
    ///   - path: of a picture, a folder or a playlist; nil for the built-in picture.
    ///   - isLabelled: whether the built-in picture carries the machine's name and address.
    ///   - suspectsPlaylists: whether the playlists are left alone at first.
    public convenience init(
        _ path: FilePath?, isLabelled: Bool, defaults: PlaylistDefaults, suspectsPlaylists: Bool, log: Log
    ) {
        self.init(
            path, isLabelled: isLabelled, defaults: defaults, suspectsPlaylists: suspectsPlaylists, log: log,
            reading: Reading())
    }

    init(
        _ path: FilePath?, isLabelled: Bool, defaults: PlaylistDefaults, suspectsPlaylists: Bool, log: Log,
        reading: Reading
    ) {
        self.reading = reading
        self.path = path
        self.defaults = defaults
        self.suspectsPlaylists = suspectsPlaylists
        self.isLabelled = isLabelled
        self.log = log
    }

    static let builtIn = RunningStatus.Playlist.builtIn

    /// Whether a show of this name is one of these.
    func isName(_ name: String) -> Bool { name == Self.builtIn || name == path?.description }

    /// Reads it for the first time, before anything plays, as long as that takes few seconds.
    func read() {
        guard let path else { return }
        let limit = DispatchTimeInterval.milliseconds(Int(reading.firstLimit / .milliseconds(1)))
        let outcome = answer(within: limit) { [defaults, makeReader = reading.makeReader] in
            makeReader(.onDisk).read(path, defaults: defaults)
        }
        if let outcome { return take(outcome) }
        log(.warning, "fallback: \(path): no answer within \(reading.firstLimit.components.seconds) s")
    }

    /// Why the built-in picture shows in its place, as lines for people.
    var problems: [String] {
        guard let path else { return [] }
        let issues = outcome?.playlist?.isEmpty == false ? [] : outcome?.issues ?? []
        return issues.map { "fallback: \($0)" } + (rereading?.delay.map { ["fallback: \(path): \($0)"] } ?? [])
    }

    /// Follows its files, so that what shows when it is needed is what is there, and nothing waits for a disk then.
    func follow(on loop: EventLoop, _ engine: Engine) throws(SystemError) {
        guard let path else { return }
        let asked = PlaylistPath(path)
        rereading = try PlaylistRereading(
            asked, defaults: defaults, sources: outcome?.sources ?? Playlist.Sources(files: [path]), on: loop,
            patience: reading.patience, makeReader: reading.makeReader,
            .init(
                onReading: { [unowned self, unowned engine] reading in
                    take(reading.outcome)
                    replace(in: engine)
                    onNews()
                },
                onTrouble: { [unowned self] text in
                    log(.warning, "fallback: \(path): \(text)")
                    onNews()
                }))
    }

    /// What changed of it since it was read is read again from now on.
    func begin() { rereading?.begin() }

    private func take(_ new: PlaylistReader.Outcome) {
        let isNews = new.issues != outcome?.issues
        let isPlayable = new.playlist?.isEmpty == false
        if isNews, !isPlayable { for issue in new.issues { log(.warning, "fallback: \(issue)") } }
        outcome = new
    }

    /// Shows it as it is now where an older one plays, or the built-in picture.
    private func replace(in engine: Engine) {
        for (path, name) in engine.playing where isName(name) {
            guard let show = configured else { return }
            if !engine.shows(show, for: path, isRetry: false) {
                engine.replaceShow(of: path, with: show)
            }
        }
    }

    /// - Parameter broken: the show of which nothing can be shown.
    /// - Returns: the next one to try. Nil where there is none.
    func show(after broken: Show? = nil) -> Show? {
        guard broken?.name != Self.builtIn else { return nil }
        if broken == nil || broken?.name != path?.description, let show = configured { return show }
        return Show(Self.playlist, from: Self.builtIn, isLabelled: isLabelled, clock: .current, now: EventLoop.now)
    }

    private var configured: Show? {
        guard let path, let outcome, let playlist = outcome.playlist, !playlist.isEmpty else { return nil }
        return Show(playlist, from: "\(path)", shaders: outcome.shaders, clock: .current, now: EventLoop.now)
    }

    /// The picture in the middle of the screen, over a colour, which can be shown even where no picture can.
    private static var playlist: Playlist {
        let color = Item(.color(Color(red: 0.07, green: 0.1, blue: 0.13)))
        var look = Look()
        look.background = .none
        let picture = Item(.picture(path: picture), style: Style(look, .cut))
        return Playlist(
            zones: [
                Zone(frame: .screen, content: ItemList([color])),
                Zone(area: .middle, content: ItemList([picture])),
            ], sync: .start)
    }

    /// Where the decoder finds it: a file in memory, made once, which stays open as long as the program runs.
    private static let picture: FilePath = {
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
