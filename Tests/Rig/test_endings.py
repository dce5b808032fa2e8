"""How it rests and how it ends: a still picture costs nothing, and the screens are given back as they were found."""

import signal
import time

import pytest

from rig import drm, edid
from rig.screen import Screen
from rig.vitrine import Vitrine, folder_of, gradient, plain

VGA = edid.monitor("VGA", edid.VGA, edid.HD)


@pytest.mark.virtual_time
@pytest.mark.parametrize("pictures", [1, 2])
def test_a_still_slide_commits_nothing_and_sleeps(udev_daemon, device, tmp_path, pictures):
    device.connectors[0].plug_monitor(VGA)
    slides = folder_of(tmp_path / "slides", *(gradient(640, 480, blue) for blue in range(pictures)))
    with Vitrine("--duration", "60s", slides) as vitrine:
        vitrine.wait_for("shows alone")
        time.sleep(2)  # virtual: until the next picture was made ready
        log, sleeps, state = vitrine.log, vitrine.wake_ups(), Screen(device).states()
        time.sleep(20)
        assert vitrine.log == log, "nothing was committed"
        assert vitrine.wake_ups() - sleeps < 20, "it woke up less than once a second"
        assert Screen(device).states() == state
        Screen(device).wait_for(gradient(640, 480), "still")
        assert vitrine.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_consoles_picture_comes_back(udev_daemon, device, tmp_path, number):
    """Another program's framebuffer was on the screen, in a mode that is not the preferred one."""
    device.connectors[0].plug_monitor(VGA)
    console = gradient(1280, 720, 77)
    with drm.Card(device.path) as card:
        (crtc,), (connector,) = card.resources()
        _, modes = card.connector(connector)
        mode = next(mode for mode in modes if mode.name.decode() == "1280x720")
        card.set_crtc(crtc, connector, mode, card.dumb_framebuffer(console))
        card.give_up_master()
        screen = Screen(device)
        screen.wait_for(console, "console-before")
        before = screen.states()
        with Vitrine(folder_of(tmp_path / "slides", plain(64, 48, (9, 99, 199)))) as vitrine:
            vitrine.wait_until_lit(*device.connectors)
            screen.wait_for(plain(640, 480, (9, 99, 199)), "playing")
            assert vitrine.stop(number, limit=1.0) == 0
        screen.wait_for(console, "console-after")
        after = screen.states()
        assert {name: state.get("fb") for name, state in after.items()} == {
            name: state.get("fb") for name, state in before.items()}
        assert after["crtc-0"]["mode"] == before["crtc-0"]["mode"]


def test_a_screen_that_was_off_is_off_again(udev_daemon, device, tmp_path):
    device.connectors[0].plug_monitor(VGA)
    with drm.Card(device.path) as card:
        (crtc,), _ = card.resources()
        card.call(0xA2, drm.Crtc(crtc_id=crtc))
        card.give_up_master()
        with Vitrine(folder_of(tmp_path / "slides", plain(64, 48, (9, 99, 199)))) as vitrine:
            vitrine.wait_until_lit(*device.connectors)
            assert vitrine.stop() == 0
        assert Screen(device).state()["active"] == "0"


def test_it_waits_for_its_turn_as_drm_master(udev_daemon, device, tmp_path):
    """Another program is DRM master: said once, and lit soon after that has let go."""
    device.connectors[0].plug_monitor(VGA)
    with drm.Card(device.path) as card:
        with Vitrine(folder_of(tmp_path / "slides", plain(64, 48, (9, 99, 199)))) as vitrine:
            vitrine.wait_for("waiting")
            time.sleep(2.5)
            assert len(vitrine.messages("waiting")) == 1, vitrine.log
            card.give_up_master()
            vitrine.wait_until_lit(*device.connectors, limit=3.0)
            assert vitrine.stop() == 0


@pytest.mark.virtual_time
@pytest.mark.parametrize("transition", ["0s", "500ms"])
def test_slides_change_when_they_are_due(udev_daemon, device, tmp_path, transition):
    device.connectors[0].plug_monitor(VGA)
    slides = folder_of(tmp_path / "slides", *(gradient(640, 480, blue) for blue in (0, 80, 160)))
    with Vitrine("--duration", "2s", "--transition", transition, slides) as vitrine:
        told = vitrine.wait_for(r"shows .* after its time", count=12, limit=60)
        off = [int(line.split(", ")[-1].split()[0]) for line in told[1:]]
        assert max(abs(microseconds) for microseconds in off) <= 20_000, off
        assert vitrine.stop() == 0
