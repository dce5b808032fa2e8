"""Devices that nobody here has, after what their drivers in the kernel say. Tests/RecordedDevicesTests/Fixtures/README.md
tells for each what is known and from where."""

from drm_info import CONNECTED, DISCONNECTED, UNKNOWN, Device, Monitor, choices, modes, span

RGB = "XR24 AR24 XB24 AB24 RG16"
LINEAR, X_TILED, Y_TILED = 0, 1 << 56 | 1, 1 << 56 | 2
UHD = ["3840x2160@60", "3840x2160@30", "1920x1080@60", "1920x1080@50", "1920x1080i@60", "1280x720@60", "640x480@60"]
FULL_HD = ["1920x1080@60", "1920x1080@50", "1920x1080i@50", "1280x720@60", "1024x768@60", "640x480@60"]

television = Monitor(name="TELEVISION", maker="VTR", product=0xBEEF, timings=UHD[:2], interface="hdmi", serial=7)
desktop = Monitor(name="DESKTOP", maker="DEL", product=0xA0B1, serial_text="5K1XN13", timings=FULL_HD[:1])
second = Monitor(name="DESKTOP", maker="DEL", product=0xA0B1, serial_text="5K1XN14", serial=2, timings=FULL_HD[:1])
panel = Monitor(name="PANEL", maker="LGD", product=0x0551, timings=["1920x1080@60"], size_mm=(309, 174))


def connected(monitor, names):
    return {"status": CONNECTED, "monitor": monitor, "modes": modes(*names)}


def i915(pipes, overlays):
    device = Device(
        "/dev/dri/card0", "i915", "Intel Graphics", (1, 6, 0), bus_data={
            "vendor": 0x8086, "device": 0x9A49, "subsystem_vendor": 0x8086, "subsystem_device": 0x2212},
        ASYNC_PAGE_FLIP=1, CURSOR_WIDTH=256, CURSOR_HEIGHT=256, SYNCOBJ=1, SYNCOBJ_TIMELINE=1)
    names = [f"pipe {letter}" for letter in "ABCD"[:pipes]]
    for name in names:
        device.plane("Primary", [name], RGB + " XR30 XB30", (Y_TILED, X_TILED, LINEAR), rotation=1, zpos=0)
        for overlay in range(overlays):
            device.plane("Overlay", [name], RGB + " NV12 P010", (Y_TILED, X_TILED, LINEAR), rotation=1, zpos=overlay + 1)
        device.plane("Cursor", [name], "AR24", (LINEAR,), rotation=1, zpos=overlays + 1)
        device.crtc(name, gamma=256, VRR_ENABLED=0)
    return device, names


def i915_mst():
    """A laptop or a panel PC: a panel built in on its side, HDMI, and a hub with three monitors on one DP."""
    device, pipes = i915(4, overlays=5)
    port = {"max bpc": (span(6, 12), 12), "Broadcast RGB": 0, "Content Protection": 0}
    device.encoder("DDI A", "TMDS", pipes)
    device.connector(
        "eDP-1", "eDP", ["DDI A"], **connected(panel, ["1920x1080@60", "1920x1080@50"]), **{
            "panel orientation": 3, "scaling mode": (choices("Full", "Center", "Full aspect"), 2), "vrr_capable": 0,
            "max bpc": (span(6, 12), 12), "Broadcast RGB": 0})
    device.encoder("DDI B", "TMDS", pipes)
    device.connector(
        "HDMI-A-1", "HDMI-A", ["DDI B"], **connected(television, UHD), **port, **{"aspect ratio": 0})
    device.encoder("DDI TC1", "TMDS", pipes)
    # The port itself counts as disconnected while a hub is on it; the hub's ports are connectors of their own, each
    # with the same encoders, one for each pipe.
    device.connector("DP-1", "DP", ["DDI TC1"], **port, subconnector=0, vrr_capable=0)
    streams = [f"stream {letter}" for letter in "ABCD"]
    for stream in streams:
        device.encoder(stream, "DPMST", pipes)
    for number, monitor in ((8, desktop), (1, second), (9, television)):
        names = UHD if monitor is television else FULL_HD
        device.connector(
            f"mst {number}", "DP", streams, **connected(monitor, names), **port,
            path=f"mst:{device.ids['DP-1']}-{number}", subconnector=0, vrr_capable=0)
    device.light("eDP-1", "pipe A")
    device.light("HDMI-A-1", "pipe B")
    return device


