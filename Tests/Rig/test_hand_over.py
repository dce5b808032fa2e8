"""Another renderer, a lost context, a reopened device: no frame of any screen is black, old or shown twice."""

import os
import time

import pytest

from rig import edid, pictures
from rig.pictures import BLUE, RED, noise, solid
from rig.screen import expected_crc
from rig.vitrine import Vitrine, screen_of

pytestmark = pytest.mark.virtual_time
WIDTH, HEIGHT = 320, 240
MONITOR = edid.monitor("FADE", edid.Timing(8208, (WIDTH, 16, 96, 48), (HEIGHT, 10, 2, 33)))  # 60 Hz
FADE = 2  # seconds
STEP = 255 / (FADE * 60)  # levels of red from one refresh to the next


@pytest.fixture
def connectors(udev_daemon, make_device):
    both = make_device(crtcs=2, connectors=2).connectors
    for connector in both:
        connector.plug_monitor(MONITOR)
    return both


@pytest.fixture
def orders(tmp_path):
    """Has a program do something: see TestOrders in Sources/Operation/SignPlayer."""
    path = tmp_path / "orders"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR)

    def order(word):
        os.write(pipe, word.encode() + b"\n")
    order.path = path
    yield order
    os.close(pipe)


@pytest.fixture(scope="module")
def levels():
    """How much red a frame of the cross-fade between red and blue has, by its CRC."""
    return {expected_crc(solid(WIDTH, HEIGHT, (red, 0, blue))): red
            for red in range(256) for blue in (254 - red, 255 - red, 256 - red) if 0 <= blue <= 255}


def play(media, orders, *options):
    return Vitrine(media, "--test-orders", orders.path, *options)


def still(tmp_path):
    picture = noise(WIDTH, HEIGHT)
    return pictures.save(tmp_path / "media", picture=picture), expected_crc(picture)


def fading(tmp_path):
    return pictures.save(tmp_path / "media", a=solid(WIDTH, HEIGHT, RED), b=solid(WIDTH, HEIGHT, BLUE))


FADING = ["--sync", "start", "--duration", f"{FADE}s", "--transition", f"{FADE}s"]


def wait_until_fading(program, connectors):
    program.wait_until_lit(*connectors)
    for connector in connectors:
        program.wait_until(lambda: any(name == "b" for where, name, _ in program.shown if where == connector.name),
                           f"the second slide on {connector.name}", limit=20)


def replaced(program):
    return program.log.count("drawing with a new renderer")


def order_and_wait(program, orders, word, count):
    orders(word)
    program.wait_until(lambda: replaced(program) == count, f"renderer {count} has taken over", limit=20)


def reds(crcs, levels):
    """The level of red in each frame. Every frame is a mixture of the two pictures, so none is black."""
    unknown = [index for index, crc in enumerate(crcs) if crc not in levels]
    assert not unknown, f"frames {unknown} of {len(crcs)} are no mixture of the two pictures"
    return [levels[crc] for crc in crcs]


def is_near_an_end(red):
    return not 3 * STEP < red < 255 - 3 * STEP


def check_fade(seen, most_missed):
    """Each frame is further on than the one before, by a refresh; at most so many refreshes in all had no new one."""
    missed = 0
    direction = 0
    for index, (before, after) in enumerate(zip(seen, seen[1:])):
        if is_near_an_end(before) or is_near_an_end(after):
            direction = 0
            continue
        change = after - before
        where = f"frame {index + 1} of {len(seen)}: {seen[max(0, index - 5):index + 7]}"
        if change == 0:
            missed += 1
            continue
        assert direction == 0 or change * direction > 0, f"an old frame, {where}"
        direction = change
        late = abs(change) / STEP
        if late > 1.6:  # the frame after those that were missed, or after one that came twice
            missed_before = round(late) - 1
            assert missed_before <= most_missed, f"{late:.1f} refreshes further, {where}"
    assert missed <= most_missed, f"{missed} frames came twice: {seen}"


def test_a_still_picture_stays(connectors, orders, tmp_path):
    media, expected = still(tmp_path)
    with play(media, orders) as program:
        program.wait_until_lit(*connectors)
        program.wait_until(lambda: program.log.count("shows alone") == 2, "the picture shows on both")
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            time.sleep(1)
            for count in range(1, 6):
                order_and_wait(program, orders, "hand-over", count)
                time.sleep(1)
        for recording in (first, second):
            assert len(recording.frames) > 300
            assert set(recording.since(0)) == {expected}
            assert recording.gaps() == []
        assert program.log.count("atomic modeset: ") == 1, "the screens were lit once, together"
        assert program.stop() == 0 and program.warnings == [], program.log


def test_a_cross_fade_goes_on(connectors, orders, tmp_path, levels):
    """No refresh is missed: the renderer that goes draws until the other one takes over."""
    with play(fading(tmp_path), orders, *FADING) as program:
        wait_until_fading(program, connectors)
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            for count in range(1, 8):
                time.sleep(0.9)
                order_and_wait(program, orders, "hand-over", count)
            time.sleep(1)
        for recording in (first, second):
            assert len(recording.frames) > 400
            assert recording.gaps() == []
            check_fade(reds(recording.since(0), levels), most_missed=0)
        assert program.stop() == 0 and program.warnings == [], program.log


def test_a_lost_context_leaves_the_last_frame_until_the_next_is_drawn(connectors, orders, tmp_path, levels):
    with play(fading(tmp_path), orders, *FADING) as program:
        wait_until_fading(program, connectors)
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            for count in range(1, 4):
                time.sleep(1.1)
                order_and_wait(program, orders, "lose-context", count)
            time.sleep(1)
        for recording in (first, second):
            assert recording.gaps() == [], "the screen was never dark"
            # Nothing can be drawn until the new renderer has its textures.
            check_fade(reds(recording.since(0), levels), most_missed=3 * 5)
        assert "device is opened" not in program.log
        assert program.stop() == 0


def test_a_cross_fade_goes_on_when_the_device_is_reopened(connectors, orders, tmp_path, levels):
    with play(fading(tmp_path), orders, *FADING) as program:
        wait_until_fading(program, connectors)
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            for _ in range(3):
                time.sleep(1.1)
                lit = program.log.count("lit at ")
                orders("reopen")
                program.wait_until(lambda: program.log.count("lit at ") == lit + 2, "both are lit again", limit=20)
            time.sleep(1)
        for recording in (first, second):
            assert recording.gaps() == [], "the screen was never dark"
            check_fade(reds(recording.since(0), levels), most_missed=3 * 5)
        assert program.stop() == 0


def test_a_reopened_device_shows_the_same_still_picture(connectors, orders, tmp_path):
    media, expected = still(tmp_path)
    with play(media, orders) as program:
        program.wait_until_lit(*connectors)
        program.wait_until(lambda: program.log.count("shows alone") == 2, "the picture shows on both")
        with screen_of(connectors[0]).record() as first, screen_of(connectors[1]).record() as second:
            time.sleep(1)
            lit = program.log.count("lit at ")
            orders("reopen")
            program.wait_until(lambda: program.log.count("lit at ") == lit + 2, "both are lit again", limit=20)
            time.sleep(1)
        for recording in (first, second):
            assert len(recording.frames) > 100
            assert recording.gaps() == [], "the screen was never dark"
            assert set(recording.since(0)) == {expected}
        assert program.stop() == 0
