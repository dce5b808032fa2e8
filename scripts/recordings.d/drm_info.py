"""Devices in the form in which `drm_info -j` writes them, built from short descriptions."""

import base64
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "rig.d"))

from make_edid import Monitor, timing  # noqa: E402

RANGE, ENUM, BLOB, BITMASK, OBJECT, SIGNED = 2, 8, 16, 32, 64, 128
IMMUTABLE, ATOMIC = 4, 1 << 31
CONNECTED, DISCONNECTED, UNKNOWN = 1, 2, 3
TYPES = {
    "Unknown": 0, "VGA": 1, "DVI-I": 2, "DVI-D": 3, "Composite": 5, "LVDS": 7, "DP": 10, "HDMI-A": 11, "TV": 13, "eDP": 14, "Virtual": 15,
    "DSI": 16, "DPI": 17, "Writeback": 18,
}
ENCODERS = {"none": 0, "DAC": 1, "TMDS": 2, "LVDS": 3, "TVDAC": 4, "Virtual": 5, "DSI": 6, "DPMST": 7, "DPI": 8}


def fourcc(name):
    return int.from_bytes(name.encode("ascii"), "little")


class Values:
    """A property's description: its type, its limits or choices, whether programs may set it."""

    def __init__(self, kind, spec=None, flags=0):
        self.kind, self.spec, self.flags = kind, spec, flags


def span(low, high, flags=0):
    return Values(RANGE, {"min": low, "max": high}, flags)


def choices(*names, flags=0):
    return Values(ENUM, [{"name": name, "value": value} for value, name in enumerate(names)], flags)


INT32 = Values(SIGNED, {"min": -(1 << 31), "max": (1 << 31) - 1}, ATOMIC)
UINT32, POSITIVE = span(0, (1 << 32) - 1, ATOMIC), span(0, (1 << 31) - 1, ATOMIC)
KNOWN = {
    "EDID": Values(BLOB, flags=IMMUTABLE),
    "PATH": Values(BLOB, flags=IMMUTABLE),
    "TILE": Values(BLOB, flags=IMMUTABLE),
    "DPMS": choices("On", "Standby", "Suspend", "Off"),
    "link-status": choices("Good", "Bad"),
    "non-desktop": span(0, 1, IMMUTABLE),
    "CRTC_ID": Values(OBJECT, 0xCCCCCCCC, ATOMIC),
    "FB_ID": Values(OBJECT, 0xFBFBFBFB, ATOMIC),
    "IN_FENCE_FD": Values(SIGNED, {"min": -1, "max": (1 << 31) - 1}, ATOMIC),
    "type": choices("Overlay", "Primary", "Cursor", flags=IMMUTABLE),
    "IN_FORMATS": Values(BLOB, flags=IMMUTABLE),
    "CRTC_X": INT32, "CRTC_Y": INT32, "CRTC_W": POSITIVE, "CRTC_H": POSITIVE,
    "SRC_X": UINT32, "SRC_Y": UINT32, "SRC_W": UINT32, "SRC_H": UINT32,
    "ACTIVE": span(0, 1, ATOMIC),
    "MODE_ID": Values(BLOB, flags=ATOMIC),
    "VRR_ENABLED": span(0, 1),
    "WRITEBACK_FB_ID": Values(OBJECT, 0xFBFBFBFB, ATOMIC),
    "WRITEBACK_PIXEL_FORMATS": Values(BLOB, flags=IMMUTABLE),
    "WRITEBACK_OUT_FENCE_PTR": span(0, (1 << 64) - 1, ATOMIC),
    "max bpc": span(8, 16),
    "vrr_capable": span(0, 1, IMMUTABLE),
    "Broadcast RGB": choices("Automatic", "Full", "Limited 16:235"),
    "Content Protection": choices("Undesired", "Desired", "Enabled"),
    "aspect ratio": choices("Automatic", "4:3", "16:9"),
    "scaling mode": choices("None", "Full", "Center", "Full aspect"),
    "panel orientation": choices("Normal", "Upside Down", "Left Side Up", "Right Side Up", flags=IMMUTABLE),
    "underscan": choices("off", "on", "auto"),
    "underscan hborder": span(0, 128), "underscan vborder": span(0, 128),
    "left margin": span(0, 100), "right margin": span(0, 100), "top margin": span(0, 100), "bottom margin": span(0, 100),
    "subconnector": choices("Unknown", "VGA", "DVI-D", "HDMI", "DP", "Wireless", "Native", flags=IMMUTABLE),
    "zpos": span(0, 255, IMMUTABLE),
    "rotation": Values(BITMASK, [
        {"name": name, "value": value}
        for value, name in enumerate(["rotate-0", "rotate-90", "rotate-180", "rotate-270", "reflect-x", "reflect-y"])]),
    "dithering mode": choices("auto", "off", "static 2x2", "dynamic 2x2", "temporal"),
    "select subconnector": choices("Automatic", "Composite", "SVIDEO", "Component", "SCART"),
}


