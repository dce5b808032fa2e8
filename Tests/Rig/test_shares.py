"""Media on a network share: what others change there is shown though no event tells of it, and a server that stops
answering costs no screen a refresh."""

import signal
import time

import pytest

from rig import pictures
from rig.pictures import BLUE, GREEN, RED, solid
from rig.share import Share
from rig.vitrine import Vitrine, screen_of
from rig.waiting import eventually

pytestmark = pytest.mark.virtual_time
SIZE = (1024, 768)  # of the mode that a monitor without EDID gets


@pytest.fixture
def connector(udev_daemon, device):
    return device.connectors[0]


@pytest.fixture
def share(tmp_path):
    pictures.save(tmp_path / "server", blue=solid(64, 48, BLUE))
    with Share(tmp_path / "server", tmp_path / "share") as share:
        share.folder, share.mount = tmp_path / "server", tmp_path / "share"
        yield share


@pytest.fixture
def playlist(share, tmp_path):
    """Two pictures of this machine and one of the share, in turn."""
    pictures.save(tmp_path, red=solid(64, 48, RED), green=solid(64, 48, GREEN))
    file = tmp_path / "list.yaml"
    file.write_text(f"sync: start\nduration: 1s\ntransition: 0s\nitems: [red.png, {share.mount}, green.png]\n")
    return file


def test_what_others_change_is_shown(share, connector):
    with Vitrine(share.mount, "--transition", "0s") as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(solid(*SIZE, BLUE), "before")
        pictures.save(share.folder, blue=solid(64, 48, RED))
        screen_of(connector).wait_for(solid(*SIZE, RED), "written-in-place", limit=30)
        pictures.save(share.folder, another=solid(64, 48, GREEN))
        (share.folder / "blue.png").unlink()
        screen_of(connector).wait_for(solid(*SIZE, GREEN), "another", limit=30)
        assert not program.warnings, program.log


def test_what_is_there_goes_on_while_a_share_hangs(share, playlist, connector):
    with Vitrine("--unattended", playlist, "--cache-size", "0") as program:
        program.wait_until(lambda: {"red", "blue", "green"} <= {name for _, name, _ in program.shown}, "all are shown")
        share.hang()
        time.sleep(30)
        shown = program.shown
        time.sleep(30)
        later = program.shown[len(shown):]
        assert {"red", "green"} <= {name for _, name, _ in later}, program.log
        assert all(late < 1000 / 60 + 1 for _, _, late in later), later
        share.resume()
        count = len(program.shown)
        program.wait_until(lambda: "blue" in {name for _, name, _ in program.shown[count:]}, "it is shown again", limit=180)
        assert program.stop(limit=10) == 0


def test_a_share_that_hangs_while_nothing_is_read_from_it_is_named(share, playlist, connector):
    with Vitrine("--unattended", playlist) as program:
        program.wait_until(lambda: {"red", "blue", "green"} <= {name for _, name, _ in program.shown}, "all are shown")
        time.sleep(30)
        assert not program.warnings, program.log
        share.hang()
        # Its pictures are kept, so they show on: only looking whether it changed gets no answer.
        program.wait_until(lambda: any("no answer within 20 s" in line for line in program.warnings), "it is named", limit=60)
        share.resume()
        time.sleep(30)
        assert len(program.warnings) == 1, program.log
        assert program.stop(limit=10) == 0


def test_a_start_does_not_wait_for_a_share(share, playlist, connector):
    share.hang()
    with Vitrine("--unattended", playlist) as program:
        program.wait_until_lit(connector)
        time.sleep(60)
        share.resume()
        program.wait_until(lambda: {"red", "blue", "green"} <= {name for _, name, _ in program.shown}, "all are shown",
                           limit=300)
        assert program.stop(limit=10) == 0


def test_screens_are_given_back_while_a_share_hangs(share, playlist, connector, tmp_path):
    """The kernel lets no process go that waits for a share; nobody else need wait for it."""
    with Vitrine(playlist, "--cache-size", "0") as program:
        program.wait_until(lambda: "blue" in {name for _, name, _ in program.shown}, "the share's is shown")
        share.hang()
        try:
            time.sleep(10)
            program.process.send_signal(signal.SIGTERM)
            eventually(lambda: not program.is_lit(connector), "the screen is given back")
            with Vitrine(pictures.save(tmp_path / "other", green=solid(64, 48, GREEN))) as other:
                other.wait_until_lit(connector)
                assert other.stop() == 0
        finally:
            share.resume()
        assert program.finish() == 0
