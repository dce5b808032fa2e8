"""A keyboard that tests type on (linux/uinput.h): its keys reach the virtual terminal that is shown."""

import fcntl
import os
import struct

UI_SET_EVBIT, UI_SET_KEYBIT, UI_DEV_SETUP = 0x40045564, 0x40045565, 0x405C5503
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
EV_SYN, EV_KEY = 0, 1
KEYS = {"ctrl": 29, "alt": 56, "c": 46, "f3": 61, "delete": 111}


class Keyboard:
    """Plugged in for as long as the `with` statement lasts."""

    def __enter__(self):
        self.descriptor = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        fcntl.ioctl(self.descriptor, UI_SET_EVBIT, EV_KEY)
        for code in KEYS.values():
            fcntl.ioctl(self.descriptor, UI_SET_KEYBIT, code)
        fcntl.ioctl(self.descriptor, UI_DEV_SETUP, struct.pack("4H80sI", 3, 1, 1, 1, b"rig keyboard", 0))
        fcntl.ioctl(self.descriptor, UI_DEV_CREATE)
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self.descriptor, UI_DEV_DESTROY)
        os.close(self.descriptor)

    def press(self, *names):
        """Presses keys one after the other, and lets them go in the opposite order."""
        for value, order in ((1, names), (0, tuple(reversed(names)))):
            for name in order:
                self._send(EV_KEY, KEYS[name], value)
                self._send(EV_SYN, 0, 0)

    def _send(self, kind, code, value):
        os.write(self.descriptor, struct.pack("qqHHi", 0, 0, kind, code, value))
