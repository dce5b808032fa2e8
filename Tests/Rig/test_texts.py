"""Texts: sharp to the last bit on the CRTC, free while they stay, and one frame for each change."""

import subprocess
import time

import pytest
from PIL import Image

from rig import edid, pictures
from rig.pictures import RED, solid
from rig.vitrine import PROGRAM, Vitrine, screen_of

pytestmark = pytest.mark.virtual_time
SECONDS = 20


@pytest.fixture
def connector(udev_daemon, device):
    connector, = device.connectors
    connector.plug_monitor(edid.monitor("WORDS", edid.VGA))
    return connector


def playlist(tmp_path, text):
    pictures.save(tmp_path / "media", ground=solid(640, 480, RED))
    path = tmp_path / "words.yaml"
    path.write_text(f"""
timezone: UTC
zones:
  - picture: media/ground.png
  - text: {text!r}
    area: 10% 60% 80% 30%
    background: '#102a43'
    font-size: fit
    padding: 8px
    transition: cut
""")
    return path


def test_a_text_over_a_picture_is_what_render_draws_and_costs_nothing(connector, tmp_path):
    path = playlist(tmp_path, "Grüße, مرحبا")
    drawn = tmp_path / "drawn.png"
    subprocess.run([PROGRAM, "render", path, "--size", "640x480", "-o", drawn], check=True)
    picture = Image.open(drawn).convert("RGB")
    assert len(set(picture.getdata())) > 20  # letters, and their edges
    with Vitrine(path) as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(picture, "words", limit=10)
        time.sleep(1)
        commits, wake_ups = len(program.commits), program.wake_ups()
        time.sleep(SECONDS)
        assert len(program.commits) == commits, program.log
        assert program.wake_ups() - wake_ups < SECONDS


def test_a_clock_costs_a_frame_a_second(connector, tmp_path):
    with Vitrine(playlist(tmp_path, "{time:HH:mm:ss}")) as program:
        program.wait_until_lit(connector)
        program.wait_until(lambda: program.log.count("shows alone") == 2, "both zones show")
        time.sleep(2)
        commits = len(program.commits)
        time.sleep(SECONDS)
        assert SECONDS - 1 <= len(program.commits) - commits <= SECONDS + 1, program.log
