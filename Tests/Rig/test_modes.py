"""Which mode each monitor gets, by each policy."""

import pytest

from rig import drm, edid, pictures
from rig.vitrine import Vitrine, mode_of

# 1080p60, 1080i60, 720p60 and 720p50 besides the timings
TELEVISION = edid.monitor("TV", edid.HD, edid.FULL_HD_INTERLACED, edid.VGA, extension=edid.cta_extension(16, 5, 4, 19))
STELE = edid.monitor("STELE", edid.PORTRAIT_HD, edid.VGA)


@pytest.fixture
def connectors(udev_daemon, make_device):
    """A television and a portrait monitor, on one device."""
    both = make_device(crtcs=2, connectors=2).connectors
    both[0].plug_monitor(TELEVISION)
    both[1].plug_monitor(STELE)
    return both


@pytest.fixture
def media(tmp_path):
    return pictures.save(tmp_path / "media", red=pictures.solid(64, 48, pictures.RED))


@pytest.mark.parametrize("policy, television, stele", [
    ("preferred", "1280x720@60", "720x1280@69"),
    ("highest", "1920x1080@60", "720x1280@69"),
    ("lowest", "640x480@60", "640x480@60"),
    ("640x480", "640x480@60", "640x480@60"),
    ("1280x720@50", "1280x720@50", "720x1280@69"),
    ("1920x1080", "1920x1080@60", "720x1280@69"),
    ("3840x2160@30", "1280x720@60", "720x1280@69"),
])
def test_policy(connectors, media, policy, television, stele):
    with Vitrine(media, "--mode", policy) as program:
        program.wait_until_lit(*connectors)
        assert [mode_of(connector) for connector in connectors] == [television, stele], program.log
        fallbacks = [line for line in program.warnings if policy in line]
        expected = [connector.name for connector, mode in zip(connectors, (television, stele))
                    if "x" in policy and not mode.startswith(policy)]
        assert len(fallbacks) == len(expected), program.log
        for line, name in zip(fallbacks, expected):
            assert line.startswith(name) and "preferred" in line


def test_current_mode_stays(connectors, media):
    """A boot splash has set a mode on one screen, and none on the other."""
    with drm.Card(connectors[0].device.path) as splash:
        splash.light(pictures.noise(640, 480))
        splash.call(0xA2, drm.Crtc(crtc_id=splash.resources()[0][1]))
        splash.give_up_master()
        with Vitrine(media, "--mode", "current") as program:
            program.wait_until_lit(*connectors)
            assert [mode_of(connector) for connector in connectors] == ["640x480@60", "720x1280@69"], program.log
