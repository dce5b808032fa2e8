"""Graphics cards of other makes, all in one machine, and one whose driver fails to start: Linux's vmwgfx wants more of the
card than QEMU's has."""

import json
import re

import pytest

from machine import media, picture, vm
from machine.vm import Machine

# The last one has VGA's ports, which cirrus needs.
CARDS = {"bochs": "bochs-display", "qxl": "qxl", "cirrus": "cirrus-vga"}
PLAYING = "/usr/lib/vitrine/vitrine --unattended --seat vt /var/lib/vitrine/media/cards/first.png"


@pytest.fixture(scope="module")
def machine(image, out):
    drop_in = ("systemd/system/vitrine.service.d/99-test.conf", f"[Service]\nExecStart=\nExecStart={PLAYING}\n")
    with Machine(image, out / "cards", files=[drop_in], cards={"vmware": "vmware-svga", **CARDS}) as machine:
        machine.start()
        yield machine


@pytest.mark.parametrize("card", CARDS)
def test_its_picture_is_shown(machine, card):
    machine.wait_for_picture(card, lambda width, height: picture.fitted(media.CARDS[0], width, height), vm.BOOT)


def test_the_doctor_quotes_the_driver_that_failed(machine):
    machine.shell.wait_until_there(vm.BOOT)
    report = json.loads(machine.shell.run("vitrine doctor --json").output)
    drivers = {card["driver"] for card in report["facts"]["cards"]}
    assert {name.partition("-")[0] for name in drivers} == set(CARDS)
    problem, = (finding for finding in report["findings"] if finding["code"] == "no-driver")
    assert re.search(r"vmwgfx.* failed with error -\d+$", problem["sentence"]), problem
    page = machine.shell.run("COLUMNS=200 vitrine doctor").output
    assert "PROBLEM" in page and "error -38" in page
