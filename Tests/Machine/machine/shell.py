"""A root shell in the machine, from outside."""

import base64
import dataclasses
import itertools
import select
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

    def wait_until_there(self, limit):
        """Waits until the machine has come so far, also after a reset, which can lose what was asked before it."""
        end = time.monotonic() + limit
        asked = set()
        while time.monotonic() < end:
            asked.add(self._send("true"))
            if self._answer(asked, 10):
                return
        raise AssertionError(f"no shell in the machine within {limit:g} s")

    def __call__(self, command, limit=120):
        """Runs a command as root, which must succeed, and returns its output."""
        result = self.run(command, limit)
        if result.status != 0:
            raise AssertionError(f"in the machine: {command}: status {result.status}\n{result.output}")
        return result.output

    def run(self, command, limit=120):
        """Runs a command as root; returns its status and output."""
        result = self._answer({self._send(command)}, limit)
        if result is None:
            raise AssertionError(f"in the machine: no answer within {limit:g} s to: {command}")
        return result

    def close(self):
        self.socket.close()

    def _send(self, command):
        number = str(next(self.ids))
        self.socket.sendall(b"%s %s\n" % (number.encode(), base64.b64encode(command.encode())))
        return number

    def _answer(self, numbers, limit):
        """The next answer to one of these, or None."""
        end = time.monotonic() + limit
        while (remaining := end - time.monotonic()) > 0:
            words = (self._line(remaining) or b"").decode(errors="replace").split(" ")
            if len(words) == 3 and words[0] in numbers:
                return Result(int(words[1]), base64.b64decode(words[2]).decode(errors="replace"))
        return None

    def _line(self, limit):
        while b"\n" not in self.pending:
            if not select.select([self.socket], [], [], limit)[0]:
                return None
            data = self.socket.recv(65536)
            if not data:
                raise AssertionError("the machine has ended")
            self.pending += data
        line, _, self.pending = self.pending.partition(b"\n")
        return line
