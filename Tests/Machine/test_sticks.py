"""USB sticks, plugged into the running machine."""

import pytest

from machine import disk, media, vm


@pytest.fixture(scope="module")
def stick(out):
    folder = out / "stick"
    media.write_stick(folder)
    return disk.make_stick(out / "stick.img", folder)


def wait_for_stick(machine):
    for head in range(vm.HEADS):
        machine.wait_for_picture(head, media.stick, vm.CHANGE, "the stick's picture")


def wait_for_cards(machine):
    for head in range(vm.HEADS):
        machine.wait_for_picture(head, media.card(head), vm.CHANGE, "its card")


def test_stick_plays_while_it_is_in(machine, stick):
    machine.plug_stick(stick)
    wait_for_stick(machine)
    machine.unplug_stick()
    wait_for_cards(machine)


def test_stick_is_copied(machine, stick):
    machine.shell("sed s/^VITRINE_STICK=.*/VITRINE_STICK=copy/ /etc/default/vitrine > /run/vitrine-default && "
                  "mount --bind /run/vitrine-default /etc/default/vitrine")
    try:
        machine.plug_stick(stick)
        wait_for_stick(machine)
        machine.unplug_stick()
        machine.wait_for(lambda: machine.shell.run("test -e /run/vitrine-stick/playing").status != 0,
                         "the stick is unmounted", vm.CHANGE)
        wait_for_stick(machine)
    finally:
        machine.shell("umount /etc/default/vitrine; rm -rf /var/lib/vitrine/stick/*")
    wait_for_cards(machine)
