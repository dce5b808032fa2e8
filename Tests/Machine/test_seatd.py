"""The service with a seat of seatd, by the drop-in that docs/sessions.md shows."""

import json
import pathlib
import re

import pytest

from machine import service, vm

SESSIONS = pathlib.Path(__file__).parents[2] / "docs/sessions.md"


def documented_drop_in():
    (block,) = re.findall(r"^    \[Unit\]\n(?:    .*\n)+", SESSIONS.read_text(), re.MULTILINE)
    return re.sub(r" +#.*", "", re.sub(r"^    ", "", block, flags=re.MULTILINE))


@pytest.fixture
def seat(machine):
    """seatd is in the image, but its unit is not to be used."""
    machine.shell("systemd-run --quiet --unit=machine-seatd /usr/sbin/seatd -g video")
    service.start_with(machine, documented_drop_in())
    yield
    service.start_as_it_is(machine)
    machine.shell("systemctl stop machine-seatd")


def test_it_shares_the_screens_by_a_daemon(machine, seat):
    service.wait_for_cards(machine, "with a seat of seatd")
    session = json.loads(machine.shell("cat /run/vitrine/status.json"))["session"]
    assert session == {"kind": "libseat seat0", "active": True}
    restarts = service.restarts(machine)
    service.send(machine, "KILL")
    machine.wait_for(lambda: service.restarts(machine) > restarts, "it is started again", vm.CHANGE)
    service.wait_for_cards(machine, "after a crash")
