import DisplayModel
import StatusFile
import Testing

@testable import Doctor

let serviceTroubles = [
    Trouble("masked", "problem service-disabled vitrine.service: masked > unmask") { $0.service?.load = "masked" },
    Trouble("not enabled", "problem service-disabled vitrine.service: (disabled) > systemctl enable") {
        $0.service?.enablement = "disabled"
    },
    Trouble(
        "given up", "problem service-failing vitrine.service: given up: its frames stopped > journalctl",
        "notice not-running vitrine: process 700 > restart", "notice shows-nothing HDMI-A-1"
    ) {
        $0.service?.activity = "failed"
        $0.service?.result = "watchdog"
        $0.isStatusProcessRunning = false
        $0.players = []
        $0.device.connectors[1].status = .disconnected
    },
    Trouble(
        "failing again and again",
        "problem service-failing vitrine.service: ended with an error, 7 times restarted > journalctl",
        "notice not-running vitrine", "notice shows-nothing HDMI-A-1"
    ) {
        $0.service = .init(
            load: "loaded", activity: "activating", substate: "auto-restart", enablement: "enabled",
            result: "exit-code", restarts: 7)
        $0.status = nil
        $0.players = []
    },
    Trouble(
        "restarted by the watchdog",
        "problem service-restarted vitrine.service: restarted 3 times: its frames stopped, and the watchdog > journalctl"
    ) {
        $0.service?.restarts = 3
        $0.service?.lastFailure = "watchdog"
    },
    Trouble(
        "killed, and no service to start it again",
        "problem not-running vitrine: process 700 was killed or crashed > vitrine FOLDER",
        "notice shows-nothing HDMI-A-1: no player runs"
    ) {
        $0.cards[0].master = .nobody
        $0.players = []
        $0.service = nil
        $0.isStatusProcessRunning = false
    },
    Trouble(
        "ended on purpose", "problem not-running vitrine: it ended at 2026-11-21T18:00:00Z, as it was asked to",
        "notice shows-nothing HDMI-A-1"
    ) {
        $0.cards[0].master = .nobody
        $0.players = []
        $0.service = nil
        $0.status?.ended = "2026-11-21T18:00:00Z"
        $0.isStatusProcessRunning = false
    },
    Trouble(
        "the configuration's fallback",
        "problem plays-fallback playlist: /srv/logo.png shows in place of /var/lib/vitrine/media"
    ) {
        $0.status?.playlists[0].playing = "/srv/logo.png"
        $0.status?.playlists[0].mode = .fallback
    },
    Trouble(
        "a playlist that may be why starts failed",
        "problem playlist-left-alone playlist: /var/lib/vitrine/media is left alone until 12:10 on 2026-11-21 or until it "
            + "changes: 3 starts in a row failed, and it may be why > systemctl restart vitrine.service"
    ) {
        $0.status?.playlists[0].playing = "built-in"
        $0.status?.playlists[0].mode = .builtIn
        $0.status?.playlists[0].suspect = .init(starts: 3, until: "2026-11-21T12:10:00+01:00")
    },
    Trouble(
        "a shader that is refused",
        "problem shaders-refused /srv/own.frag: cross-fades in its place: line 2: too much > vitrine check /var/lib"
    ) { $0.status?.playlists[0].shaders = [.init(path: "/srv/own.frag", reason: "line 2: too much")] },
    Trouble(
        "a shader that the check refuses too",
        "problem playlist-broken /srv/menu.yaml: 3:1: error: /srv/own.frag: line 2: too much > check"
    ) {
        $0.status?.playlists[0].shaders = [.init(path: "/srv/own.frag", reason: "line 2: too much")]
        $0.content.playlists = [
            .init(
                path: "/srv/menu.yaml", isGood: false,
                lines: ["/srv/menu.yaml:3:1: error: /srv/own.frag: line 2: too much"])
        ]
    },
    Trouble(
        "a changed configuration with a mistake",
        "problem configuration-broken /etc/vitrine/config.yaml: 3:1: error: no; it has changed and has mistakes, so it "
            + "counts as it was before > vitrine check /etc/vitrine/config.yaml"
    ) {
        let line = "/etc/vitrine/config.yaml:3:1: error: no"
        $0.content.configuration?.isGood = false
        $0.content.configuration?.lines = [line]
        $0.status?.configuration = .init(path: "/etc/vitrine/config.yaml", mode: .former, problems: [line])
    },
    Trouble(
        "a configuration that only the player cannot take",
        "problem configuration-ignored /etc/vitrine/config.yaml: it has mistakes, so it is ignored: say what to play > "
            + "systemctl restart vitrine.service"
    ) {
        $0.status?.configuration = .init(path: "/etc/vitrine/config.yaml", mode: .none, problems: ["say what to play"])
    },
    Trouble(
        "a configuration on a share that does not answer",
        "problem unanswered /etc/vitrine/config.yaml: no answer within 20 s > dmesg"
    ) {
        let line = "/etc/vitrine/config.yaml: no answer within 20 s, what it said before counts"
        $0.status?.configuration = .init(path: "/etc/vitrine/config.yaml", problems: [line])
    },
    Trouble("a configuration that counts") { $0.status?.configuration = .init(path: "/etc/vitrine/config.yaml") },
    Trouble(
        "the last good playlist",
        "problem plays-last-good playlist: /var/lib/vitrine/media shows as it was when it could be played last; now it "
            + "cannot: /var/lib/vitrine/media/playlist.yaml:3:1: error: x"
    ) {
        $0.status?.playlists[0].mode = .lastGood
        $0.status?.playlists[0].problems = ["/var/lib/vitrine/media/playlist.yaml:3:1: error: x"]
    },
    Trouble(
        "pictures that the player skips",
        "problem pictures-skipped /var/lib/vitrine/media: a picture is skipped: /var/lib/vitrine/media/a.jpg: not a > "
            + "vitrine check --decode"
    ) { $0.status?.playlists[0].skipped = [.init(path: "/var/lib/vitrine/media/a.jpg", reason: "not a picture")] },
    Trouble(
        "pictures that the check finds",
        "problem pictures-skipped /srv/m: 2 pictures are skipped, the first: /srv/m/a.jpg"
    ) {
        let lines = ["a", "b"].map { "/srv/m/\($0).jpg: warning: skipped: the file is empty" }
        $0.content.playlists = [
            .init(path: "/srv/m", isGood: true, lines: lines + ["/srv/m: good: 3 pictures"], skipped: lines)
        ]
    },
    Trouble("a decoder that does not work", "problem decoder-broken vitrine-decode: no such program > dpkg --verify") {
        $0.decoderFault = "no such program"
    },
    Trouble(
        "a decoder of films that does not work",
        "problem decoder-broken vitrine-decode-video: videos cannot be decoded: no such program > dpkg --verify"
    ) { $0.videoDecoderFault = "no such program" },
    Trouble("restarted", "notice service-restarted vitrine.service: restarted once > journalctl") {
        $0.service?.restarts = 1
    },
    Trouble("ended for want of memory", "problem out-of-memory vitrine.service: 2 times > --cache-size") {
        $0.service?.memoryKills = 2
    },
    Trouble(
        "waiting for a device", "problem no-device /dev/dri", "notice service-stopped vitrine.service: waits",
        "notice not-running vitrine"
    ) {
        $0.cards = []
        $0.service?.activity = "inactive"
        $0.status = nil
        $0.players = []
    },
    Trouble(
        "a machine without systemd", "problem not-running vitrine: no player runs, so no screen > vitrine FOLDER",
        "notice shows-nothing HDMI-A-1: shows 1920x1080@60, and no player runs"
    ) {
        $0.service = nil
        $0.stop()
    },
    Trouble("a player by hand, which others cannot ask") {
        $0.service = nil
        $0.status = nil
    },
    Trouble(
        "an output for a connector that is not there",
        "problem no-such-connector /etc/vitrine/config.yaml: line 7: HDMI-1 is no connector of this machine; it has "
            + "HDMI-A-1, HDMI-A-2 > nano +7 /etc/vitrine/config.yaml"
    ) {
        $0.content.connectors = [
            .init(pattern: TextPattern("HDMI-*"), line: 3), .init(pattern: TextPattern("HDMI-1"), line: 7),
        ]
    },
    Trouble("nothing to play", "problem no-playlist playlist: nothing says > playlist: /var/lib/vitrine/media") {
        $0.content.playlists = []
    },
    Trouble(
        "the built-in picture",
        "problem plays-built-in playlist: in place of /var/lib/vitrine/media: menu.yaml:3:1 > vitrine check"
    ) {
        $0.status?.playlists[0].playing = "built-in"
        $0.status?.playlists[0].problems = ["menu.yaml:3:1: error: no"]
    },
    Trouble("a broken playlist", "problem playlist-broken /srv/menu.yaml: 3:1: error: no such (and 1 more) > check") {
        $0.content.playlists = [
            .init(
                path: "/srv/menu.yaml", isGood: false,
                lines: ["/srv/menu.yaml:3:1: error: no such", "/srv/menu.yaml:4:1: error: nor this"])
        ]
    },
    Trouble("an empty folder", "problem playlist-broken /srv/media: no pictures here > vitrine check /srv/media") {
        $0.content.playlists = [
            .init(path: "/srv/media", isGood: false, lines: ["/srv/media: error: no pictures here"])
        ]
    },
    Trouble("a playlist with warnings", "notice playlist /srv/menu.yaml: 3:1: warning: odd > check") {
        $0.content.playlists = [
            .init(
                path: "/srv/menu.yaml", isGood: true,
                lines: ["/srv/menu.yaml:3:1: warning: odd", "/srv/menu.yaml: good: a playlist of 1 zone, 2 pictures"])
        ]
    },
    Trouble("a broken configuration", "problem configuration-broken /etc/vitrine/config.yaml: 1:1: error: what > check")
    {
        $0.content.configuration?.isGood = false
        $0.content.configuration?.lines = ["/etc/vitrine/config.yaml:1:1: error: what"]
        $0.content.playlists = []
    },
]

