"""What a disk image consists of, read from outside."""

import dataclasses
import os
import pathlib
import re
import struct
import subprocess

SECTOR = 512

# Where Debian has the programs for file systems; only root's PATH leads there.
os.environ["PATH"] += ":/usr/sbin"


@dataclasses.dataclass
class Partition:
    name: str
    offset: int
    size: int


def partitions(image):
    """The partitions of a GPT, by name."""
    with open(image, "rb") as file:
        file.seek(SECTOR)
        header = file.read(92)
        if header[:8] != b"EFI PART":
            raise AssertionError(f"{image} has no GPT")
        table, count, length = struct.unpack_from("<QII", header, 72)
        file.seek(table * SECTOR)
        entries = [file.read(length) for _ in range(count)]
    found = {}
    for entry in entries:
        if any(entry[:16]):
            first, last = struct.unpack_from("<QQ", entry, 32)
            name = entry[56:128].decode("utf-16-le").rstrip("\0")
            found[name] = Partition(name, first * SECTOR, (last + 1 - first) * SECTOR)
    return found


@dataclasses.dataclass
class BootEntry:
    """What the boot loader would start: the kernel, its initial RAM disk, and the command line."""
    kernel: pathlib.Path
    initrd: pathlib.Path
    options: str


def boot_entry(image, folder):
    """The image's boot entry; its files are copied into the folder."""
    offset = partitions(image)["vitrine-esp"].offset

    def copy(path):
        target = folder / pathlib.PurePath(path).name
        subprocess.run(["mcopy", "-n", "-o", "-i", f"{image}@@{offset}", f"::{path}", target], check=True)
        return target

    lines = (line.partition(" ")[::2] for line in copy("/loader/entries/vitrine.conf").read_text().splitlines())
    entry = {key: value.strip() for key, value in lines}
    return BootEntry(copy(entry["linux"]), copy(entry["initrd"]), entry["options"])


def is_clean(image, partition):
    """Whether an ext4 file system has nothing to be repaired, by a check that changes nothing."""
    check = subprocess.run(["e2fsck", "-f", "-n", f"{image}?offset={partition.offset}"], capture_output=True, text=True)
    return check.returncode == 0, check.stdout + check.stderr


def make_stick(path, folder, size="64M"):
    """A USB stick as shops sell them, FAT on the whole disk, with the folder's content."""
    subprocess.run(["truncate", "-s", size, path], check=True)
    subprocess.run(["mkfs.vfat", "-n", "HOLIDAYS", path], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["mcopy", "-s", "-i", path, *sorted(folder.iterdir()), "::/"], check=True)
    return path


def file_mode(image, partition, path):
    """Permissions of a file of an ext4 file system, in octal digits."""
    told = subprocess.run(["debugfs", "-R", f"stat {path}", f"{image}?offset={partition.offset}"],
                          check=True, capture_output=True, text=True).stdout
    return re.search(r"Mode: +([0-7]+)", told)[1]


def read_file(image, partition, path):
    """A file of an ext4 file system, without mounting it."""
    return subprocess.run(["debugfs", "-R", f"cat {path}", f"{image}?offset={partition.offset}"],
                          check=True, capture_output=True).stdout