def i915_tiled():
    """Three pipes and a 5K monitor that takes two cables, beside a panel."""
    device, pipes = i915(3, overlays=2)
    device.encoder("DDI A", "TMDS", pipes)
    device.connector("eDP-1", "eDP", ["DDI A"], **connected(panel, ["1920x1080@60"]), **{"panel orientation": 0})
    tiles = []
    for column, port in enumerate("BC"):
        tiled = Monitor(
            name="FIVE K", maker="VTR", product=0x5120 + column, timings=["2560x2880@60", "3840x2160@30"], size_mm=(596, 335))
        device.encoder(f"DDI {port}", "TMDS", pipes)
        names = ["2560x2880@60", "3840x2160@30", "1920x1080@60", "640x480@60"]
        tiles.append(f"DP-{column + 1}")
        device.connector(
            tiles[-1], "DP", [f"DDI {port}"], **connected(tiled, names), tile=f"1:1:2:1:{column}:0:2560:2880", subconnector=0,
            **{"max bpc": (span(6, 12), 12)})
    device.light("eDP-1", "pipe A")
    return device


def amdgpu():
    """A card with six CRTCs, four sockets and one overlay that any CRTC may have."""
    device = Device(
        "/dev/dri/card0", "amdgpu", "AMD GPU", (3, 57, 0), bus_data={
            "vendor": 0x1002, "device": 0x73BF, "subsystem_vendor": 0x1002, "subsystem_device": 0x0E3A},
        ASYNC_PAGE_FLIP=1, CURSOR_WIDTH=256, CURSOR_HEIGHT=256, SYNCOBJ=1, SYNCOBJ_TIMELINE=1)
    tilings = tuple(2 << 56 | 4 | swizzle << 8 for swizzle in (27, 26, 25)) + (LINEAR,)
    names = [f"CRTC {index}" for index in range(6)]
    for index in range(6):
        device.plane("Primary", 1 << index, RGB + " XR30 XB30 NV12", tilings, zpos=0)
    # 0xff whatever there is: bits beyond the last CRTC mean nothing.
    device.plane("Overlay", 0xFF, RGB + " NV12 P010", tilings, zpos=1)
    for index, name in enumerate(names):
        device.plane("Cursor", 1 << index, "AR24", zpos=255)
        device.crtc(name, gamma=256, VRR_ENABLED=0)
    port = {
        "max bpc": 8, "scaling mode": 0, "underscan": 0, "underscan hborder": 0, "underscan vborder": 0, "vrr_capable": 0,
        "Content Protection": 0}
    for number, status in enumerate([connected(desktop, FULL_HD), {}, connected(second, FULL_HD)], 1):
        device.encoder(f"encoder {number}", "TMDS", 0x3F)
        device.connector(f"DP-{number}", "DP", [f"encoder {number}"], **status, **port, subconnector=0)
    device.encoder("encoder 4", "TMDS", 0x3F)
    device.connector(
        "HDMI-A-1", "HDMI-A", ["encoder 4"], **connected(television, UHD), **{**port, "underscan": 1,
        "underscan hborder": 48, "underscan vborder": 27, "vrr_capable": 1})
    device.light("DP-1", "CRTC 0")
    # A framebuffer console does not choose by order: whatever took the socket last may sit on any CRTC.
    device.light("HDMI-A-1", "CRTC 5")
    return device


T_TILED, SAND64, SAND128, SAND256 = (7 << 56 | number for number in (1, 3, 4, 5))
VC4_RGB = "XR24 AR24 AB24 XB24 RG16 BG16 AR15 XR15"
VC4_YUV = "YU16 YV16 YU24 YV24 YU12 YV12 NV12 NV21 NV16 NV61"
VC4_LATER = "P030 XR30 AR30 AB30 XB30"
VC4_LAST = "RGB8 BGR8 XR12 AR12 XB12 AB12 BX12 BA12 RX12 RA12"


