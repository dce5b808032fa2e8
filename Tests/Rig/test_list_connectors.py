"""`vitrine --list-connectors` tells what drm_info and edid-decode tell, and disturbs nobody."""

import json
import os
import pathlib
import re
import subprocess
import sys
import threading

import pytest

from rig import drm
from rig.vkms import ConnectorType

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
VITRINE = os.environ.get("VITRINE") or str(REPOSITORY / ".build/release/vitrine")
UNAVAILABLE, NO_PERMISSION, IO_ERROR = 69, 77, 71  # sysexits.h
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

sys.path.insert(0, os.environ["RIG_TOOLS"])
from make_edid import CTA, Monitor  # noqa: E402

TELEVISION = Monitor(
    name="TELEVISION", maker="SAM", product=0xBEEF, serial=0, week=20, year=2022, interface="hdmi", bits=10,
    timings=["3840x2160@30", "1920x1080@60"],
    cta=CTA(vics=[(16, True), 4, 19, 31, 32, 17, 18], audio=True, tmds_mhz=300)).edid()
PORTRAIT = Monitor(
    name="PORTRAIT", maker="DEL", serial_text="5K1XN13", serial=77, timings=["1080x1920@60"],
    size_mm=(337, 599)).edid()


def vitrine(*arguments, by=()):
    """Runs it to its end: (status, standard output, standard error)."""
    ended = subprocess.run([*by, VITRINE, "--list-connectors", *arguments], capture_output=True, text=True, timeout=30)
    return ended.returncode, ended.stdout, ended.stderr


def listed(*arguments, by=()):
    """The devices that it lists, by path."""
    status, output, log = vitrine("--json", *arguments, by=by)
    assert status == 0, log
    return {device["path"]: device for device in json.loads(output)["devices"]}


def connectors(device):
    return {connector["name"]: connector for connector in device["connectors"]}


def drm_info(path):
    ended = subprocess.run(["drm_info", "-j", path], capture_output=True, text=True, check=True)
    return json.loads(ended.stdout)[path]


def assert_agrees(device):
    """Everything that both tell of a device is the same."""
    # When the last program closes a device the kernel lights its console: the first one to look finds it dark.
    drm_info(device.path)
    ours, theirs = listed()[device.path], drm_info(device.path)
    assert ours["driver"]["name"] == theirs["driver"]["name"]
    assert ours["bus"] == f"platform:{device.name}"
    capabilities = theirs["driver"]["caps"]
    assert ours["capabilities"] == {
        "atomic": theirs["driver"]["client_caps"]["ATOMIC"], "modifiers": capabilities["ADDFB2_MODIFIERS"] == 1,
        "prime_import": capabilities["PRIME"] & 1 != 0, "prime_export": capabilities["PRIME"] & 2 != 0,
        "async_page_flip": capabilities["ASYNC_PAGE_FLIP"] == 1,
        "monotonic_timestamps": capabilities["TIMESTAMP_MONOTONIC"] == 1,
        "syncobj": capabilities["SYNCOBJ"] == 1, "dumb_buffers": capabilities["DUMB_BUFFER"] == 1}
    assert [crtc["id"] for crtc in ours["crtcs"]] == [crtc["id"] for crtc in theirs["crtcs"]]
    crtcs = [crtc["id"] for crtc in theirs["crtcs"]]

    def selected(mask):
        return [identifier for index, identifier in enumerate(crtcs) if mask >> index & 1]

    primaries = [plane for plane in theirs["planes"] if plane["properties"]["type"]["value"] == 1]
    assert [plane["id"] for plane in ours["primary_planes"]] == [plane["id"] for plane in primaries]
    for our_plane, plane in zip(ours["primary_planes"], primaries):
        assert our_plane["possible_crtcs"] == selected(plane["possible_crtcs"])
        codes = [int.from_bytes(entry["format"].encode(), "little") for entry in our_plane["formats"]]
        assert codes == plane["formats"]

    encoders = {encoder["id"]: encoder for encoder in theirs["encoders"]}
    names = {connector.identifier: connector.name for connector in device.connectors}
    assert [connector["id"] for connector in ours["connectors"]] == [c["id"] for c in theirs["connectors"]]
    for our, their in zip(ours["connectors"], theirs["connectors"]):
        assert our["name"] == names[their["id"]]
        assert our["status"] == {1: "connected", 2: "disconnected", 3: "unknown"}[their["status"]]
        assert our["enabled"] == (their["properties"]["CRTC_ID"]["value"] != 0)
        assert (our["crtc"] or 0) == their["properties"]["CRTC_ID"]["value"]
        assert our["non_desktop"] == (their["properties"]["non-desktop"]["value"] == 1)
        assert our["link_status"] == {0: "good", 1: "bad"}[their["properties"]["link-status"]["value"]]
        size = our["physical_size_mm"] or {"width": 0, "height": 0}
        assert (size["width"], size["height"]) == (their["phy_width"], their["phy_height"])
        mask = 0
        for encoder in their["encoders"]:
            mask |= encoders[encoder]["possible_crtcs"]
        assert our["possible_crtcs"] == selected(mask)
        assert [kernel_mode(mode) for mode in our["modes"]] == their["modes"]


