"""Two thousand times something happens to four connectors on two devices; each time every screen shows its picture."""

import random
import re
import signal

import pytest

from rig import edid, pictures
from rig.pictures import GREEN, solid
from rig.vitrine import Vitrine, screen_of

CYCLES = 2000
SEED = 20261121


class Shape:
    """A monitor with one mode, as small as possible: composing CRCs is what takes the time."""

    def __init__(self, name, clock, width, height):
        self.size = (width, height)
        self.edid = edid.monitor(name, edid.Timing(clock, (width, 16, 96, 48), (height, 10, 2, 33)))


SHAPES = [Shape("A", 13000, 320, 240), Shape("B", 15000, 400, 300), Shape("C", 13000, 240, 320)]


class Room:
    """The connectors with what is plugged into each: its shape, or None."""

    def __init__(self, program, devices):
        self.program = program
        self.connectors = [connector for device in devices for connector in device.connectors]
        self.plugged = {}
        self.random = random.Random(SEED)
        self.log = []
        for connector in self.connectors:
            self.plug(connector, SHAPES[0])

    def plug(self, connector, shape):
        connector.plug_monitor(shape.edid)
        self.plugged[connector] = shape

    def unplug(self, connector):
        connector.unplug()
        self.plugged[connector] = None

    def happen(self):
        """Lets one thing happen, and returns the connectors that it touched."""
        connector = self.random.choice(self.connectors)
        shape = self.random.choice(SHAPES)
        what = self.random.choice(["replug", "pair", "swap", "silent", "flap", "all", "unplug", "plug"])
        self.log.append(f"{what} {connector.name} of {connector.device.path} {shape.size}")
        if what == "replug":
            self.unplug(connector)
            self.wait([connector])
            self.plug(connector, shape)
        elif what == "pair":  # both within one frame: the kernel's events are one for the engine
            connector.unplug()
            self.plug(connector, self.plugged[connector] or shape)
        elif what == "swap":
            self.plug(connector, shape)
        elif what == "silent":  # no event of its own; the next event of the device brings it to light
            connector.change_silently("off")
            connector.set_edid(shape.edid)
            connector.change_silently("detect")
            self.plug(connector, shape)
        elif what == "flap":
            for _ in range(3):
                connector.unplug()
                connector.plug()
            self.plug(connector, shape)
        elif what == "all":
            for each in self.connectors:
                self.unplug(each)
            for each in self.connectors:
                self.plug(each, shape)
            return self.connectors
        elif what == "unplug":
            self.unplug(connector)
        elif what == "plug":
            self.plug(connector, shape)
        return [connector]

    def wait(self, connectors):
        """Waits until each of the connectors shows what it should."""
        for connector in connectors:
            shape = self.plugged[connector]
            try:
                if shape is None:
                    self.program.wait_until(lambda: screen_of(connector) is None, f"{connector.name} is off", limit=2)
                else:
                    self.program.wait_until(lambda: screen_of(connector) is not None, f"{connector.name} is on", 2)
                    screen_of(connector).wait_for(solid(*shape.size, GREEN), "always-lit")
            except AssertionError as error:
                raise AssertionError(f"{connector.device.path} {connector.name} after {len(self.log)} times: {error}\n"
                                     f"what happened last: {self.log[-5:]}\n{self.program.log[-4000:]}") from None


def holdings(program, devices):
    """Descriptors, framebuffers, and what the program says that it holds: what it must not gather."""
    asked = program.log.count("property blobs")
    program.process.send_signal(signal.SIGUSR1)
    program.wait_until(lambda: program.log.count("property blobs") == asked + len(devices), "it says what it holds")
    told = re.findall(r"(\S+): holds (\d+ buffers, \d+ property blobs)", program.log)[-len(devices):]
    kinds = sorted(target.partition(":")[0] for target in program.descriptors().values())
    framebuffers = [(device.debugfs / "framebuffer").read_text().count("framebuffer[") for device in devices]
    return kinds, framebuffers, told


@pytest.mark.virtual_time
def test_two_thousand_times(udev_daemon, make_device, tmp_path):
    devices = [make_device(name, crtcs=2, connectors=2) for name in ("first", "second")]
    media = pictures.save(tmp_path / "media", green=solid(240, 240, GREEN))
    with Vitrine(media, "--log-level", "info", "--fit", "cover") as program:
        room = Room(program, devices)
        room.wait(room.connectors)
        memory = []
        for count in range(1, CYCLES + 1):
            room.wait(room.happen())
            if count % 20 == 0:
                room.wait(room.connectors)
            if count % 200 == 0:
                for connector in room.connectors:
                    room.plug(connector, SHAPES[0])
                room.wait(room.connectors)
                memory.append((holdings(program, devices), program.memory()["Pss"]))
        assert all(held == memory[0][0] for held, _ in memory), memory
        # What malloc and the caches of names settle at; a leak of one buffer each time would be hundreds of MiB.
        assert memory[-1][1] - memory[1][1] < 1024, f"Pss at each 200: {[pss for _, pss in memory]} KiB"
        assert program.stop() == 0
