"""Screens and devices that come and go while it plays."""

import glob
import os
import pathlib
import subprocess
import time

import pytest

from rig import edid, pictures, udev
from rig.pictures import GREEN, solid
from rig.vitrine import Vitrine, mode_of, screen_of

SMALL = edid.monitor("SMALL", edid.VGA)
OTHER_SMALL = edid.monitor("OTHER", edid.VGA, serial=2)
STELE = edid.monitor("STELE", edid.PORTRAIT_HD)


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(640, 480, GREEN))


def wait_until_dark(program, connector):
    program.wait_until(lambda: screen_of(connector) is None, f"{connector.name} is off")


def wait_until_moving(program, connector):
    """The first slide stands still; from the second on, each refresh shows another frame."""
    program.wait_until(lambda: any(name == "b" for where, name, _ in program.shown if where == connector.name),
                       f"the second slide on {connector.name}")


def frames(connector):
    """How many different frames of 20 the connector shows."""
    return len(set(screen_of(connector).crcs(20)))


def holdings(program, *devices):
    """What it must not gather: descriptors by kind, framebuffers of each device, memory in KiB."""
    kinds = sorted(target.partition(":")[0] for target in program.descriptors().values())
    framebuffers = [(device.debugfs / "framebuffer").read_text().count("framebuffer[") for device in devices]
    return (kinds, framebuffers), program.memory()["Pss"]


def cycle(program, connector, count, limit=2.0):
    for _ in range(count):
        connector.unplug()
        wait_until_dark(program, connector)
        connector.plug()
        program.wait_until_lit(connector, limit=limit)


@pytest.mark.virtual_time
def test_replugged_200_times(udev_daemon, device, media):
    connector = device.connectors[0]
    connector.plug_monitor(SMALL)
    with Vitrine(media) as program:
        program.wait_until_lit(connector)
        cycle(program, connector, 10)
        before, memory = holdings(program, device)
        cycle(program, connector, 190)
        after, later_memory = holdings(program, device)
        assert after == before
        assert later_memory - memory < 1024, f"Pss grew from {memory} to {later_memory} KiB"
        screen_of(connector).wait_for(solid(640, 480, GREEN), "replugged")


def test_lit_within_two_seconds_in_real_time(udev_daemon, device, media):
    connector = device.connectors[0]
    connector.plug_monitor(SMALL)
    with Vitrine(media) as program:
        program.wait_until_lit(connector)
        cycle(program, connector, 5)


@pytest.mark.virtual_time
def test_monitor_swapped_while_connected(udev_daemon, device, tmp_path):
    connector = device.connectors[0]
    connector.plug_monitor(SMALL)
    with Vitrine(pictures.save(tmp_path / "media", green=solid(480, 480, GREEN))) as program:
        program.wait_until_lit(connector)
        for count in range(20):
            wide = count % 2 == 1
            connector.plug_monitor(SMALL if wide else STELE)
            wanted = "640x480@60" if wide else "720x1280@69"
            program.wait_until(lambda: mode_of(connector) == wanted and program.is_lit(connector), wanted, limit=2)
            shown = (pictures.placed(solid(480, 480, GREEN), 80, 0, 640, 480) if wide
                     else pictures.placed(solid(720, 720, GREEN), 0, 280, 720, 1280))
            screen_of(connector).wait_for(shown, f"swapped-{count}")
            if count == 3:
                before, memory = holdings(program, device)
        after, later_memory = holdings(program, device)
        assert after == before
        assert later_memory - memory < 2048, f"Pss grew from {memory} to {later_memory} KiB"


@pytest.mark.virtual_time
def test_another_monitor_with_the_same_modes(udev_daemon, device, media):
    connector = device.connectors[0]
    connector.plug_monitor(SMALL)
    with Vitrine(media) as program:
        program.wait_until(lambda: "SMALL (serial 1)): lit" in program.log, "the first one is lit")
        connector.plug_monitor(OTHER_SMALL)
        program.wait_until(lambda: "OTHER (serial 2)): lit" in program.log, "the second one is lit", limit=2)
        screen_of(connector).wait_for(solid(640, 480, GREEN), "other-monitor")


@pytest.mark.virtual_time
def test_waits_for_the_first_screen(udev_daemon, make_device, media):
    device = make_device(status=[False])
    with Vitrine(media) as program:
        program.wait_until(lambda: "driving vkms" in program.log, "the device is opened")
        time.sleep(5)
        device.connectors[0].plug_monitor(SMALL)
        program.wait_until_lit(device.connectors[0], limit=2)
        screen_of(device.connectors[0]).wait_for(solid(640, 480, GREEN), "first-screen")


