import DisplayModel
import DisplayPlanning
import Testing

@Suite struct CustomModeTests {
    /// As X writes it, which is what `cvt` prints.
    private func modeline(_ mode: Mode) -> String {
        let h = [mode.horizontal.display, mode.horizontal.syncStart, mode.horizontal.syncEnd, mode.horizontal.total]
        let v = [mode.vertical.display, mode.vertical.syncStart, mode.vertical.syncEnd, mode.vertical.total]
        let flags = [
            mode.flags.contains(.positiveHSync) ? "+hsync" : "-hsync",
            mode.flags.contains(.positiveVSync) ? "+vsync" : "-vsync",
        ]
        let words = ["\(Double(mode.clock) / 1000)"] + (h + v).map(String.init) + flags
        return words.joined(separator: " ")
    }

    /// What the program `cvt` prints, and `edid-decode --cvt …,rb=1` for cvt-rb.
    @Test(arguments: [
        ("cvt 1366x768@60", "85.25 1368 1440 1576 1784 768 771 781 798 -hsync +vsync"),
        ("cvt-rb 1366x768@60", "72.25 1368 1416 1448 1528 768 771 781 790 +hsync -vsync"),
        ("cvt 1920x1080", "173.0 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"),
        ("cvt-rb 1920x1080@60", "138.5 1920 1968 2000 2080 1080 1083 1088 1111 +hsync -vsync"),
        ("cvt 800x600@75", "49.0 800 840 920 1040 600 603 607 629 -hsync +vsync"),
        ("cvt 1280x1024@60", "109.0 1280 1368 1496 1712 1024 1027 1034 1063 -hsync +vsync"),
        ("cvt-rb 2560x1440@60", "241.5 2560 2608 2640 2720 1440 1443 1448 1481 +hsync -vsync"),
        ("cvt 1280x720@24", "28.0 1280 1320 1440 1600 720 723 728 733 -hsync +vsync"),
        ("cvt-rb 3840x2160@60", "533.25 3840 3888 3920 4000 2160 2163 2168 2222 +hsync -vsync"),
        ("cvt-rb 1280x720@60", "64.0 1280 1328 1360 1440 720 723 728 741 +hsync -vsync"),
        ("cvt 1680x1050@50", "119.5 1680 1776 1944 2208 1050 1053 1059 1083 -hsync +vsync"),
    ])
    func coordinatedTimings(text: String, expected: String) throws {
        let mode = try #require(Mode(custom: text))
        #expect(modeline(mode) == expected)
        #expect(Mode(custom: "modeline " + expected)?.hasTimings(of: mode) == true)
    }

    @Test func modelinesCarryTheirFlags() throws {
        let text = #"modeline "1080i" 74.25 1920 2008 2052 2200 1080 1084 1094 1125 interlace +hsync +vsync"#
        let mode = try #require(Mode(custom: text))
        #expect(mode.flags == [.interlaced, .positiveHSync, .positiveVSync])
        #expect(mode.description == "1920x1080i@60")
    }

    @Test(arguments: [
        "", "cvt", "cvt 1920", "cvt 1920x1080@0", "cvt 1920x1080@60 -r", "cvt 1x1@60", "cvt 65535x65535@60",
        "cvt 1920x1080@nan", "gtf 1920x1080@60", "modeline", "modeline 148.5 1920 2008 2052 2200 1080 1084 1089",
        "modeline 148.5 1920 1900 2052 2200 1080 1084 1089 1125", "modeline 0 1920 2008 2052 2200 1080 1084 1089 1125",
        "modeline 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +csync",
        "modeline 148500 1920 2008 2052 2200 1080 1084 1089 1125", "modeline 4000 1 1 2 2 1 1 2 2",
        "modeline nan 1920 2008 2052 2200 1080 1084 1089 1125",
        "modeline 148.5 99999 2008 2052 2200 1080 1084 1089 1125",
    ])
    func otherTextIsNoMode(text: String) {
        #expect(Mode(custom: text) == nil)
    }
}
