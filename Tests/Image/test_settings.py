"""Settings of the machines that start from an image: what scripts/image takes, and what a start makes of the file."""

import pathlib
import re
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = REPOSITORY / "scripts/image.d/root/usr/lib/vitrine-image/machine-settings"


@pytest.mark.parametrize("option, value, right", [
    ("--hostname", "lobby_2", "letters, digits and hyphens"),
    ("--hostname", "a" * 64, "at most 63"),
    ("--hostname", "", "letters, digits and hyphens"),
    ("--address", "10.0.0.5", "10.0.0.5/24"),
    ("--address", "10.0.0.256/24", "10.0.0.5/24"),
    ("--address", "10.0.0.5/33", "10.0.0.5/24"),
    ("--address", "fd00::1::2/64", "fd00::5/64"),
    ("--dns", "router", "IP addresses"),
    ("--timezone", "Berlin", "Europe/Berlin"),
    ("--timezone", "../../../etc/passwd", "Europe/Berlin"),
    ("--timezone", "Europe", "Europe/Berlin"),
    ("--ntp", "-time", "names or IP addresses"),
    ("--gateway", "10.0.0.1", "goes with --address"),
    ("--wifi", "/nowhere", "there is no such file"),
])
def test_no_image_is_made_with_a_wrong_value(tmp_path, option, value, right):
    image = tmp_path / "image"
    told = subprocess.run([REPOSITORY / "scripts/image", "--output", image, option, value], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert told.returncode == 1
    assert told.stderr.startswith(f"image: {option} ") and right in told.stderr
    assert not image.exists()


@pytest.mark.parametrize("text, told", [
    ("wifi-passphrase=longenough\n", "wifi-ssid=NAME is missing"),
    ("wifi-ssid=net\nhostname=x\n", "line 2"),
    ("wifi-ssid=net\nwifi-passphrase=secret\n", "8 to 63"),
])
def test_no_image_is_made_with_a_wrong_network(tmp_path, text, told):
    (tmp_path / "wifi").write_text(text)
    done = subprocess.run([REPOSITORY / "scripts/image", "--wifi", tmp_path / "wifi"], text=True, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert "--wifi" in done.stderr and told in done.stderr
    assert "secret" not in done.stderr


class Machine:
    """A machine's files in a folder."""

    def __init__(self, root):
        self.root = root
        self.write("proc/sys/kernel/hostname", "")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def read(self, path):
        return (self.root / path).read_text()

    def start(self, *lines):
        """A start with these settings; returns what was reported."""
        self.write("var/lib/vitrine/system/settings", "\n".join(lines) + "\n")
        told = ""
        for part in ("apply", "name"):
            done = subprocess.run(["sh", PROGRAM, part], env={"ROOT": str(self.root), "PATH": "/usr/bin:/bin"}, text=True,
                                  stderr=subprocess.PIPE)
            assert done.returncode == 0, done.stderr
            told += done.stderr
        return told

    def name(self, *lines):
        self.start(*lines)
        assert self.read("run/vitrine-image/hostname") == self.read("proc/sys/kernel/hostname")
        return self.read("proc/sys/kernel/hostname").strip()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_nothing_said_is_dhcp_and_utc(machine):
    assert machine.start("# nothing", "", "#hostname=x") == ""
    assert (machine.root / "run/vitrine-image/localtime").readlink() == pathlib.Path("/usr/share/zoneinfo/UTC")
    assert not (machine.root / "run/systemd").exists()


def test_the_template_says_nothing(machine):
    assert machine.start((REPOSITORY / "scripts/image.d/settings").read_text()) == ""
    assert not (machine.root / "run/systemd").exists()


def test_address(machine):
    assert machine.start("address = 10.0.0.5/24 fd00::5/64\r", "gateway=10.0.0.1", "dns=10.0.0.2 fd00::2") == ""
    lines = machine.read("run/systemd/network/10-machine.network").splitlines()
    assert lines[:9] == ["[Match]", "Type=ether", "", "[Network]", "Address=10.0.0.5/24", "Address=fd00::5/64",
                         "Gateway=10.0.0.1", "DNS=10.0.0.2", "DNS=fd00::2"]
    assert "DHCP=yes" not in lines
    machine.start()
    assert not (machine.root / "run/systemd/network/10-machine.network").exists()


def test_time(machine):
    assert machine.start("timezone=Europe/Berlin", "ntp=time.example.org 10.0.0.1") == ""
    assert (machine.root / "run/vitrine-image/localtime").readlink() == pathlib.Path("/usr/share/zoneinfo/Europe/Berlin")
    assert machine.read("run/systemd/timesyncd.conf.d/machine.conf") == "[Time]\nNTP=time.example.org 10.0.0.1\n"


def test_wireless_network(machine):
    machine.write("usr/sbin/wpa_supplicant", "")
    (machine.root / "usr/sbin/wpa_supplicant").chmod(0o755)
    assert machine.start('wifi-ssid=Café "1"', 'wifi-passphrase=a"b}\\n $(id)', "wifi-country=DE") == ""
    made = machine.root / "run/vitrine-image/wifi.conf"
    assert made.stat().st_mode & 0o777 == 0o600
    lines = [line.strip() for line in made.read_text().splitlines()]
    assert lines[0] == "country=DE"
    assert "ssid=" + 'Café "1"'.encode().hex() in lines
    assert 'psk="a"b}\\n $(id)"' in lines
    assert "Type=wlan" in machine.read("run/systemd/network/10-machine.network")


def test_an_image_without_wifi_says_so(machine):
    assert "this image has no Wi-Fi" in machine.start("wifi-ssid=net")


def test_what_is_wrong_is_told_and_left_out(machine):
    told = machine.start("address=10.0.0.5/24", f"hostname=$(touch {machine.root}/made)", f"x;touch {machine.root}/made=1",
                         f"`touch {machine.root}/made`", "wifi-pasphrase=secret", "dns=\x1b[31m", "timezone=Mars/Base")
    for number in (2, 3, 4, 5, 6, 7):
        assert f"settings:{number}: " in told
    assert all(line.startswith("<3>") for line in told.splitlines())
    assert "secret" not in told and "\x1b" not in told
    assert not (machine.root / "made").exists()
    assert "Address=10.0.0.5/24" in machine.read("run/systemd/network/10-machine.network")
    assert re.fullmatch("vitrine(-[0-9a-f]{4})?", machine.read("proc/sys/kernel/hostname").strip())


UUID = "sys/class/dmi/id/product_uuid"


def test_name_is_the_machines_own(machine):
    machine.write(UUID, "4c4c4544-0043-3510-8052-b9c04f4e3732\n")
    name = machine.name()
    assert re.fullmatch("vitrine-[0-9a-f]{4}", name)
    machine.write("sys/class/net/eth0/address", "52:54:00:12:34:56\n")
    (machine.root / "sys/class/net/eth0/device").mkdir()
    assert machine.name() == name
    machine.write(UUID, "4c4c4544-0043-3510-8052-b9c04f4e3733\n")
    assert machine.name() not in (name, "vitrine")
    assert machine.name("hostname=lobby-2") == "lobby-2"


@pytest.mark.parametrize("number", ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                                    "03000200-0400-0500-0006-000700080009", "To be filled by O.E.M.", ""])
def test_a_number_that_many_machines_have_names_none(machine, number):
    machine.write(UUID, number + "\n")
    assert machine.name() == "vitrine"
    for card, address in (("eth1", "52:54:00:00:00:02"), ("eth0", "52:54:00:00:00:03")):
        machine.write(f"sys/class/net/{card}/address", address + "\n")
        (machine.root / f"sys/class/net/{card}/device").mkdir()
    machine.write("sys/class/net/lo/address", "00:00:00:00:00:00\n")
    name = machine.name()
    assert re.fullmatch("vitrine-[0-9a-f]{4}", name)
    # The order in which cards are found says nothing.
    machine.write("sys/class/net/eth0/address", "52:54:00:00:00:02\n")
    machine.write("sys/class/net/eth1/address", "52:54:00:00:00:03\n")
    assert machine.name() == name
