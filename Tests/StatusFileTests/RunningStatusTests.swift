import Foundation
import JSONCoding
import SchemaValidation
import StatusFile
import Testing

@Suite struct RunningStatusTests {
    private typealias Screen = RunningStatus.Screen

    private let lit = Screen(connector: "HDMI-A-1", monitor: "DEL U2720Q", state: .lit, mode: "1280x720@60")
    private let dark = Screen(
        connector: "DP-1", state: .dark, reason: "no CRTC is left", tried: ["3840x2160@60: Invalid argument"])
    private let unwanted = Screen(connector: "DP-2", state: .disconnected, reason: "no monitor")
    private var off: Screen {
        var screen = Screen(
            connector: "HDMI-A-2", monitor: "DEL U2720Q", state: .off, reason: "off until 07:00, by schedule")
        screen.since = "2026-11-21T22:00:00+01:00"
        screen.until = "2026-11-22T07:00:00+01:00"
        return screen
    }
    private var showing: Screen {
        var screen = lit
        screen.since = "2026-11-21T13:00:00+01:00"
        screen.shortfall = "1920x1080 is not there"
        screen.zones = [
            .init(
                shows: "/a.png", since: "2026-11-21T13:00:00+01:00",
                next: .init(shows: nil, at: "2026-11-21T18:00:00+01:00")),
            .init(name: "strip", isUnscheduled: true),
        ]
        return screen
    }
    private func black(until time: String?, shows: String? = "/a.png") -> Screen {
        var screen = lit
        screen.zones = [
            .init(
                since: "2026-11-21T02:00:00+01:00", isUnscheduled: true,
                next: time.map { .init(shows: shows, at: $0) })
        ]
        return screen
    }

    private func status(_ devices: [RunningStatus.Device], isActive: Bool = true) -> RunningStatus {
        RunningStatus(
            version: "0.1.0", process: 123, started: "2026-11-21T12:00:00Z",
            session: .init(kind: "virtual terminal tty1", isActive: isActive), devices: devices,
            playlists: [
                .init(path: "a.yaml, else b", playing: "b", mode: .playlist, problems: ["a.yaml:1:2: error: …"])
            ])
    }

    private var whole: RunningStatus {
        status([
            .init(path: "/dev/dri/card0", driver: "i915", renderer: "Mesa", screens: [showing, dark, unwanted, off]),
            .init(path: "/dev/dri/card1", waiting: "permission denied"),
        ])
    }

    /// With all that seldom is.
    private var full: RunningStatus {
        var status = whole
        status.configuration = .init(path: "/c.yaml", mode: .former, problems: ["/c.yaml:1:1: error: x"])
        status.devices[0].screens[0].zones[0].video = .init(
            codec: "h264", size: "1280x720", rate: "29.97", decoder: "software", path: "gl", shown: 1234, late: 2,
            dropped: 1)
        status.playlists[0].shaders = [.init(path: "/m/own.frag", reason: "line 2: too much")]
        status.playlists[0].suspect = .init(starts: 3, until: "2026-11-21T12:10:00+01:00")
        return status
    }

