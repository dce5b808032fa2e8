"""Makes EDIDs for tests: a base block of EDID 1.3 or 1.4 and a CTA-861 extension.

As a program (scripts/make-edid) it writes a file; as a module, `Monitor(...).edid()` gives the bytes.
"""

import argparse
import math
import re
import struct
import sys
from dataclasses import dataclass, field, replace

BLOCK = 128


@dataclass(frozen=True)
class Timing:
    """A raster. Vertical numbers are lines of a frame, or of a field where interlaced."""

    clock_khz: int
    horizontal: tuple  # active, front porch, sync, back porch
    vertical: tuple
    interlaced: bool = False
    positive: tuple = (True, True)  # the sync polarity: horizontal, vertical

    @property
    def width(self):
        return self.horizontal[0]

    @property
    def height(self):
        return self.vertical[0] * (2 if self.interlaced else 1)


# CTA-861-H tables 1 and 2, and VESA DMT: the modes that monitors have. Others are computed.
_NEGATIVE = (False, False)
TIMINGS = {
    "640x480@60": Timing(25175, (640, 16, 96, 48), (480, 10, 2, 33), positive=_NEGATIVE),
    "720x480@60": Timing(27000, (720, 16, 62, 60), (480, 9, 6, 30), positive=_NEGATIVE),
    "720x576@50": Timing(27000, (720, 12, 64, 68), (576, 5, 5, 39), positive=_NEGATIVE),
    "800x600@60": Timing(40000, (800, 40, 128, 88), (600, 1, 4, 23)),
    "1024x768@60": Timing(65000, (1024, 24, 136, 160), (768, 3, 6, 29), positive=_NEGATIVE),
    "1280x720@50": Timing(74250, (1280, 440, 40, 220), (720, 5, 5, 20)),
    "1280x720@60": Timing(74250, (1280, 110, 40, 220), (720, 5, 5, 20)),
    "1920x1080@24": Timing(74250, (1920, 638, 44, 148), (1080, 4, 5, 36)),
    "1920x1080@25": Timing(74250, (1920, 528, 44, 148), (1080, 4, 5, 36)),
    "1920x1080@30": Timing(74250, (1920, 88, 44, 148), (1080, 4, 5, 36)),
    "1920x1080@50": Timing(148500, (1920, 528, 44, 148), (1080, 4, 5, 36)),
    "1920x1080@60": Timing(148500, (1920, 88, 44, 148), (1080, 4, 5, 36)),
    "1920x1080i@50": Timing(74250, (1920, 528, 44, 148), (540, 2, 5, 15), interlaced=True),
    "1920x1080i@60": Timing(74250, (1920, 88, 44, 148), (540, 2, 5, 15), interlaced=True),
    "3840x2160@24": Timing(297000, (3840, 1276, 88, 296), (2160, 8, 10, 72)),
    "3840x2160@25": Timing(297000, (3840, 1056, 88, 296), (2160, 8, 10, 72)),
    "3840x2160@30": Timing(297000, (3840, 176, 88, 296), (2160, 8, 10, 72)),
    "3840x2160@50": Timing(594000, (3840, 1056, 88, 296), (2160, 8, 10, 72)),
    "3840x2160@60": Timing(594000, (3840, 176, 88, 296), (2160, 8, 10, 72)),
}


def timing(name):
    """The timing that a name such as 1920x1080@60, 1080x1920@60 or 1920x1080i@50 stands for.

    One that is not in the table is computed by VESA CVT with reduced blanking (version 1).
    """
    if name in TIMINGS:
        return TIMINGS[name]
    parts = re.fullmatch(r"(\d+)x(\d+)@(\d+(?:\.\d+)?)", name)
    if not parts:
        raise ValueError(f"{name!r} is neither WIDTHxHEIGHT@RATE nor one of {', '.join(TIMINGS)}")
    return reduced_blanking(int(parts[1]), int(parts[2]), float(parts[3]))


