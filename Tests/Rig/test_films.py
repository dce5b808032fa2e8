"""Films: each frame in its time, loops without a seam, and decoders that are killed leave the screen lit."""

import itertools
import math
import os
import pathlib
import signal
import time

import pytest

from rig import films, pictures
from rig.pictures import RED, solid
from rig.screen import expected_crc
from rig.vitrine import Vitrine, screen_of
from test_hand_over import HEIGHT, MONITOR, WIDTH

pytestmark = pytest.mark.virtual_time
COUNT = 50
REFRESH = 8_200_000 / (480 * 285)  # of the monitor, in Hz: its EDID counts in steps of 10 kHz
SECONDS = 10


@pytest.fixture(scope="module")
def numbers():
    return films.Numbers(WIDTH, HEIGHT)


@pytest.fixture
def connectors(udev_daemon, make_device):
    both = make_device(crtcs=2, connectors=2).connectors
    for connector in both:
        connector.plug_monitor(MONITOR)
    return both


def wait_for_film(program, connectors):
    program.wait_until_lit(*connectors)
    for connector in connectors:
        program.wait_until(lambda: any(where == connector.name for where, _, _ in program.shown), "the film is shown")


def decoders(program):
    """The processes that decode films for a program."""
    return [int(path.parent.name) for path in pathlib.Path("/proc").glob("[0-9]*/comm")
            if path.read_text().strip() == "vitrine-decode-"
            and int((path.parent / "stat").read_text().rsplit(")")[-1].split()[1]) == program.process.pid]


@pytest.mark.parametrize("rate", [24, 25, 30, 50, 60])
def test_each_frame_is_on_the_screen_in_its_time(connectors, numbers, tmp_path, rate):
    film = films.make(tmp_path / "film.mp4", COUNT, rate)
    with Vitrine(film, "--sync", "start") as program:
        wait_for_film(program, connectors)
        time.sleep(1)
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            time.sleep(SECONDS)
        share = REFRESH / rate  # of a frame, in refreshes
        for recording in (first, second):
            assert recording.gaps() == []
            shown = films.runs(numbers.of(recording.since(0)))
            assert {length for _, length in shown} <= {math.floor(share), math.ceil(share)}, shown
            # Each frame of each turn, also from the last one to the first; only what is faster than the screen is left out.
            steps = [(after - before) % COUNT for (before, _), (after, _) in zip(shown, shown[1:])]
            assert set(steps) <= ({1} if rate < REFRESH else {1, 2}), shown
            # The ideal pattern: each frame begins with the refresh that is nearest to its time.
            frames = [0, *itertools.accumulate(steps)]
            begins = [0, *itertools.accumulate(length for _, length in shown)]
            distances = [begin - frame * share for begin, frame in zip(begins, frames)]
            assert max(distances) - min(distances) <= 1.01, distances
        assert not program.warnings, program.log
        assert program.stop(limit=10) == 0


def test_films_and_pictures_take_turns(connectors, numbers, tmp_path):
    films.make(tmp_path / "film.mp4", COUNT)
    pictures.save(tmp_path, red=solid(64, 48, RED))
    playlist = tmp_path / "list.yaml"
    playlist.write_text("sync: start\nduration: 1s\ntransition: 0s\nitems: [red.png, {video: film.mp4, end: 1s}]\n")
    with Vitrine(playlist) as program:
        wait_for_film(program, connectors)
        time.sleep(5)
        with screen_of(connectors[0]).record() as recording:
            time.sleep(10)
        red = expected_crc(solid(WIDTH, HEIGHT, RED))
        shown = films.runs([COUNT if crc == red else numbers.by_crc[crc] for crc in recording.since(0)])
        turns = "".join("p" if number == COUNT else "f" if number == 0 else "" for number, _ in shown)
        assert turns.strip("pf") == "" and len(turns) >= 8 and "pp" not in turns and "ff" not in turns, shown
        for (before, _), (after, length) in zip(shown, shown[1:]):
            # From the first frame to the last of a second, each in its time: the first one is decoded before.
            assert after == {COUNT: 0, 24: COUNT}.get(before, before + 1), shown
            assert length in ({59, 60, 61} if after == COUNT else {2, 3}), shown
        assert not program.warnings, program.log


def test_a_decoder_that_is_killed_is_replaced_unseen(connectors, numbers, tmp_path):
    film = films.make(tmp_path / "film.mp4", COUNT)
    with Vitrine(film, "--sync", "start") as program:
        wait_for_film(program, connectors)
        with screen_of(connectors[0]).record() as recording:
            for _ in range(5):
                time.sleep(12)
                killed = decoders(program)
                assert len(killed) == 1
                os.kill(killed[0], signal.SIGKILL)
                program.wait_until(lambda: decoders(program) not in ([], killed), "another one plays on", limit=10)
            time.sleep(2)
        # None is black, and none stays for longer than a second.
        shown = films.runs(numbers.of(recording.since(0)))
        assert max(length for _, length in shown) <= 60, shown
        assert len(decoders(program)) == 1 and not program.warnings, program.log
        assert program.stop(limit=10) == 0


def test_a_playlist_that_is_read_anew_goes_on_with_the_film(connectors, numbers, tmp_path):
    films.make(tmp_path / "film.mp4", COUNT)
    playlist = tmp_path / "list.yaml"
    playlist.write_text("sync: start\ntransition: 0s\nitems: [{video: film.mp4, duration: 1min}]\n")
    with Vitrine(playlist) as program:
        wait_for_film(program, connectors)
        time.sleep(3)
        with screen_of(connectors[0]).record() as recording:
            time.sleep(1)
            playlist.write_text(playlist.read_text() + "otherwise: [{colour: '#802020'}]\n")
            program.wait_until(lambda: "the new playlist plays" in program.log, "it is read anew", limit=20)
            time.sleep(3)
        shown = films.runs(numbers.of(recording.since(0)))
        assert all(after == (before + 1) % COUNT for (before, _), (after, _) in zip(shown, shown[1:])), shown
        assert {length for _, length in shown} <= {2, 3}, shown
