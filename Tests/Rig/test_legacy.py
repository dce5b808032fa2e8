"""Devices without atomic modesetting, as recycled PCs have them: vkms with that hidden (`--no-atomic`)."""

import ctypes
import signal
from ctypes import c_uint16, c_uint32, c_uint64

import numpy
import pytest

from rig import drm, edid, pictures
from rig.pictures import GREEN, solid
from rig.screen import Screen, found
from rig.vitrine import Vitrine, mode_of, screen_of

SMALL = edid.monitor("SMALL", edid.VGA)
WIDE = edid.monitor("WIDE", edid.HD, edid.VGA)
Lut = drm.structure("drm_mode_crtc_lut", crtc_id=c_uint32, gamma_size=c_uint32, red=c_uint64, green=c_uint64,
                    blue=c_uint64)


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(640, 480, GREEN))


class Legacy(Vitrine):
    """Drives the devices without atomic modesetting, and says so."""

    def __init__(self, *options, **start):
        super().__init__(*options, "--no-atomic", **start)

    def __exit__(self, *error):
        super().__exit__(*error)
        if error[0] is None:
            assert "atomic modeset:" not in self.log, "it made an atomic commit"

    def legacy_modesets(self, name):
        return [line for line in self.lines if "legacy modeset: " in line and f" on {name}" in line]


def gamma(card, crtc, table=None):
    """A CRTC's gamma table, 3 rows of 16-bit values, or sets it."""
    size = card.call(0xA1, drm.Crtc(crtc_id=crtc)).gamma_size
    values = numpy.zeros((3, size), numpy.uint16) if table is None else numpy.ascontiguousarray(table, numpy.uint16)
    rows = [row.ctypes.data_as(ctypes.POINTER(c_uint16)) for row in values]
    lut = Lut(crtc_id=crtc, gamma_size=size, **dict(zip(
        ("red", "green", "blue"), (ctypes.cast(row, ctypes.c_void_p).value for row in rows))))
    card.call(0xA4 if table is None else 0xA5, lut)
    return values


@pytest.mark.parametrize("size, monitor", [((640, 480), SMALL), ((1280, 720), WIDE)])
def test_the_picture_to_the_last_bit(udev_daemon, device, tmp_path, size, monitor):
    connector = device.connectors[0]
    connector.plug_monitor(monitor)
    picture = pictures.noise(*size)
    with Legacy(pictures.save(tmp_path / "media", picture=picture)) as program:
        program.wait_until_lit(connector)
        assert mode_of(connector).startswith(f"{size[0]}x{size[1]}@")
        screen_of(connector).wait_for(picture, "legacy-picture", limit=10)
        assert "driven without atomic modesetting, as --no-atomic asks" in program.log
        assert program.warnings == [], program.log


@pytest.mark.parametrize("policy, mode", [("lowest", "640x480@60"), ("highest", "1280x720@60"), ("640x480", "640x480@60")])
def test_modes_are_chosen_as_ever(udev_daemon, device, media, policy, mode):
    connector = device.connectors[0]
    connector.plug_monitor(WIDE)
    with Legacy(media, "--mode", policy) as program:
        program.wait_until_lit(connector)
        assert mode_of(connector) == mode, program.log


@pytest.mark.virtual_time
def test_every_refresh_has_its_frame(udev_daemon, make_device, moving_media):
    """On two screens, of which one comes and goes."""
    device = make_device(crtcs=2, connectors=2)
    steady, restless = device.connectors
    for connector in device.connectors:
        connector.plug_monitor(SMALL)
    with Legacy(moving_media, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(*device.connectors)
        program.wait_until(lambda: any(name == "b" for where, name, _ in program.shown if where == steady.name),
                           "the second slide")
        for _ in range(5):
            assert len(set(screen_of(steady).crcs(20))) > 15, f"its frames have stopped\n{program.log}"
            restless.unplug()
            program.wait_until(lambda: screen_of(restless) is None, "it is off")
            assert len(set(screen_of(steady).crcs(20))) > 15, f"its frames have stopped\n{program.log}"
            restless.plug()
            program.wait_until_lit(restless, limit=2)
            assert len(set(screen_of(restless).crcs(20))) > 15, program.log
        assert len(program.legacy_modesets(steady.name)) == 1, program.log
        assert all(line.endswith(": disconnected") for line in program.warnings), program.log


@pytest.mark.virtual_time
def test_replugged_and_swapped(udev_daemon, device, media):
    connector = device.connectors[0]
    connector.plug_monitor(SMALL)
    with Legacy(media) as program:
        program.wait_until_lit(connector)
        for count in range(20):
            wide = count % 2 == 0
            connector.plug_monitor(WIDE if wide else SMALL)
            wanted = "1280x720@60" if wide else "640x480@60"
            program.wait_until(lambda: mode_of(connector) == wanted and program.is_lit(connector), wanted, limit=2)
            connector.unplug()
            program.wait_until(lambda: screen_of(connector) is None, "it is off")
            if count == 3:
                before = len(program.descriptors()), (device.debugfs / "framebuffer").read_text().count("framebuffer[")
        assert (len(program.descriptors()),
                (device.debugfs / "framebuffer").read_text().count("framebuffer[")) == before
        connector.plug_monitor(SMALL)
        program.wait_until_lit(connector, limit=2)
        screen_of(connector).wait_for(solid(640, 480, GREEN), "legacy-replugged")


def play_and_end(device, media):
    with Legacy(media) as program:
        program.wait_until_lit(device.connectors[0])
        screen_of(device.connectors[0]).wait_for(solid(640, 480, GREEN), "legacy-over-another", limit=10)
        assert program.stop(signal.SIGTERM, limit=1.0) == 0, program.log
        assert program.warnings == []


def test_another_programs_picture_and_gamma_are_back(udev_daemon, device, media):
    """Its gamma, which makes blue half as bright, does not show meanwhile."""
    device.connectors[0].plug_monitor(SMALL)
    pixels = pictures.noise(640, 480)
    with drm.Card(device.path) as observer:
        crtc = observer.light(pixels)
        table = gamma(observer, crtc)
        if table.shape[1] == 0:
            pytest.skip("this kernel's vkms has no gamma")
        linear = numpy.linspace(0, 65535, table.shape[1]).astype(numpy.uint16)
        night = numpy.stack([linear, linear // 2, linear // 2])
        gamma(observer, crtc, night)
        shown = Screen(device).crcs()[0]
        observer.give_up_master()
        before = found(device)
        play_and_end(device, media)
        assert found(device) == before
        assert (gamma(observer, crtc) == night).all()
        assert Screen(device).crcs()[0] == shown


def test_a_dark_screen_is_dark_again(udev_daemon, device, media):
    device.connectors[0].plug_monitor(SMALL)
    with drm.Card(device.path) as observer:
        observer.call(0xA2, drm.Crtc(crtc_id=observer.resources()[0][0]))
        observer.give_up_master()
        before = found(device)
        assert before[1]["active"] == "0"
        play_and_end(device, media)
        assert found(device) == before


def test_the_console_is_back(udev_daemon, device, media):
    device.connectors[0].plug_monitor(SMALL)
    with drm.Card(device.path):
        pass  # when the last program closes the device, the kernel shows its console
    with drm.Card(device.path) as observer:
        observer.give_up_master()
        before = found(device)
        assert before[1]["active"] == "1", "the console is not shown"
        play_and_end(device, media)
        assert found(device) == before
