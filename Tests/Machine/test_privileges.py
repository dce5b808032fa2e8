"""Each privilege that vitrine.service has left is needed: without it the sign does not light, or does not follow.

A drop-in in /run takes the privilege away. Then the sign must go wrong in the way that the table says.
"""

import dataclasses
import time

import pytest

from machine import media, picture, service, vm


@dataclasses.dataclass
class Privilege:
    name: str
    without: str  # lines of the section [Service] that take it away
    needed_to: str  # "light" the screens, "decode" pictures, or "follow" a monitor that is exchanged


PRIVILEGES = [
    Privilege("group-video", "SupplementaryGroups=", "light"),
    Privilege("display-devices", "DeviceAllow=\nDeviceAllow=char-tty rw", "light"),
    Privilege("terminal", "StandardInput=null", "light"),
    Privilege("terminal-device", "DeviceAllow=\nDeviceAllow=char-drm rw", "light"),
    Privilege("unix-sockets", "RestrictAddressFamilies=\nRestrictAddressFamilies=AF_NETLINK", "light"),
    Privilege("netlink", "RestrictAddressFamilies=\nRestrictAddressFamilies=AF_UNIX", "light"),
    Privilege("limits-of-the-decoder", "SystemCallFilter=~@resources", "decode"),
    # GLES without a GPU, which draws playlists with shaders of their own.
    Privilege("machine-code", "ExecStart=\nExecStart=/usr/lib/vitrine/vitrine --unattended --seat vt --renderer gles\n"
              "MemoryDenyWriteExecute=yes", "light"),
    Privilege("host-network", "PrivateNetwork=yes", "follow"),
]


NONE = Privilege("nothing", "", "light")


@pytest.fixture(scope="module")
def restart_without(machine):
    def restart(privilege):
        service.start_with(machine, f"[Service]\n{privilege.without}")

    restart(NONE)
    began = time.monotonic()
    machine.wait_for(lambda: is_lit(machine), "it lights with all privileges", vm.BOOT)
    restart.absence = 2 * (time.monotonic() - began)
    yield restart
    service.start_as_it_is(machine)


def is_lit(machine):
    """Whether a head shows its card. That the service is ready says less: at last it is, if only to tell what is wrong."""
    return any(picture.is_close(machine.seen(head), media.CARDS[head]) for head in range(vm.HEADS))


@pytest.mark.parametrize("privilege", [pytest.param(each, id=each.name) for each in PRIVILEGES])
def test_each_privilege_is_needed(machine, restart_without, privilege):
    restart_without(privilege)
    if privilege.needed_to == "light":
        # It ends, or is dark for twice the time that a start with all privileges takes here.
        machine.wait_for_never(lambda: is_lit(machine), f"it lights without {privilege.name}",
                               until=lambda: service.restarts(machine) > 0, limit=restart_without.absence)
    elif privilege.needed_to == "decode":
        machine.wait_for(lambda: '"playing": "built-in"' in machine.shell("cat /run/vitrine/status.json; true"),
                         "the built-in shows in place of what cannot be decoded", vm.BOOT)
    else:
        machine.wait_for(lambda: is_lit(machine), f"it lights without {privilege.name}", vm.BOOT)
        machine.monitors[1].plug(800, 600)
        machine.wait_for_never(lambda: machine.seen(1).shape[:2] == (600, 800),
                               f"it follows without {privilege.name}", until=lambda: False, limit=restart_without.absence)
