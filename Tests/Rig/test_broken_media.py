"""Files that cannot be shown, and a decoder that dies."""

import os
import pathlib
import signal

import pytest
from PIL import Image

from rig import pictures
from rig.pictures import BLACK, GREEN, RED, noise, solid
from rig.vitrine import Vitrine, screen_of

SIZE = (1024, 768)  # of the mode that a monitor without EDID gets


@pytest.fixture
def connector(udev_daemon, device):
    return device.connectors[0]


def spoil(folder):
    """Puts files into the folder that are no pictures, and returns their names."""
    Image.fromarray(noise(400, 300)).save(folder / "truncated.jpg")
    os.truncate(folder / "truncated.jpg", 9000)
    (folder / "text.png").write_text("This is not a picture.\n" * 100)
    (folder / "empty.webp").touch()
    os.mkfifo(folder / "fifo.png")
    (folder / "nowhere.png").symlink_to("gone")
    return ["truncated.jpg", "text.png", "empty.webp", "fifo.png", "nowhere.png"]


@pytest.mark.virtual_time
def test_broken_files_are_skipped_with_one_warning_each(connector, tmp_path):
    folder = pictures.save(tmp_path / "media", a=solid(64, 48, RED), z=solid(64, 48, GREEN))
    broken = spoil(folder)
    with Vitrine(folder, "--duration", "1s", "--transition", "0s") as program:
        program.wait_until_lit(connector)
        program.wait_until(lambda: len(program.shown) >= 8, "slides follow one another", limit=30)
        assert {name for _, name, _ in program.shown} == {"a", "z"}, program.log
        for name in broken:
            assert len([line for line in program.warnings if f"/{name}" in line]) == 1, f"{name}:\n{program.log}"
        assert len(program.warnings) == len(broken), program.log


@pytest.mark.virtual_time
def test_only_broken_files(connector, tmp_path):
    folder = tmp_path / "media"
    folder.mkdir()
    spoil(folder)
    with Vitrine(folder) as program:
        program.wait_until(lambda: "none of its pictures can be shown" in program.log, "it says that nothing can be shown")
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(solid(*SIZE, BLACK), "only-broken")
        assert program.process.poll() is None
        assert program.stop(limit=1.0) == 0


@pytest.mark.parametrize("make", [lambda folder: folder.mkdir(), lambda folder: None], ids=["empty", "missing"])
def test_nothing_to_play(tmp_path, make):
    make(tmp_path / "media")
    with Vitrine(tmp_path / "media") as program:
        assert program.finish() == 66
        assert program.lines[-1].startswith(f"error: {tmp_path}/media: "), program.log


@pytest.mark.virtual_time
def test_a_killed_decoder_is_replaced(connector, tmp_path):
    # More than are kept ready, and none is kept for later, so that each slide needs the decoder.
    folder = pictures.save(tmp_path / "media", **{name: solid(64, 48, RED) for name in "abcdef"})

    def decoders():
        """The decoders that live. One that ended and was not waited for yet has no command line."""
        children = pathlib.Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children").read_text().split()
        return [int(child) for child in children
                if b"vitrine-decode" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes()]

    with Vitrine(folder, "--duration", "1s", "--transition", "200ms", "--cache-size", "0") as program:
        program.wait_until_lit(connector)
        for _ in range(5):
            program.wait_until(decoders, "there is a decoder")
            count = len(program.shown)
            os.kill(decoders()[0], signal.SIGKILL)
            program.wait_until(lambda: len(program.shown) >= count + 4, "slides follow one another", limit=10)
        assert {name for _, name, _ in program.shown} == set("abcdef"), program.log
        assert len(decoders()) == 1
