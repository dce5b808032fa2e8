"""Files that are no pictures, and a decoder that dies: each costs its own slide and nothing else."""

import os
import signal
import subprocess

import pytest
from PIL import Image

from rig import edid
from rig.screen import Screen
from rig.vitrine import Vitrine, folder_of, noise, plain
from rig.waiting import eventually

VGA = edid.monitor("VGA", edid.VGA)
BLUE, RED = (10, 20, 220), (220, 20, 10)


@pytest.fixture
def vga(udev_daemon, device):
    device.connectors[0].plug_monitor(VGA)
    return device


def test_each_broken_file_is_skipped_with_one_warning(vga, tmp_path):
    slides = folder_of(tmp_path / "slides", plain(640, 480, BLUE))
    Image.fromarray(noise(800, 600)).save(slides / "2-truncated.jpg", quality=90)
    with open(slides / "2-truncated.jpg", "r+b") as file:
        file.truncate(20_000)
    (slides / "3-text.png").write_text("This is no picture.\n")
    (slides / "4-empty.webp").touch()
    os.mkfifo(slides / "5-pipe.png")
    (slides / "6-link.png").symlink_to("/nowhere")
    Image.fromarray(plain(640, 480, RED)).save(slides / "7-good.png")
    with Vitrine("--duration", "300ms", "--transition", "0s", slides) as vitrine:
        vitrine.wait_for(r"shows .*/7-good\.png", limit=20)
        vitrine.wait_for(r"shows .*/1\.png", count=3, limit=20)
        for name in ["2-truncated.jpg", "3-text.png", "4-empty.webp", "5-pipe.png", "6-link.png"]:
            assert len(vitrine.messages(rf"warning: .*/{name}")) == 1, (name, vitrine.messages("warning"))
        assert vitrine.stop() == 0


def test_nothing_but_broken_files_is_black_and_said(vga, tmp_path):
    slides = tmp_path / "slides"
    slides.mkdir()
    for name in ["a.png", "b.jpg"]:
        (slides / name).write_text("no picture")
    with Vitrine(slides) as vitrine:
        vitrine.wait_for("no picture can be shown")
        vitrine.wait_until_lit(*vga.connectors)
        Screen(vga).wait_for(plain(640, 480, 0), "all-broken")
        assert vitrine.stop() == 0


def test_an_empty_folder_is_refused(vga, tmp_path):
    with Vitrine(tmp_path) as vitrine:
        assert vitrine.finish() == 66
        assert "no pictures here" in vitrine.log and str(tmp_path) in vitrine.log


def test_the_decoder_may_die(vga, tmp_path):
    slides = folder_of(tmp_path / "slides", plain(640, 480, BLUE), plain(640, 480, RED), plain(640, 480, 77))
    with Vitrine("--duration", "500ms", "--transition", "0s", slides) as vitrine:
        vitrine.wait_until_lit(*vga.connectors)

        def decoders():
            found = subprocess.run(["pgrep", "-P", str(vitrine.process.pid), "vitrine-decode"], capture_output=True, text=True)
            return {int(word) for word in found.stdout.split()}

        for _ in range(3):
            before = eventually(decoders, "a decoder runs")
            for identifier in before:
                os.kill(identifier, signal.SIGKILL)
            eventually(lambda before=before: decoders() - before, "another decoder runs", 20)
        told = len(vitrine.messages("shows "))
        vitrine.wait_for("shows ", count=told + 4, limit=20)
        assert vitrine.stop() == 0