    @Test func aVideoIsToldWithItsFrames() {
        let line = full.text(width: 200).split(separator: "\n").map { $0.drop { $0 == " " } }.first {
            $0.contains("h264")
        }
        #expect(
            line
                == "h264 1280x720 at 29.97 frames/s, decoded in software, drawn by GL: 1234 frames shown, 2 late, 1 dropped"
        )
    }

    /// Whatever leaves a screen other than it is meant to be, in the order of screens, devices and playlists.
    @Test func problemsAreWhatASignShouldNotHave() {
        func problems(_ change: (inout RunningStatus) -> Void) -> [String] {
            var status = RunningStatus(devices: [.init(path: "/dev/dri/card0", screens: [lit])])
            change(&status)
            return status.problems
        }
        #expect(problems { _ in } == [])
        #expect(problems { $0.devices[0].screens = [unwanted] } == [])
        #expect(
            problems {
                $0.devices[0].screens = [unwanted, unwanted]
                $0.devices[0].screens[0].expected = .configured
                $0.devices[0].screens[1].expected = .litBefore
                $0.devices[0].screens[1].since = "2026-11-21T13:00:00+01:00"
                $0.devices[0].screens[1].monitor = "DEL U2720Q"
            } == ["DP-2 unplugged, though it is configured", "DP-2 (DEL U2720Q) unplugged since 13:00 on 2026-11-21"])
        for (time, shows) in [(nil, "/a.png"), ("2026-11-21T09:00:00+01:00", nil)] as [(String?, String?)] {
            #expect(
                problems { $0.devices[0].screens = [black(until: time, shows: shows)] }
                    == ["HDMI-A-1 (DEL U2720Q) black: nothing is scheduled any more"])
        }
        #expect(
            problems { $0.devices[0].screens = [showing] } == ["HDMI-A-1 (DEL U2720Q): 1920x1080 is not there"])
        let pictures = ["/m/a.png", "/m/b.png"].map {
            RunningStatus.Playlist.Skipped(path: $0, reason: "not a picture")
        }
        #expect(
            problems { $0.playlists = [.init(path: "/m", playing: "built-in", mode: .builtIn, skipped: [pictures[0]])] }
                == ["the built-in picture shows in place of /m", "/m/a.png is skipped: not a picture"])
        #expect(
            problems { $0.playlists = [.init(path: "/m", playing: "/f", mode: .fallback, skipped: pictures)] }
                == ["/f shows in place of /m", "2 pictures are skipped, /m/a.png among them: not a picture"])
        #expect(
            problems { $0.playlists = [.init(path: "/m", playing: "/m", mode: .lastGood)] }
                == ["/m shows as it was when it could be played last"])
        #expect(
            problems {
                $0.playlists = [.init(path: "/m", playing: "built-in", mode: .builtIn)]
                $0.playlists[0].suspect = .init(starts: 3, until: "2026-11-21T12:10:00+01:00")
            } == [
                "the built-in picture shows in place of /m",
                "/m is left alone until 12:10 on 2026-11-21 or until it changes: 3 starts in a row failed, and it may be why",
            ])
        #expect(
            problems {
                $0.playlists = [.init(path: "/m", playing: "/m", mode: .playlist)]
                $0.playlists[0].shaders = [.init(path: "/m/own.frag", reason: "line 2: too much")]
            } == ["/m/own.frag is not used, and its slides are cross-faded: line 2: too much"])
        #expect(problems { $0.configuration = .init(path: "/c.yaml") } == [])
        #expect(
            problems { $0.configuration = .init(path: "/c.yaml", mode: .former, problems: ["/c.yaml:1:1: error: x"]) }
                == ["/c.yaml: it has changed and has mistakes, so it counts as it was before", "/c.yaml:1:1: error: x"])
        #expect(
            problems { $0.configuration = .init(path: "/c.yaml", mode: .none, problems: ["/c.yaml:1:1: error: x"]) }
                == ["/c.yaml: it has mistakes, so it is ignored", "/c.yaml:1:1: error: x"])
    }

    /// Black for a time is what a schedule means, and is said all the same.
    @Test func blackByScheduleIsANotice() {
        for (time, told) in [
            ("2026-11-21T09:00:00+01:00", "09:00"), ("2026-11-23T09:00:00+01:00", "09:00 on 2026-11-23"),
        ] {
            let status = RunningStatus(devices: [.init(path: "/dev/dri/card0", screens: [black(until: time)])])
            let sentence = "HDMI-A-1 (DEL U2720Q) black until \(told): nothing is scheduled"
            #expect(status.problems == [] && status.notices == [sentence])
            #expect(status.summary == "1 screen lit; \(sentence)")
            #expect(status.text(width: 132).contains("notice   \(sentence)\nno problems\n"))
        }
        #expect(RunningStatus(devices: [.init(path: "/dev/dri/card0", screens: [showing, dark])]).notices == [])
    }

    /// Mistakes of a changed configuration after those of the start still leave none in force.
    @Test func aConfigurationThatGetsWorse() {
        for (mode, after) in [
            (RunningStatus.Configuration.Mode.current, RunningStatus.Configuration.Mode.former), (.none, .none),
            (.former, .former),
        ] {
            var file = RunningStatus.Configuration(path: "/c.yaml", mode: mode)
            file.isBroken(by: ["x"])
            #expect(file.mode == after && file.problems == ["x"])
        }
    }

    @Test func itIsWhatTheSchemaSays() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let validator = try SchemaValidator(contentsOf: folder.appending(path: "../../docs/status.schema.json"))
        for status in [whole, full, status([])] {
            let faults = try validator.faults(in: status.json.text())
            #expect(faults == [], "\(faults)")
        }
    }

    @Test func whatIsWrittenIsRead() {
        var ended = whole
        ended.ended = "2026-11-21T13:00:00Z"
        ended.playlists[0].skipped = [.init(path: "/m/a.png", reason: "not a picture")]
        for status in [whole, full, ended, status([], isActive: false), RunningStatus()] {
            #expect(RunningStatus(Array(status.json.text().utf8)) == status)
        }
    }

    @Test func thePathsThatPlay() {
        var status = whole
        #expect(status.playingPaths == ["b"])
        status.playlists[0].playing = "built-in"
        #expect(status.playingPaths == [])
    }

    @Test func theSummaryNamesWhatIsDark() {
        #expect(status([]).summary == "waiting for a screen")
        #expect(status([.init(path: "/dev/dri/card0", screens: [unwanted])]).summary == "waiting for a screen")
        #expect(status([.init(path: "/dev/dri/card0", screens: [lit])]).summary == "1 screen lit")
        #expect(
            status([.init(path: "/dev/dri/card0", screens: [lit, dark])]).summary
                == "1 screen lit; DP-1 dark: no CRTC is left")
        #expect(
            status([.init(path: "/dev/dri/card1", waiting: "permission denied")]).summary
                == "waiting for a screen; /dev/dri/card1 waiting: permission denied")
        #expect(
            status([.init(path: "/dev/dri/card0", screens: [lit])], isActive: false).summary
                == "another session has the screens")
        #expect(
            status([.init(path: "/dev/dri/card0", screens: [off, off])]).summary
                == "HDMI-A-2 (DEL U2720Q) off until 07:00, by schedule; HDMI-A-2 (DEL U2720Q) off until 07:00, by schedule"
        )
        #expect(
            status([.init(path: "/dev/dri/card0", screens: [lit, off])]).summary
                == "1 screen lit; HDMI-A-2 (DEL U2720Q) off until 07:00, by schedule")
        #expect(status([.init(path: "/dev/dri/card0", screens: [off])]).problems == ["a.yaml:1:2: error: …"])
        var named = dark
        named.monitor = "ACI PA248"
        #expect(
            status([.init(path: "/dev/dri/card0", screens: [named])]).summary
                == "0 screens lit; DP-1 (ACI PA248) dark: no CRTC is left")
    }

    /// Another version's file, or one that was torn.
    @Test func whatIsNotUnderstoodIsLeftOut() throws {
        #expect(RunningStatus(Array("{\"pid\": 7".utf8)) == nil)
        #expect(RunningStatus(Array("[]".utf8)) == nil)
        #expect(RunningStatus(Array("{}".utf8)) == RunningStatus())
        let odd = try #require(
            RunningStatus(
                Array(
                    """
                    {"pid": "7", "session": 3, "devices": [1, {"screens": []}, {"path": "a", "screens":
                     [{"state": "lit"}, {"connector": "DP-1", "state": "blinking", "tried": "no"}]}],
                     "playlists": {"path": 1}, "more": {}}
                    """.utf8)))
        #expect(odd == RunningStatus(devices: [.init(path: "a", screens: [Screen(connector: "DP-1")])]))
    }
}
