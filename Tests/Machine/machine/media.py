"""What the image plays in the tests: another test card on each head, for ever. Called as a program with a folder it
writes them there, for scripts/image --media."""

import pathlib
import struct
import sys
import zlib

from machine import picture

WIDTH, HEIGHT = 1024, 576
CARDS = [picture.card(WIDTH, HEIGHT, (255, 80, 80)), picture.card(WIDTH, HEIGHT, (80, 255, 80))]
STICK = picture.card(WIDTH, HEIGHT, (80, 80, 255))

PLAYLIST = """\
transition: 0s
zones:
  - when: {connector: Virtual-1}
    items: [{picture: cards/first.png, duration: 1h}]
  - when: {connector: Virtual-2}
    items: [{picture: cards/second.png, duration: 1h}]
"""


def card(head):
    """What a head should show, for a screen of any size."""
    return lambda width, height: picture.fitted(CARDS[head], width, height)


def stick(width, height):
    return picture.fitted(STICK, width, height)


def write_media(folder):
    picture.save(folder / "cards/first.png", CARDS[0])
    picture.save(folder / "cards/second.png", CARDS[1])
    (folder / "playlist.yaml").write_text(PLAYLIST)
    # For test_memory.py.
    picture.save(folder / "bomb/first.png", CARDS[0])
    (folder / "bomb/bomb.png").write_bytes(bomb())
    (folder / "bomb/playlist.yaml").write_text("transition: 0s\nduration: 5s\nitems: [first.png, bomb.png]\n")


def bomb(side=10000):
    """A PNG of less than a megabyte that has to be unpacked as a whole: 16 bits for each of four channels, interlaced."""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    pack, data = zlib.compressobj(6), b""
    for x, y, dx, dy in passes:
        line = bytes(1 + 8 * len(range(x, side, dx)))
        for _ in range(y, side, dy):
            data += pack.compress(line)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 1)), (b"IDAT", data + pack.flush()), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks)


def write_stick(folder):
    """The content of a USB stick, with a playlist for every screen."""
    picture.save(folder / "vitrine/blue.png", STICK)
    (folder / "vitrine/playlist.yaml").write_text("transition: 0s\nitems: [{picture: blue.png, duration: 1h}]\n")


if __name__ == "__main__":
    write_media(pathlib.Path(sys.argv[1]))
