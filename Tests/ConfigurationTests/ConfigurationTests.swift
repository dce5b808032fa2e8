import DisplayModel
import DisplayPlanning
import KioskEngine
import Paths
import Playlist
import PlaylistReading
import Rendering
import SeededRandom
import SlideComposition
import StrictYAML
import Testing

@testable import Configuration

@Suite struct ConfigurationTests {
    @Test func everythingIsRead() throws {
        let outcome = read(
            """
            version: 1
            playlist: ../signage
            devices: [/dev/dri/card1]
            settle-time: 300ms
            renderer: cpu
            fit: cover
            duration: 12s
            sync: start
            transition: 500ms
            defaults:
              overscan: tv-safe
            outputs:
              - match: HDMI-A-1
                mode: 1920x1080@60
                rotate: 90
                margins: kms
                frame-interval: 2
                max-bpc: 8
                rgb-range: limited
                modifiers: off
              - match: {connector: DP-*, maker: DEL, product: 0x40F4, serial: 5K1XN13, name: "U27*"}
                mirror: HDMI-A-1
                overscan: none
              - match: DP-2
                modes: [cvt-rb 1366x768@60, modeline 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync]
              - match: "*"
                off: true
            """)
        #expect(outcome.issues == [])
        let configuration = try #require(outcome.configuration)
        #expect(configuration.playlist == "/etc/vitrine/../signage")
        #expect(configuration.devices == ["/dev/dri/card1"])
        #expect(configuration.settleTime == .milliseconds(300))
        #expect(configuration.renderer == .cpu)
        #expect(configuration.fit == .cover)
        #expect(configuration.duration == .seconds(12))
        #expect(configuration.sync == .start)
        #expect(configuration.transition == .length(.milliseconds(500)))
        let rules = configuration.outputs.rules
        try #require(rules.count == 4)
        #expect(rules[0].match == OutputMatch(connector: TextPattern("HDMI-A-1")))
        #expect(rules[0].configuration.mode == ModePolicy("1920x1080@60"))
        #expect(rules[0].configuration.orientation == .clockwise90)
        #expect(rules[0].configuration.margins == .kms)
        #expect(rules[0].configuration.frameInterval == 2)
        #expect(rules[0].configuration.maxBPC == 8)
        #expect(rules[0].configuration.rgbRange == .limited)
        #expect(!rules[0].configuration.usesModifiers && rules[1].configuration.usesModifiers)
        #expect(
            rules[0].configuration.overscan == .televisionSafe, "what an output does not say comes from the defaults")
        #expect(rules[1].match.product == 0x40F4)
        #expect(rules[1].match.description == "connector DP-*, maker DEL, product 16628, serial 5K1XN13, name U27*")
        #expect(rules[1].configuration.mirror == OutputMatch(connector: TextPattern("HDMI-A-1")))
        #expect(rules[1].configuration.overscan == Overscan.none)
        #expect(rules[2].configuration.customModes.map(\.size.width) == [1368, 1920])
        #expect(rules[2].configuration.mode.description.hasPrefix("1368x768@59.8"), "the first of them is wanted")
        #expect(rules[3].configuration.isOff)
    }

    @Test(arguments: ["", "# nothing\n", "{}", "defaults:\n", "outputs: []", "outputs:\n"])
    func nothingIsAConfigurationToo(text: String) {
        let outcome = read(text)
        #expect(outcome.issues == [])
        #expect(outcome.configuration == Configuration())
    }

    @Test func jsonIsYAML() {
        let outcome = read(#"{"outputs": [{"match": {"maker": "DEL"}, "rotate": "flipped-90", "max-bpc": 10}]}"#)
        #expect(outcome.issues == [])
        #expect(outcome.configuration?.outputs.rules.first?.configuration.orientation == .flipped90)
    }

    /// Each text has one mistake; the message begins so, at this place.
    @Test(arguments: [
        ("output: []", "1:1", "there is no key 'output' here; did you mean 'outputs'?"),
        (
            "timezone: Europe/Berlin", "1:1",
            "there is no key 'timezone' here; 'timezone' is written in a playlist or in a schedule; else the machine's"
        ),
        (
            "rotation: 90", "1:1",
            "there is no key 'rotation' here; 'rotate' belongs under 'defaults', for all screens, or into one of the"
        ),
        ("overscan: 5%", "1:1", "there is no key 'overscan' here; 'overscan' belongs under 'defaults'"),
        ("defaults: {rotation: 90}", "1:12", "there is no key 'rotation' here; did you mean 'rotate'?"),
        (
            "outputs:\n  - match: DP-1\n    orientation: 90", "3:5",
            "there is no key 'orientation' here; did you mean 'rotate'?"
        ),
        (
            "outputs:\n  - match: DP-1\n    time_zone: Europe/Berlin", "3:5",
            "there is no key 'time_zone' here; 'timezone' is"
        ),
        ("colour: red", "1:1", "there is no key 'colour' here; known are version, playlist"),
        ("- a\n- b", "1:1", "a configuration is written as 'key: value' lines, not as a list"),
        ("version: 2", "1:10", "version is a whole number from 1 to 1, not '2'"),
        (
            "fit: containe", "1:6",
            "fit is one of contain, cover, stretch, none, not 'containe'; did you mean 'contain'?"
        ),
        ("duration: 8 weeks", "1:11", "duration is a length of time such as 8s"),
        ("duration: 1ms", "1:11", "duration is a length of time such as 8s"),
        ("settle-time: [1]", "1:14", "settle-time is a length of time such as 8s, 500ms or 2min, from 0"),
        ("fit: cover\nfit: contain", "2:1", "'fit' is a duplicate of the key in line 1"),
        ("outputs: HDMI-A-1", "1:10", "outputs is a list of outputs, each after a '-' and a space, not text"),
        ("outputs:\n  - mode: highest", "2:5", "an output says by 'match' which screens it is for"),
        ("outputs:\n  - match: 'DP-1'\n    mode: 4k", "3:11", "mode is preferred, highest, lowest, current, or a mode"),
        ("outputs:\n  - match: DP-1\n    rotate: 45", "3:13", "rotate is one of 0, 90, 180, 270, flipped"),
        (
            "outputs:\n  - match: DP-1\n    mode: 1080p", "3:11",
            "mode is preferred, highest, lowest, current, or a mode such as 1920x1080 or 1920x1080@59.94, not '1080p'; "
                + "did you mean '1920x1080'?"
        ),
        (
            "outputs:\n  - match: DP-1\n    rotate: 90°", "3:13",
            "rotate is one of 0, 90, 180, 270, flipped, flipped-90, flipped-180, flipped-270, not '90°'; did you mean '90'?"
        ),
        (
            "spans:\n  - outputs: [DP-1, DP-2]\n    bezel: 12", "3:12",
            "bezel is one or two lengths, across and down, such as 12mm or '12mm 20mm', not '12'; did you mean '12mm'?"
        ),
        (
            "outputs:\n  - match: DP-1\n    overscan: 60%", "3:15",
            "invalid overscan '60%': '60%' is not between 0% and 50%"
        ),
        ("outputs:\n  - match: DP-1\n    off: yes", "3:10", "off is true or false, not 'yes'; did you mean 'true'?"),
        (
            "outputs:\n  - match: DP-1\n    overscan: 5 %", "3:15",
            "overscan is none, tv-safe, or lengths such as 5%, scale:20px,10px or inset:5%, not '5 %'; did you mean '5%'?"
        ),
        ("outputs:\n  - match: DP-1\n    frame-interval: 0", "3:21", "frame-interval is a whole number from 1 to 60"),
        ("outputs:\n  - match: DP-1\n    modes: [1920x1080]", "3:13", "a mode is 'cvt 1366x768@60'"),
        ("outputs:\n  - match: DP-1\n    edid: monitor.bin", "3:11", "/etc/vitrine/monitor.bin: no such file"),
        ("outputs:\n  - match: DP-1\n    edid: short.bin", "3:11", "/etc/vitrine/short.bin is no EDID:"),
        ("outputs:\n  - match: {serail: 1}", "2:13", "there is no key 'serail' here; did you mean 'serial'?"),
        ("outputs:\n  - match: {product: 0x1FFFF}", "2:22", "product is the number that --list-connectors shows"),
        ("outputs:\n  - match: [DP-1]", "2:12", "match is a connector such as HDMI-A-1, or a mapping"),
        ("a: [1, 2\n", "1:4", "the ']' that ends this list is missing (YAML: did not find expected"),
        ("a: *b", "1:4", "there is no anchor 'b' above"),
        ("fit: cover\n---\nfit: contain", "2:1", "a second document begins here"),
        ("? [a]\n: b", "1:3", "a key is a word, not a list"),
        ("playlist: ~", "1:11", "playlist is a path, or a list of paths, of which the first plays that is there, not"),
        ("playlist: []", "1:11", "playlist is an empty list"),
        ("playlist: [a, [b]]", "1:15", "playlist is a path, or a list of paths"),
        ("fallback: [a]", "1:11", "fallback is a path, not a list"),
        ("fallback-label: maybe", "1:17", "fallback-label is true or false, not 'maybe'"),
    ])
    func mistakesAreExplainedWhereTheyAre(text: String, position: String, message: String) {
        let outcome = read(text, ["/etc/vitrine/short.bin": [0, 255, 255]])
        #expect(outcome.configuration == nil)
        let described = outcome.issues.map { "\($0.position): \($0.message)" }
        #expect(described.contains { $0.hasPrefix("\(position): \(message)") }, "\(described)")
    }

    @Test func aPlaylistMayBeInSeveralPlaces() {
        let outcome = read(
            "playlist: [/run/stick, ../media]\nfallback: logo.png\noutputs: [{match: DP-1, playlist: [a, b]}]")
        #expect(outcome.issues == [])
        #expect(
            outcome.configuration?.playlist == PlaylistPath(firstExisting: ["/run/stick", "/etc/vitrine/../media"]))
        #expect(outcome.configuration?.fallback == "/etc/vitrine/logo.png")
        #expect(outcome.configuration?.labelsFallback == nil)
        let assignment = outcome.configuration?.content.rules.first?.assignment
        #expect(assignment?.playlist == PlaylistPath(firstExisting: ["/etc/vitrine/a", "/etc/vitrine/b"]))
    }

    @Test func allMistakesAreToldAtOnce() {
        let outcome = read(
            "fti: cover\nduration: long\noutputs:\n  - mode: highest\n    rotate: 91\n  - match: DP-1\n    of: true")
        #expect(outcome.issues.map(\.position.line) == [1, 2, 4, 5, 7])
        #expect(outcome.issues.allSatisfy { $0.severity == .error })
        #expect(
            outcome.issues[0].description(in: "config.yaml")
                == "config.yaml:1:1: error: there is no key 'fti' here; did you mean 'fit'?")
    }

    @Test func aRuleThatCannotFitIsWarnedOf() {
        let outcome = read("outputs:\n  - match: '*'\n  - match: DP-1\n    off: true")
        #expect(outcome.configuration != nil)
        #expect(outcome.issues.map(\.severity) == [.warning])
        #expect(outcome.issues.first?.message.contains("the one in line 2 fits every screen") == true)
    }

    @Test func aRuleThatIsThereAlreadyIsWarnedOf() {
        func warnings(_ first: String, _ second: String) -> [String] {
            read("outputs:\n  - match: \(first)\n  - match: \(second)").issues.map { $0.description(in: "c.yaml") }
        }
        let told = [
            "c.yaml:3:5: warning: this output is never used: the first one that fits decides, and the one in line 2 fits "
                + "the same screens"
        ]
        #expect(warnings("HDMI-A-1", "hdmi-a-1") == told)
        #expect(warnings("DP-*", "DP-2") == told)
        #expect(warnings("{maker: DEL}", "{maker: DEL, serial: 7}") == told)
        #expect(warnings("DP-1", "DP-2") == [])
        #expect(warnings("DP-2", "DP-*") == [])
        #expect(warnings("DP-?", "DP-*") == [])
        #expect(warnings("{maker: DEL, serial: 7}", "{maker: DEL}") == [])
        #expect(warnings("{name: '*'}", "DP-1") == [], "not every monitor has a name")
    }

    @Test(
        arguments: [
            ("HDMI-1", "HDMI-A-1"), ("HDMI2", "HDMI-A-2"), ("HDMI-0", "HDMI-A-1"), ("eDP1", "eDP-1"), ("VGA1", "VGA-1"),
            ("VGA-0", "VGA-1"), ("DVI-1", "DVI-D-1"), ("DisplayPort-2", "DP-2"), ("HMDI-A-1", "HDMI-A-1"),
            ("HDMI-A", "HDMI-A-1"), ("DP-1-1", nil), ("television", nil),
        ] as [(String, String?)])
    func namesOfXAreNoConnectors(name: String, kernel: String?) {
        let outcome = read("outputs:\n  - match: \(name)")
        #expect(outcome.configuration != nil)
        let hint = kernel.map { "did you mean '\($0)'? " } ?? ""
        #expect(
            outcome.issues.map { $0.description(in: "c.yaml") } == [
                "c.yaml:2:12: warning: no connector is called '\(name)' by the kernel (X has names of its own); \(hint)"
                    + "'vitrine --list-connectors' shows all names"
            ])
    }

    @Test(arguments: ["HDMI-A-1", "hdmi-a-2", "DP-12", "eDP-1", "DVI-I-1", "Virtual-1", "HDMI-*", "'*'", "'DP-?'"])
    func namesOfTheKernelAreConnectors(name: String) {
        #expect(read("outputs:\n  - match: {connector: \(name)}\n    mirror: DP-1").issues == [])
    }

    @Test func connectorsHaveTheirPlaces() {
        let outcome = read(
            "outputs:\n  - match: DP-1\n    mirror: {connector: 'HDMI-*'}\nspans:\n  - outputs: [DP-2, DP-3]")
        #expect(
            outcome.configuration?.connectors.map { "\($0.place) \($0.pattern)" }
                == ["2:12 DP-1", "3:25 HDMI-*", "5:15 DP-2", "5:21 DP-3"])
    }

    @Test func playlistsThatAreNotThereAreToldWhereTheyAreNamed() {
        let outcome = read(
            "playlist: gone.yaml\nfallback: logo.png\noutputs:\n  - match: DP-1\n    playlist: [a, /media]\n  - match: DP-2\n    playlist: [a, b]"
        )
        let files = PlaylistFiles(
            read: { _, _ in .failure(UnreadableFile(reason: "")) }, kind: { $0 == "/media" ? .folder : nil },
            list: { _, _ in .failure(UnreadableFile(reason: "")) })
        #expect(outcome.configuration != nil, "they may still come")
        #expect(
            outcome.absences(files).values.sorted { $0.position < $1.position }.map { $0.description(in: "c.yaml") }
                == [
                    "c.yaml:1:11: error: /etc/vitrine/gone.yaml: no such file or folder",
                    "c.yaml:2:11: error: /etc/vitrine/logo.png: no such file or folder",
                    "c.yaml:7:15: error: /etc/vitrine/a: no such file or folder; /etc/vitrine/b: no such file or folder",
                ])
        let broken = read("playlist: gone.yaml\nfti: cover")
        #expect(broken.configuration == nil)
        #expect(broken.absences(files).values.map(\.position.line) == [1], "all at once")
    }

    @Test func anchorsSaveWriting() {
        let outcome = read(
            "defaults: &usual {rotate: 90}\noutputs:\n  - match: &m HDMI-A-1\n  - match: DP-1\n    mirror: *m")
        #expect(outcome.issues == [])
        #expect(outcome.configuration?.outputs.rules[1].configuration.mirror?.connector?.description == "HDMI-A-1")
    }
}
