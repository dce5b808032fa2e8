import DisplayModel
import Testing

@testable import ConnectorReport

@Suite struct TextTests {
    @Test func laptopWithTelevision() throws {
        let makers = MakerNames(pnpIDs: "DEL\tDell Inc.\nno maker\nVTR\tVitrine Screens\n")
        #expect(
            DisplayReport([try laptop()], makers: makers).text == """
                1 display device, 3 connectors: 2 connected, 1 lit, 1 problem, marked !.

                /dev/dri/card0: i915 1.6.0 at pci:0000:00:02.0
                  atomic, modifiers, async flips, dma-buf, 2 CRTCs, framebuffers up to 16384x16384
                  CONNECTOR  STATUS        SHOWS NOW         MONITOR         SIZE
                  eDP-1      connected     1920x1080@57.374  DEL DESKTOP     309 x 174 mm
                  HDMI-A-1   connected     nothing           VTR TELEVISION  1210 x 680 mm
                  DP-1       disconnected
                  ! HDMI-A-1: the monitor's EDID has 1 fault, listed below

                eDP-1 on /dev/dri/card0
                  Shows    1920x1080@57.374 from CRTC 50 (possible: 50, 51)
                  Monitor  DEL DESKTOP (serial 5K1XN13), by Dell Inc., product 0xa0b1, made in week 1 of 2025
                  Input    digital (DisplayPort), 8 bits a colour
                  EDID     1.4, 128 bytes
                  Size     309 x 174 mm (14.0 inches)
                  Link     good
                  Set to   max bpc 10 (6 to 12), VRR off, panel orientation Left Side Up, scaling Full aspect, RGB
                           range Automatic
                  Modes    1920x1080   57.374*+

                HDMI-A-1 on /dev/dri/card0
                  Shows    nothing (possible CRTCs: 50, 51)
                  Monitor  VTR TELEVISION, by Vitrine Screens, product 0xbeef, made in week 20 of 2022
                  Input    digital (HDMI-A), 10 bits a colour, HDMI, audio, HDR, may cut off the edges (see
                           --overscan)
                  EDID     1.4, 256 bytes
                  Size     1210 x 680 mm (54.6 inches)
                  Link     good
                  Modes    3840x2160   60+  59.94
                           1920x1080   60  60 (64:27)  59.94  24  23.976  60i  59.94i  50i
                           720x576     50 (4:3)  50 (16:9)
                  ! EDID, byte 255: the checksum of block 1 is 0x01 and should be 0x43 (E-EDID A.2 section 3.11)

                Modes are in Hz; * is shown now, + preferred by the monitor, i interlaced.

                """)
    }

    @Test func everythingThatCanBeWrong() throws {
        #expect(
            DisplayReport([try trouble()]).text == """
                1 display device, 6 connectors: 5 connected, 1 lit, 6 problems, marked !.

                /dev/dri/card1: radeon 1.6.0
                  2 CRTCs, framebuffers up to 16384x16384
                  CONNECTOR    STATUS     SHOWS NOW              MONITOR        SIZE
                  DP-1         connected  1024x768@60.004        RIG TILED
                  DP-2         connected  nothing                RIG TILED
                  VGA-1        connected  nothing                no EDID
                  HDMI-A-1     connected  nothing                no EDID
                  HDMI-A-2     connected  nothing (non-desktop)  RIG PROJECTOR
                  Composite-1  unknown
                  ! /dev/dri/card1: the driver radeon has no atomic modesetting: modes are tried, not tested
                  ! DP-1: the link to the monitor failed; check the cable, or set a mode again
                  ! VGA-1: no CRTC is left for it: the device drives fewer screens than it has connectors
                  ! VGA-1: the monitor gives no EDID, so its modes are guesses; check the cable and adapters
                  ! HDMI-A-1: the monitor offers no modes; its EDID may not have been read
                  ! Composite-1: the driver cannot tell whether a monitor is connected; it counts as not connected

                DP-1 on /dev/dri/card1
                  Shows    1024x768@60.004 from CRTC 50 (possible: 50, 51), a mode that is not in the list below
                  Monitor  RIG TILED (serial 1), product 0x1234, made in week 1 of 2025
                  Input    digital (DisplayPort), 8 bits a colour
                  EDID     1.4, 256 bytes
                  Tile     column 1 of 2, row 1 of 1, 1920x2160 each, group 1
                  Link     bad
                  Modes    1920x1080   60+

                DP-2 on /dev/dri/card1
                  Shows    nothing (possible CRTCs: 50, 51)
                  Monitor  RIG TILED (serial 1), product 0x1234, made in week 1 of 2025
                  Input    digital (DisplayPort), 8 bits a colour
                  EDID     1.4, 256 bytes
                  Tile     column 2 of 2, row 1 of 1, 1920x2160 each, group 1
                  Modes    1920x1080   60+

                VGA-1 on /dev/dri/card1
                  Shows    nothing (possible CRTCs: 50, 51)
                  Set to   margins 4, 12, 6, 10
                  Modes    1024x768    60.004

                HDMI-A-1 on /dev/dri/card1
                  Shows    nothing (possible CRTCs: 50, 51)
                  Set to   underscan on by 48, 27, content protection Desired

                HDMI-A-2 on /dev/dri/card1
                  Shows    nothing (possible CRTCs: 50, 51)
                  Monitor  RIG PROJECTOR (serial 1), product 0x1234, model of 2024
                  Input    digital (DisplayPort), 8 bits a colour
                  EDID     1.4, 128 bytes
                  Modes    1920x1080   60

                Composite-1 on /dev/dri/card1
                  Shows    nothing (possible CRTCs: none)

                Modes are in Hz; * is shown now, + preferred by the monitor, i interlaced.

                """)
    }

    @Test func nothingPluggedIn() {
        let idle = device(
            0, driver: "simpledrm", bus: "platform:simple-framebuffer.0", capabilities: .atomic,
            [connector(40, 0, 1, .disconnected, crtcs: [0])], shown: [nil])
        #expect(
            DisplayReport([idle]).text == """
                1 display device, 1 connector: 0 connected, 0 lit, nothing wrong.

                /dev/dri/card0: simpledrm 1.6.0 at platform:simple-framebuffer.0
                  atomic, 1 CRTC, framebuffers up to 16384x16384
                  CONNECTOR  STATUS        SHOWS NOW  MONITOR  SIZE
                  Unknown-1  disconnected

                """)
    }

    @Test(arguments: [try laptop(), try trouble()])
    func fitsAConsole(_ snapshot: DeviceSnapshot) {
        let text = DisplayReport([snapshot]).text
        #expect(text.split(separator: "\n").filter { $0.count > 100 || $0.last == " " } == [])
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }
}
