"""The configuration file on a real kernel: what each screen was wished to do is what it shows."""

import signal

import pytest

from rig import edid, pictures
from rig.pictures import GREEN, placed, solid
from rig.process import Program
from rig.vitrine import PROGRAM, Vitrine, mode_of, screen_of

LANDSCAPE = edid.monitor("LANDSCAPE", edid.VGA, serial=1)
PORTRAIT = edid.monitor("PORTRAIT", edid.Timing(25175, (480, 16, 96, 48), (640, 10, 2, 33)), serial=2)


@pytest.fixture
def two(udev_daemon, make_device):
    device = make_device(crtcs=2, connectors=2)
    device.connectors[0].plug_monitor(LANDSCAPE)
    device.connectors[1].plug_monitor(PORTRAIT)
    return device


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(320, 480, GREEN))


def play(tmp_path, media, text):
    file = tmp_path / "config.yaml"
    file.write_text(text)
    return Vitrine(media, "--config", str(file))


def test_a_mirror_shows_the_other_screens_layout(two, tmp_path, media):
    source, mirror = two.connectors
    with play(tmp_path, media, f"outputs: [{{match: {mirror.name}, mirror: {source.name}}}]") as program:
        program.wait_until_lit(source, mirror)
        screen_of(source).wait_for(placed(solid(320, 480, GREEN), 160, 0, 640, 480), "mirrored")
        # The whole of the 640x480 that the source shows, in the 480 pixels of the mirror's width.
        screen_of(mirror).wait_for(placed(solid(240, 360, GREEN), 120, 140, 480, 640), "mirror")
        source.unplug()
        # Nothing to mirror: its own layout.
        screen_of(mirror).wait_for(placed(solid(427, 640, GREEN), 26, 0, 480, 640), "mirror-alone")
        source.plug()
        screen_of(mirror).wait_for(placed(solid(240, 360, GREEN), 120, 140, 480, 640), "mirror-again")


def test_a_wish_goes_with_the_monitor(two, tmp_path, media):
    first, second = two.connectors
    with play(tmp_path, media, "outputs: [{match: {serial: 2}, rotate: 180, overscan: 'inset:20px,0'}]") as program:
        program.wait_until_lit(first, second)
        small = placed(solid(400, 600, GREEN), 40, 20, 480, 640)
        screen_of(second).wait_for(small, "before")
        first.plug_monitor(PORTRAIT)
        second.plug_monitor(LANDSCAPE)
        screen_of(first).wait_for(small, "after")
        screen_of(second).wait_for(placed(solid(320, 480, GREEN), 160, 0, 640, 480), "the-other")


def test_off_is_off_and_the_state_can_be_asked_for(two, tmp_path, media):
    first, second = two.connectors
    with play(tmp_path, media, f"outputs: [{{match: {first.name}, off: true}}]") as program:
        program.wait_until_lit(second)
        program.wait_until(lambda: screen_of(first) is None, f"{first.name} is off")
        # The kernel is done with a mode before the program has heard of it.
        program.wait_until(lambda: ": lit at 480x640" in program.log, "it says that it is lit")
        program.process.send_signal(signal.SIGUSR1)
        answer = f"{two.path}: {second.name} (RIG PORTRAIT (serial 2)): lit at 480x640"
        program.wait_until(lambda: answer in program.log, "it says what became of each connector")
        reason = "not wanted: switched off by the configuration"
        assert f"{two.path}: {first.name} (RIG LANDSCAPE (serial 1)): {reason}" in program.log
        assert program.warnings == []


def test_a_mode_that_the_monitor_does_not_offer(two, tmp_path, media):
    first, _ = two.connectors
    with play(tmp_path, media, f"outputs: [{{match: {first.name}, modes: [cvt 720x400@60]}}]") as program:
        program.wait_until_lit(first)
        assert mode_of(first) == "720x400@60"


def test_mistakes_are_all_told_and_nothing_is_played(tmp_path, media):
    file = tmp_path / "config.yaml"
    file.write_text("outputs:\n  - match: HDMI-A-1\n    rotaet: 90\n    mode: 4k\n")
    with Program(PROGRAM, "--config", file, media) as program:
        assert program.finish() == 78
        assert [line.split(": ")[1] for line in program.log.splitlines()] == [f"{file}:3:5", f"{file}:4:11"]