def vc4(path, pixel_valves, later=True, **arguments):
    """Planes and CRTCs of a Raspberry Pi: the writeback's CRTCs come first. What later chips have came with the Pi 4."""
    device = Device(
        path, "vc4", "Broadcom VC4 graphics", (0, 0, 0), kernel="7.3.4", bus=2, ASYNC_PAGE_FLIP=1, **arguments)
    formats = f"{VC4_RGB} RG24 BG24 {VC4_YUV} {VC4_LATER + ' ' if later else ''}{VC4_LAST}"
    # T tiles are for RGB alone, SAND for video alone; 10 bits of video have no linear layout.
    modifiers = {
        T_TILED: VC4_RGB, SAND128: "NV12 NV21" + (" P030" if later else ""), SAND64: "NV12 NV21", SAND256: "NV12 NV21",
        LINEAR: formats.replace("P030 ", "")}
    for name in pixel_valves:
        device.plane("Primary", [name], formats, modifiers, rotation=1, zpos=0)
        device.crtc(name)
    for index in range(16):
        device.plane("Overlay", pixel_valves, formats, modifiers, rotation=1, zpos=index + 1)
    for name in pixel_valves:
        device.plane("Cursor", [name], formats, modifiers, rotation=1, zpos=17)
    return device


VC4_PORT = {
    **{f"{side} margin": 0 for side in ("left", "right", "top", "bottom")}, "max bpc": (span(8, 12), 12), "Broadcast RGB": 0}


def vc4_writeback(device, name, crtc):
    device.encoder(f"{name}'s", "Virtual", [crtc])
    device.connector(name, "Writeback", [f"{name}'s"], UNKNOWN, **{
        "WRITEBACK_FB_ID": 0, "WRITEBACK_PIXEL_FORMATS": (device.new_id(), [875713112, 875709016]),
        "WRITEBACK_OUT_FENCE_PTR": 0})


def vc4_pi3():
    """A Raspberry Pi 3: HDMI and the composite output share a pixel valve; nothing is larger than 2048."""
    device = vc4(
        "/dev/dri/card0", ["TXP", "PV0", "PV1", "PV2"], later=False,
        bus_data={"compatible": ["brcm,bcm2835-vc4"]}, sizes=(0, 2048), SYNCOBJ=1)
    device.encoder("HDMI", "TMDS", ["PV2"])
    device.connector("HDMI-A-1", "HDMI-A", ["HDMI"], **connected(desktop, FULL_HD), **{**VC4_PORT, "max bpc": (span(8, 8), 8)})
    device.encoder("VEC", "TVDAC", ["PV2"])
    device.connector("Composite-1", "Composite", ["VEC"], UNKNOWN, modes=modes("640x480@60"))
    vc4_writeback(device, "Writeback-1", "TXP")
    return device


def vc4_pi4():
    """A Raspberry Pi 4: each socket has its own pixel valve."""
    device = vc4(
        "/dev/dri/card1", ["TXP", "PV0", "PV1", "PV2", "PV4"], bus_data={"compatible": ["brcm,bcm2711-vc5"]},
        sizes=(0, 7680))
    for number, valve, monitor in ((1, "PV2", television), (2, "PV4", desktop)):
        device.encoder(f"HDMI{number - 1}", "TMDS", [valve])
        names = UHD if monitor is television else FULL_HD
        device.connector(f"HDMI-A-{number}", "HDMI-A", [f"HDMI{number - 1}"], **connected(monitor, names), **{
            **VC4_PORT,
            **({"left margin": 48, "right margin": 48, "top margin": 27, "bottom margin": 27} if number == 1 else {})})
    vc4_writeback(device, "Writeback-1", "TXP")
    device.light("HDMI-A-1", "PV2")
    return device


