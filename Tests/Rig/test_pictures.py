"""What is on the screen, to the last bit: the CRC of the CRTC's output against a picture composed here with numpy."""

import time

import numpy
import pytest

from rig import edid
from rig.screen import Screen
from rig.vitrine import Vitrine, folder_of, noise, plain

SIZES = {"vga": (edid.VGA, 640, 480), "hd": (edid.HD, 1280, 720), "portrait": (edid.PORTRAIT_HD, 720, 1280)}
ORANGE = (240, 120, 10)


@pytest.fixture(params=SIZES)
def sized(request, udev_daemon, device):
    """A screen of a size: the device, its width and its height."""
    timing, width, height = SIZES[request.param]
    device.connectors[0].plug_monitor(edid.monitor(request.param, timing))
    return device, width, height


def insets(overscan, width, height):
    """The visible part by the rules that the manual states: x, y, width, height."""
    lengths = overscan.partition(":")[2].split(",") if ":" in overscan else [overscan]
    if overscan == "none":
        return 0, 0, width, height
    if overscan == "tv-safe":
        lengths = ["10%"]
    top, right, bottom, left = lengths * 4 if len(lengths) == 1 else lengths
    def pixels(length, side):
        return round(side * float(length[:-1]) / 100) if length.endswith("%") else int(length[:-2])
    x, y = pixels(left, width), pixels(top, height)
    return x, y, width - x - pixels(right, width), height - y - pixels(bottom, height)


def on_black(width, height, x, y, pixels):
    """A screen that is black but for a picture at a place."""
    screen = plain(width, height, 0)
    screen[y:y + pixels.shape[0], x:x + pixels.shape[1]] = pixels
    return screen


def assert_shows(device, tmp_path, pixels, expected, name, *arguments):
    with Vitrine("--transition", "0s", *arguments, folder_of(tmp_path / "slides", pixels)) as vitrine:
        vitrine.wait_until_lit(*device.connectors)
        Screen(device).wait_for(expected, name)
        assert vitrine.stop() == 0


def test_a_picture_of_the_screens_size_is_shown_as_it_is(sized, tmp_path):
    device, width, height = sized
    assert_shows(device, tmp_path, noise(width, height), noise(width, height), f"whole-{width}x{height}")


def test_contain_shows_the_whole_picture_in_the_middle(sized, tmp_path):
    """A square of the screen's shorter side needs no scaling; beside it is black."""
    device, width, height = sized
    side = min(width, height)
    square = noise(side, side)
    assert_shows(device, tmp_path, square, on_black(width, height, (width - side) // 2, (height - side) // 2, square),
                 f"contain-{width}x{height}", "--fit", "contain")


def test_contain_enlarges(sized, tmp_path):
    device, width, height = sized
    side = min(width, height)
    expected = on_black(width, height, (width - side) // 2, (height - side) // 2, plain(side, side, ORANGE))
    assert_shows(device, tmp_path, plain(50, 50, ORANGE), expected, f"enlarged-{width}x{height}")


def test_cover_fills_the_screen_and_cuts_off_evenly(sized, tmp_path):
    """A square of the screen's longer side needs no scaling; its middle is shown."""
    device, width, height = sized
    side = max(width, height)
    square = noise(side, side)
    x, y = (side - width) // 2, (side - height) // 2
    assert_shows(device, tmp_path, square, square[y:y + height, x:x + width], f"cover-{width}x{height}", "--fit", "cover")


@pytest.mark.parametrize("overscan", ["none", "scale:5%", "inset:5%", "tv-safe", "scale:20px,10px,30px,50px",
                                      "inset:20px,10px,30px,50px", "inset:0px,7px,0px,0px"])
def test_overscan_keeps_the_picture_in_the_visible_part(sized, tmp_path, overscan):
    """A picture of the visible part's size with `inset` is shown as it is; `scale` fills that part with a picture of
    the screen's shape, also where the part is of another shape. Outside is black."""
    device, width, height = sized
    x, y, inner_width, inner_height = insets(overscan, width, height)
    if overscan.startswith("inset"):
        picture = inner = noise(inner_width, inner_height)
    else:
        picture, inner = plain(width // 2, height // 2, ORANGE), plain(inner_width, inner_height, ORANGE)
    assert_shows(device, tmp_path, picture, on_black(width, height, x, y, inner),
                 f"overscan-{overscan.replace(':', '-').replace('%', '')}-{width}x{height}", "--overscan", overscan)


def test_a_transition_lies_between_its_pictures(udev_daemon, device, tmp_path):
    device.connectors[0].plug_monitor(edid.monitor("VGA", edid.VGA))
    slides = folder_of(tmp_path / "slides", plain(640, 480, (200, 0, 0)), plain(640, 480, (0, 0, 200)))
    with Vitrine("--duration", "1s", "--transition", "1s", slides) as vitrine:
        vitrine.wait_for(r"shows .*/2\.png")
        seen, end = set(), time.monotonic() + 20
        while len(seen) < 3 and time.monotonic() < end:
            pixels = numpy.asarray(Screen(device).peek())
            # A frame that is being drawn over may be seen in parts; each pixel is a mix all the same.
            red, green, blue = (int(value) for value in pixels[240, 320, :3])
            assert green == 0 and abs(red + blue - 200) <= 1, (red, green, blue)
            if 10 < red < 190:
                seen.add(red)
        assert len(seen) >= 3, f"no mixes seen, only {seen}\n{vitrine.log[-2000:]}"
        assert vitrine.stop() == 0