let machineTroubles = [
    Trouble("an unsynchronised clock", "notice clock-unsynchronised clock: drift > apt install") {
        $0.clock?.isSynchronised = false
    },
    Trouble("a clock of 1970", "problem clock-wrong clock: before this program was made > timedatectl") {
        $0.clock?.time = 1000
    },
    Trouble("a full disk", "problem disk-full /dev/sda1: full: 1 MiB of 8 GiB are free, mounted on / > du -xh") {
        $0.fileSystems[0].available = 1 << 20
    },
    Trouble("no more files", "problem disk-full /dev/sda1: no more files > du") {
        $0.fileSystems[0].availableFiles = 0
    },
    Trouble("a nearly full disk", "notice disk-nearly-full /dev/sda1: nearly full: 256 MiB of 8 GiB > du") {
        $0.fileSystems[0].available = 256 << 20
    },
    Trouble("an image that is read only") {
        $0.fileSystems.append(.init(path: "/usr", size: 1 << 30, available: 0, availableFiles: 0, isReadOnly: true))
    },
    Trouble("a state folder that is read-only", "problem folder-read-only /var/lib/vitrine/state: read-only > remount")
    {
        $0.stateFolder?.condition = .readOnly
    },
    Trouble(
        "a state folder of somebody else", "problem folder-read-only /var/lib/vitrine/state: vitrine, which > chown"
    ) {
        $0.stateFolder?.condition = .foreign
    },
    Trouble("no state folder", "problem folder-read-only /var/lib/vitrine/state: not there > install -d") {
        $0.stateFolder?.condition = .missing
    },
    Trouble("little memory", "problem memory-low memory: 40 MiB of 4 GiB > ps") { $0.memory?.available = 40 << 20 },
    Trouble("memory that was short", "notice out-of-memory memory: ended 1 process > dmesg") { $0.memory?.kills = 1 },
    Trouble("hot", "problem hot x86_pkg_temp: 103 °C, it switches off at 105 °C > vents") {
        $0.sensors[0].temperature = 103_000
    },
    Trouble("warm", "notice warm x86_pkg_temp: 101 °C > vents") { $0.sensors[0].temperature = 101_000 },
    Trouble("a thermometer without limits", "problem hot acpitz: 96 °C > vents") {
        $0.sensors = [.init(name: "acpitz", temperature: 96_000)]
    },
    Trouble("a weak power supply", "problem undervoltage power: too low > power supply") { $0.hasUndervoltage = true },
    Trouble("a disk that hangs", "problem unanswered disks: in time > dmesg") { $0.unanswered = ["disks"] },
]