def vc4_pi5():
    """A Raspberry Pi 5 with two televisions: two pixel valves, two writebacks."""
    device = vc4(
        "/dev/dri/card1", ["MOP", "MOPLET", "PV0", "PV1"], bus_data={"compatible": ["brcm,bcm2712-vc6"]},
        sizes=(0, 8192))
    for number in (1, 2):
        device.encoder(f"HDMI{number - 1}", "TMDS", [f"PV{number - 1}"])
        device.connector(
            f"HDMI-A-{number}", "HDMI-A", [f"HDMI{number - 1}"], **connected(television, UHD), **VC4_PORT)
    vc4_writeback(device, "Writeback-1", "MOP")
    vc4_writeback(device, "Writeback-2", "MOPLET")
    return device


AFBC = {name: 8 << 56 | 1 | bits for name, bits in {
    "": 0, "sparse": 0x40, "ytr": 0x10, "cbr": 0x80, "ytr sparse": 0x50, "cbr sparse": 0xC0, "ytr cbr": 0x90,
    "ytr cbr sparse": 0xD0, "ytr sparse split": 0x70}.items()}


def rk3588():
    """A ROCK 5B: of four video ports two are wired, to HDMI. Primary planes are the clusters, which list compressed
    layouts (AFBC) only; the rest are overlays for both."""
    device = Device(
        "/dev/dri/card0", "rockchip", "RockChip Soc DRM", (1, 0, 0), kernel="7.3.4", bus=2,
        bus_data={"compatible": ["rockchip,display-subsystem"]}, sizes=(4, 4096))
    device.head["fb_size"]["max_height"] = 4320
    ports = ["VP0", "VP1"]
    cluster = "XR30 XB30 XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16 YU08 YU10 YUYV Y210"
    esmart = "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16 NV12 NV21 NV16 NV61 NV20 NV24 NV42 NV30 NV15 YVYU VYUY YUYV UYVY"
    for name in ports:
        device.plane("Primary", [name], cluster, tuple(AFBC.values()), rotation=1, zpos=ports.index(name))
    for index in range(2):
        device.plane("Overlay", ports, cluster, tuple(AFBC.values()), rotation=1, zpos=index + 2)
    for index in range(4):
        device.plane("Overlay", ports, esmart, (LINEAR,), rotation=1, zpos=index + 4)
    for name in ports:
        device.crtc(name, gamma=1024)
    for number, name in enumerate(ports, 1):
        device.encoder(f"HDMI{number - 1}", "TMDS", [name])
        device.connector(
            f"HDMI-A-{number}", "HDMI-A", [f"HDMI{number - 1}"], **connected(television, UHD), **{"Broadcast RGB": 0})
    return device


def imx8mq():
    """The big display controller (DCSS) of an i.MX8M Quad: one plane of three, one CRTC, HDMI or a panel."""
    device = Device(
        "/dev/dri/card0", "imx-dcss", "i.MX8MQ Display Subsystem", (1, 0, 0), kernel="7.3.4", bus=2,
        bus_data={"compatible": ["nxp,imx8mq-dcss"]}, sizes=(1, 4096))
    formats = "AR24 XR24 AB24 XB24 RA24 RX24 BA24 BX24 XR30 XB30 RX30 BX30 AR30 AB30 RA30 BA30"
    tiled, super_tiled = 6 << 56 | 1, 6 << 56 | 2
    device.plane(
        "Primary", ["DCSS"], formats, {tiled: "AR24 XR24 AR30", super_tiled: "AR24 XR24 AR30", LINEAR: formats},
        rotation=1, zpos=0)
    device.crtc("DCSS", gamma=0)
    device.encoder("bridge", "none", ["DCSS"])
    device.connector("HDMI-A-1", "HDMI-A", ["bridge"], **connected(television, UHD))
    return device


