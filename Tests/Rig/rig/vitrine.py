"""The program under test, and pictures for it to play."""

import os
import pathlib
import re

import numpy
from PIL import Image

from rig.process import Program

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("VITRINE", REPOSITORY / ".build/release/vitrine")
LIT_WITHIN = 2.0
"""Seconds from a plug (or the start) to a lit screen."""


class Vitrine(Program):
    """Vitrine, playing a folder, with a full log. Give the tests' device or devices by `--device` or leave them out."""

    def __init__(self, *arguments, level="trace"):
        super().__init__(PROGRAM, "--log-level", level, *arguments)

    def messages(self, pattern):
        """The lines of its log in which a regular expression is found."""
        return [line for line in self.log.splitlines() if re.search(pattern, line)]

    def wait_for(self, pattern, count=1, limit=5.0):
        """Waits until so many of its messages have a regular expression in them, and returns these."""
        self.wait_until(lambda: len(self.messages(pattern)) >= count, f"{count} messages with '{pattern}'", limit)
        return self.messages(pattern)

    def wait_until_lit(self, *connectors, count=1, limit=5.0):
        """Waits until it says of each connector, for the nth time, that it is lit."""
        for connector in connectors:
            self.wait_for(rf"{connector.name}\b.*: lit at ", count, limit)


def gradient(width, height, blue=0):
    """A picture in which every pixel's place can be told."""
    pixels = numpy.full((height, width, 3), blue, numpy.uint8)
    pixels[:, :, 0] = numpy.arange(width) * 255 // width
    pixels[:, :, 1] = (numpy.arange(height) * 255 // height)[:, None]
    return pixels


def noise(width, height, seed=1):
    """A picture in which no two neighbours are alike, so that any resampling shows."""
    return numpy.random.default_rng(seed).integers(0, 256, (height, width, 3), numpy.uint8)


def plain(width, height, colour):
    return numpy.full((height, width, 3), colour, numpy.uint8)


def folder_of(path, *pictures):
    """A folder with these pictures (height, width, RGB), as PNG files that play in this order."""
    path.mkdir(parents=True, exist_ok=True)
    for index, pixels in enumerate(pictures):
        Image.fromarray(pixels).save(path / f"{index + 1}.png", compress_level=1)
    return path
