"""From power on to a sign that plays: what is seen, and what the machine consists of then."""

import json
import re

import pytest

from machine import media, picture, vm


def test_both_heads_show_their_pictures(machine):
    for head in range(vm.HEADS):
        assert picture.is_close(machine.seen(head), media.CARDS[head])


def test_nothing_but_black_was_seen_before(machine):
    for sight in list(machine.camera.sights):
        assert (picture.is_black(sight.picture) or picture.is_placeholder(sight.picture)
                or picture.is_close(sight.picture, media.CARDS[sight.head])), \
            f"head {sight.head} showed something else after {sight.time:.1f} s, see seen-*.png in {machine.folder}"


def test_time_to_the_first_picture(machine, capsys):
    """The times are told, not judged: they depend on what else the host does."""
    lit = re.search(r"\[ *([\d.]+)\] vitrine\[\d+\]: .*: lit at", machine.journal())
    seen = [machine.camera.first(head, lambda pixels: picture.is_close(pixels, media.CARDS[head]))
            for head in range(vm.HEADS)]
    assert lit and all(seen)
    with capsys.disabled():
        print(f"\nfirst lit frame: {float(lit[1]):.1f} s after the kernel's start; "
              f"seen from outside, from power on: {', '.join(f'{sight.time:.1f} s' for sight in seen)}")


def test_nothing_has_failed(machine):
    assert machine.shell("systemctl list-units --failed --plain --no-legend").strip() == ""


def test_the_doctor_finds_nothing_wrong(machine):
    report = json.loads(machine.shell("vitrine doctor --json"))
    assert [finding for finding in report["findings"] if finding["verdict"] == "problem"] == []
    assert "lit" in json.dumps(report)


def test_no_one_else_is_at_the_screens(machine):
    """Who has a display device or a virtual terminal open, by the kernel's own account."""
    open_files = machine.shell(r"""
        find /proc/[0-9]*/fd -maxdepth 1 -printf '%h %l\n' 2>/dev/null |
            grep -E ' /dev/(dri/card|tty[0-9]|fb|console)' | sort -u |
            while read -r folder file; do echo "$(cat "${folder%fd}comm") $file"; done""")
    holders = set(open_files.splitlines())
    assert "vitrine /dev/dri/card0" in holders
    # Process 1 keeps the display device open over crashes, logind watches which terminal is shown.
    allowed = {"vitrine /dev/dri/card0", "vitrine /dev/tty1", "systemd /dev/dri/card0", "systemd-logind /dev/tty0",
               "systemd-logind /dev/tty1", "systemd-logind /dev/tty6", "systemd /dev/console"}
    assert holders <= allowed


def test_root_is_read_only(machine):
    assert "ro" in machine.shell("findmnt --noheadings --output OPTIONS /").strip().split(",")
    assert machine.shell.run("touch /usr/lib/vitrine/x /etc/x").status != 0
    # What a running machine needs all the same.
    assert len(machine.shell("cat /etc/machine-id").strip()) == 32
    assert "vitrine" in machine.shell("dpkg -l vitrine")
    machine.shell("touch /tmp/x /var/tmp/x && rm /tmp/x /var/tmp/x")


def test_media_partition_has_grown_to_the_disk(machine):
    size = int(machine.shell("findmnt --bytes --noheadings --output SIZE --mountpoint /var/lib/vitrine"))
    assert size > 1 << 30
    options = machine.shell("findmnt --noheadings --output OPTIONS --mountpoint /var/lib/vitrine").strip().split(",")
    assert {"rw", "nosuid", "nodev", "noexec"} <= set(options)


def test_only_root_may_change_what_is_not_the_services(machine):
    names = ["", "/media", "/state", "/system", "/config.yaml"]
    told = machine.shell("stat --format '%a %U:%G' " + " ".join(f"/var/lib/vitrine{name}" for name in names))
    assert told.splitlines() == ["755 root:root", "2775 root:vitrine", "755 vitrine:vitrine", "755 root:root", "644 root:root"]


def test_the_time_is_kept_over_a_start(machine):
    """As on a machine whose clock has no battery: it is a day late."""
    machine.shell("systemctl start keep-clock.service")
    now = int(machine.shell("date +%s"))
    # The clock may have gone on to the next second meanwhile, so what is restored is compared with what was kept.
    kept = int(machine.shell("stat --format %Y /var/lib/vitrine/system/clock"))
    assert now - 60 < kept <= now
    try:
        machine.shell(f"date --set @{now - 86400} && systemctl restart kept-clock.service")
        assert kept <= int(machine.shell("date +%s")) < kept + 600
    finally:
        machine.shell(f"test $(date +%s) -ge {now} || date --set @{now}")


def test_configuration_can_be_changed(machine):
    assert machine.shell("realpath /etc/vitrine/config.yaml").strip() == "/var/lib/vitrine/config.yaml"
    machine.shell("touch /etc/vitrine/config.yaml")


@pytest.mark.parametrize("key", ["devices", "playlists"])
def test_status_is_told(machine, key):
    status = json.loads(machine.shell("cat /run/vitrine/status.json"))
    assert status[key]