def kernel_mode(mode):
    """One of our modes, as drm_info writes it."""
    same = ["hsync_start", "hsync_end", "htotal", "hskew", "vsync_start", "vsync_end", "vtotal", "vscan", "vrefresh",
            "flags", "type", "name"]
    return {"clock": mode["clock_khz"], "hdisplay": mode["width"], "vdisplay": mode["height"],
            **{name: mode[name] for name in same}}


def decoded(edid):
    """Who a monitor is by edid-decode."""
    text = subprocess.run(["edid-decode", "--skip-hex-dump"], input=edid, capture_output=True).stdout.decode()

    def found(pattern):
        match = re.search(pattern, text)
        return match and match[1]

    return {
        "manufacturer": found(r"Manufacturer: (\w+)"), "product_code": int(found(r"Model: (\d+)")),
        "serial_number": (number := found(r"Serial Number: (\d+)")) and int(number),
        "serial_text": found(r"Display Product Serial Number: '(.*)'"), "name": found(r"Display Product Name: '(.*)'"),
        "week": int(found(r"Made in: week (\d+)")), "year": int(found(r"Made in: week \d+ of (\d+)")),
        "version": found(r"Version & Revision: (\S+)")}, found(r"DTD 1: +(\S+ +\S+) Hz")


def test_agrees_with_drm_info_and_edid_decode(make_device):
    device = make_device("first", crtcs=2, connectors=3, status=[True, True, False])
    edids = [TELEVISION, PORTRAIT]
    for connector, edid in zip(device.connectors, edids):
        connector.set_edid(edid)  # in silence, so only a probe finds it
    ours = listed()[device.path]
    assert [connector["status"] for connector in ours["connectors"]] == ["connected", "connected", "disconnected"]
    assert ours["connectors"][2]["modes"] == [] and ours["connectors"][2]["edid"] is None

    for connector, edid in zip(ours["connectors"], edids):
        told = connector["edid"]
        identity, preferred = decoded(edid)
        assert {name: told[name] for name in identity} == identity
        timing = told["preferred_timing"]
        assert preferred.split() == [f"{timing['width']}x{timing['height']}", f"{timing['refresh_hz']:.6f}"]
        assert told["length"] == len(edid)
        assert [mode["preferred"] for mode in connector["modes"]].count(True) >= 1
        first = connector["modes"][0]
        assert (first["width"], first["height"]) == (timing["width"], timing["height"])
    assert_agrees(device)


def test_says_what_is_wrong_with_an_edid(device):
    broken = bytearray(TELEVISION)
    broken[255] ^= 1
    device.connectors[0].set_edid(bytes(broken))
    connector = listed()[device.path]["connectors"][0]
    assert [issue["code"] for issue in connector["edid"]["issues"]] == ["checksumInvalid"]
    assert [concern["code"] for concern in connector["concerns"]] == ["edid-faulty"]