def imx8mp():
    """One of the three display controllers (LCDIF) of an i.MX8M Plus, which are devices of their own: HDMI's."""
    device = Device(
        "/dev/dri/card2", "imx-lcdif", "i.MX LCDIF Controller DRM", (1, 0, 0), kernel="7.3.4", bus=2,
        bus_data={"compatible": ["fsl,imx8mp-lcdif"]}, sizes=(120, 0xFFFF))
    device.plane("Primary", ["LCDIF"], "RG16 RG24 XB24 XR15 XR12 XR24 YUYV YVYU UYVY VYUY", (LINEAR,))
    device.crtc("LCDIF", gamma=0)
    device.encoder("bridge", "none", ["LCDIF"])
    device.connector("HDMI-A-1", "HDMI-A", ["bridge"], **connected(television, UHD))
    return device


def rockchip():
    """RK3399: a small VOP and a big one. HDMI and DP may use either, the panel only the small one, which first fit
    would give to HDMI."""
    device = Device(
        "/dev/dri/card0", "rockchip", "RockChip Soc DRM", (1, 0, 0), bus=2,
        bus_data={"compatible": ["rockchip,display-subsystem"]}, sizes=(0, 4096))
    device.plane("Primary", ["VOPL"], "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16 NV12 NV16 NV24", (LINEAR,))
    device.plane("Cursor", ["VOPL"], "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16", (LINEAR,))
    device.crtc("VOPL", gamma=1024)
    device.plane("Primary", ["VOPB"], "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16 NV12 NV16 NV24", (8 << 56 | 0x51, LINEAR))
    device.plane("Cursor", ["VOPB"], "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16", (LINEAR,))
    device.crtc("VOPB", gamma=1024)
    for _ in range(2):
        device.plane("Overlay", ["VOPB"], "XR24 AR24 XB24 AB24 RG24 BG24 RG16 BG16 NV12 NV16 NV24", (LINEAR,))
    both = ["VOPL", "VOPB"]
    device.encoder("HDMI", "TMDS", both)
    device.connector("HDMI-A-1", "HDMI-A", ["HDMI"], **connected(television, UHD), **{"Broadcast RGB": 0})
    device.encoder("eDP", "TMDS", ["VOPL"])
    device.connector("eDP-1", "eDP", ["eDP"], **connected(panel, ["1920x1080@60"]), **{"panel orientation": 0})
    device.encoder("CDN-DP", "TMDS", both)
    device.connector("DP-1", "DP", ["CDN-DP"], DISCONNECTED)
    return device


def imx53():
    """One IPU: every encoder is wired to one of its two display interfaces, and only the first has an overlay."""
    device = Device(
        "/dev/dri/card1", "imx-drm", "i.MX DRM graphics", (1, 0, 0), bus=2,
        bus_data={"compatible": ["fsl,imx-display-subsystem"]}, sizes=(1, 4096), DUMB_PREFERRED_DEPTH=16)
    formats = "XR24 AR24 XB24 AB24 RG24 BG24 RG16 YUYV UYVY NV12"
    device.plane("Primary", ["DI0"], formats)
    device.plane("Overlay", ["DI0"], formats)
    device.crtc("DI0")
    device.plane("Primary", ["DI1"], formats)
    device.crtc("DI1")
    device.encoder("parallel", "none", ["DI0"])
    device.connector("DPI-1", "DPI", ["parallel"], CONNECTED, modes=modes("800x480@60"), size=(152, 91))
    device.encoder("LDB 0", "LVDS", ["DI0"])
    device.connector("LVDS-1", "LVDS", ["LDB 0"], CONNECTED, modes=modes("1280x800@60"), size=(217, 136))
    device.encoder("LDB 1", "LVDS", ["DI1"])
    device.connector("LVDS-2", "LVDS", ["LDB 1"], DISCONNECTED)
    device.encoder("TVE", "TVDAC", ["DI1"])
    device.connector("VGA-1", "VGA", ["TVE"], CONNECTED, modes=modes("1024x768@60", "800x600@60"))
    return device


