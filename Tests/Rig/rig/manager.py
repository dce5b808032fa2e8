"""A service manager, as far as a service sees one: it is told what goes on, watches, and keeps open files."""

import json
import os
import socket
import time

from rig.vitrine import Vitrine


class Manager:
    """Starts Vitrine unattended, again and again, in `folder`, which its runtime directory is in.

    `notices` holds what it was told, each as a dictionary; `kept` the descriptors that it keeps, by name. systemd's
    own part of the protocol is in sd_notify(3) and sd_listen_fds(3).
    """

    def __init__(self, folder, watchdog=None):
        self.runtime = folder / "run"
        self.runtime.mkdir(exist_ok=True)
        self.address = str(folder / "notify")
        self.watchdog = watchdog
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.address)
        self.notices, self.kept = [], {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        for descriptor in self.kept.values():
            os.close(descriptor)

    def start(self, *arguments, **start):
        self.take_what_is_there()
        env = {"NOTIFY_SOCKET": self.address, "RUNTIME_DIRECTORY": str(self.runtime)}
        if self.watchdog:
            env["WATCHDOG_USEC"] = str(int(self.watchdog * 1e6))
        if self.kept:
            env["LISTEN_FDNAMES"] = ":".join(self.kept)
        self.notices = []
        return Vitrine("--unattended", *arguments, env=env, descriptors=tuple(self.kept.values()), **start)

    def listen(self, condition, what, limit=10.0):
        """Takes notices in until a condition holds."""
        end = time.monotonic() + limit
        while not condition():
            self.socket.settimeout(max(0.001, end - time.monotonic()))
            try:
                self.take()
            except TimeoutError:
                raise AssertionError(f"not within {limit:g} s: {what}; it was told {self.notices}") from None

    def take_what_is_there(self):
        """What a previous process has reported and nobody has read is not the next one's."""
        self.socket.setblocking(False)
        try:
            while True:
                self.take()
        except BlockingIOError:
            pass

    def take(self):
        """Takes one notice in, as it comes."""
        message, descriptors, *_ = socket.recv_fds(self.socket, 4096, 4)
        notice = dict(line.split("=", 1) for line in message.decode().splitlines())
        self.notices.append(notice)
        name = notice.get("FDNAME", "stored")
        if ("FDSTOREREMOVE" in notice or "FDSTORE" in notice) and name in self.kept:
            os.close(self.kept.pop(name))
        if "FDSTORE" in notice:
            self.kept[name] = descriptors[0]

    def wait_until_ready(self):
        self.listen(lambda: self.was_told("READY"), "it is ready")

    @property
    def status(self):
        """What the program has written of itself."""
        return json.loads((self.runtime / "status.json").read_text())

    def was_told(self, name):
        return sum(name in notice for notice in self.notices)
