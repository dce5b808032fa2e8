"""The same commit, package, options and root tree give the same image."""

import os

from machine import disk


def test_by_somebody_else_at_another_time(image):
    """`scripts/machine-test` has made it again, with other permissions of new files and in another time zone."""
    again = os.environ["MACHINE_IMAGE_AGAIN"]
    partitions = disk.partitions(image)
    assert disk.partitions(again) == partitions
    with open(image, "rb") as one, open(again, "rb") as other:
        while True:
            offset, blocks = one.tell(), (one.read(1 << 20), other.read(1 << 20))
            assert blocks[0] == blocks[1], f"they differ at {offset} or soon after; the partitions: {partitions}"
            if not blocks[0]:
                break
