"""Logins as a Debian has them, that was installed in the usual way and not as an image: a getty on the first virtual
terminal, and further ones on whichever is switched to. The image masks them all. What is in system.control comes before
what is masked in /etc: systemd.unit(5)."""

from machine import disk

FOLDER = "systemd/system.control"


def files(image):
    """What is to be left in the machine's /run, with the getty that the image has."""
    getty = disk.read_file(image, disk.partitions(image)["vitrine-root"], "/usr/lib/systemd/system/getty@.service")
    return [
        (f"{FOLDER}/getty@.service", getty.decode()),
        (f"{FOLDER}/autovt@.service", f"-> /run/{FOLDER}/getty@.service"),
        (f"{FOLDER}/getty.target.wants/getty@tty1.service", f"-> /run/{FOLDER}/getty@.service"),
        ("systemd/logind.conf.d/stock.conf", "[Login]\nNAutoVTs=6\nReserveVT=6\n"),
    ]
