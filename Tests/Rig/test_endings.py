"""How it ends: soon, and with the screen as it was found."""

import signal

import pytest

from rig import drm, pictures
from rig.pictures import GREEN, solid
from rig.screen import Screen, found
from rig.vitrine import Vitrine

SIGNALS = [signal.SIGTERM, signal.SIGINT]


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", green=solid(64, 48, GREEN))


@pytest.fixture
def observer(udev_daemon, device):
    """Has the device open, so that the kernel does not put things in order itself when the last program closes it."""
    with drm.Card(device.path) as card:
        yield card


def play_and_end(device, media, number):
    with Vitrine(media) as program:
        program.wait_until_lit(device.connectors[0])
        assert program.stop(number, limit=1.0) == 0, program.log
        assert program.warnings == []


@pytest.mark.parametrize("number", SIGNALS)
def test_the_picture_of_another_program_is_back(device, observer, media, number):
    pixels = pictures.noise(640, 480)
    observer.light(pixels)
    observer.give_up_master()
    before = found(device)
    play_and_end(device, media, number)
    assert found(device) == before
    Screen(device).wait_for(pixels, "given-back")


def test_the_console_is_back(udev_daemon, device, media):
    with drm.Card(device.path):
        pass  # when the last program closes the device, the kernel shows its console
    with drm.Card(device.path) as observer:
        observer.give_up_master()
        before = found(device)
        assert before[1]["active"] == "1", "the console is not shown"
        play_and_end(device, media, signal.SIGTERM)
        assert found(device) == before


@pytest.mark.parametrize("number", SIGNALS)
def test_a_dark_screen_is_dark_again(device, observer, media, number):
    observer.call(0xA2, drm.Crtc(crtc_id=observer.resources()[0][0]))
    observer.give_up_master()
    before = found(device)
    assert before[1]["active"] == "0"
    play_and_end(device, media, number)
    assert found(device) == before


def test_ends_while_it_waits_for_a_screen(udev_daemon, make_device, media):
    make_device(status=[False])
    with Vitrine(media) as program:
        program.wait_until(lambda: "driving vkms" in program.log, "the device is opened")
        assert program.stop(limit=1.0) == 0
