"""The monitor at the end of a cable: a VNC client that says to a head which size it has, or that it is not there.

QEMU tells the graphics card of it, and the guest's driver sees a monitor that is plugged in, unplugged or exchanged.
"""

import select
import socket
import struct

import numpy

RAW, EXTENDED_DESKTOP_SIZE = 0, -308
SET_PIXEL_FORMAT, SET_ENCODINGS, UPDATE_REQUEST, SET_DESKTOP_SIZE = 0, 2, 3, 251


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

    def seen(self):
        """What the head shows. QEMU's `screendump` does not know it where a GPU of the host's draws for the guest."""
        self._drain()
        self.socket.sendall(struct.pack(">BBHHHH", UPDATE_REQUEST, 0, 0, 0, 0xFFFF, 0xFFFF))
        while True:
            kind, count = struct.unpack(">BxH", self._receive(4))
            if kind != 0:
                raise AssertionError(f"QEMU's VNC server sent a message of kind {kind}")
            rectangles = [self._rectangle() for _ in range(count)]
            if drawn := [rectangle for rectangle in rectangles if rectangle is not None]:
                break
        height = max(y + pixels.shape[0] for _, y, pixels in drawn)
        width = max(x + pixels.shape[1] for x, _, pixels in drawn)
        picture = numpy.zeros((height, width, 3), numpy.uint8)
        for x, y, pixels in drawn:
            picture[y:y + pixels.shape[0], x:x + pixels.shape[1]] = pixels
        return picture

    def _rectangle(self):
        """A place and its pixels; nothing where it says another size of the screen."""
        x, y, width, height, encoding = struct.unpack(">HHHHi", self._receive(12))
        if encoding == EXTENDED_DESKTOP_SIZE:
            self._receive(16 * struct.unpack(">B3x", self._receive(4))[0])
            return None
        pixels = numpy.frombuffer(self._receive(4 * width * height), numpy.uint8).reshape(height, width, 4)
        return x, y, pixels[:, :, 2::-1]

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
        self.socket.sendall(struct.pack(">BxHii", SET_ENCODINGS, 2, RAW, EXTENDED_DESKTOP_SIZE))
        # 32 bits for each pixel: blue, green, red, and nothing.
        self.socket.sendall(struct.pack(">B3xBBBBHHHBBB3x", SET_PIXEL_FORMAT, 32, 24, 0, 1, 255, 255, 255, 16, 8, 0))

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