def test_several_devices_and_a_choice_of_them(make_device, tmp_path):
    first = make_device("first", crtcs=1, connectors=2)
    second = make_device("second", connector_type=ConnectorType.DISPLAY_PORT)
    devices = listed()
    assert list(devices) == [first.path, second.path]
    for device in (first, second):
        assert_agrees(device)
    # Two monitors and one CRTC.
    concerns = [concern["code"] for c in devices[first.path]["connectors"] for concern in c["concerns"]]
    assert concerns.count("no-crtc") == 1

    link = tmp_path / "by-path"
    link.symlink_to(second.path)
    assert list(listed("--device", link)) == [second.path]
    status, output, log = vitrine("--device", second.path, "--device", "/dev/dri/card99")
    assert status == UNAVAILABLE and f"{second.path}: vkms" in output and "/dev/dri/card99" in log
    status, output, log = vitrine("--device", "/dev/null")
    assert (status, output) == (UNAVAILABLE, "") and "/dev/null" in log


def test_does_not_disturb_who_drives_the_screen(device):
    device.connectors[0].set_edid(TELEVISION)
    with drm.Card(device.path) as card:
        crtcs, (connector, *_) = card.resources()
        _, modes = card.connector(connector)
        mode = next(mode for mode in modes if (mode.hdisplay, mode.vdisplay) == (1280, 720))
        black = card.dumb_framebuffer(drm.numpy.zeros((720, 1280, 3), drm.numpy.uint8))
        card.set_crtc(crtcs[0], connector, mode, black)
        flips, stop = [], threading.Event()

        def flip():
            while not stop.is_set():
                flips.append(card.flip(crtcs[0], black))  # fails for who is not master

        thread = threading.Thread(target=flip)
        thread.start()
        try:
            for _ in range(5):
                before = len(flips)
                ours = listed()[device.path]
                assert len(flips) > before
                assert thread.is_alive()
        finally:
            stop.set()
            thread.join()
        card.flip(crtcs[0], black)
    told = ours["connectors"][0]
    assert told["enabled"] and told["crtc"] == crtcs[0] and told["edid"]["name"] == "TELEVISION"
    assert ours["crtcs"] == [{"id": crtcs[0], "active": True, "mode": "1280x720@60", "connectors": [connector]}]
    current = kernel_mode(told["current_mode"])
    assert current == {name: getattr(mode, name) for name, _ in mode._fields_} | {"name": mode.name.decode()}
    assert [entry["current"] for entry in told["modes"]].count(True) == 1


def test_without_permission(make_device):
    first = make_device("first")
    status, output, log = vitrine(by=NOBODY)
    assert (status, output) == (NO_PERMISSION, "")
    assert first.path in log and "video" in log and len(log.splitlines()) == 1

    second = make_device("second")
    os.chmod(second.path, 0o666)
    status, output, log = vitrine(by=NOBODY)
    assert status == 0 and f"{second.path}: vkms" in output and first.path in log
    status, output, log = vitrine("--device", first.path, "--device", second.path, by=NOBODY)
    assert status == NO_PERMISSION and f"{second.path}: vkms" in output


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_without_a_device(form):
    status, output, log = vitrine(*form)
    assert (status, output) == (UNAVAILABLE, "")
    assert "modprobe vkms" in log and len(log.splitlines()) == 1


def test_text_leads_with_what_matters(make_device):
    device = make_device(crtcs=1, connectors=2, status=[True, False])
    device.connectors[0].set_edid(PORTRAIT)
    status, output, log = vitrine()
    assert (status, log) == (0, "")
    lines = output.splitlines()
    assert re.match(r"1 display device, 2 connectors: 1 connected, \d lit, nothing wrong\.", lines[0])
    assert lines[2].startswith(f"{device.path}: vkms")
    row = next(line for line in lines if line.strip().startswith(device.connectors[0].name))
    assert "connected" in row and "DEL PORTRAIT" in row and "340 x 600 mm" in row
    assert max(map(len, lines)) <= 100


def test_a_reader_that_goes_away(device):
    """As with `| head`: no message and no crash, however early."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "wb") as closed:
        ended = subprocess.run([VITRINE, "--list-connectors", "--json"], stdout=closed, stderr=subprocess.PIPE, timeout=30)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_output_that_cannot_be_written(device):
    with open("/dev/full", "wb") as full:
        ended = subprocess.run([VITRINE, "--list-connectors"], stdout=full, stderr=subprocess.PIPE, timeout=30)
    assert ended.returncode == IO_ERROR and b"No space left" in ended.stderr
