"""The program under test as it plays: what it says and what it has set."""

import os
import pathlib
import re

from rig import drm
from rig.process import Program
from rig.screen import Screen

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
# Which renderer draws unless a test says so: here GL is llvmpipe, so by itself the program takes the CPU.
RENDERER = os.environ.get("RIG_RENDERER")
PROGRAM = os.environ.get("VITRINE") or str(REPOSITORY / ".build/release/vitrine")


def is_folder(argument):
    """Whether it is a folder that is played as it is."""
    return isinstance(argument, pathlib.Path) and argument.is_dir() and not (argument / "playlist.yaml").exists()


class Vitrine(Program):
    """Plays a folder, with messages of all levels: each commit is a line of its log.

    A folder begins with its first picture unless the options say otherwise; a playlist's file says itself what it counts by.
    How it is started (`env`, `terminal`, `user`) is passed on to Program.
    """

    def __init__(self, media, *options, **start):
        if "--sync" not in options and any(is_folder(each) for each in (media, *options)):
            options = ("--sync", "start", *options)
        if RENDERER and "--renderer" not in options:
            options = ("--renderer", RENDERER, *options)
        super().__init__(PROGRAM, "--log-level", "trace", *options, media, **start)

    @property
    def lines(self):
        return [line.removeprefix("vitrine: ") for line in self.log.splitlines()]

    @property
    def warnings(self):
        """What it warned of, with the mistakes in files, which begin with their place."""
        return [line.removeprefix("warning: ") for line in self.lines
                if re.search(r"^warning: |^[^ ]*:\d+:\d+: (warning|error): ", line)]

    @property
    def commits(self):
        """The commits that changed something, with those that set a mode."""
        return [line for line in self.lines if re.search(r": (atomic modeset|page flip): ", line)]

    def modesets(self, device, crtc):
        """The commits that set the mode of a device's CRTC."""
        with drm.Card(device.path) as card:
            card.give_up_master()
            identifier = card.resources()[0][crtc]
        return [line for line in self.commits
                if line.startswith(f"{device.path}: atomic modeset:") and f"crtc-{identifier} " in line]

    @property
    def shown(self):
        """The slides that came on screen: connector, file name without its ending, and how late in milliseconds."""
        found = re.findall(r"^vitrine: (\S+?):? .*?shows (?:\S*/)?(\S+?)\.\w+, (-?\d+) us after its time$", self.log, re.M)
        return [(connector, name, int(late) / 1000) for connector, name, late in found]

    def wait_until_lit(self, *connectors, limit=30.0):
        """Waits until it says of each connector that it is lit."""
        for connector in connectors:
            self.wait_until(lambda: self.is_lit(connector), f"{connector.name} is lit", limit)

    def is_lit(self, connector):
        """Whether the kernel feeds the connector with a framebuffer of this program."""
        screen = screen_of(connector)
        return screen is not None and any(
            plane.get("crtc") == f"crtc-{screen.crtc}" and "vitrine" in plane.get("allocated by", "")
            for name, plane in screen.states().items() if name.startswith("plane-"))


def screen_of(connector):
    """The screen of the CRTC that feeds a connector now; None when none does."""
    state = Screen(connector.device).states()[connector.name]
    crtc = state.get("crtc", "(null)")
    return Screen(connector.device, int(crtc.removeprefix("crtc-"))) if crtc != "(null)" else None


def mode_of(connector):
    """The mode that the kernel sends to a connector, as 1920x1080@60 or 1920x1080i@60; None when it is dark."""
    screen = screen_of(connector)
    if screen is None or screen.state()["active"] != "1":
        return None
    # "NAME": refresh clock hdisplay hsync_start hsync_end htotal vdisplay ... type flags
    numbers = screen.state()["mode"].rpartition('"')[2].lstrip(": ").split()
    interlaced = int(numbers[-1], 16) & 0x10
    return f"{numbers[2]}x{numbers[6]}{'i' if interlaced else ''}@{numbers[0]}"
