"""Virtual terminals (linux/vt.h, linux/kd.h): switching between them, and what programs have set on them."""

import fcntl
import os
import struct
import termios

VT_GETMODE, VT_GETSTATE, VT_ACTIVATE = 0x5601, 0x5603, 0x5606
KDGETMODE, KDGKBMODE = 0x4B3B, 0x4B44
AUTOMATIC, BY_PROGRAM = 0, 1
TEXT, GRAPHICS = 0, 1
KEYBOARD_UNICODE, KEYBOARD_OFF = 3, 4


class Terminal:
    """One of them, by its number."""

    def __init__(self, number):
        self.number, self.path = number, f"/dev/tty{number}"

    def _ask(self, request, argument):
        descriptor = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            return fcntl.ioctl(descriptor, request, argument)
        finally:
            os.close(descriptor)

    def activate(self):
        """Asks for a switch to it. Does not wait: a program may have to let it go on."""
        self._ask(VT_ACTIVATE, self.number)

    @property
    def is_shown(self):
        return struct.unpack("HHH", self._ask(VT_GETSTATE, bytes(6)))[0] == self.number

    @property
    def switching(self):
        """Who decides about switching away from it: AUTOMATIC or BY_PROGRAM."""
        return self._ask(VT_GETMODE, bytes(8))[0]

    @property
    def contents(self):
        """TEXT or GRAPHICS."""
        return struct.unpack("i", self._ask(KDGETMODE, bytes(4)))[0]

    @property
    def keyboard(self):
        """What becomes of its keys: KEYBOARD_OFF if nothing."""
        return struct.unpack("i", self._ask(KDGKBMODE, bytes(4)))[0]

    @property
    def sends_signals(self):
        """Whether characters such as Ctrl-C send a signal."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            return bool(termios.tcgetattr(descriptor)[3] & termios.ISIG)
        finally:
            os.close(descriptor)
