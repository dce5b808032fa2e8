"""Films to play: each frame is one level of grey, so that what is on a screen tells which frame it is."""

import subprocess

from .pictures import solid
from .screen import expected_crc

FIRST, STEP = 20, 4  # of luma
SIZE = (64, 48)


def make(path, frames, rate=25, options=("-c:v", "libx264", "-qp", "4")):
    """A film whose frame number n is of luma FIRST + n * STEP. There are 50 such frames at most."""
    assert FIRST + frames * STEP <= 235
    width, height = SIZE
    pixels = b"".join(
        bytes([FIRST + number * STEP]) * (width * height) + bytes([128]) * (width * height // 2)
        for number in range(frames))
    subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}",
         "-r", str(rate), "-i", "-", "-threads", "1", *options, str(path)], input=pixels, check=True)
    return path


class Numbers:
    """Which frame of such a film a screen of a size shows, by the CRC of the screen."""

    def __init__(self, width, height):
        self.by_crc = {}
        for grey in range(256):
            # Limited range: 219 levels are 255 of grey.
            luma = 16 + grey * 219 / 255
            self.by_crc[expected_crc(solid(width, height, (grey, grey, grey)))] = round((luma - FIRST) / STEP)

    def of(self, crcs):
        """The number of each frame. All are frames of the film, so none is black."""
        unknown = [index for index, crc in enumerate(crcs) if crc not in self.by_crc]
        assert not unknown, f"frames {unknown} of {len(crcs)} are none of the film"
        return [self.by_crc[crc] for crc in crcs]


def runs(numbers):
    """Each frame with the number of refreshes that it was on the screen, without the first and the last one."""
    borders = [0, *(index for index in range(1, len(numbers)) if numbers[index] != numbers[index - 1]), len(numbers)]
    return [(numbers[begin], end - begin) for begin, end in zip(borders, borders[1:])][1:-1]
