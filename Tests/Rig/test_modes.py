"""Which mode each screen gets, by policy, as the kernel runs it."""

import re

import pytest

from rig import drm, edid
from rig.screen import Screen
from rig.vitrine import Vitrine, folder_of, plain

LANDSCAPE = edid.monitor("WIDE", edid.HD, edid.FULL_HD, edid.VGA)
PORTRAIT = edid.monitor("TALL", edid.PORTRAIT_HD, edid.VGA)
HD_50 = edid.Timing(74250, (1280, 440, 40, 220), (720, 5, 5, 20))


@pytest.fixture
def two_screens(udev_daemon, make_device):
    device = make_device(crtcs=2, connectors=2)
    for connector, monitor in zip(device.connectors, [LANDSCAPE, PORTRAIT]):
        connector.plug_monitor(monitor)
    return device


@pytest.fixture
def slides(tmp_path):
    return folder_of(tmp_path / "slides", plain(64, 64, (200, 40, 90)))


def running_mode(device, connector):
    """Name, refresh rate in Hz and pixel clock in kHz of the mode that feeds a connector, from debugfs."""
    states = Screen(device).states()
    crtc = states.get(states[connector.name]["crtc"])
    assert crtc and crtc["active"] == "1", f"{connector.name} is not lit: {states}"
    name, rate, clock = re.match(r'"(.*)": (\d+) (\d+) ', crtc["mode"]).groups()
    return name, int(rate), int(clock)


def assert_plays(device, slides, policy, *expected):
    """Plays with a policy until all screens are lit, and compares their modes. Returns its warnings."""
    with Vitrine("--mode", policy, slides) as vitrine:
        vitrine.wait_until_lit(*device.connectors)
        modes = [running_mode(device, connector) for connector in device.connectors]
        shown = [Screen(device, index).save(f"mode-{policy}-{index}") for index in range(len(device.connectors))]
        assert [mode[:len(wanted)] for mode, wanted in zip(modes, expected)] == list(expected), (shown, vitrine.log)
        assert vitrine.stop() == 0
        return vitrine.messages("warning")


@pytest.mark.parametrize("policy, wide, tall", [
    ("preferred", "1280x720", "720x1280"), ("highest", "1920x1080", "720x1280"), ("lowest", "640x480", "640x480"),
    ("640x480@60", "640x480", "640x480")])
def test_policy(two_screens, slides, policy, wide, tall):
    assert assert_plays(two_screens, slides, policy, (wide,), (tall,)) == []


def test_a_rate_is_chosen_among_modes_of_a_size(udev_daemon, device, slides):
    device.connectors[0].plug_monitor(edid.monitor("RATES", edid.FULL_HD, HD_50, edid.HD))
    assert assert_plays(device, slides, "1280x720", ("1280x720", 60)) == []
    assert assert_plays(device, slides, "1280x720@50", ("1280x720", 50)) == []
    assert assert_plays(device, slides, "1280x720@60", ("1280x720", 60)) == []


@pytest.mark.parametrize("policy", ["1600x1200", "1280x720@75"])
def test_a_mode_that_a_monitor_lacks(two_screens, slides, policy):
    """Falls back to the preferred one, and says so once for each screen."""
    warnings = assert_plays(two_screens, slides, policy, ("1280x720",), ("720x1280",))
    assert len(warnings) == 2, warnings
    for connector, warning in zip(two_screens.connectors, sorted(warnings)):
        assert connector.name in warning and policy in warning


def test_a_mode_that_one_of_two_monitors_has(two_screens, slides):
    (warning,) = assert_plays(two_screens, slides, "1920x1080", ("1920x1080",), ("720x1280",))
    assert two_screens.connectors[1].name in warning


@pytest.mark.parametrize("before, wide, tall", [("640x480", "640x480", "640x480"), (None, "1280x720", "720x1280")])
def test_current_keeps_the_mode_that_runs(two_screens, slides, before, wide, tall):
    """Another program has lit the screens in a mode that neither monitor prefers, or switched them off."""
    with drm.Card(two_screens.path) as card:
        for crtc, connector in zip(*card.resources()):
            card.call(0xA2, drm.Crtc(crtc_id=crtc))
            if before:
                _, modes = card.connector(connector)
                mode = next(mode for mode in modes if mode.name.decode() == before)
                card.set_crtc(crtc, connector, mode, card.dumb_framebuffer(plain(640, 480, 99)))
        card.give_up_master()
        assert assert_plays(two_screens, slides, "current", (wide,), (tall,)) == []


def test_a_policy_that_is_none(slides):
    with Vitrine("--mode", "fastest", slides) as vitrine:
        assert vitrine.finish() == 64
        assert "fastest" in vitrine.log and "preferred" in vitrine.log
