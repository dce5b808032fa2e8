"""Pictures: those to be shown, and what of them is seen. All are arrays of height, width and RGB."""

import pathlib

import numpy
from PIL import Image


def card(width, height, colour):
    """A test card that shows if it is turned, mirrored, moved or scaled: four unlike quarters and a frame, in shades
    of one colour, on which pictures are told apart."""
    picture = numpy.zeros((height, width, 3), numpy.uint8)
    for row, column, strength in ((0, 0, 255), (0, 1, 190), (1, 0, 125), (1, 1, 60)):
        quarter = picture[row * height // 2:(row + 1) * height // 2, column * width // 2:(column + 1) * width // 2]
        quarter[:] = numpy.array(colour) * strength // 255
    picture[:4], picture[-4:], picture[:, :4], picture[:, -4:] = (255,) * 3, (255,) * 3, (255,) * 3, (255,) * 3
    return picture


def save(path, picture):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(path)
    return path


def read_ppm(path):
    data = pathlib.Path(path).read_bytes()
    magic, size, _, pixels = data.split(b"\n", 3)
    if magic != b"P6":
        raise AssertionError(f"{path} is no PPM of QEMU's")
    width, height = map(int, size.split())
    return numpy.frombuffer(pixels, numpy.uint8, width * height * 3).reshape(height, width, 3)


def fitted(picture, width, height):
    """A screen of this size with the whole picture on it, as large as it can be, on black."""
    scale = min(width / picture.shape[1], height / picture.shape[0])
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    screen = numpy.zeros((height, width, 3), numpy.uint8)
    x, y = (width - size[0]) // 2, (height - size[1]) // 2
    screen[y:y + size[1], x:x + size[0]] = numpy.array(Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS))
    return screen


def is_close(seen, expected, tolerance=12, share=0.02):
    """Whether a screen shows this: all but a small share of the pixels, as along edges that were scaled, are as
    bright to within the tolerance."""
    if seen.shape != expected.shape:
        return False
    off = (numpy.abs(seen.astype(numpy.int16) - expected) > tolerance).any(axis=2)
    return off.mean() <= share


def is_black(seen):
    return not seen.any()


def is_placeholder(seen):
    """What QEMU itself says where the guest shows nothing: a line of white text in the middle of black."""
    rows = numpy.flatnonzero(seen.any(axis=(1, 2)))
    if not len(rows):
        return False
    middle = seen.shape[0] // 2
    return rows[0] >= middle - 16 and rows[-1] < middle + 16 and set(numpy.unique(seen)) <= {0, 170, 255}
