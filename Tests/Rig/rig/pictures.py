"""Pictures to play, and what a screen should show of them. All are arrays of height, width and RGB."""

import numpy
from PIL import Image

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)


def solid(width, height, colour):
    return numpy.full((height, width, 3), colour, numpy.uint8)


def noise(width, height, seed=0):
    """A picture without two equal places, so that it shows if it is off by a pixel or scaled."""
    return numpy.random.default_rng(seed).integers(0, 256, (height, width, 3), numpy.uint8)


def placed(picture, x, y, width, height):
    """A black screen of this size with the picture at (x, y)."""
    screen = solid(width, height, BLACK)
    screen[y:y + picture.shape[0], x:x + picture.shape[1]] = picture
    return screen


def save(folder, **pictures):
    """Writes each picture as NAME.png into the folder, and returns the folder."""
    folder.mkdir(exist_ok=True)
    for name, pixels in pictures.items():
        Image.fromarray(pixels).save(folder / f"{name}.png", compress_level=1)
    return folder
