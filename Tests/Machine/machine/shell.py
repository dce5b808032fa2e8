"""A root shell in the machine, from outside."""

import base64
import dataclasses
import itertools
import socket
import time


@dataclasses.dataclass
class Result:
    status: int
    output: str


class Shell:
    """Runs one command at a time. The other end is in inlet.py."""

    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.pending = b""
        self.ids = itertools.count(1)

    def wait_until_there(self, limit=180):
        """Waits until the machine has come so far. What was asked of it before is lost, after a reset too."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if self._ask("true", 2) is not None:
                return
        raise AssertionError(f"no shell in the machine within {limit:g} s")

    def __call__(self, command, limit=60):
        """Runs a command as root, which must succeed, and returns its output."""
        result = self.run(command, limit)
        if result.status != 0:
            raise AssertionError(f"in the machine: {command}: status {result.status}\n{result.output}")
        return result.output

    def run(self, command, limit=60):
        """Runs a command as root; returns its status and output."""
        result = self._ask(command, limit)
        if result is None:
            raise AssertionError(f"in the machine: no answer within {limit:g} s to: {command}")
        return result

    def close(self):
        self.socket.close()

    def _ask(self, command, limit):
        number = str(next(self.ids))
        self.socket.sendall(b"%s %s\n" % (number.encode(), base64.b64encode(command.encode())))
        end = time.monotonic() + limit
        while (remaining := end - time.monotonic()) > 0:
            line = self._line(remaining)
            if line and (words := line.decode(errors="replace").rstrip("\n").split(" "))[0] == number and len(words) == 3:
                return Result(int(words[1]), base64.b64decode(words[2]).decode(errors="replace"))
        return None

    def _line(self, limit):
        self.socket.settimeout(limit)
        while b"\n" not in self.pending:
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                return None
            if not data:
                raise AssertionError("the machine has ended")
            self.pending += data
        line, _, self.pending = self.pending.partition(b"\n")
        return line
