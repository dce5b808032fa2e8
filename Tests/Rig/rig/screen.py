"""What is on a screen: the CRC of a CRTC's output, the picture that is scanned out, and the KMS state."""

import os
import pathlib
import re
import select
import threading
import time
import zlib

import numpy
from PIL import Image

from rig import drm

LINES = 32  # computed at a time: a page fault is expensive in the guest, so little memory is touched


def expected_crc(picture):
    """The CRC that vkms reports for a picture (PIL image or array of RGB) that covers the whole CRTC.

    vkms composes every line in 16 bits a channel, in the order A, R, G, B, and runs the raw CRC-32 over it.
    """
    pixels = numpy.asarray(picture.convert("RGB") if isinstance(picture, Image.Image) else picture)
    height, width, _ = pixels.shape
    composed, crc = numpy.full((LINES, width, 4), 0xFFFF, numpy.uint16), 0xFFFFFFFF
    for top in range(0, height, LINES):
        band = pixels[top:top + LINES]
        numpy.multiply(band, 257, out=composed[:len(band), :, 1:], dtype=numpy.uint16)
        crc = zlib.crc32(composed[:len(band)], crc)
    return crc ^ 0xFFFFFFFF


class Recording:
    """Every frame of a CRTC, in a `with` statement: `frames` are the numbers of the refreshes with the CRCs.

    While the CRTC is off there are none. `since(mark)` are those after a `mark()`.
    """

    def __init__(self, screen):
        self.screen, self.frames, self.is_over = screen, [], threading.Event()
        self.thread = threading.Thread(target=self.read)

    def __enter__(self):
        folder = self.screen.device.debugfs / f"crtc-{self.screen.crtc}" / "crc"
        (folder / "control").write_text("auto")
        self.descriptor = os.open(folder / "data", os.O_RDONLY)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        os.close(self.descriptor)

    def read(self):
        while not self.is_over.is_set():
            if select.select([self.descriptor], [], [], 0.1)[0]:
                # "0xFRAME 0xCRC", with X for a frame without a number.
                number, crc = os.read(self.descriptor, 4096).split()[:2]
                self.frames.append((int(number, 16), int(crc, 16)))

    def mark(self):
        return len(self.frames)

    def since(self, mark):
        return [crc for _, crc in self.frames[mark:]]

    def gaps(self):
        """Where the numbers of the refreshes do not follow each other: the number before and the one after."""
        numbers = [number for number, _ in self.frames]
        return [(before, after) for before, after in zip(numbers, numbers[1:]) if after != before + 1]


class Screen:
    """What one CRTC of a device shows, seen without disturbing the program that drives it."""

    def __init__(self, device, crtc=0):
        self.device, self.crtc = device, crtc

    def crcs(self, count=1, limit=5.0):
        """The CRCs of the next `count` frames. The CRTC must be active."""
        folder = self.device.debugfs / f"crtc-{self.crtc}" / "crc"
        (folder / "control").write_text("auto")
        try:
            descriptor = os.open(folder / "data", os.O_RDONLY)
        except OSError as error:
            raise AssertionError(f"CRTC {self.crtc} of {self.device.path} gives no CRC: {error.strerror}; "
                                 f"its state: {self.state()}") from error
        try:
            end, values = time.monotonic() + limit, []
            while len(values) < count:
                if not select.select([descriptor], [], [], max(0, end - time.monotonic()))[0]:
                    raise AssertionError(f"no CRC of CRTC {self.crtc} of {self.device.path} within {limit:g} s")
                values.append(int(os.read(descriptor, 4096).split()[1], 16))
            return values
        finally:
            os.close(descriptor)

    def record(self):
        """Records the CRCs of all frames from now on; see Recording."""
        return Recording(self)

    def peek(self):
        """The picture that the CRTC's plane scans out, or None when it shows nothing."""
        with drm.Card(self.device.path) as card:
            card.give_up_master()
            crtcs, _ = card.resources()
            for plane in card.planes():
                if plane.crtc_id == crtcs[self.crtc] and plane.fb_id:
                    return Image.fromarray(card.framebuffer_pixels(plane.fb_id))
        return None

    def save(self, name):
        """Saves what is on the screen and returns a phrase that says where it is."""
        picture = self.peek()
        if picture is None:
            return f"CRTC {self.crtc} shows nothing"
        path = pathlib.Path(os.environ.get("RIG_PICTURES", "/tmp")) / f"{name}.png"
        picture.save(path)
        return f"what CRTC {self.crtc} showed is in {path}"

    def state(self):
        """The kernel's own account of the CRTC (debugfs `state`): enable, active, mode, ..."""
        return self.states().get(f"crtc-{self.crtc}", {})

    def states(self):
        """The kernel's account of all planes, CRTCs and connectors, by name."""
        objects, fields = {}, {}
        for line in (self.device.debugfs / "state").read_text().splitlines():
            if not line.startswith((" ", "\t")):
                fields = objects.setdefault(line.partition(": ")[2], {})
            else:
                key, value = re.match(r"([^=:]*)[=:]? ?(.*)", line.strip()).groups()
                fields.setdefault(key.strip(), value)
        return objects

    def wait_for(self, picture, name, limit=2.0):
        """Waits until the CRTC's output is exactly `picture`. Else fails, and saves what was there as `name`."""
        expected, end, last = expected_crc(picture), time.monotonic() + limit, None
        while time.monotonic() < end:
            try:
                last = self.crcs()[0]
            except AssertionError as error:
                last = str(error)  # not lit yet
            if last == expected:
                return
            time.sleep(0.1)  # composing CRCs takes the guest's one CPU, which what is waited for needs too
        raise AssertionError(f"not the expected picture within {limit:g} s (CRC {expected:#010x}, last: {last}); "
                             + self.save(name))


def found(device):
    """What the kernel says of the first CRTC, its plane and its connector."""
    states = Screen(device).states()
    plane = next((name, plane.get("fb")) for name, plane in states.items() if name.startswith("plane-"))
    crtc = {key: states["crtc-0"][key] for key in ("active", "mode")}
    return plane, crtc, states[device.connectors[0].name]["crtc"]