def imx6():
    """The same on an i.MX6 Solo, where multiplexers let LVDS and HDMI use either interface."""
    device = Device(
        "/dev/dri/card1", "imx-drm", "i.MX DRM graphics", (1, 0, 0), bus=2,
        bus_data={"compatible": ["fsl,imx-display-subsystem"]}, sizes=(1, 4096), DUMB_PREFERRED_DEPTH=16)
    formats = "XR24 AR24 XB24 AB24 RG24 BG24 RG16 YUYV UYVY NV12"
    device.plane("Primary", ["DI0"], formats)
    device.plane("Overlay", ["DI0"], formats)
    device.crtc("DI0")
    device.plane("Primary", ["DI1"], formats)
    device.crtc("DI1")
    device.encoder("HDMI", "TMDS", ["DI0", "DI1"])
    device.connector("HDMI-A-1", "HDMI-A", ["HDMI"], **connected(desktop, FULL_HD))
    device.encoder("LDB", "LVDS", ["DI0", "DI1"])
    device.connector("LVDS-1", "LVDS", ["LDB"], DISCONNECTED)
    device.encoder("parallel", "none", ["DI0"])
    device.connector("DPI-1", "DPI", ["parallel"], CONNECTED, modes=modes("800x480@60"), size=(152, 91))
    # As the bootloader or an older configuration left it: what has no choice finds its interface taken.
    device.light("HDMI-A-1", "DI0")
    return device


def simpledrm():
    """What the firmware left on the screen: one mode, no monitor to ask, no vblanks."""
    device = Device(
        "/dev/dri/card0", "simpledrm", "DRM driver for simple-framebuffer platform devices", (1, 0, 0), bus=2,
        bus_data={"compatible": ["simple-framebuffer"]}, sizes=(1920, 4096), DUMB_PREFER_SHADOW=1)
    # No framebuffer may be smaller than the mode.
    device.head["fb_size"]["min_height"] = 1080
    device.plane("Primary", ["screen"], "XR24 AR24", (LINEAR,))
    device.crtc("screen", gamma=0)
    device.encoder("screen's", "none", ["screen"])
    one = modes("1920x1080@60")
    # The driver makes the mode up: no blanking, 60 Hz.
    one[0].update(hsync_start=1920, hsync_end=1920, htotal=1920, vsync_start=1080, vsync_end=1080, vtotal=1080,
                  clock=124416, flags=0, type=64)
    device.connector("Unknown-1", "Unknown", ["screen's"], CONNECTED, modes=one, size=(309, 174), **{"panel orientation": 0})
    device.light("Unknown-1", "screen")
    return device


def nouveau(heads):
    """Analogue and digital encoders behind one DVI-I socket, and a television output whose load nobody detects."""
    device = Device(
        "/dev/dri/card0", "nouveau", "nVidia Riva/TNT/GeForce/Quadro/Tesla/Tegra K1+", (1, 4, 0), bus_data={
            "vendor": 0x10DE, "device": 0x1187 if heads == 4 else 0x0640, "subsystem_vendor": 0x1462,
            "subsystem_device": 0x2840},
        sizes=(0, 16384 if heads == 4 else 8192), ASYNC_PAGE_FLIP=1,
        CURSOR_WIDTH=256 if heads == 4 else 64, CURSOR_HEIGHT=256 if heads == 4 else 64)
    names = [f"head-{index}" for index in range(heads)]
    modifiers = tuple(3 << 56 | 0x10 | height for height in range(6)) + (LINEAR,) if heads == 4 else ()
    for name in names:
        device.plane("Primary", [name], "RG16 XR15 XR24 AR24 XB24 AB24 XR30", modifiers)
        device.plane("Overlay", [name], "XR24 YUYV UYVY" if heads == 2 else "XR24 AR24 XB24", modifiers)
        device.plane("Cursor", [name], "AR24", modifiers)
        device.crtc(name)
    extra = {"scaling mode": 0, "dithering mode": 0, "underscan": 0, "underscan hborder": 0, "underscan vborder": 0}
    for number in (1, 2):
        device.encoder(f"SOR {number}", "TMDS", names)
        device.encoder(f"DAC {number}", "DAC", names)
        # The driver cannot tell on analogue pins without load detection.
        status = connected(desktop, FULL_HD) if number == 2 else {"status": UNKNOWN}
        device.connector(f"DVI-I-{number}", "DVI-I", [f"SOR {number}", f"DAC {number}"], **status, **extra)
    if heads == 4:
        device.encoder("SOR 3", "TMDS", names)
        device.connector("HDMI-A-1", "HDMI-A", ["SOR 3"], **connected(television, UHD), **extra)
        device.encoder("SOR 4", "TMDS", names)
        device.connector("DP-1", "DP", ["SOR 4"], **connected(second, FULL_HD), **extra)
    else:
        device.encoder("TV DAC", "TVDAC", names)
        device.connector(
            "TV-1", "TV", ["TV DAC"], UNKNOWN, **{"select subconnector": 0, "subconnector": (choices(
                "Unknown", "Composite", "SVIDEO", "Component", "SCART", flags=4), 0)})
    device.light("DVI-I-2", "head-0")
    return device


