"""The rig itself: what its parts say about a screen is true."""

import ctypes
import glob
import os
import pathlib
import subprocess

import numpy
import pytest
from PIL import Image

from rig import drm, edid, udev
from rig.process import Program
from rig.screen import Screen, expected_crc
from rig.vkms import ConnectorType


def gradient(width, height, blue=0):
    pixels = numpy.full((height, width, 3), blue, numpy.uint8)
    pixels[:, :, 0] = numpy.arange(width) * 255 // width
    pixels[:, :, 1] = (numpy.arange(height) * 255 // height)[:, None]
    return pixels


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (1920, 1080)])
def test_crc_and_peek_tell_the_picture(device, size):
    pixels = gradient(*size, blue=77)
    with drm.Card(device.path) as card:
        card.light(pixels)
        screen = Screen(device)
        assert screen.crcs(2) == [expected_crc(pixels)] * 2
        assert expected_crc(Image.fromarray(pixels)) == expected_crc(pixels)
        assert (numpy.asarray(screen.peek()) == pixels).all()
        assert screen.state()["active"] == "1"
        assert f'"{size[0]}x{size[1]}"' in screen.state()["mode"]


def test_crc_differs_by_one_pixel(device):
    pixels = gradient(640, 480)
    with drm.Card(device.path) as card:
        card.light(pixels)
        other = pixels.copy()
        other[479, 639, 2] ^= 1
        assert Screen(device).crcs() != [expected_crc(other)]


def test_failure_saves_what_was_on_the_screen(device, tmp_path, monkeypatch):
    monkeypatch.setenv("RIG_PICTURES", str(tmp_path))
    pixels = gradient(640, 480)
    with drm.Card(device.path) as card:
        card.light(pixels)
        with pytest.raises(AssertionError, match="wrong.png"):
            Screen(device).wait_for(numpy.zeros_like(pixels), "wrong", limit=0.2)
    assert (numpy.asarray(Image.open(tmp_path / "wrong.png")) == pixels).all()


def test_dark_crtc_says_so(device):
    screen = Screen(device)
    with drm.Card(device.path) as card:
        crtcs, _ = card.resources()
        card.call(0xA2, drm.Crtc(crtc_id=crtcs[0]))
        assert screen.peek() is None
        with pytest.raises(AssertionError, match="gives no CRC|no CRC"):
            screen.crcs(limit=0.2)


def test_two_screens_of_a_device(make_device):
    device = make_device(crtcs=2, connectors=2)
    pictures = [gradient(640, 480, 10), gradient(800, 600, 20)]
    with drm.Card(device.path) as card:
        for index, pixels in enumerate(pictures):
            card.light(pixels, index)
        for index, pixels in enumerate(pictures):
            Screen(device, index).wait_for(pixels, f"screen-{index}")


def test_plugging_sends_udev_events(udev_daemon, device):
    connector = device.connectors[0]
    with udev.Listener() as listener:
        connector.unplug()
        event = listener.wait_for(ACTION="change", SUBSYSTEM="drm", HOTPLUG="1")
        assert event["DEVNAME"] == device.path
        assert connector.status == "disconnected"
        connector.plug()
        listener.wait_for(ACTION="change", HOTPLUG="1", DEVNAME=device.path)
        assert connector.status == "connected"


def test_silent_change_sends_no_event(udev_daemon, device):
    connector = device.connectors[0]
    with udev.Listener(udev.Group.KERNEL) as listener:
        connector.change_silently("off")
        assert listener.quiet(0.3)
        assert connector.status == "disconnected"
        connector.change_silently("detect")


def test_device_comes_and_goes_with_events(udev_daemon, make_device):
    with udev.Listener() as listener:
        first, second = make_device("first"), make_device("second")
        listener.wait_for(ACTION="add", DEVNAME=second.path)
        assert first.path != second.path
        second.remove()
        listener.wait_for(ACTION="remove", DEVNAME=second.path)
        assert pathlib.Path(first.path).exists()
        assert not pathlib.Path(second.path).exists()