@pytest.mark.virtual_time
def test_waits_for_the_first_device(udev_daemon, make_device, media):
    with Vitrine(media) as program:
        program.wait_until(lambda: program.warnings, "it says that there is no device")
        assert "no display device yet; waiting" in program.warnings[0]
        device = make_device()
        program.wait_until_lit(device.connectors[0], limit=2)
        assert len(program.warnings) == 1, program.log


@pytest.mark.virtual_time
def test_all_unplugged_and_replugged(udev_daemon, make_device, media):
    device = make_device(crtcs=2, connectors=2)
    for connector in device.connectors:
        connector.plug_monitor(SMALL)
    with Vitrine(media) as program:
        program.wait_until_lit(*device.connectors)
        for _ in range(10):
            for connector in device.connectors:
                connector.unplug()
            for connector in device.connectors:
                wait_until_dark(program, connector)
            for connector in reversed(device.connectors):
                connector.plug()
            program.wait_until_lit(*device.connectors, limit=2)
        for index, connector in enumerate(device.connectors):
            screen_of(connector).wait_for(solid(640, 480, GREEN), f"replugged-{index}")


@pytest.mark.virtual_time
def test_the_other_screen_does_not_blink(udev_daemon, make_device, moving_media):
    device = make_device(crtcs=2, connectors=2)
    steady, restless = device.connectors
    for connector in device.connectors:
        connector.plug_monitor(SMALL)
    with Vitrine(moving_media, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(*device.connectors)
        wait_until_moving(program, steady)
        crtc = screen_of(steady).crtc
        modesets = len(program.modesets(device, crtc))
        for _ in range(10):
            restless.unplug()
            wait_until_dark(program, restless)
            assert frames(steady) > 15, f"its frames have stopped\n{program.log}"
            restless.plug()
            program.wait_until_lit(restless, limit=2)
            assert frames(steady) > 15, f"its frames have stopped\n{program.log}"
        assert len(program.modesets(device, crtc)) == modesets, program.log
        assert all(line.endswith(": disconnected") for line in program.warnings), program.log


@pytest.mark.virtual_time
def test_devices_come_and_go(udev_daemon, make_device, moving_media):
    first = make_device("first")
    first.connectors[0].plug_monitor(SMALL)
    with Vitrine(moving_media, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(first.connectors[0])
        wait_until_moving(program, first.connectors[0])
        counts = []
        for count in range(5):
            second = make_device(f"second-{count}")
            program.wait_until_lit(second.connectors[0], limit=2)
            assert program.is_lit(first.connectors[0])
            second.remove()
            program.wait_until(lambda: second.path not in program.descriptors().values(), "it has let go of the device")
            assert not pathlib.Path(second.path).exists()
            assert frames(first.connectors[0]) > 15, f"the other device's frames have stopped\n{program.log}"
            counts.append(len(program.descriptors()))
        assert len(set(counts)) == 1, f"descriptors after each: {counts}"
        assert len(program.modesets(first, 0)) == 1, program.log


def test_a_gpu_without_screens_is_not_waited_for(udev_daemon, device, media):
    """As on boards, where what draws and what shows are two devices."""
    modprobe = ["modprobe", "-d", os.environ["RIG_KERNEL"] + "/modules"]
    before = set(glob.glob("/dev/dri/card*"))
    device.connectors[0].plug_monitor(SMALL)
    subprocess.run([*modprobe, "vgem"], check=True)
    try:
        udev.settle()
        (gpu,) = set(glob.glob("/dev/dri/card*")) - before
        with Vitrine(media) as program:
            program.wait_until_lit(device.connectors[0])
            program.wait_until(lambda: gpu in program.log, f"{gpu} was looked at")
            assert program.warnings == [], program.log
            assert gpu not in program.descriptors().values()
    finally:
        udev.settle()
        subprocess.run([*modprobe, "-r", "vgem"], check=True)


@pytest.mark.virtual_time
def test_the_only_device_is_replaced(udev_daemon, make_device, media):
    """As when the firmware's framebuffer device gives way to the real driver: one goes, another comes."""
    device = make_device("firmware")
    device.connectors[0].plug_monitor(SMALL)
    with Vitrine(media) as program:
        program.wait_until_lit(device.connectors[0])
        for count in range(3):
            device.remove()
            device = make_device(f"real-{count}")
            device.connectors[0].plug_monitor(SMALL)
            program.wait_until_lit(device.connectors[0], limit=2)
            screen_of(device.connectors[0]).wait_for(solid(640, 480, GREEN), f"replaced-{count}")
            held = {target for target in program.descriptors().values() if "/dri/" in target}
            assert held == {device.path}, "nothing of the device that went is kept open"
