"""In the rig: makes vkms devices and writes what drm_info says of each, a line with its name before each."""

import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests" / "Rig"), str(root / "scripts" / "rig.d")]

import numpy  # noqa: E402
from make_edid import Monitor  # noqa: E402
from rig.drm import Card  # noqa: E402
from rig.vkms import Device  # noqa: E402

full_hd = Monitor(name="FULL HD", timings=["1920x1080@60", "1280x720@60"]).edid()
portrait = Monitor(name="PORTRAIT", serial=2, timings=["1080x1920@60"]).edid()
ultra_hd = Monitor(name="ULTRA HD", serial=3, timings=["3840x2160@30", "1920x1080@60"]).edid()


def record(name, device):
    said = subprocess.run(["drm_info", "-j", device.path], stdout=subprocess.PIPE, text=True, check=True)
    print(f"recording {name}\n{said.stdout.strip()}", flush=True)


def plug(device, *edids):
    for connector, edid in zip(device.connectors, edids):
        if edid:
            connector.plug_monitor(edid)


one = Device("one", 1, 1)
plug(one, full_hd)
with Card(one.path) as card:
    crtcs, connectors = card.resources()
    _, found = card.connector(connectors[0])
    card.set_crtc(crtcs[0], connectors[0], found[0], card.dumb_framebuffer(
        numpy.zeros((found[0].vdisplay, found[0].hdisplay, 3), numpy.uint8)))
    record("vkms-lit", one)
one.close()

# More monitors than CRTCs.
shared = Device("shared", 2, 3)
plug(shared, full_hd, portrait, ultra_hd)
record("vkms-three-on-two", shared)
shared.close()

# Four sockets, two monitors, a writeback connector for each CRTC.
some = Device("some", 3, 4, status=[True, False, True, False], writeback=True)
plug(some, ultra_hd, None, full_hd)
record("vkms-writeback", some)
some.close()
