"""What the image plays in the tests: another test card on each head, for ever. Called as a program with a folder it
writes them there, for scripts/image --media."""

import pathlib
import sys

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


def write_stick(folder):
    """The content of a USB stick, with a playlist for every screen."""
    picture.save(folder / "vitrine/blue.png", STICK)
    (folder / "vitrine/playlist.yaml").write_text("transition: 0s\nitems: [{picture: blue.png, duration: 1h}]\n")


if __name__ == "__main__":
    write_media(pathlib.Path(sys.argv[1]))