def mode(name, preferred=False, shift_khz=0):
    """A mode by the timing's name; `shift_khz` makes the variants that monitors have for 59.94 Hz and the like."""
    t = timing(name)
    factor = 2 if t.interlaced else 1
    ends = []
    for active, front, sync, back in (t.horizontal, t.vertical):
        ends.append((active, active + front, active + front + sync, active + front + sync + back))
    h, v = ends
    # A frame of two fields has one line more than both.
    v = tuple(factor * value + (t.interlaced and index == 3) for index, value in enumerate(v))
    clock = t.clock_khz + shift_khz
    flags = (1 if t.positive[0] else 2) | (4 if t.positive[1] else 8) | (16 if t.interlaced else 0)
    return {
        "clock": clock, "hdisplay": h[0], "hsync_start": h[1], "hsync_end": h[2], "htotal": h[3], "hskew": 0,
        "vdisplay": v[0], "vsync_start": v[1], "vsync_end": v[2], "vtotal": v[3], "vscan": 0,
        "vrefresh": round(clock * 1000 * factor / (h[3] * v[3])), "flags": flags, "type": 72 if preferred else 64,
        "name": f"{t.width}x{t.height}" + ("i" if t.interlaced else ""),
    }


def modes(*names):
    """The first is preferred."""
    return [mode(name, preferred=index == 0) for index, name in enumerate(names)]


