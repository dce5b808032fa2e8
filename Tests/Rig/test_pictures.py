"""What is on the screen, to the last bit: fit, overscan, and the middle of a cross-fade."""

import numpy
import pytest

from rig import edid, pictures
from rig.pictures import BLUE, GREEN, RED, noise, placed, solid
from rig.vitrine import Vitrine, mode_of, screen_of

MONITORS = {
    (640, 480): edid.monitor("SMALL", edid.VGA),
    (1280, 720): edid.monitor("WIDE", edid.HD),
    (720, 1280): edid.monitor("STELE", edid.PORTRAIT_HD),
    (1920, 1080): edid.monitor("LARGE", edid.FULL_HD),
}

# size of the screen, options, the picture, where it lies (x, y), and how large a plain one becomes
CASES = [
    ("full screen", (1280, 720), [], noise(1280, 720), (0, 0), None),
    ("full HD", (1920, 1080), [], noise(1920, 1080), (0, 0), None),
    ("portrait", (720, 1280), [], noise(720, 1280), (0, 0), None),
    ("contain: bars left and right", (1280, 720), [], noise(720, 720), (280, 0), None),
    ("contain: bars above and below", (720, 1280), [], noise(720, 405), (0, 437), None),
    ("contain: one column too many", (640, 480), [], noise(639, 480), (0, 0), None),
    ("contain: enlarged", (640, 480), [], solid(100, 50, GREEN), (0, 80), (640, 320)),
    ("contain: reduced", (640, 480), [], solid(1000, 2000, GREEN), (200, 0), (240, 480)),
    ("cover: enlarged", (640, 480), ["--fit", "cover"], solid(50, 100, GREEN), (0, 0), (640, 480)),
    ("scale", (1280, 720), ["--overscan", "5%"], noise(1152, 648), (64, 36), None),
    ("scale: portrait", (720, 1280), ["--overscan", "scale:5%"], noise(648, 1152), (36, 64), None),
    ("scale: bars in the visible part", (640, 480), ["--overscan", "tv-safe"], solid(100, 100, RED), (128, 48), (384, 384)),
    ("scale: uneven edges", (640, 480), ["--overscan", "20px,10px,30px,40px"], solid(400, 300, BLUE), (40, 20), (590, 430)),
    ("scale: cover", (640, 480), ["--overscan", "tv-safe", "--fit", "cover"], solid(90, 30, RED), (64, 48), (512, 384)),
    ("television safe", (640, 480), ["--overscan", "tv-safe"], noise(512, 384), (64, 48), None),
    ("inset", (1280, 720), ["--overscan", "inset:5%"], noise(1152, 648), (64, 36), None),
    ("inset: uneven edges", (640, 480), ["--overscan", "inset:20px,10px,30px,40px"], noise(590, 430), (40, 20), None),
    ("inset: bars in the smaller area", (1280, 720), ["--overscan", "inset:5%"], noise(576, 648), (352, 36), None),
    ("inset: cover", (640, 480), ["--overscan", "inset:10%,0", "--fit", "cover"], solid(10, 10, RED), (0, 48), (640, 384)),
    ("inset: rounded", (640, 480), ["--overscan", "inset:3.4%"], noise(596, 448), (22, 16), None),
]


@pytest.fixture
def screen(udev_daemon, device):
    """Gives the one connector a monitor of a size."""
    def plug(size):
        device.connectors[0].plug_monitor(MONITORS[size])
        return device.connectors[0]
    return plug


@pytest.mark.parametrize("name, size, options, picture, position, enlarged", CASES, ids=[case[0] for case in CASES])
def test_picture(screen, tmp_path, name, size, options, picture, position, enlarged):
    connector = screen(size)
    with Vitrine(pictures.save(tmp_path / "media", picture=picture), *options) as program:
        program.wait_until_lit(connector)
        assert mode_of(connector).startswith(f"{size[0]}x{size[1]}@")
        shown = solid(*enlarged, picture[0, 0]) if enlarged else picture
        screen_of(connector).wait_for(placed(shown, *position, *size), name.replace(": ", "-").replace(" ", "-"), limit=10)


def test_cover_cuts_off_evenly(screen, tmp_path):
    connector, tall = screen((640, 480)), noise(640, 600)
    with Vitrine(pictures.save(tmp_path / "media", tall=tall), "--fit", "cover") as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(tall[60:540], "cover", limit=10)


def test_cross_fade_lies_between_the_two_pictures(screen, tmp_path):
    connector = screen((640, 480))
    media = pictures.save(tmp_path / "media", a=solid(640, 480, RED), b=solid(640, 480, BLUE))
    with Vitrine(media, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(connector)
        seen = []

        def is_between():
            """One colour all over. A picture that changed while it was read is not: the next one may be."""
            mixed = numpy.asarray(screen_of(connector).peek())
            seen.append((mixed[0, 0], mixed[240, 320], mixed[-1, -1]))
            red, green, blue = map(int, mixed[0, 0])
            return 16 < red < 239 and green == 0 and abs(red + blue - 255) <= 1 and (mixed == mixed[0, 0]).all()

        program.wait_until(is_between, f"an even mixture of red and blue on the screen; seen: {seen}")