def reduced_blanking(width, height, rate):
    """VESA CVT 1.2, reduced blanking version 1: 160 pixels a line and 460 microseconds a frame."""
    sync_of_shape = {(4, 3): 4, (16, 9): 5, (16, 10): 6, (5, 4): 7, (15, 9): 7}
    sync = next((lines for (x, y), lines in sync_of_shape.items() if width * y == height * x), 10)
    front, least_back = 3, 6
    line_us = (1e6 / rate - 460) / height
    blanking = max(math.floor(460 / line_us) + 1, front + sync + least_back)
    cells = width - width % 8  # the clock is computed for whole character cells
    clock_khz = math.floor(rate * (height + blanking) * (cells + 160) / 250e3) * 250
    return Timing(
        clock_khz, (width, 48, 32, 80), (height, front, sync, blanking - front - sync), positive=(True, False)
    )


def detailed_timing(t, size_mm):
    """The 18 bytes of E-EDID A.2 section 3.10.2."""
    (ha, hf, hs, hb), (va, vf, vs, vb) = t.horizontal, t.vertical
    h_blank, v_blank = hf + hs + hb, vf + vs + vb
    limits = [(ha, 4095), (h_blank, 4095), (hf, 1023), (hs, 1023), (va, 4095), (v_blank, 4095), (vf, 63), (vs, 63)]
    if t.clock_khz > 655350 or any(value > limit for value, limit in limits):
        raise ValueError(f"{t.width}x{t.height} at {t.clock_khz} kHz does not fit a detailed timing descriptor")
    mm_w, mm_h = size_mm
    flags = 0x18 | t.interlaced << 7 | t.positive[1] << 2 | t.positive[0] << 1
    return struct.pack("<H", t.clock_khz // 10) + bytes([
        ha & 255, h_blank & 255, ha >> 8 << 4 | h_blank >> 8,
        va & 255, v_blank & 255, va >> 8 << 4 | v_blank >> 8,
        hf & 255, hs & 255, (vf & 15) << 4 | vs & 15,
        hf >> 8 << 6 | hs >> 8 << 4 | vf >> 4 << 2 | vs >> 4,
        mm_w & 255, mm_h & 255, mm_w >> 8 << 4 | mm_h >> 8,
        0, 0, flags,
    ])  # fmt: skip


def text_descriptor(tag, text):
    data = text.encode("ascii")
    if len(data) > 13:
        raise ValueError(f"{text!r} is longer than the 13 characters of a descriptor")
    if len(data) < 13:
        data = (data + b"\n").ljust(13)
    return bytes([0, 0, 0, tag, 0]) + data


def range_limits(vertical, horizontal, clock_mhz, formula):
    """Hz, kHz and MHz; the formula is 0 for GTF and 1 for none. Values above 255 want EDID 1.4's offsets."""
    offsets, values = 0, []
    for bit, value in enumerate((*vertical, *horizontal)):
        if value > 255:
            offsets |= 1 << bit
            value -= 255
        values.append(value)
    padding = b"\n".ljust(7)
    return bytes([0, 0, 0, 0xFD, offsets, *values, math.ceil(clock_mhz / 10), formula]) + padding


def checked(block):
    """A block of 127 bytes with its checksum."""
    if len(block) != BLOCK - 1:
        raise ValueError(f"more than fits into one block: {len(block)} bytes")
    return bytes(block) + bytes([-sum(block) & 255])


DUMMY = bytes([0, 0, 0, 0x10]) + bytes(14)
INTERFACES = {"undefined": 0, "dvi": 1, "hdmi": 2, "displayport": 5}


