"""Virtual display devices: made, plugged, given other monitors, and removed through vkms's configfs."""

import enum
import os
import pathlib
import subprocess


class ConnectorType(enum.IntEnum):
    DISPLAY_PORT = 10
    HDMI_A = 11
    VIRTUAL = 15


class Connector:
    """A connector of a device, by the name that the kernel's users know ("HDMI-A-1")."""

    def __init__(self, device, index, sysfs):
        self.device, self.index, self.sysfs = device, index, sysfs
        self.name = sysfs.name.partition("-")[2]
        self.identifier = int((sysfs / "connector_id").read_text())

    @property
    def status(self):
        return (self.sysfs / "status").read_text().strip()

    @property
    def modes(self):
        """The names of the modes found by the last probe, the preferred one first."""
        return (self.sysfs / "modes").read_text().split()

    @property
    def edid(self):
        return (self.sysfs / "edid").read_bytes()

    def plug(self):
        """Connects a monitor. The kernel sends a hot-plug event, also if one was connected already."""
        self._configured_status(1)

    def unplug(self):
        self._configured_status(2)

    def set_edid(self, edid):
        """Gives the monitor another EDID, or with None none at all, and sends no event."""
        (self.device.debugfs / self.name / "edid_override").write_bytes(edid or b"reset")

    def plug_monitor(self, edid):
        """Connects the monitor with this EDID, in the place of the one that was connected."""
        self.set_edid(edid)
        self.plug()

    def change_silently(self, status):
        """Sets the status to "on", "off" or "detect" without any event, as some drivers do."""
        (self.sysfs / "status").write_text(status)

    def _configured_status(self, value):
        (self.device.configfs / "connectors" / f"k{self.index}" / "status").write_text(str(value))


class Device:
    """A KMS device. `status` tells for each connector whether a monitor is connected at the start."""

    def __init__(self, name="screens", crtcs=1, connectors=1, status=(), connector_type=ConnectorType.HDMI_A,
                 writeback=False):
        environment = {**os.environ, "CONNECTOR_TYPE": str(int(connector_type))}
        if writeback:
            environment["WRITEBACK"] = "1"
        made = subprocess.run(
            ["vkms-device", name, str(crtcs), str(connectors), *("1" if connected else "2" for connected in status)],
            env=environment, stdout=subprocess.PIPE, text=True, check=True)
        self.name = name
        self.path = made.stdout.strip()
        self.minor = int(self.path.rpartition("card")[2])
        self.configfs = pathlib.Path("/sys/kernel/config/vkms") / name
        self.debugfs = pathlib.Path("/sys/kernel/debug/dri") / str(self.minor)
        folders = [folder for folder in pathlib.Path("/sys/class/drm").glob(f"card{self.minor}-*")
                   if not folder.name.startswith(f"card{self.minor}-Writeback")]
        folders.sort(key=lambda folder: int((folder / "connector_id").read_text()))
        self.connectors = [Connector(self, index, folder) for index, folder in enumerate(folders)]

    def remove(self):
        """Takes the device away, as if it were pulled out. A program that has it open gets EBUSY from then on."""
        (self.configfs / "enabled").write_text("0")

    def close(self):
        """Removes the device and its description. No program may have it open any more."""
        self.remove()
        for link in self.configfs.glob("*/*/possible_*/*"):
            link.unlink()
        for kind in ("connectors", "encoders", "planes", "crtcs"):
            for part in (self.configfs / kind).iterdir():
                part.rmdir()
        self.configfs.rmdir()
