"""Upgrades of the package while the machine plays: they do not show, also where the new version does not start."""

import os
import pathlib
import shutil

import pytest

from machine import disk, media, package, picture, service, vm


@pytest.fixture(scope="module")
def packages(machine, out):
    """Leaves later versions of the package in the machine, by way of a stick: 90 and 92 as it is, 91 broken."""
    folder = out / "packages"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "stick").mkdir(parents=True)
    original = pathlib.Path(os.environ["MACHINE_PACKAGE"])
    for version, change in (("90", lambda tree: None), ("91", package.broken), ("92", lambda tree: None)):
        made = package.repacked(original, folder, version, change)
        made.rename(folder / "stick" / made.name)
    stick = disk.make_stick(out / "packages.img", folder / "stick", size="192M")
    machine.shell("mount -o remount,rw /")
    machine.plug_stick(stick)
    mounted = "mkdir -p /run/packages && mount -o ro /dev/disk/by-label/HOLIDAYS /run/packages"
    machine.wait_for(lambda: machine.shell.run(mounted).status == 0, "the stick with packages is mounted", vm.CHANGE)
    yield
    machine.shell("umount /run/packages")
    machine.unplug_stick()
    machine.shell("mount -o remount,ro /")


APT = "apt-get install --yes --quiet"  # needs no network for it
DPKG = "dpkg --install"  # does the same in less time


def install(machine, version, by=DPKG):
    """Its output."""
    told = machine.shell(f"DEBIAN_FRONTEND=noninteractive {by} /run/packages/vitrine-{version}.deb", limit=300)
    assert machine.shell("dpkg-query --show --showformat '${Version} ${db:Status-Status}' vitrine") == f"{version} installed"
    return told


def assert_pictures_stayed(machine, first_sight, or_black=False):
    """`or_black`: where another engine takes over. (Rig/test_service.py sees that there is no black either; in this
    emulation, where decoding takes seconds, one head is sometimes lit black first.)"""
    for sight in machine.camera.sights[first_sight:]:
        assert picture.is_close(sight.picture, media.CARDS[sight.head]) or or_black and picture.is_black(sight.picture), \
            f"head {sight.head} showed something else after {sight.time:.1f} s, see seen-*.png in {machine.folder}"


def test_upgrade_keeps_the_picture(machine, packages):
    former, first_sight = service.main_process(machine), len(machine.camera.sights)
    install(machine, 90, by=APT)
    assert service.main_process(machine) not in ("0", former)
    assert service.show(machine, "ActiveState") == "active"
    service.wait_for_cards(machine, "after the upgrade")
    assert_pictures_stayed(machine, first_sight, or_black=True)


def test_version_that_does_not_start_leaves_the_picture_and_its_reason(machine, packages):
    first_sight = len(machine.camera.sights)
    told = install(machine, 91)
    assert "this version does not start" in told and "journalctl -u vitrine" in told
    machine.wait_for(lambda: service.restarts(machine) >= 3, "it is started again and again", vm.CHANGE)
    journal = machine.shell("journalctl --boot --unit vitrine --output cat")
    assert "this version is broken" in journal and "Failed with result 'exit-code'" in journal
    service.wait_for_cards(machine, "while the new version does not start", limit=vm.CHANGE)
    assert_pictures_stayed(machine, first_sight)

    # A version that starts again goes on with it.
    first_sight = len(machine.camera.sights)
    install(machine, 92)
    machine.wait_for(lambda: service.show(machine, "ActiveState") == "active", "it is ready", vm.BOOT)
    service.wait_for_cards(machine, "after the repair")
    assert_pictures_stayed(machine, first_sight, or_black=True)