class Device:
    """A display device. Objects get their ids in the order in which they are added, as with the kernel."""

    def __init__(self, path, driver, about, version=(1, 0, 0), kernel="6.12.48", bus=0, bus_data=None, sizes=(0, 16384),
                 client_caps=(), **caps):
        self.path, self.next_id, self.property_ids = path, 30, {}
        self.connectors, self.encoders, self.crtcs, self.planes = [], [], [], []
        self.ids = {}
        self.head = {
            "driver": {
                "name": driver, "desc": about,
                "version": dict(zip(("major", "minor", "patch"), version), date="0"),
                "kernel": {"sysname": "Linux", "release": kernel, "version": "#1 SMP"},
                "client_caps": {
                    "STEREO_3D": True, "UNIVERSAL_PLANES": True, "ATOMIC": True, "ASPECT_RATIO": True,
                    "WRITEBACK_CONNECTORS": True, **dict(client_caps)},
                "caps": {
                    "DUMB_BUFFER": 1, "VBLANK_HIGH_CRTC": 1, "DUMB_PREFERRED_DEPTH": 24, "DUMB_PREFER_SHADOW": 0,
                    "PRIME": 3, "TIMESTAMP_MONOTONIC": 1, "ASYNC_PAGE_FLIP": 0, "CURSOR_WIDTH": 64,
                    "CURSOR_HEIGHT": 64, "ADDFB2_MODIFIERS": 1, "PAGE_FLIP_TARGET": 0, "CRTC_IN_VBLANK_EVENT": 1,
                    "SYNCOBJ": 0, "SYNCOBJ_TIMELINE": 0, **caps},
            },
            "device": {"available_nodes": 1, "bus_type": bus, "device_data": bus_data},
            "fb_size": {
                "min_width": sizes[0], "max_width": sizes[1], "min_height": sizes[0], "max_height": sizes[1]},
        }

    def new_id(self):
        self.next_id += 1
        return self.next_id

    def properties(self, values):
        """By name the value, or for blobs a pair of the blob's id and the data shown for it."""
        result = {}
        for name, value in values.items():
            known = KNOWN[name] if name in KNOWN else None
            if isinstance(value, tuple) and isinstance(value[0], Values):
                known, value = value
            data = None
            if known.kind == BLOB:
                value, data = value or (0, None)
            if name.startswith("SRC_"):
                data, value = value, value << 16
            result[name] = {
                "id": self.property_ids.setdefault(name, len(self.property_ids) + 1),
                "flags": known.kind | known.flags, "type": known.kind, "atomic": bool(known.flags & ATOMIC),
                "immutable": bool(known.flags & IMMUTABLE), "raw_value": value & (1 << 64) - 1, "spec": known.spec,
                "value": None if known.kind == BLOB else value, "data": data,
            }
        return result

    def blob(self, content):
        """A blob that drm_info would leave out, in Base64; bytes or text that the kernel ends with a zero."""
        if content is None:
            return None
        data = content.encode() + b"\0" if isinstance(content, str) else content
        return self.new_id(), base64.b64encode(data).decode()

    def crtc(self, name, gamma=256, **properties):
        self.ids[name] = self.new_id()
        self.crtcs.append({
            "id": self.ids[name], "fb_id": 0, "x": 0, "y": 0, "mode": None, "gamma_size": gamma,
            "properties": {"ACTIVE": 0, "MODE_ID": None, **properties}})

    def mask(self, crtcs):
        """The bits of some CRTCs by name, or a mask as it is."""
        if isinstance(crtcs, int):
            return crtcs
        order = [crtc["id"] for crtc in self.crtcs]
        return sum(1 << order.index(self.ids[name]) for name in crtcs)

    def plane(self, kind, crtcs, formats, modifiers=(), **properties):
        """Modifiers: those of all formats, or by modifier the formats that have it."""
        formats = [fourcc(name) for name in formats.split()]
        values = {
            "type": ["Overlay", "Primary", "Cursor"].index(kind), "FB_ID": 0, "IN_FENCE_FD": -1, "CRTC_ID": 0,
            **dict.fromkeys(["CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H"], 0), **properties}
        plane = {
            "id": self.new_id(), "possible_crtcs": crtcs, "crtc_id": 0, "fb_id": 0, "crtc_x": 0, "crtc_y": 0, "x": 0,
            "y": 0, "gamma_size": 0, "fb": None, "formats": formats, "properties": values}
        if modifiers:
            values["IN_FORMATS"] = (
                self.new_id(), [
                    {"modifier": modifier, "formats": formats if own is None else [fourcc(name) for name in own.split()]}
                    for modifier, own in (modifiers if isinstance(modifiers, dict) else dict.fromkeys(modifiers)).items()])
        self.planes.append(plane)

    def encoder(self, name, kind, crtcs):
        self.ids[name] = self.new_id()
        self.encoders.append({
            "id": self.ids[name], "type": ENCODERS[kind], "crtc_id": 0, "possible_crtcs": crtcs,
            "possible_clones": 1 << len(self.encoders)})

    def connector(self, name, kind, encoders, status=DISCONNECTED, monitor=None, modes=(), size=(0, 0), path=None,
                  tile=None, subpixel=1, **properties):
        values = {
            "EDID": self.blob(monitor.edid() if monitor else None), "DPMS": 0, "link-status": 0, "non-desktop": 0,
            "TILE": self.blob(tile), "CRTC_ID": 0, **properties}
        if kind in ("Virtual", "Writeback"):
            del values["EDID"]
        if path:
            values["PATH"] = (self.new_id(), path + "\0")
        self.ids[name] = self.new_id()
        if monitor and size == (0, 0):
            size = monitor.size()
        self.connectors.append({
            "id": self.ids[name], "type": TYPES[kind], "status": status, "phy_width": size[0], "phy_height": size[1],
            "subpixel": subpixel, "encoder_id": 0, "encoders": list(encoders), "modes": list(modes), "properties": values})

    def light(self, connector, crtc, framebuffer=(None, None)):
        """Makes it what it would be with the connector's first mode set, and a console on it."""
        found = next(c for c in self.connectors if c["id"] == self.ids[connector])
        used = next(c for c in self.crtcs if c["id"] == self.ids[crtc])
        shown, fb = found["modes"][0], self.new_id()
        width, height = shown["hdisplay"], shown["vdisplay"]
        used.update(mode=shown, fb_id=fb)
        used["properties"].update(ACTIVE=1, MODE_ID=(self.new_id(), shown))
        found["properties"]["CRTC_ID"] = self.ids[crtc]
        found["encoder_id"] = self.ids[found["encoders"][0]]
        next(e for e in self.encoders if e["id"] == found["encoder_id"])["crtc_id"] = self.ids[crtc]
        bit = self.mask([crtc])
        plane = next(
            p for p in self.planes
            if p["properties"]["type"] == 1 and self.mask(p["possible_crtcs"]) & bit and not p["crtc_id"])
        plane.update(crtc_id=self.ids[crtc], fb_id=fb, fb={
            "id": fb, "width": width, "height": height, "format": fourcc("XR24"), "modifier": 0,
            "planes": [{"offset": 0, "pitch": width * 4}]})
        plane["properties"].update(
            CRTC_ID=self.ids[crtc], FB_ID=fb, CRTC_W=width, CRTC_H=height, SRC_W=width, SRC_H=height)

    def json(self):
        def finished(objects, **changes):
            return [
                {**thing, **{name: change(thing[name]) for name, change in changes.items()}} for thing in objects]

        return {self.path: {
            **self.head,
            "connectors": finished(
                self.connectors, properties=self.properties, encoders=lambda names: [self.ids[name] for name in names]),
            "encoders": finished(self.encoders, possible_crtcs=self.mask),
            "crtcs": finished(self.crtcs, properties=self.properties),
            "planes": finished(self.planes, properties=self.properties, possible_crtcs=self.mask),
        }}


def text(value, width=120, indent=0):
    """JSON in which what fits on one line is on one line."""
    line = json.dumps(value)
    if len(line) + indent <= width or not isinstance(value, (dict, list)) or not value:
        return line
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        inner = [f"{json.dumps(name)}: {text(member, width, indent + 1)}" for name, member in value.items()]
        return "{\n" + ",\n".join(pad + line for line in inner) + "\n" + " " * indent + "}"
    if all(isinstance(member, (int, str)) for member in value):
        rows, row = [], ""
        for member in (json.dumps(member) for member in value):
            if row and len(row) + len(member) + indent + 4 > width:
                rows, row = rows + [row], ""
            row += (", " if row else "") + member
        return "[\n" + ",\n".join(pad + row for row in rows + [row]) + "\n" + " " * indent + "]"
    return "[\n" + ",\n".join(pad + text(member, width, indent + 1) for member in value) + "\n" + " " * indent + "]"


__all__ = ["CONNECTED", "DISCONNECTED", "UNKNOWN", "Device", "Monitor", "Values", "choices", "span", "mode", "modes", "text"]
