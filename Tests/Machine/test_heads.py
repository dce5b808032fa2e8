"""Monitors that change while it plays, as seen from the monitors' side."""

import pytest

from machine import media, picture, service, vm


@pytest.fixture(autouse=True)
def both_as_before(machine):
    yield
    machine.plug_all()
    service.wait_for_cards(machine, "as before", vm.CHANGE)


def test_another_monitor_is_followed(machine):
    machine.monitors[1].plug(800, 600)
    machine.wait_for(lambda: machine.seen(1).shape[:2] == (600, 800), "head 1 is 800x600", vm.CHANGE)
    machine.wait_for_picture(1, media.card(1), vm.CHANGE, "its card at 800x600")
    assert picture.is_close(machine.seen(0), media.CARDS[0])


def test_unplugged_and_plugged(machine):
    machine.monitors[1].unplug()
    machine.wait_for(lambda: not picture.is_close(machine.seen(1), media.CARDS[1]), "head 1 is dark", vm.CHANGE)
    assert picture.is_close(machine.seen(0), media.CARDS[0])
    machine.monitors[1].plug(*vm.SIZE)
    machine.wait_for_picture(1, media.card(1), vm.CHANGE, "its card after plugging")


def test_all_unplugged_and_plugged(machine):
    for monitor in machine.monitors:
        monitor.unplug()
    for head in range(vm.HEADS):
        machine.wait_for(lambda: not picture.is_close(machine.seen(head), media.CARDS[head]), "it is dark", vm.CHANGE)
