"""Turned screens, to the last bit: what PIL makes of the upright picture is what the CRTC puts out."""

import numpy
import pytest
from PIL import Image

from rig import edid, pictures
from rig.pictures import noise, placed
from rig.vitrine import Vitrine, screen_of

WIDTH, HEIGHT = 640, 480
MIRROR = Image.Transpose.FLIP_LEFT_RIGHT
# PIL counts the other way round.
CLOCKWISE = {"90": Image.Transpose.ROTATE_270, "180": Image.Transpose.ROTATE_180, "270": Image.Transpose.ROTATE_90}
ROTATIONS = {
    "0": [], "90": [CLOCKWISE["90"]], "180": [CLOCKWISE["180"]], "270": [CLOCKWISE["270"]],
    "flipped": [MIRROR], "flipped-90": [MIRROR, CLOCKWISE["90"]], "flipped-180": [MIRROR, CLOCKWISE["180"]],
    "flipped-270": [MIRROR, CLOCKWISE["270"]],
}

# what is compensated, and what of the screen is left: x, y, width, height
OVERSCANS = {
    "none": (0, 0, WIDTH, HEIGHT),
    "scale:5%": (32, 24, 576, 432),
    "inset:20px,10px,30px,40px": (40, 20, 590, 430),
}


def turned(picture, rotation):
    image = Image.fromarray(picture)
    for step in ROTATIONS[rotation]:
        image = image.transpose(step)
    return numpy.asarray(image)


def upright(width, height, rotation):
    """The size that a viewer sees of a place on the panel."""
    return (height, width) if rotation.endswith(("90", "270")) else (width, height)


@pytest.fixture
def connector(udev_daemon, device):
    connector, = device.connectors
    connector.plug_monitor(edid.monitor("TURNED", edid.VGA))
    return connector


@pytest.mark.parametrize("overscan", OVERSCANS)
@pytest.mark.parametrize("rotation", ROTATIONS)
def test_turned_picture(connector, tmp_path, rotation, overscan):
    x, y, width, height = OVERSCANS[overscan]
    picture = noise(*upright(width, height, rotation))
    media = pictures.save(tmp_path / "media", picture=picture)
    with Vitrine(media, "--rotate", rotation, "--overscan", overscan) as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(placed(turned(picture, rotation), x, y, WIDTH, HEIGHT), f"turned-{rotation}", limit=10)


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_bars_are_turned_with_the_picture(connector, tmp_path, rotation):
    """The bars beside it are of unlike width, so they have to be on the same sides for every viewer."""
    width, height = upright(WIDTH, HEIGHT, rotation)
    picture = noise(width - 31, height)
    with Vitrine(pictures.save(tmp_path / "media", picture=picture), "--rotate", rotation) as program:
        program.wait_until_lit(connector)
        seen = placed(picture, 15, 0, width, height)
        screen_of(connector).wait_for(turned(seen, rotation), f"bars-{rotation}", limit=10)
