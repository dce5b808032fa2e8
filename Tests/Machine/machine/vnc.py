"""The monitor at the end of a cable: a VNC client that says to a head which size it has, or that it is not there.

QEMU tells the graphics card of it, and the guest's driver sees a monitor that is plugged in, unplugged or exchanged.
"""

import select
import socket
import struct

EXTENDED_DESKTOP_SIZE = -308
SET_ENCODINGS, SET_DESKTOP_SIZE = 2, 251


class Monitor:
    """A monitor at one head. Until its first `plug` the head is as QEMU starts it."""

    def __init__(self, path, limit=30):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(limit)
        self.socket.connect(str(path))
        self._handshake()

    def plug(self, width, height):
        """From now on the head's monitor has this size as its preferred mode."""
        self._drain()
        self.socket.sendall(struct.pack(">BxHHBxIHHHHI", SET_DESKTOP_SIZE, width, height, 1, 0, 0, 0, width, height, 0))

    def unplug(self):
        self.plug(0, 0)

    def close(self):
        self.socket.close()

    def _handshake(self):
        self._receive(12)
        self.socket.sendall(b"RFB 003.008\n")
        self._receive(self._receive(1)[0])  # the kinds of security offered
        self.socket.sendall(b"\x01")  # none
        if struct.unpack(">I", self._receive(4)) != (0,):
            raise AssertionError("QEMU's VNC server refused the connection")
        self.socket.sendall(b"\x01")  # shared
        _, _, _, name_length = struct.unpack(">HH16sI", self._receive(24))
        self._receive(name_length)
        self.socket.sendall(struct.pack(">BxHi", SET_ENCODINGS, 1, EXTENDED_DESKTOP_SIZE))

    def _receive(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise AssertionError("QEMU closed the VNC connection")
            data += part
        return data

    def _drain(self):
        """Throws away what the server says on its own: nothing was asked of it."""
        while select.select([self.socket], [], [], 0)[0]:
            if not self.socket.recv(65536):
                raise AssertionError("QEMU closed the VNC connection")
