"""Settings of a single machine: those that its image was made with, and those that somebody writes onto its media partition."""

import re

import pytest

from machine import disk, vm

SETTINGS = "/var/lib/vitrine/system/settings"


@pytest.fixture
def settings(machine):
    """Writes lines into the machine's settings, and has them taken as a start does."""
    def take():
        machine.shell("systemctl restart machine-settings.service machine-name.service systemd-timesyncd.service && "
                      "networkctl reload")

    def write(*lines):
        machine.shell(f"printf '%s\\n' {' '.join(repr(line) for line in lines)} > {SETTINGS}")
        take()

    machine.shell(f"cp -a {SETTINGS} /run/settings-before")
    yield write
    machine.shell(f"cp -a /run/settings-before {SETTINGS}")
    take()


def time_servers(machine):
    return machine.shell("timedatectl show-timesync --property SystemNTPServers --value").split()


def name(machine):
    return machine.shell("cat /proc/sys/kernel/hostname").strip()


def test_image_keeps_its_settings_from_others(image):
    """There may be a passphrase among them."""
    media = disk.partitions(image)["vitrine-media"]
    lines = disk.read_file(image, media, "/system/settings").decode().splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["timezone=Pacific/Chatham", "ntp=192.0.2.1"]
    assert disk.file_mode(image, media, "/system/settings") == "0600"


def test_image_has_its_time_zone_and_time_servers(machine):
    assert machine.shell("readlink -f /etc/localtime").strip() == "/usr/share/zoneinfo/Pacific/Chatham"
    assert machine.shell("date --date 2026-07-01T00:00Z +%H:%M").strip() == "12:45"
    assert time_servers(machine) == ["192.0.2.1"]


def test_name_is_the_machines_own(machine):
    """From what tells it from other machines, so that each start gives the same; test_switching_off.py starts it again."""
    assert re.fullmatch("vitrine-[0-9a-f]{4}", name(machine))
    assert machine.shell("hostname").strip() == machine.shell("cat /etc/hostname").strip() == name(machine)


def test_machine_takes_its_own_settings(machine, settings):
    settings("hostname=lobby-2", "address=10.0.2.77/24", "gateway=10.0.2.9", "dns=10.0.2.9", "timezone=Asia/Tokyo",
             "ntp=192.0.2.7 192.0.2.8")
    assert name(machine) == "lobby-2"
    assert machine.shell("date +%z").strip() == "+0900"
    assert time_servers(machine) == ["192.0.2.7", "192.0.2.8"]
    machine.wait_for(lambda: " 10.0.2.77/24 " in machine.shell("ip -4 address show"), "the address is there", vm.CHANGE)
    machine.wait_for(lambda: "default via 10.0.2.9 " in machine.shell("ip -4 route show"), "the route is there", vm.CHANGE)
    assert "10.0.2.15" not in machine.shell("ip -4 address show")


def test_what_is_not_right_is_told_and_left_out(machine, settings):
    settings("hostname=$(touch /run/x)", "timezone=Nowhere/Land", "ntp=192.0.2.7")
    assert re.fullmatch("vitrine-[0-9a-f]{4}", name(machine))
    assert machine.shell("date +%z").strip() == "+0000"
    assert time_servers(machine) == ["192.0.2.7"]
    told = machine.shell("journalctl --boot --unit machine-settings.service --priority err --output cat")
    assert f"{SETTINGS}:2: timezone 'Nowhere/Land'" in told
    assert machine.shell.run("test -e /run/x").status != 0