def msm():
    """A phone's chip with writeback: every plane and every encoder may use every CRTC, the primary planes too."""
    device = Device(
        "/dev/dri/card0", "msm", "MSM Snapdragon DRM", (1, 12, 0), bus=2,
        bus_data={"compatible": ["qcom,sc7180-mdss"]}, sizes=(0, 4096), SYNCOBJ=1, ASYNC_PAGE_FLIP=1)
    names = ["CRTC 0", "CRTC 1"]
    device.plane("Primary", 0b11, RGB + " NV12", (LINEAR, 5 << 56 | 1), rotation=1, zpos=0)
    device.plane("Primary", 0b11, RGB, (LINEAR, 5 << 56 | 1), rotation=1, zpos=0)
    for name in names:
        device.plane("Cursor", 0b11, RGB, (LINEAR,), rotation=1, zpos=0)
    for name in names:
        device.crtc(name, gamma=0)
    for number, kind in enumerate(["DSI", "TMDS", "Virtual"]):
        device.encoder(f"encoder {number}", kind, names)
    device.connector("DSI-1", "DSI", ["encoder 0"], CONNECTED, modes=modes("1080x2160@60"), size=(65, 130), **{"panel orientation": 0})
    device.connector("DP-1", "DP", ["encoder 1"], **connected(desktop, FULL_HD), subconnector=0)
    device.connector("Writeback-1", "Writeback", ["encoder 2"], UNKNOWN, **{
        "WRITEBACK_FB_ID": 0, "WRITEBACK_PIXEL_FORMATS": (device.new_id(), [875713112]), "WRITEBACK_OUT_FENCE_PTR": 0})
    device.light("DSI-1", "CRTC 1")
    return device


def evdi():
    """A DisplayLink adapter: a screen by USB, without vblanks, and with the name of a socket that it does not have."""
    device = Device(
        "/dev/dri/card1", "evdi", "Extensible Virtual Display Interface", (1, 14, 8), bus=2,
        bus_data={"compatible": []}, sizes=(64, 5120), ADDFB2_MODIFIERS=0, PRIME=3)
    device.plane("Primary", ["screen"], "XR24 AR24 XB24 AB24")
    device.plane("Cursor", ["screen"], "AR24")
    device.crtc("screen", gamma=0)
    device.encoder("USB", "TMDS", ["screen"])
    device.connector("DVI-I-1", "DVI-I", ["USB"], **connected(desktop, FULL_HD))
    return device


DEVICES = {
    "i915-mst": i915_mst(), "i915-tiled": i915_tiled(), "amdgpu": amdgpu(), "vc4": vc4_pi4(), "vc4-pi3": vc4_pi3(),
    "vc4-pi5": vc4_pi5(), "rockchip-rk3399": rockchip(), "rockchip-rk3588": rk3588(), "imx8mq": imx8mq(), "imx8mp": imx8mp(),
    "imx53": imx53(), "imx6": imx6(), "simpledrm": simpledrm(), "nouveau-two-heads": nouveau(2),
    "nouveau-four-heads": nouveau(4), "msm": msm(), "evdi": evdi(),
}
