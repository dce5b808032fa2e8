"""Screens that say which one they are: by a sign that plays, and by the program alone."""

import os
import subprocess
import time

import numpy
import pytest

from rig import edid, pictures
from rig.pictures import solid
from rig.process import Program
from rig.screen import expected_crc
from rig.vitrine import PROGRAM, Vitrine, screen_of
from rig.waiting import eventually

GREY = (90, 90, 90)


def monitor(name, width, height):
    return edid.monitor(name, edid.Timing(13000, (width, 16, 96, 48), (height, 10, 2, 33)))


@pytest.fixture
def sign(tmp_path):
    """Starts a sign that plays one grey picture, with a runtime folder, and returns it with that folder."""
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    media = pictures.save(tmp_path / "media", grey=solid(64, 48, GREY))
    return lambda *options: (Vitrine(media, "--fit", "stretch", *options, env={"RUNTIME_DIRECTORY": str(runtime)}),
                             runtime / "status.json")


def identify(status, *options):
    return subprocess.run([PROGRAM, "identify", "--file", status, *options], capture_output=True, text=True, timeout=20)


def pixels(connector):
    return numpy.asarray(screen_of(connector).peek().convert("RGB")).astype(int)


def has_panel(connector):
    """Whether dark ground with light letters lies over the middle, and the picture around it."""
    shown = pixels(connector)
    height, width, _ = shown.shape
    middle = shown[height // 5:-height // 5, width // 5:-width // 5]
    return (shown[2, 2] == GREY).all() and (middle.max(axis=2) < 60).mean() > 0.3 and (middle.min(axis=2) > 200).any()


def is_plain(connector):
    return (pixels(connector) == GREY).all()


def test_a_playing_sign_says_it_on_every_screen_for_a_time(udev_daemon, make_device, sign):
    device = make_device(crtcs=2, connectors=2, status=[False, False])
    first, second = device.connectors
    first.plug_monitor(monitor("FIRST", 640, 480))
    program, status = sign()
    with program:
        program.wait_until_lit(first)
        eventually(lambda: is_plain(first), "the picture shows")
        answer = identify(status, "--for", "6s")
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout.startswith("for 6s on 1 screen:\n  ") and first.name in answer.stdout
        eventually(lambda: has_panel(first), "it says which one it is", 3)
        # Also on a screen that comes meanwhile, which says something else.
        second.plug_monitor(monitor("SECOND", 720, 480))
        program.wait_until_lit(second)
        eventually(lambda: has_panel(second), "the new one too", 3)
        assert pixels(second).shape != pixels(first).shape
        assert not (status.parent / "identify").exists()
        eventually(lambda: is_plain(first) and is_plain(second), "the time is over", 8)
        count = len(program.commits)
        time.sleep(2)
        assert len(program.commits) == count, "and a still picture costs nothing again"
        assert program.stop() == 0 and program.warnings == [], program.log


@pytest.mark.virtual_time
def test_the_picture_below_goes_on(udev_daemon, make_device, sign, tmp_path):
    """Every slide comes in its refresh, with the panel over it."""
    connector = make_device().connectors[0]
    status = tmp_path / "runtime" / "status.json"
    (tmp_path / "runtime").mkdir(exist_ok=True)
    media = pictures.save(tmp_path / "many", **{f"p{n}": solid(64, 48, (n * 60, 90, 90)) for n in range(4)})
    with Vitrine(media, "--fit", "stretch", "--duration", "500ms", "--transition", "0s",
                 env={"RUNTIME_DIRECTORY": str(status.parent)}) as program:
        program.wait_until_lit(connector)
        eventually(status.exists, "its status")
        before = len(program.shown)
        assert identify(status, "--for", "3s").returncode == 0
        time.sleep(3.5)
        shown = program.shown[before:]
        assert len(shown) >= 6, program.log
        assert [name for _, name, _ in shown] == [f"p{(int(shown[0][1][1]) + n) % 4}" for n in range(len(shown))]
        # Half a refresh: the nearest one to its time.
        assert all(abs(late) < 9 for _, _, late in shown), shown
        assert program.stop() == 0 and program.warnings == [], program.log


def test_turned_and_within_the_overscan(udev_daemon, make_device, sign):
    connector = make_device().connectors[0]
    program, status = sign("--rotate", "90", "--overscan", "scale:10%")
    with program:
        program.wait_until_lit(connector)
        eventually(status.exists, "its status")
        assert identify(status, "--for", "20s").returncode == 0
        def turned():
            shown = pixels(connector)
            height, width, _ = shown.shape
            inside = shown[height // 10 + 2:-height // 10 - 2, width // 10 + 2:-width // 10 - 2]
            edge = shown.copy()
            edge[height // 10:height - height // 10, width // 10:width - width // 10] = 0
            return edge.max() == 0 and (inside.min(axis=2) > 200).any()
        eventually(turned, "letters inside what is seen, and none outside", 3)
        # A panel of lines that stand on end is higher than wide on a screen that is wider than high.
        shown = pixels(connector)
        rows, columns = numpy.where(shown.min(axis=2) > 200)
        assert rows.max() - rows.min() > columns.max() - columns.min()
        assert program.stop() == 0, program.log


def test_who_may_not_write_there_is_told_how(udev_daemon, make_device, sign):
    connector = make_device().connectors[0]
    program, status = sign()
    with program:
        program.wait_until_lit(connector)
        eventually(status.exists, "its status")
        for folder in (status.parent, *status.parent.parents[:-2]):
            folder.chmod(folder.stat().st_mode | 0o755)
        with Program(PROGRAM, "identify", "--file", status, user="nobody") as asked:
            assert asked.finish() == 77
            assert "sudo vitrine identify" in asked.log
        assert is_plain(connector)
        assert program.stop() == 0, program.log


def test_by_itself_where_no_sign_plays(udev_daemon, make_device):
    connector = make_device().connectors[0]
    with Program(PROGRAM, "identify", "--seat", "none", "--for", "4s") as program:
        eventually(lambda: screen_of(connector) is not None, "it is lit")
        def says():
            picture = screen_of(connector) and screen_of(connector).peek()
            return picture is not None and (numpy.asarray(picture.convert("RGB")).min(axis=2) > 200).any()
        eventually(says, "it says which one it is", 3)
        screen_of(connector).save("identify")
        assert program.finish(limit=8) == 0


def test_the_test_card_moves_in_every_refresh(udev_daemon, make_device):
    """The frame's outermost line is at the very edge, and of two refreshes no two are alike."""
    connector = make_device().connectors[0]
    connector.plug_monitor(monitor("CARD", 640, 480))
    with Program(PROGRAM, "--test-card", "--seat", "none") as program:
        def shows():
            picture = screen_of(connector) and screen_of(connector).peek()
            return picture is not None and picture.getpixel((0, 0))[:3] == (255, 255, 255)
        eventually(shows, "the test card")
        shown = pixels(connector)
        height, width, _ = shown.shape
        for edge in (shown[0], shown[-1], shown[:, 0], shown[:, -1]):
            assert (edge == 255).all(), "nothing of it is cut off"
        x, y = round(0.05 * width), round(0.05 * height)
        assert tuple(shown[height // 2, x]) == tuple(shown[y, width // 2]) == (0, 255, 255), "5 %"
        screen_of(connector).save("test-card")
        crcs = screen_of(connector).crcs(30)
        assert len(set(crcs)) > 15, "it moves"
        assert program.stop() == 0, program.log
