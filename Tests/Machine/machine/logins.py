"""Logins as a Debian has them, that was installed in the usual way and not as an image: a getty on the first virtual
terminal, and further ones on whichever is switched to. The image masks them all. What is in system.control comes before
what is masked in /etc: systemd.unit(5)."""

GETTY = "/lib/systemd/system/getty@.service"

FILES = [
    ("systemd/system.control/getty@.service", f"-> {GETTY}"),
    ("systemd/system.control/autovt@.service", f"-> {GETTY}"),
    ("systemd/system.control/getty.target.wants/getty@tty1.service", f"-> {GETTY}"),
    ("systemd/logind.conf.d/stock.conf", "[Login]\nNAutoVTs=6\nReserveVT=6\n"),
]
