"""An image as it is, by way of firmware and boot loader; with the way in that it was made with."""

import os

import pytest

from machine import media, picture, service, vm
from machine.camera import Camera
from machine.ssh import SSH, free_port
from machine.vm import Machine
from machine.waiting import eventually


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


class Session:
    """Vitrine in a session of logind's (which the image has with the package libpam-systemd), as whoever logs in on a
    terminal starts it. There when its seat is logind's and both heads are lit."""

    UNIT = "machine-session.service"

    def __init__(self, ssh, *options):
        self.ssh = ssh
        ssh(f"systemd-run --quiet --unit={self.UNIT} --property=PAMName=login --property=User=root "
            "--property=TTYPath=/dev/tty4 --property=StandardInput=tty-force --property=TTYReset=yes "
            "--property=StandardOutput=journal --property=StandardError=journal "
            "--property=UtmpIdentifier=tty4 --property=UtmpMode=user --property=RemainAfterExit=yes "
            "--setenv=XDG_SESSION_TYPE=tty --setenv=XDG_SESSION_CLASS=user "
            f"/usr/lib/vitrine/vitrine --seat libseat {' '.join(options)} /var/lib/vitrine/media")
        self.process = self.property("ExecMainPID")
        self.wait_until(lambda: self.said().count(": lit at ") == vm.HEADS, "both heads are lit", vm.BOOT)
        assert "session: libseat seat0 (seatd: " in self.said()

    def said(self):
        return self.ssh(f"journalctl --boot _PID={self.process} --output=cat")

    def property(self, name):
        return self.ssh(f"systemctl show --property {name} --value {self.UNIT}").strip()

    def send(self, signal):
        self.ssh(f"kill -{signal} {self.process}")

    def wait_until(self, condition, what, limit=vm.CHANGE):
        eventually(condition, lambda: f"{what}; what it said:\n{self.said()}", limit, every=1)


@pytest.fixture
def start_session(ssh):
    ssh("systemctl stop vitrine.service")
    yield lambda *options: Session(ssh, *options)
    ssh(f"systemctl stop {Session.UNIT}; systemctl start --no-block vitrine.service")


@pytest.mark.parametrize("options, ignored, end", [((), (), "HUP"), (("--unattended",), ("INT",), "TERM")],
                         ids=["attended", "unattended"])
def test_signals_in_a_session_of_logind(start_session, options, ignored, end):
    session = start_session(*options)
    session.send("USR1")
    session.wait_until(lambda: session.said().count(": holds ") == 1, "it tells its state")
    for signal in ignored:
        session.send(signal)
    session.send("USR1")
    session.wait_until(lambda: session.said().count(": holds ") == 2, "it lives and tells its state once more")
    session.send(end)
    session.wait_until(lambda: session.property("SubState") == "exited", "it ends")
    assert session.property("ExecMainStatus") == "0", session.said()
