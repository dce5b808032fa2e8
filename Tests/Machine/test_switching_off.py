"""Power that goes, and a machine that is switched off as it should be. The last test ends the machine."""

import subprocess

from machine import disk, service, vm


def test_it_comes_back_after_a_hard_reset(machine):
    boot = machine.shell("cat /proc/sys/kernel/random/boot_id")
    name = machine.shell("cat /proc/sys/kernel/hostname")
    # Something that is being written when the power goes.
    machine.shell("(while :; do cat /etc/passwd >> /var/lib/vitrine/media/growing; done) > /dev/null 2>&1 & sync")
    machine.reset()
    machine.shell.wait_until_there(vm.BOOT)
    assert machine.shell("cat /proc/sys/kernel/random/boot_id") != boot
    service.wait_for_cards(machine)
    machine.wait_for(lambda: machine.shell("cat /proc/sys/kernel/hostname") == name, "it has its name again", vm.CHANGE)
    kernel = machine.shell("journalctl --dmesg --output cat")
    assert "EXT4-fs error" not in kernel and "mounted filesystem" in kernel
    machine.shell("findmnt --mountpoint /var/lib/vitrine && touch /var/lib/vitrine/media/written && "
                  "rm -f /var/lib/vitrine/media/growing /var/lib/vitrine/media/written")
    assert machine.shell("systemctl list-units --failed --plain --no-legend").strip() == ""


def test_it_switches_off(machine):
    """By its power button, in the time that systemd gives a service, and with clean file systems."""
    machine.qmp("system_powerdown")
    machine.wait_for_end(vm.CHANGE)
    raw = machine.folder / "disk.img"
    subprocess.run(["qemu-img", "convert", "-O", "raw", machine.disk, raw], check=True)
    try:
        partitions = disk.partitions(raw)
        for name in ("vitrine-root", "vitrine-media"):
            clean, report = disk.is_clean(raw, partitions[name])
            assert clean, f"{name}: {report}"
    finally:
        raw.unlink()
