"""QEMU's own protocol, by which the machine is seen and handled."""

import json
import socket
import threading


class QMPError(Exception):
    """QEMU refused a command."""


class QMP:
    """A connection to QEMU's monitor. May be used by several threads."""

    def __init__(self, path, limit=60):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(limit)
        self.socket.connect(str(path))
        self.stream = self.socket.makefile("rw", encoding="utf-8")
        self.lock = threading.Lock()
        self.events = []
        self.stream.readline()  # the greeting
        self("qmp_capabilities")

    def __call__(self, command, **arguments):
        """Runs a command, with `_` in names of arguments for `-`, and returns its result."""
        message = {"execute": command, "arguments": {name.replace("_", "-"): value for name, value in arguments.items()}}
        with self.lock:
            self.stream.write(json.dumps(message) + "\n")
            self.stream.flush()
            while True:
                line = self.stream.readline()
                if not line:
                    raise QMPError(f"{command}: QEMU has ended")
                answer = json.loads(line)
                if "event" in answer:
                    self.events.append(answer)
                elif "error" in answer:
                    raise QMPError(f"{command}: {answer['error']['desc']}")
                else:
                    return answer["return"]

    def close(self):
        self.socket.close()
