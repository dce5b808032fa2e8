"""What does not change costs nothing, and what changes does so in time."""

import time

import pytest

from rig import edid, pictures
from rig.pictures import BLUE, GREEN, RED, solid
from rig.vitrine import Vitrine

pytestmark = pytest.mark.virtual_time
SECONDS = 20


@pytest.fixture
def connectors(udev_daemon, make_device):
    both = make_device(crtcs=2, connectors=2).connectors
    for connector in both:
        connector.plug_monitor(edid.monitor("SMALL", edid.VGA))
    return both


def media(tmp_path, count):
    colours = {"red": RED, "green": GREEN, "blue": BLUE}
    return pictures.save(tmp_path / "media", **{
        name: solid(640, 480, colour) for name, colour in list(colours.items())[:count]})


@pytest.mark.parametrize("count, options", [(1, []), (3, ["--sync", "start", "--duration", "60s"])], ids=["one picture", "long slides"])
def test_a_still_picture_costs_nothing(connectors, tmp_path, count, options):
    with Vitrine(media(tmp_path, count), *options) as program:
        program.wait_until_lit(*connectors)
        program.wait_until(lambda: program.log.count("shows alone") == 2, "the first slide shows alone on both")
        time.sleep(1)  # the next slide is made ready meanwhile
        commits, wake_ups = len(program.commits), program.wake_ups()
        time.sleep(SECONDS)
        assert len(program.commits) == commits, program.log
        assert program.wake_ups() - wake_ups < SECONDS


@pytest.mark.parametrize("transition", ["0s", "500ms"])
def test_each_slide_comes_in_its_time(connectors, tmp_path, transition):
    """At 60 Hz, each within 20 ms of its time, in turn, on every screen."""
    with Vitrine(media(tmp_path, 3), "--sync", "start", "--duration", "2s", "--transition", transition) as program:
        program.wait_until_lit(*connectors)
        time.sleep(61)
        for connector in connectors:
            shown = [(name, late) for name_, name, late in program.shown if name_ == connector.name]
            names = [name for name, _ in shown]
            assert names[:30] == ["blue", "green", "red"] * 10, program.log
            assert all(abs(late) <= 20 for _, late in shown[1:]), shown