@dataclass
class CTA:
    """A CTA-861 extension of revision 3."""

    vics: list = field(default_factory=list)  # codes, or (code, True) for a native one
    timings: list = field(default_factory=list)  # names
    underscan: bool = True
    audio: bool = False
    ycbcr: bool = False
    physical_address: tuple = (1, 0, 0, 0)  # None for DVI: no HDMI data block
    tmds_mhz: int = 0  # above 340 adds the HDMI Forum's data block
    scan: tuple = None  # S_PT, S_IT, S_CE as numbers, adds the video capability data block
    hdr: bool = False

    def data_blocks(self):
        def block(tag, payload):
            return bytes([tag << 5 | len(payload), *payload])

        if self.vics:
            pairs = [vic if isinstance(vic, tuple) else (vic, False) for vic in self.vics]
            yield block(2, [vic | (128 if native and vic <= 64 else 0) for vic, native in pairs])
        if self.audio:
            yield block(1, [1 << 3 | 1, 0b111, 0b111])  # linear PCM, 2 channels, 32 to 48 kHz, 16 to 24 bits
            yield block(4, [1, 0, 0])  # front left and right
        if self.physical_address:
            a, b, c, d = self.physical_address
            yield block(3, [0x03, 0x0C, 0x00, a << 4 | b, c << 4 | d, 0, min(self.tmds_mhz, 340) // 5])
            if self.tmds_mhz > 340:
                yield block(3, [0xD8, 0x5D, 0xC4, 1, self.tmds_mhz // 5, 0x80, 0])
        if self.scan:
            preferred, computer, television = self.scan
            yield block(7, [0, 0x40 | preferred << 4 | computer << 2 | television])
        if self.hdr:
            yield block(7, [5, 0xC0, 0])  # colorimetry: BT.2020, without which HDR makes no sense
            yield block(7, [6, 0b0101, 1])

    def bytes(self, size_mm):
        data = b"".join(self.data_blocks())
        flags = self.underscan << 7 | self.audio << 6 | (0x30 if self.ycbcr else 0)
        timings = b"".join(detailed_timing(timing(name), size_mm) for name in self.timings)
        native = 1 if any(isinstance(vic, tuple) and vic[1] for vic in self.vics) else 0
        content = bytes([2, 3, 4 + len(data), flags | native]) + data + timings
        return checked(content.ljust(BLOCK - 1, b"\0"))


@dataclass
class Monitor:
    """A monitor; the first of the timings is the preferred one, and the base block has room for two beside the
    name and the range limits, one more without the serial text."""

    name: str = "RIGMON"
    maker: str = "RIG"
    product: int = 0x1234
    serial: int = 1
    serial_text: str = None
    timings: list = field(default_factory=lambda: ["1920x1080@60"])
    size_mm: tuple = None  # by the shape of the first timing, 600 mm on the longer side, if not given
    week: int = 1
    year: int = 2025
    revision: int = 4
    interface: str = "displayport"  # or "analogue"
    bits: int = 8
    cta: CTA = None

    def size(self):
        if self.size_mm:
            return self.size_mm
        first = timing(self.timings[0])
        longer = max(first.width, first.height)
        return tuple(600 * pixels // longer for pixels in (first.width, first.height))

    def base_block(self):
        if not re.fullmatch("[A-Z]{3}", self.maker):
            raise ValueError(f"a maker is three capital letters, not {self.maker!r}")
        letters = 0
        for letter in self.maker:
            letters = letters << 5 | ord(letter) - 64
        size_mm = self.size()
        if self.interface == "analogue":
            signal = 0x08  # 0.7 V over 0.3 V, separate sync
        elif self.revision >= 4:
            signal = 0x80 | (self.bits - 4) // 2 << 4 | INTERFACES[self.interface]
        else:
            signal = 0x80
        # sRGB, and what the standard calls preferred (1.3) or native (1.4); RGB by 1.3 and by analogue ones.
        features = 0x06 | (0x08 if self.revision < 4 or self.interface == "analogue" else 0)
        block = bytes.fromhex("00ffffffffffff00") + struct.pack(
            ">H", letters) + struct.pack("<HIBB", self.product, self.serial, self.week, self.year - 1990)
        block += bytes([1, self.revision, signal, round(size_mm[0] / 10), round(size_mm[1] / 10), 120, features])
        block += bytes.fromhex("ee91a3544c99260f5054")  # the primaries of sRGB
        block += bytes([0x20, 0, 0]) + b"\1\1" * 8  # 640x480 at 60 Hz, which all must take; no standard timings

        timings = [timing(name) for name in self.timings]
        lines = [t.clock_khz / sum(t.horizontal) for t in timings]
        rates = [khz * 1e3 / (sum(t.vertical) + t.interlaced / 2) for khz, t in zip(lines, timings)]
        descriptors = [detailed_timing(t, size_mm) for t in timings]
        descriptors.append(text_descriptor(0xFC, self.name))
        if self.serial_text:
            descriptors.append(text_descriptor(0xFF, self.serial_text))
        if len(descriptors) < 4:
            vertical = (math.floor(min([*rates, 59.9])), math.ceil(max([*rates, 60])))
            horizontal = (math.floor(min([*lines, 31.4])), math.ceil(max([*lines, 31.5])))
            clock = max(t.clock_khz for t in timings) / 1e3
            descriptors.append(range_limits(vertical, horizontal, clock, 0 if self.revision < 4 else 1))
        if len(descriptors) > 4:
            raise ValueError(f"{len(descriptors)} descriptors are wanted and the base block has 4")
        descriptors += [DUMMY] * (4 - len(descriptors))
        return checked(block + b"".join(descriptors) + bytes([1 if self.cta else 0]))

    def edid(self):
        extension = self.cta.bytes(self.size()) if self.cta else b""
        return self.base_block() + extension


def parse_vic(text):
    """`16`, or `16n` for a native format."""
    return (int(text[:-1]), True) if text.endswith("n") else int(text)


def pair(text):
    width, height = text.split("x")
    return int(width), int(height)


def arguments(argv):
    parser = argparse.ArgumentParser(
        prog="make-edid", description="Write the EDID of a monitor that does not exist, for tests.",
        epilog="TIMING is WIDTHxHEIGHT@RATE; a portrait monitor is 1080x1920@60. Interlaced ones: "
        + ", ".join(name for name in TIMINGS if "i" in name) + ".")
    default = Monitor()
    parser.add_argument("timings", metavar="TIMING", nargs="*", help="the first is the preferred one (1920x1080@60)")
    parser.add_argument("-o", "--output", metavar="FILE", default="-", help="standard output if not given")
    parser.add_argument("--name", default=default.name)
    parser.add_argument("--maker", metavar="ABC", default=default.maker)
    parser.add_argument("--product", metavar="N", type=lambda text: int(text, 0), default=default.product)
    parser.add_argument("--serial", metavar="N", type=lambda text: int(text, 0), default=default.serial)
    parser.add_argument("--serial-text", metavar="TEXT")
    parser.add_argument("--size", metavar="WxH", type=pair, help="in millimetres")
    parser.add_argument("--week", type=int, default=default.week)
    parser.add_argument("--year", type=int, default=default.year)
    parser.add_argument("--revision", type=int, choices=[3, 4], default=default.revision, help="of EDID 1.x")
    parser.add_argument("--interface", choices=["analogue", *INTERFACES], default=default.interface)
    parser.add_argument("--bits", type=int, choices=range(6, 18, 2), default=default.bits, help="per colour")
    cta = parser.add_argument_group("CTA-861 extension (made if any of these is given)")
    cta.add_argument("--vic", metavar="N[n]", type=parse_vic, action="append", help="a video format; n: native")
    cta.add_argument("--cta-timing", metavar="TIMING", action="append")
    cta.add_argument("--overscan", action="store_true", help="computers' formats are overscanned by default")
    cta.add_argument("--scan", metavar="PT,IT,CE", type=lambda text: tuple(map(int, text.split(","))),
                     help="video capability: 0 no data, 1 overscanned, 2 underscanned, 3 both")
    cta.add_argument("--audio", action="store_true")
    cta.add_argument("--ycbcr", action="store_true")
    cta.add_argument("--tmds", metavar="MHZ", type=int)
    cta.add_argument("--hdr", action="store_true")
    return parser.parse_args(argv)


def main(argv=None):
    a = arguments(argv)
    cta = None
    if any([a.vic, a.cta_timing, a.overscan, a.scan, a.audio, a.ycbcr, a.tmds, a.hdr]):
        cta = CTA(vics=a.vic or [], timings=a.cta_timing or [], underscan=not a.overscan, audio=a.audio,
                  ycbcr=a.ycbcr, tmds_mhz=a.tmds or 0, scan=a.scan, hdr=a.hdr)
    monitor = Monitor(
        name=a.name, maker=a.maker, product=a.product, serial=a.serial, serial_text=a.serial_text,
        size_mm=a.size, week=a.week, year=a.year, revision=a.revision, interface=a.interface, bits=a.bits, cta=cta)
    if a.timings:
        monitor = replace(monitor, timings=a.timings)
    try:
        data = monitor.edid()
    except ValueError as error:
        sys.exit(f"make-edid: {error}")
    if a.output == "-":
        sys.stdout.buffer.write(data)
    else:
        with open(a.output, "wb") as file:
            file.write(data)
