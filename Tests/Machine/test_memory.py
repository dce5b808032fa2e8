"""Memory of the whole service, engine and decoder together, with a file that unpacks to more than the machine has."""

import pytest

from machine import media, service, vm

GROUP = "/sys/fs/cgroup/system.slice/vitrine.service"


@pytest.fixture
def bomb(machine):
    """The service with a playlist that has it, and a picture."""
    service.start_with(machine, "[Service]\nExecStart=\n"
                       "ExecStart=/usr/lib/vitrine/vitrine --unattended --seat vt /var/lib/vitrine/media/bomb")
    yield
    service.start_as_it_is(machine)


def test_memory_has_its_bound(machine, bomb):
    machine.wait_for_picture(0, media.card(0), vm.BOOT, "the picture beside the bomb")
    former = service.main_process(machine)
    machine.wait_for(lambda: "bomb.png: " in machine.shell("journalctl --boot --unit vitrine --output cat"),
                     "the bomb is told of and skipped", vm.BOOT)
    peak = int(machine.shell(f"cat {GROUP}/memory.peak"))
    bound = int(service.show(machine, "MemoryMax"))
    total = int(machine.shell("awk '/^MemTotal/ { print $2 }' /proc/meminfo")) << 10
    # Four fifths, as docs/service.md says; systemd counts what the kernel has for itself too.
    assert bound <= total * 0.86 and peak <= bound, f"{peak >> 20} MiB of {bound >> 20}, of {total >> 20} in all"
    # What it cost is the decoder; the engine goes on, and another decoder.
    assert (service.main_process(machine), service.restarts(machine)) == (former, 0)
    machine.wait_for_picture(0, media.card(0), vm.CHANGE, "the picture after the bomb")
