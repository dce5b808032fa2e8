"""The same commit, package, options and root tree give the same image."""

import os

from machine import disk


def test_by_somebody_else_at_another_time(image):
    """`scripts/machine-test` has made it again, with other permissions of new files and in another time zone."""
    again = os.environ["MACHINE_IMAGE_AGAIN"]
    partitions = disk.partitions(image)
    assert disk.partitions(again) == partitions
    with open(image, "rb") as one, open(again, "rb") as other:
        while block := one.read(1 << 20):
            same = other.read(1 << 20) == block
            assert same, f"they differ less than 1 MiB before {one.tell()}; the partitions: {partitions}"
