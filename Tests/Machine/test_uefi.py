"""An image as it is, by way of firmware and boot loader; with the way in that it was made with."""

import os

import pytest

from machine import media, picture, service, vm
from machine.camera import Camera
from machine.ssh import SSH, free_port
from machine.vm import Machine


@pytest.fixture(scope="module")
def machine(out):
    with Machine(os.environ["MACHINE_IMAGE_SSH"], out / "uefi", firmware=True, ssh_port=free_port()) as machine, \
            Camera(machine, vm.HEADS) as camera:
        machine.camera = camera
        machine.start()
        yield machine


@pytest.fixture(scope="module")
def ssh(machine, tmp_path_factory):
    ssh = SSH(machine.ssh_port, os.environ["MACHINE_SSH_KEY"], tmp_path_factory.mktemp("ssh") / "known-hosts")
    machine.wait_for(lambda: ssh.run("true").returncode == 0, "its ssh server lets root in", vm.BOOT)
    return ssh


def test_it_boots_by_firmware(machine):
    service.wait_for_cards(machine)
    # The firmware's logo and its lines of text are its own. It ends with a head that is not active.
    sights = machine.camera.sights
    shown = [not picture.is_placeholder(sight.picture) for sight in sights]
    end = shown.index(False, shown.index(True))
    for sight in sights[end:]:
        assert (picture.is_black(sight.picture) or picture.is_placeholder(sight.picture)
                or picture.is_close(sight.picture, media.CARDS[sight.head])), \
            f"head {sight.head} showed something else after {sight.time:.1f} s, see seen-*.png in {machine.folder}"


def test_who_has_the_key_gets_in(ssh):
    assert "lit" in ssh("vitrine doctor")
    refused = ssh.run("true", "-o", "IdentityFile=none", "-o", "PubkeyAuthentication=no")
    assert refused.returncode == 255 and "Permission denied (publickey)" in refused.stderr


def test_its_own_key_is_no_one_elses_and_stays(ssh):
    """It is made at the first start and lies where the next one finds it; who knows the machine is not alarmed."""
    shown = ssh("ssh-keyscan -t ed25519 127.0.0.1 2>/dev/null").split()[1:]
    kept = ssh("cat /var/lib/vitrine/ssh/host-key.pub").split()
    assert shown == kept[:2]
    assert ssh("findmnt --noheadings --output LABEL --target /var/lib/vitrine/ssh").strip() == "vitrine-media"
    assert ssh("stat --format '%U %a' /var/lib/vitrine/ssh /var/lib/vitrine/ssh/host-key").split() == ["root", "700", "root", "600"]
    assert ssh("ls /etc/ssh | grep ^ssh_host || true") == ""
    ssh("systemctl restart ssh-host-key.service && systemctl restart ssh.service")
    assert ssh("cat /var/lib/vitrine/ssh/host-key.pub").split() == kept
