"""The small pictures that golden pictures are drawn from. They are as large as they are shown, where that can be, so that
little depends on how they would be scaled."""

import numpy
from PIL import Image


def card(width, height, blue=120):
    """Four unlike corners, and an F, which looks like nothing else however it is turned."""
    x, y = numpy.meshgrid(numpy.arange(width), numpy.arange(height))
    pixels = numpy.stack([40 + x, 60 + y, blue + 0 * x], axis=2).astype(numpy.uint8)
    corner, unit = min(width, height) // 6, min(width, height) // 8
    pixels[:corner, :corner], pixels[:corner, -corner:] = (230, 40, 40), (40, 200, 60)
    pixels[-corner:, -corner:], pixels[-corner:, :corner] = (40, 80, 230), (240, 200, 40)
    left, top = (width - 3 * unit) // 2, (height - 5 * unit) // 2
    pixels[top:top + 5 * unit, left:left + unit] = 255
    pixels[top:top + unit, left:left + 3 * unit] = 255
    pixels[top + 2 * unit:top + 3 * unit, left:left + 2 * unit] = 255
    return pixels


def soft(width, height):
    """Changes slowly, so that however it is scaled, it looks alike."""
    x, y = numpy.meshgrid(numpy.linspace(0, 1, width), numpy.linspace(0, 1, height))
    return numpy.stack([40 + 180 * x, 60 + 150 * y, 200 - 120 * x * y], axis=2).round().astype(numpy.uint8)


def seethrough(width, height):
    """A card that gets clearer from the left to the right."""
    alpha = numpy.tile(numpy.linspace(255, 0, width).round(), (height, 1)).astype(numpy.uint8)
    return numpy.dstack([card(width, height), alpha])


def rings(width, height):
    """The other side of a transition: unlike a card everywhere."""
    x, y = numpy.meshgrid(numpy.arange(width) - (width - 1) / 2, numpy.arange(height) - (height - 1) / 2)
    lit = (numpy.hypot(x, y) // 6 % 2)[..., None]
    return (lit * (200, 90, 30) + (1 - lit) * (30, 20, 60)).astype(numpy.uint8)


def write(folder):
    pictures = {
        "full": card(96, 64), "upright": card(64, 96), "wide": card(96, 40), "tall": card(45, 64), "small": card(40, 30),
        "large": card(120, 90),
        "broad": card(144, 64), "high": card(96, 96), "narrow": card(77, 64)[::-1], "rings": rings(96, 64),
        "soft": soft(96, 64), "soft-small": soft(48, 48), "soft-tall": soft(40, 64), "moving": soft(115, 76),
        "seethrough": seethrough(96, 64), "placed": card(72, 48), "half": card(48, 64, 200), "third": card(32, 64),
        "upper": card(96, 48), "corner-scaled": card(18, 12, 220), "inner-scaled": card(36, 24, 60),
        "strip": card(96, 16, 40), "corner": card(24, 16, 220), "inner": card(48, 32, 60),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, pixels in pictures.items():
        Image.fromarray(pixels).save(folder / f"{name}.png", optimize=True)
