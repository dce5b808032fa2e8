"""Screens and graphics cards that come, go and change while it plays: lit within two seconds each time."""

import os
import pathlib

import pytest

from rig import edid
from rig.screen import Screen
from rig.vitrine import LIT_WITHIN, Vitrine, folder_of, plain
from rig.waiting import eventually

GREEN = (20, 160, 60)
VGA, HD = edid.monitor("SMALL", edid.VGA), edid.monitor("LARGE", edid.HD)


@pytest.fixture
def slides(tmp_path):
    return folder_of(tmp_path / "slides", plain(64, 36, GREEN))


def is_active(screen):
    return screen.state().get("active") == "1"


def whole(width, height):
    """The green slide, 16:9, as it lies on a screen."""
    picture = plain(width, height, 0)
    inner = width * 9 // 16
    picture[(height - inner) // 2:(height - inner) // 2 + inner] = GREEN
    return picture


def framebuffers(device):
    """How many framebuffers the device has (debugfs `framebuffer`)."""
    return (device.debugfs / "framebuffer").read_text().count("framebuffer[")


def test_it_waits_for_a_screen(udev_daemon, make_device, slides):
    device = make_device(status=(2,))
    with Vitrine(slides) as vitrine:
        vitrine.wait_for("driving vkms")
        assert not is_active(Screen(device))
        device.connectors[0].plug_monitor(VGA)
        Screen(device).wait_for(whole(640, 480), "plugged-late", LIT_WITHIN)
        assert vitrine.stop() == 0


def test_it_waits_for_a_device(udev_daemon, make_device, slides):
    with Vitrine(slides) as vitrine:
        vitrine.wait_for("no display device yet; waiting")
        device = make_device()
        vitrine.wait_for("lit at", limit=5)
        assert is_active(Screen(device))
        assert vitrine.stop() == 0


def test_unplug_and_replug_leave_the_other_screen_alone(udev_daemon, make_device, slides):
    device = make_device(crtcs=2, connectors=2)
    for connector in device.connectors:
        connector.plug_monitor(VGA)
    with Vitrine(slides) as vitrine:
        vitrine.wait_until_lit(*device.connectors)
        first, second = (Screen(device, index) for index in (0, 1))
        second.wait_for(whole(640, 480), "second-before")
        before = first.state()
        commits = len(vitrine.messages(r"atomic modeset|page flip"))
        device.connectors[1].unplug()
        eventually(lambda: not is_active(second), "the second screen is off", LIT_WITHIN)
        device.connectors[1].plug()
        second.wait_for(whole(640, 480), "second-after", LIT_WITHIN)
        assert first.state() == before
        first.wait_for(whole(640, 480), "first-after")
        told = [line for line in vitrine.messages(r"atomic modeset|page flip")[commits:]
                if f"{device.connectors[0].name} " in line]
        assert told == [], "nothing was committed for the first screen"
        assert vitrine.stop() == 0


def test_another_monitor_on_the_same_connector(udev_daemon, device, slides):
    connector = device.connectors[0]
    connector.plug_monitor(VGA)
    with Vitrine(slides) as vitrine:
        vitrine.wait_until_lit(connector)
        for count in range(5):
            connector.plug_monitor(HD)
            Screen(device).wait_for(whole(1280, 720), f"large-{count}", LIT_WITHIN)
            connector.plug_monitor(VGA)
            Screen(device).wait_for(whole(640, 480), f"small-{count}", LIT_WITHIN)
        assert vitrine.stop() == 0


def test_a_second_card_comes_and_the_first_goes(udev_daemon, make_device, slides):
    first = make_device("one")
    with Vitrine(slides) as vitrine:
        vitrine.wait_until_lit(*first.connectors)
        second = make_device("two")
        vitrine.wait_until_lit(*second.connectors, limit=5)
        before = Screen(second).state()
        first.remove()
        vitrine.wait_for(rf"{first.path}: lost")
        assert Screen(second).state() == before
        assert is_active(Screen(second))
        links = [os.readlink(link) for link in pathlib.Path(f"/proc/{vitrine.process.pid}/fd").iterdir()]
        assert not [link for link in links if link.startswith(first.path)], "the lost card is closed"
        assert vitrine.stop() == 0


@pytest.mark.virtual_time
def test_two_hundred_replugs_leave_nothing_behind(udev_daemon, make_device, slides):
    device = make_device(crtcs=2, connectors=2)
    for connector in device.connectors:
        connector.plug_monitor(VGA)
    still, moved = device.connectors
    screen = Screen(device, 1)
    with Vitrine(slides) as vitrine:
        vitrine.wait_until_lit(still, moved)

        def replug(number):
            moved.unplug()
            eventually(lambda: not is_active(screen), f"off, time {number}", LIT_WITHIN)
            moved.plug_monitor((VGA, HD)[number % 2])
            eventually(lambda: is_active(screen), f"lit, time {number}", LIT_WITHIN)

        for number in range(20):
            replug(number)
        before = (sorted(vitrine.descriptors().values()), framebuffers(device), vitrine.memory()["Pss"])
        for number in range(200):
            replug(number)
        screen.wait_for(whole(1280, 720), "after-200-replugs")
        after = (sorted(vitrine.descriptors().values()), framebuffers(device), vitrine.memory()["Pss"])
        assert after[0] == before[0]
        assert after[1] == before[1]
        assert after[2] < before[2] * 1.05 + 1024, f"KiB before and after: {before[2]}, {after[2]}"
        assert vitrine.stop() == 0