def test_another_monitor_has_other_modes(udev_daemon, device):
    connector = device.connectors[0]
    monitor = edid.monitor("PORTRAIT", edid.PORTRAIT_HD, edid.VGA)
    with udev.Listener() as listener:
        connector.plug_monitor(monitor)
        listener.wait_for(ACTION="change", HOTPLUG="1")
    with drm.Card(device.path) as card:
        _, modes = card.connector(connector.identifier)
    assert [mode.name for mode in modes] == [b"720x1280", b"640x480"]
    assert connector.edid == monitor


def test_edids_conform(tmp_path):
    extended = edid.monitor("RIGMON", edid.HD, edid.FULL_HD_INTERLACED, extension=edid.cta_extension(16, 5, 4, 19))
    for index, bytes_ in enumerate([extended, edid.monitor("PORTRAIT", edid.PORTRAIT_HD, edid.VGA)]):
        path = tmp_path / f"{index}.bin"
        path.write_bytes(bytes_)
        decoded = subprocess.run(["edid-decode", path], capture_output=True, text=True)
        assert decoded.returncode == 0, decoded.stdout


@pytest.mark.parametrize("kind, prefix", [(ConnectorType.HDMI_A, "HDMI-A-"), (ConnectorType.DISPLAY_PORT, "DP-"),
                                          (ConnectorType.VIRTUAL, "Virtual-")])
def test_connector_types(make_device, kind, prefix):
    connectors = make_device(crtcs=2, connectors=3, status=[True, False, True], connector_type=kind).connectors
    assert all(connector.name.startswith(prefix) for connector in connectors)
    assert [connector.status for connector in connectors] == ["connected", "disconnected", "connected"]


def test_program_is_observed():
    with Program("sh", "-c", "echo ready >&2; exec sleep 100") as program:
        program.wait_until(lambda: "ready" in program.log, "it says that it is ready")
        assert program.descriptors()[0] == os.devnull
        assert program.memory()["Rss"] > 0
        assert program.wake_ups() >= 0
        assert program.stop() == -15


def test_program_that_ends_too_soon_shows_its_messages():
    with Program("sh", "-c", "echo no screen >&2; exit 3") as program:
        with pytest.raises(AssertionError, match="status 3(.|\n)*no screen"):
            program.wait_until(lambda: False, "never")


@pytest.mark.virtual_time
def test_a_minute_of_flips_at_exactly_sixty_hertz(device):
    """Every vblank has its frame, however busy the machine is."""
    with drm.Card(device.path) as card:
        pixels = gradient(640, 480)
        crtc = card.light(pixels)
        framebuffers = [card.dumb_framebuffer(pixels) for _ in range(2)]
        card.flip(crtc, framebuffers[0])  # the event of the first may carry a stale time
        times = [card.flip(crtc, framebuffers[i % 2]) for i in range(3600)]
    sequences, seconds = zip(*times)
    assert sequences[-1] - sequences[0] == 3599
    assert seconds[-1] - seconds[0] == pytest.approx(3599 / 60, rel=0.001)


@pytest.mark.virtual_time
def test_a_day_passes():
    """The whole run has a limit of minutes of real time."""
    before = os.times().elapsed
    subprocess.run(["sleep", "86400"], check=True)
    assert os.times().elapsed - before >= 86400


@pytest.mark.parametrize("module, node", [
    ("vgem", "/dev/dri/renderD*"), ("vicodec", "/dev/media*"), ("visl", "/dev/media*"),
    ("snd-dummy", "/dev/snd/controlC*"), ("snd-aloop", "/dev/snd/controlC*")])
def test_a_driver_for_tests_can_be_loaded(udev_daemon, module, node):
    before = set(glob.glob(node))
    modprobe = ["modprobe", "-d", os.environ["RIG_KERNEL"] + "/modules"]
    subprocess.run([*modprobe, module], check=True)
    try:
        assert set(glob.glob(node)) > before
    finally:
        # A further GPU would be one for the tests that follow. udev's rules open
        # a new node to find out what it is, and a module in use is not removed.
        udev.settle()
        subprocess.run([*modprobe, "-r", module], check=True)
    assert set(glob.glob(node)) == before


def test_the_kernel_has_landlock_fuse_and_udmabuf():
    landlock_create_ruleset, ask_for_version = 444, 1
    assert ctypes.CDLL(None).syscall(landlock_create_ruleset, None, 0, ask_for_version) >= 6
    assert os.path.exists("/dev/fuse") and os.path.exists("/dev/udmabuf")
