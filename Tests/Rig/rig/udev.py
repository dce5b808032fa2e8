"""The guest's udev daemon, and the events that it and the kernel send."""

import enum
import select
import socket
import struct
import subprocess
import time

from rig.waiting import eventually

DAEMON = "/lib/systemd/systemd-udevd"


class Group(enum.IntEnum):
    """Multicast groups of NETLINK_KOBJECT_UEVENT: events as the kernel sends them, or as udev passes them on."""
    KERNEL = 1
    UDEV = 2


def _answers():
    return subprocess.run(["udevadm", "control", "--ping", "--timeout=10"], capture_output=True).returncode == 0


def start():
    """Starts the daemon if it does not run yet, and lets it take in the devices that are there."""
    if _answers():
        return
    subprocess.run([DAEMON, "--daemon"], check=True)
    eventually(_answers, "systemd-udevd answers")
    subprocess.run(["udevadm", "trigger", "--action=add", "--subsystem-match=drm"], check=True)
    settle()


def settle():
    """Waits until the daemon, if it runs, has dealt with all events so far: it gives device files their permissions."""
    if _answers():
        subprocess.run(["udevadm", "settle", "--timeout=10"], check=True)


class Listener:
    """Receives events from its creation on."""

    def __init__(self, group=Group.UDEV):
        NETLINK_KOBJECT_UEVENT = 15
        self.group = group
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT)
        self.socket.bind((0, group))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _receive(self, limit):
        if not select.select([self.socket], [], [], max(0, limit))[0]:
            return None
        message = self.socket.recv(65536)
        if self.group is Group.UDEV:  # "libudev", magic, header size, offset and length of the properties
            offset, length = struct.unpack_from("=II", message, 16)
            message = message[offset:offset + length]
        properties = (text.decode().partition("=") for text in message.split(b"\0") if b"=" in text)
        return {key: value for key, _, value in properties}

    def wait_for(self, limit=5.0, **wanted):
        """The properties of the next event that has all those wanted, e.g. ACTION="change", HOTPLUG="1"."""
        end, seen = time.monotonic() + limit, []
        while (event := self._receive(end - time.monotonic())) is not None:
            if wanted.items() <= event.items():
                return event
            seen.append(f"{event.get('ACTION')} {event.get('DEVPATH')}")
        raise AssertionError(f"no event with {wanted} within {limit:g} s; seen: {seen}")

    def quiet(self, seconds):
        """Whether no DRM event comes for so long."""
        end = time.monotonic() + seconds
        while (event := self._receive(end - time.monotonic())) is not None:
            if event.get("SUBSYSTEM") == "drm":
                return False
        return True
