"""The CPU renderer: what it writes into dumb buffers is on the screen, to the last bit, without GL."""

import re

import numpy
import pytest

from rig import edid, pictures
from rig.pictures import BLUE, RED, noise, placed, solid
from rig.vitrine import Vitrine, screen_of


@pytest.fixture
def connector(udev_daemon, device):
    connector, = device.connectors
    connector.plug_monitor(edid.monitor("DUMB", edid.VGA))
    return connector


DRAWING = {"gles": r"drawing with \S.* Mesa", "cpu": r"drawing with CPU \(\d+ threads?\)"}


def play(media, *options, renderer="cpu"):
    return Vitrine(media, "--renderer", renderer, *options)


@pytest.mark.parametrize("renderer", DRAWING)
@pytest.mark.parametrize("rotation, turns", [("0", 0), ("90", 3)])
def test_pictures_are_on_the_screen(connector, tmp_path, renderer, rotation, turns):
    picture = noise(432, 576) if turns else noise(576, 432)
    media = pictures.save(tmp_path / "media", picture=picture)
    with play(media, "--rotate", rotation, "--overscan", "scale:5%", renderer=renderer) as program:
        program.wait_until_lit(connector)
        expected = placed(numpy.rot90(picture, turns), 32, 24, 640, 480)
        screen_of(connector).wait_for(expected, f"{renderer}-{rotation}", limit=10)
        assert re.search(DRAWING[renderer], program.log), "the log names the renderer"
        assert not program.warnings


def test_a_cross_fade_lies_between_the_two_pictures(connector, tmp_path):
    media = pictures.save(tmp_path / "media", a=solid(640, 480, RED), b=solid(640, 480, BLUE))
    with play(media, "--duration", "1s", "--transition", "1s") as program:
        program.wait_until_lit(connector)
        seen = []

        def is_between():
            """One colour all over. A picture that changed while it was read is not: the next one may be."""
            mixed = numpy.asarray(screen_of(connector).peek())
            seen.append(mixed[0, 0])
            red, green, blue = map(int, mixed[0, 0])
            return 16 < red < 239 and green == 0 and abs(red + blue - 255) <= 1 and (mixed == mixed[0, 0]).all()

        program.wait_until(is_between, f"an even mixture of red and blue on the screen; seen: {seen}")


def test_a_transition_of_a_playlist_is_a_cross_fade(connector, tmp_path):
    media = pictures.save(tmp_path / "media", a=solid(640, 480, RED), b=solid(640, 480, BLUE))
    (media / "own.glsl").write_text("vec4 transition(vec2 uv) { return vec4(0.0, 1.0, 0.0, 1.0); }\n")
    (media / "playlist.yaml").write_text(
        "sync: start\nduration: 1s\ntransition: {type: own.glsl, duration: 1s}\nitems: [{picture: a.png}, {picture: b.png}]\n")
    with play(media / "playlist.yaml") as program:
        program.wait_until_lit(connector)
        program.wait_until(lambda: program.log.count("shows ") >= 4, "four slides")
        said = [line for line in program.warnings if "a cross-fade is drawn instead" in line]
        assert len(said) == 1 and "--renderer gles" in said[0]


@pytest.mark.parametrize("renderer", ["auto", "cpu"])
def test_without_a_gpu_no_driver_of_gl_is_loaded(connector, tmp_path, renderer):
    with play(pictures.save(tmp_path / "media", picture=solid(640, 480, RED)), renderer=renderer) as program:
        program.wait_until_lit(connector)
        assert re.search(DRAWING["cpu"], program.log)
        assert not re.search(r"_dri\.so|libLLVM", program.libraries())
