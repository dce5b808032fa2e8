"""A peer of Vitrine, for comparison: weston in its kiosk shell, with weston's own viewer of images, on the first head.

It comes from outside, on a disk of its own, so the image is the same, and the same event as Vitrine's starts it. It has
the best chances that could be found: it waits for its disk and an input device only, and its viewer for the media
partition only; both start at once, since systemd holds the socket that the viewer connects to; the rest of the start
gives way to them, as it does to Vitrine; and it draws with pixman, which is there long before OpenGL is in this
emulation. (Without an input device the kiosk shell of this version has nothing to show.)
"""

import hashlib
import os
import pathlib
import subprocess
import tempfile

from machine import disk

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "vitrine/machine"

WHERE = "/run/peer"
LIBRARIES = f"{WHERE}/usr/lib/x86_64-linux-gnu"
MODULES = ";".join(f"{name}={LIBRARIES}/{folder}/{name}" for folder, name in (
    ("libweston-10", "drm-backend.so"), ("weston", "kiosk-shell.so"), ("weston", "systemd-notify.so")))

# Nothing of it lies where it was built for.
PROCESS = f"""\
StartupCPUWeight=10000
Environment=LD_LIBRARY_PATH={LIBRARIES}:{LIBRARIES}/weston WESTON_MODULE_MAP={MODULES}
Environment=XKB_CONFIG_ROOT={WHERE}/usr/share/X11/xkb WESTON_DATA_DIR={WHERE}/usr/share/weston
Environment=XDG_RUNTIME_DIR=/run/weston WAYLAND_DISPLAY=/run/weston/wayland-kiosk
"""

MOUNT = f"""\
[Unit]
DefaultDependencies=no

[Mount]
What=/dev/disk/by-label/weston
Where={WHERE}
Type=ext4
Options=ro
"""

SOCKET = """\
[Unit]
DefaultDependencies=no

[Socket]
ListenStream=/run/weston/wayland-kiosk
"""

COMPOSITOR = f"""\
[Unit]
DefaultDependencies=no
RequiresMountsFor={WHERE}
Requires=weston.socket dev-input-button.device
After=weston.socket dev-input-button.device

[Service]
ExecStart={WHERE}/usr/bin/weston --backend=drm-backend.so --shell=kiosk-shell.so --modules=systemd-notify.so \\
    --no-config --use-pixman
StandardInput=tty-force
TTYPath=/dev/tty1
StandardOutput=journal
StandardError=journal
{PROCESS}"""

VIEWER = f"""\
[Unit]
DefaultDependencies=no
RequiresMountsFor={WHERE} /var/lib/vitrine
Requires=weston.socket
After=weston.socket

[Service]
ExecStart={WHERE}/usr/bin/weston-image /var/lib/vitrine/media/cards/first.png
{PROCESS}"""

RULES = 'SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEY}=="1", TAG+="systemd", SYMLINK+="input/button"\n'

UNITS = {
    "vitrine.service": "-> /dev/null",
    "run-peer.mount": MOUNT,
    "weston.socket": SOCKET,
    "weston.service": COMPOSITOR,
    "weston-image.service": VIEWER,
    "vitrine-display.target.wants/weston.service": "-> /run/systemd/system/weston.service",
    "vitrine-display.target.wants/weston-image.service": "-> /run/systemd/system/weston-image.service",
}
FILES = [("udev/rules.d/90-weston.rules", RULES), *((f"systemd/system/{path}", text) for path, text in UNITS.items())]


def make_disk(image):
    """A disk image with what weston needs beside the packages that the image has. It is kept in the cache."""
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        status, archives, tree = work / "status", work / "archives", work / "tree"
        status.write_bytes(disk.read_file(image, disk.partitions(image)["vitrine-root"], "/var/lib/dpkg/status"))
        (archives / "partial").mkdir(parents=True)
        apt = ["apt-get", "--quiet=2", "--yes", "--no-install-recommends", "-o", f"Dir::State::status={status}",
               "-o", f"Dir::Cache::archives={archives}", "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=",
               "-o", "Debug::NoLocking=yes", "-o", "APT::Sandbox::User="]
        plan = subprocess.run([*apt, "--simulate", "install", "weston"], check=True, capture_output=True).stdout
        made = CACHE / f"weston-{hashlib.sha256(plan).hexdigest()[:12]}.img"
        if not made.exists():
            subprocess.run([*apt, "--download-only", "install", "weston"], check=True, stdout=subprocess.DEVNULL)
            for package in sorted(archives.glob("*.deb")):
                subprocess.run(["dpkg-deb", "--extract", package, tree], check=True)
            CACHE.mkdir(parents=True, exist_ok=True)
            new = made.with_suffix(".new")
            subprocess.run(["truncate", "-s", "256M", new], check=True)
            subprocess.run(["mke2fs", "-q", "-t", "ext4", "-L", "weston", "-m", "0", "-d", tree, new], check=True)
            new.rename(made)
    return made
